"""One file solved by PyVRP on one thread for so many CPU seconds: writes the plan, prints figures as JSON.
usage: python fleets-pyvrp.py FILE.vrp PLAN.sol round|dimacs|exact SECONDS SEED
"""
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

from pyvrp import read, solve
from pyvrp.cli import write_solution

path, plan, rounding, seconds, seed = sys.argv[1:6]
data = read(path, round_func=rounding)
began, wall = time.process_time(), time.perf_counter()


def used():
    return time.process_time() - began


result = solve(data, stop=lambda best: used() > float(seconds), seed=int(seed), collect_stats=False, display=False)
figures = {
    "version": version("pyvrp"),
    "iterations": result.num_iterations,
    "cpu": round(used(), 3),
    "wall": round(time.perf_counter() - wall, 3),
}
write_solution(Path(plan), data, result)
print(json.dumps(figures))
