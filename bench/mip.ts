/**
 * The tight formulation beside the paper's, and HiGHS beside the other installed solvers, on location models with random networks that grow
 * with every input, as a routing cost does.
 * usage: node scripts/run.mjs bench/mip.ts [--sizes 20x4,50x5] [--hidden 6] [--seconds 20] [--gap 0.01] [--solvers highs,gurobi]
 */
import { parseArgs } from 'node:util';
import { formulations } from '../src/mip/relu/formulation.ts';
import { headsSize, modelSize } from '../src/mip/size.ts';
import { hasSolution } from '../src/mip/solver.ts';
import { availableMipSolvers, mipSolver } from '../src/mip/solvers/registry.ts';
import { randomLocation } from '../tests/mip/random-models.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20x4,50x5,100x8' },
    hidden: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '20' },
    gap: { type: 'string', default: '0.01' },
    solvers: { type: 'string', default: 'highs' },
  },
});
const present = new Set((await availableMipSolvers()).filter((solver) => solver.available).map((solver) => solver.name as string));
const solvers = values.solvers.split(',').filter((name) => present.has(name));

for (const size of values.sizes.split(',')) {
  const [customers, depots] = size.split('x').map(Number);
  for (const name of ['tight', 'paper'] as const) {
    const location = randomLocation(1, { customers, depots, latent: 6, hidden: Number(values.hidden), costLike: true });
    const heads = location.sums.map((sum) => formulations[name](location.builder, location.network, sum));
    const model = location.builder.build();
    const { binaries, continuous, rows, nonzeros } = modelSize(model);
    const { neurons } = headsSize(heads);
    console.log(
      `${size} ${name}: ${binaries} binaries, ${continuous} continuous, ${rows} rows, ${nonzeros} nonzeros, ${JSON.stringify(neurons)}`,
    );
    for (const solver of solvers) {
      const result = await mipSolver(solver).solve(model, { gap: Number(values.gap), stop: { seconds: Number(values.seconds) } });
      const answer = hasSolution(result)
        ? `${result.objective.toFixed(4)}, gap ${(100 * result.gap).toFixed(2)} %`
        : result.notes.join('; ');
      console.log(`  ${solver} ${result.solver.version}: ${result.status} in ${result.seconds.toFixed(2)} s, ${answer}`);
    }
  }
}
