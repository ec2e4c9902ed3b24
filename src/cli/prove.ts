/** `neo-lrp prove FILE [PLAN]`: a cost that no plan can be below, with a certificate. */
import { type Proof, proveBound } from '../bound/prove.ts';
import { indexRoutes } from '../formats/indexed-plan.ts';
import { cpuClock, cpuSeconds } from '../node/cpu-clock.ts';
import { loadPlan, requireWritableFile, saveText } from '../node/files.ts';
import { clockNames } from '../node/solve.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { formatCount } from '../report/number.ts';
import { nonNegativeNumber, requireOneStdin } from './arguments.ts';
import { choice, defineCommand, option } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns, lines, type Style } from './output.ts';
import { gapText } from './solution-text.ts';

export const register = defineCommand({
  description:
    'Proves a lower bound on the cost of every plan, and says how far a plan can be from the best; without one, a part of the time goes into a search. The bound holds whenever the run ends. `neo-lrp verify` checks the certificate.',
  arguments: [
    ['<file>', 'instance file, folder of CSV files, or -'],
    ['[plan]', 'plan to compare with'],
  ],
  options: {
    ...instanceOptions,
    time: option('--time <seconds>', 'time to prove', nonNegativeNumber, 60),
    clock: choice('--clock <name>', 'what --time counts: wall seconds, or CPU seconds of this process', clockNames, 'wall'),
    out: option('--out <file>', 'write the certificate'),
  },
  examples: ['prove examples/tiny.json --time 10', 'prove examples/city city.solution.json --time 300 --out city.certificate.json'],
  async run({ time, clock, out, ...options }, output, file, planPath?: string) {
    requireOneStdin(file, planPath);
    if (out !== undefined) await requireWritableFile(out);
    const { instance } = await loadNoted(file, options, output);
    const plan = planPath === undefined ? undefined : indexRoutes(instance, await loadPlan(planPath, instance));
    const amounts = amountsOf(instance);
    const before = cpuSeconds();
    const proof = await interruptible(output, 'the best bound so far follows', (signal) =>
      proveBound(instance, {
        stop: { seconds: time, signal, ...(clock === 'cpu' && { clock: cpuClock }) },
        plan,
        onProgress: ({ seconds, bound, best, nodes }) =>
          output.progress(
            [`${seconds.toFixed(1)} s`, `bound ${amounts.cost(bound)}`, gapText(best, bound), formatCount(nodes, 'case')].join(' · '),
          ),
      }),
    );
    if (out !== undefined) await saveText(out, `${JSON.stringify(proof.certificate)}\n`);
    const { certificate: _, seconds, ...figures } = proof;
    output.result({ instance: instance.name, ...figures, time: seconds, cpu: cpuSeconds() - before }, () =>
      describe(proof, amounts, output.style),
    );
  },
});

function describe({ bound, best, proven, relaxed, nodes, columns, cuts, seconds }: Proof, amounts: Amounts, style: Style): string {
  return lines(
    style.bold(proven ? 'proven optimal' : gapText(best, bound)),
    alignColumns(
      [
        ['cost of the plan', amounts.cost(best)],
        ['no plan is below', amounts.cost(bound)],
      ],
      [1],
    ),
    relaxed.length > 0 && `the bound leaves out ${relaxed.join(', ')}, so the true distance may be smaller`,
    style.dim([`${seconds.toFixed(1)} s`, formatCount(nodes, 'case'), formatCount(columns, 'route'), formatCount(cuts, 'cut')].join(' · ')),
  );
}
