/** SCIP through Python's pyscipopt, whose package includes the solver. */
import { pythonSolver } from './python-solver.ts';

const driver = `
import json, os, sys, tempfile
from pyscipopt import Model
print('ready', flush=True)
request = json.load(sys.stdin)
answer = {'status': 'failed'}
model = Model()
model.hideOutput()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'model.mps')
    with open(path, 'w') as file:
        file.write(request['mps'])
    model.readProblem(path)
by_name = {column.name: column for column in model.getVars()}
columns = [by_name['x%d' % index] for index in range(request['columns'])]
model.setParam('limits/gap', request['gap'])
if request['seconds'] is not None:
    model.setParam('limits/time', request['seconds'])
if request['start'] is not None:
    start = model.createSol()
    for column, value in zip(columns, request['start']):
        model.setSolVal(start, column, value)
    model.addSol(start)
model.optimize()
status = model.getStatus()
if status == 'inforunbd':
    model.freeTransform()
    model.setParam('misc/allowstrongdualreds', False)
    model.setParam('presolving/maxrounds', 0)
    model.optimize()
    status = model.getStatus()
names = {'optimal': 'optimal', 'gaplimit': 'optimal', 'infeasible': 'infeasible', 'unbounded': 'unbounded', 'timelimit': 'limit', 'userinterrupt': 'limit'}
answer['status'] = names.get(status, 'failed')
if answer['status'] == 'failed':
    answer['note'] = 'SCIP ended with status %s' % status
if answer['status'] in ('optimal', 'limit'):
    if model.getNSols() > 0:
        best = model.getBestSol()
        answer['values'] = [model.getSolVal(best, column) for column in columns]
    bound = model.getDualbound()
    if abs(bound) < model.infinity():
        answer['bound'] = bound
print(json.dumps(answer))
`;

export const scip = () =>
  pythonSolver({
    name: 'scip',
    package: 'pyscipopt',
    probe: "import pyscipopt; print('%s (pyscipopt %s)' % (pyscipopt.Model().version(), pyscipopt.__version__))",
    driver,
  });
