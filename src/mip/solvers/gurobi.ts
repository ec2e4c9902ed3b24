/** Gurobi through Python's gurobipy. The licence in the package covers models of up to 2,000 columns and 2,000 rows. */
import { pythonSolver } from './python-solver.ts';

const driver = `
import json, os, sys, tempfile
import gurobipy as gp
from gurobipy import GRB
print('ready', flush=True)
request = json.load(sys.stdin)
answer = {'status': 'failed'}
try:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'model.mps')
        with open(path, 'w') as file:
            file.write(request['mps'])
        env = gp.Env(params={'OutputFlag': 0})
        model = gp.read(path, env)
    columns = [model.getVarByName('x%d' % index) for index in range(request['columns'])]
    model.Params.MIPGap = request['gap']
    model.Params.Threads = request['threads']
    if request['seconds'] is not None:
        model.Params.TimeLimit = request['seconds']
    if request['start'] is not None:
        for column, value in zip(columns, request['start']):
            column.Start = value
    model.optimize()
    if model.Status == GRB.INF_OR_UNBD:
        model.Params.DualReductions = 0
        model.optimize()
    names = {GRB.OPTIMAL: 'optimal', GRB.INFEASIBLE: 'infeasible', GRB.UNBOUNDED: 'unbounded', GRB.TIME_LIMIT: 'limit', GRB.INTERRUPTED: 'limit'}
    answer['status'] = names.get(model.Status, 'failed')
    if answer['status'] == 'failed':
        answer['note'] = 'Gurobi ended with status %d' % model.Status
    if model.SolCount > 0:
        answer['values'] = [column.X for column in columns]
    if answer['status'] in ('optimal', 'limit'):
        bound = model.ObjBound if model.IsMIP else (model.ObjVal if answer['status'] == 'optimal' else None)
        if bound is not None and abs(bound) < GRB.INFINITY:
            answer['bound'] = bound
except gp.GurobiError as error:
    answer['note'] = 'Gurobi: %s' % error
print(json.dumps(answer))
`;

export const gurobi = () =>
  pythonSolver({
    name: 'gurobi',
    package: 'gurobipy',
    probe: "import gurobipy; print('.'.join(map(str, gurobipy.gurobi.version())))",
    driver,
  });
