/** The Python that talks to VRPSolverEasy: CVRP in on stdin; routes, status and bound out on stdout. */

/** The compiled library also prints to stdout, so the answer has its own descriptor. */
export const vrpSolverEasyDriver = `
import json, os, sys
from VRPSolverEasy.src import solver
answer = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
print("ready", file=answer, flush=True)

cvrp = json.load(sys.stdin)
arcs, demands = cvrp["arcs"], cvrp["demands"]
lengths = cvrp.get("lengths")
# Its windows end at 0 unless they are given; its one resource beside the load is called time.
window = {"tw_begin": 0.0, "tw_end": float(cvrp["maxDistance"])} if lengths else {}
model = solver.Model()
model.add_vehicle_type(id=1, start_point_id=0, end_point_id=0, max_number=len(demands),
                       capacity=cvrp["capacity"], fixed_cost=float(cvrp["fixedCost"]), var_cost_dist=1.0, **window)
model.add_depot(id=0, **window)
for k, demand in enumerate(demands):
    model.add_customer(id=k + 1, demand=demand, **window)
for start, row in enumerate(arcs):
    for end, cost in enumerate(row):
        if cost is None or start == end or (cvrp["symmetric"] and start > end):
            continue
        model.add_link(start_point_id=start, end_point_id=end, is_directed=not cvrp["symmetric"],
                       distance=float(cost), time=float(lengths[start][end]) if lengths else 0.0)
model.set_parameters(time_limit=float(cvrp["seconds"]), upper_bound=float(cvrp["upperBound"]), solver_name="CLP", print_level=-2)
model.solve()

routes = [[point - 1 for point in route.point_ids if point > 0] for route in model.solution.routes]
bound = model.statistics.best_lb
json.dump({"status": model.status, "message": model.message, "routes": routes, "bound": bound}, answer)
answer.flush()
`;

/** Prints the version if the compiled library (BaPCod) can be loaded: the wheel of 0.1.3 contains it, that of 0.1.4 does not. */
export const bapcodProbe = `
import ctypes, importlib.metadata, os, platform
import VRPSolverEasy
from VRPSolverEasy.src import constants
name = {"Windows": constants.LIBRARY_WINDOWS, "Darwin": constants.LIBRARY_MAC}.get(platform.system(), constants.LIBRARY_LINUX)
bundled = os.path.join(os.path.dirname(VRPSolverEasy.__file__), "lib", platform.system(), name)
version = importlib.metadata.version("VRPSolverEasy")
try:
    ctypes.CDLL(bundled if os.path.exists(bundled) else name)
except OSError as fault:
    raise SystemExit(f"VRPSolverEasy {version} cannot load its library BaPCod ({fault}); version 0.1.3 brings it along")
print(version)
`;
