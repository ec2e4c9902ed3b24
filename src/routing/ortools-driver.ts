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
fleet = cvrp["types"]
places = len(fleet[0]["arcs"])
# The type of each vehicle.
kinds = [t for t, kind in enumerate(fleet) for _ in range(kind["count"])]
each = lambda values: [values[t] for t in kinds]
unlimited = 2**60
manager = pywrapcp.RoutingIndexManager(places, len(kinds), 0)
routing = pywrapcp.RoutingModel(manager)

arcs = [routing.RegisterTransitMatrix(kind["arcs"]) for kind in fleet]
for vehicle, t in enumerate(kinds):
    routing.SetArcCostEvaluatorOfVehicle(arcs[t], vehicle)
    routing.SetFixedCostOfVehicle(fleet[t]["fixedCost"], vehicle)
for q, demands in enumerate(cvrp["demands"]):
    load = routing.RegisterUnaryTransitVector([0] + demands)
    routing.AddDimensionWithVehicleCapacity(load, 0, each([kind["capacity"][q] for kind in fleet]), True, f"load {q}")
if any(kind["maxStops"] < places - 1 for kind in fleet):
    stops = routing.RegisterUnaryTransitVector([0] + [1] * (places - 1))
    routing.AddDimensionWithVehicleCapacity(stops, 0, each([kind["maxStops"] for kind in fleet]), True, "stops")
if "lengths" in cvrp:
    lengths = routing.RegisterTransitMatrix(cvrp["lengths"])
    longest = [unlimited if kind["maxLength"] is None else kind["maxLength"] for kind in fleet]
    routing.AddDimensionWithVehicleCapacity(lengths, 0, each(longest), True, "length")
for customer, served in enumerate(cvrp["servedBy"]):
    if len(served) < len(fleet):
        index = manager.NodeToIndex(customer + 1)
        routing.VehicleVar(index).SetValues([vehicle for vehicle, t in enumerate(kinds) if t in served])
if cvrp["maxVehicles"] < len(kinds):
    routing.SetMaximumNumberOfActiveVehicles(cvrp["maxVehicles"])

def schedule(service, windows, horizon):
    plans = [kind["schedule"] for kind in fleet]
    moves = [routing.RegisterTransitMatrix([[time + ([0] + service)[a] for time in row] for a, row in enumerate(plan["times"])]) for plan in plans]
    routing.AddDimensionWithVehicleTransits(each(moves), horizon, horizon, False, "time")
    time = routing.GetDimensionOrDie("time")
    for vehicle, t in enumerate(kinds):
        time.SetSpanUpperBoundForVehicle(plans[t]["maxDuration"], vehicle)
        time.SetSpanCostCoefficientForVehicle(plans[t]["cost"], vehicle)
        for index in (routing.Start(vehicle), routing.End(vehicle)):
            time.CumulVar(index).SetRange(*plans[t]["span"])
    for customer, open in enumerate(windows):
        arrival = time.CumulVar(manager.NodeToIndex(customer + 1))
        arrival.SetRange(open[0][0], open[-1][1])
        for (_, closes), (opens, _) in zip(open, open[1:]):
            if closes + 1 < opens:
                arrival.RemoveInterval(closes + 1, opens - 1)

if "calendar" in cvrp:
    schedule(**cvrp["calendar"])

first = pywrapcp.DefaultRoutingSearchParameters()
strategies = routing_enums_pb2.FirstSolutionStrategy
alike = len(fleet) == 1 and "calendar" not in cvrp
first.first_solution_strategy = strategies.PATH_CHEAPEST_ARC if alike else strategies.PARALLEL_CHEAPEST_INSERTION
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
