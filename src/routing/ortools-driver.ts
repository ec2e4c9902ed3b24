/**
 * The Python that talks to OR-Tools: integer CVRP in on stdin, customers of each route out on stdout. Cheapest-arc paths start a new
 * vehicle only when no remaining customer fits, so `fleetSize` vehicles suffice for a first solution. It is found without a time limit;
 * guided local search (Voudouris & Tsang 1999) gets the time that is left.
 */
export const ortoolsDriver = `
import json, sys, time
from ortools.constraint_solver import pywrapcp, routing_enums_pb2
print("ready", flush=True)

started = time.monotonic()
cvrp = json.load(sys.stdin)
places = len(cvrp["arcs"])
manager = pywrapcp.RoutingIndexManager(places, cvrp["fleet"], 0)
routing = pywrapcp.RoutingModel(manager)
routing.SetArcCostEvaluatorOfAllVehicles(routing.RegisterTransitMatrix(cvrp["arcs"]))
routing.SetFixedCostOfAllVehicles(cvrp["vehicleCost"])
routing.AddDimension(routing.RegisterUnaryTransitVector([0] + cvrp["demands"]), 0, cvrp["capacity"], True, "load")

first = pywrapcp.DefaultRoutingSearchParameters()
first.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
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

routes = []
for vehicle in range(cvrp["fleet"]):
    stops, index = [], best.Value(routing.NextVar(routing.Start(vehicle)))
    while not routing.IsEnd(index):
        stops.append(manager.IndexToNode(index) - 1)
        index = best.Value(routing.NextVar(index))
    if stops:
        routes.append(stops)
complete = time.monotonic() - started < 0.99 * cvrp["seconds"]
print(json.dumps({"routes": routes, "complete": complete}))
`;
