/**
 * The Python that talks to OR-Tools: integer CVRP in on stdin, customers of each route out on stdout.
 * Cheapest-arc paths open a new vehicle only when nobody left fits, so a fleet of `fleetSize` vehicles suffices for a first solution;
 * it is found without a time limit, and guided local search (Voudouris & Tsang 1999) gets what is left.
 */
export const ortoolsDriver = `
import json, sys, time
from ortools.constraint_solver import pywrapcp, routing_enums_pb2
print("ready", flush=True)

started = time.monotonic()
cvrp = json.load(sys.stdin)
places = len(cvrp["types"][0]["arcs"] if "types" in cvrp else cvrp["arcs"])
fleet = cvrp.get("types")
# The type of each vehicle; all are alike unless types are given.
kinds = [t for t, kind in enumerate(fleet) for _ in range(kind["count"])] if fleet else [0] * cvrp["fleet"]
manager = pywrapcp.RoutingIndexManager(places, len(kinds), 0)
routing = pywrapcp.RoutingModel(manager)

def plain():
    routing.SetArcCostEvaluatorOfAllVehicles(routing.RegisterTransitMatrix(cvrp["arcs"]))
    routing.SetFixedCostOfAllVehicles(cvrp["fixedCost"])
    routing.AddDimension(routing.RegisterUnaryTransitVector([0] + cvrp["demands"]), 0, cvrp["capacity"], True, "load")
    if "lengths" in cvrp:
        lengths = cvrp["lengths"]
        routing.AddDimension(routing.RegisterTransitMatrix(lengths["arcs"]), 0, lengths["limit"], True, "length")

def mixed():
    each = lambda values: [values[t] for t in kinds]
    arcs = [routing.RegisterTransitMatrix(kind["arcs"]) for kind in fleet]
    service = [0] + cvrp["service"]
    moves = [routing.RegisterTransitMatrix([[time + service[a] for time in row] for a, row in enumerate(kind["times"])]) for kind in fleet]
    for q, demands in enumerate(cvrp["demands"]):
        load = routing.RegisterUnaryTransitVector([0] + demands)
        routing.AddDimensionWithVehicleCapacity(load, 0, each([kind["capacity"][q] for kind in fleet]), True, f"load {q}")
    stops = routing.RegisterUnaryTransitVector([0] + [1] * (places - 1))
    routing.AddDimensionWithVehicleCapacity(stops, 0, each([kind["maxStops"] for kind in fleet]), True, "stops")
    lengths = routing.RegisterTransitMatrix(cvrp["lengths"])
    routing.AddDimensionWithVehicleCapacity(lengths, 0, each([kind["maxLength"] for kind in fleet]), True, "length")
    routing.AddDimensionWithVehicleTransits(each(moves), cvrp["horizon"], cvrp["horizon"], False, "time")
    time = routing.GetDimensionOrDie("time")
    for vehicle, t in enumerate(kinds):
        kind = fleet[t]
        routing.SetArcCostEvaluatorOfVehicle(arcs[t], vehicle)
        routing.SetFixedCostOfVehicle(kind["fixedCost"], vehicle)
        time.SetSpanUpperBoundForVehicle(max(0, kind["maxDuration"]), vehicle)
        time.SetSpanCostCoefficientForVehicle(kind["timeCost"], vehicle)
        for index in (routing.Start(vehicle), routing.End(vehicle)):
            time.CumulVar(index).SetRange(*kind["span"])
    for customer, windows in enumerate(cvrp["windows"]):
        index = manager.NodeToIndex(customer + 1)
        arrival = time.CumulVar(index)
        arrival.SetRange(windows[0][0], windows[-1][1])
        for (_, closes), (opens, _) in zip(windows, windows[1:]):
            if closes + 1 < opens:
                arrival.RemoveInterval(closes + 1, opens - 1)
        served = cvrp["servedBy"][customer]
        if len(served) < len(fleet):
            routing.VehicleVar(index).SetValues([vehicle for vehicle, t in enumerate(kinds) if t in served])
    routing.SetMaximumNumberOfActiveVehicles(cvrp["maxVehicles"])

mixed() if fleet else plain()

first = pywrapcp.DefaultRoutingSearchParameters()
strategies = routing_enums_pb2.FirstSolutionStrategy
first.first_solution_strategy = strategies.PARALLEL_CHEAPEST_INSERTION if fleet else strategies.PATH_CHEAPEST_ARC
first.solution_limit = 1
best = routing.SolveWithParameters(first)

left = cvrp["seconds"] - (time.monotonic() - started)
if best is not None and left > 0:
    guided = pywrapcp.DefaultRoutingSearchParameters()
    guided.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    guided.time_limit.FromMilliseconds(max(1, int(1000 * left)))
    best = routing.SolveFromAssignmentWithParameters(best, guided) or best
if best is None:
    sys.exit("no first solution")

routes, driven = [], []
for vehicle, kind in enumerate(kinds):
    stops, index = [], best.Value(routing.NextVar(routing.Start(vehicle)))
    while not routing.IsEnd(index):
        stops.append(manager.IndexToNode(index) - 1)
        index = best.Value(routing.NextVar(index))
    if stops:
        routes.append(stops)
        driven.append(kind)
complete = time.monotonic() - started < 0.99 * cvrp["seconds"]
print(json.dumps({"routes": routes, "vehicles": driven, "complete": complete}))
`;
