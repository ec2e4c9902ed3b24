/** `neo-lrp verify INSTANCE SOLUTION`: is the plan feasible, and what does it really cost? */
import { distanceRules } from '../formats/distance-rules.ts';
import { Source } from '../formats/source.ts';
import { loadPlan, loadSources } from '../node/files.ts';
import type { Certificate } from '../problem/certificate.ts';
import { changesAsOptions } from '../problem/change.ts';
import { type BoundVerification, checkCertificate } from '../problem/check-certificate.ts';
import { catalogue } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Plan } from '../problem/solution.ts';
import { type Verification, verify, violationKinds } from '../problem/verify.ts';
import { amountsOf } from '../report/amounts.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { requireOneStdin } from './arguments.ts';
import { defineCommand } from './command.ts';
import { type InstanceOptions, instanceOptions, loadNoted, planOfDay, readInspected } from './instance-input.ts';
import { lines, type Output } from './output.ts';
import { describeCosts, gapText, listRoutes } from './solution-text.ts';

export const register = defineCommand({
  description:
    'Recomputes loads and costs from the two files alone and lists every violation. Routes are enough; whatever else the plan states is checked too.',
  arguments: [
    ['<instance>', 'instance file, folder of CSV files, or -'],
    ['<solution>', 'plan: JSON, GeoJSON, CSV, VRPLIB .sol, or -'],
    ['[certificate]', 'certificate of a bound, as `neo-lrp prove` writes it'],
  ],
  options: { ...instanceOptions },
  notes: 'Exit status: 0 feasible, 3 violations, or a certificate that does not hold.',
  examples: ['verify examples/tiny.json examples/tiny.solution.json', 'solve examples/city --json | neo-lrp verify examples/city -'],
  async run(options, output, instancePath, planPath, certificatePath?: string) {
    requireOneStdin(instancePath, planPath);
    const { instance } = await loadNoted(instancePath, options, output);
    const plan = planOfDay(await loadPlan(planPath, instance), options, true);
    const verification = verify(instance, plan);
    if (plan.statedCost !== undefined) output.note(statedElsewhere(plan.statedCost, verification));
    const missing = missingChanges(instance, plan, verification);
    const rounding = await fittingRounding(instancePath, planPath, options, verification);
    if (rounding !== undefined) output.note(`with --rounding ${rounding} the plan has the cost that it states`);
    if (missing !== undefined) output.note(`the plan was made for a changed instance; to check it against that one, add ${missing}`);
    const proof = certificatePath === undefined ? undefined : checkCertificate(instance, await loadCertificate(certificatePath));
    output.result({ instance: instance.name, ...verification, ...(proof && { proof }) }, () =>
      lines(describe(instance, verification, output), proof && `\n${describeProof(instance, verification, proof, output)}`),
    );
    if (!verification.feasible || proof?.valid === false) process.exitCode = catalogue.E_INFEASIBLE.exit;
  },
});

async function loadCertificate(path: string): Promise<Certificate> {
  const [file] = await loadSources(path);
  const source = new Source(file);
  return source.locating(() => source.json as Certificate);
}

function describeProof(
  instance: Instance,
  { cost }: Verification,
  { valid, claimed, faults }: BoundVerification,
  { style }: Output,
): string {
  if (!valid) return lines(style.red('the certificate does not hold'), faults);
  return lines(
    style.green(`the certificate holds: no plan is below ${amountsOf(instance).cost(claimed)}`),
    `this one is ${gapText(cost.total, claimed)}`,
  );
}

/** A published cost in thousandths, say, of the instance's unit. */
function statedElsewhere(stated: number, { cost: { total } }: Verification): string {
  const power = Math.round(Math.log10(stated / total));
  const unit =
    power === 0 ? 'rounded' : `${formatNumber(10 ** Math.abs(power))} times ${power > 0 ? 'as large' : 'smaller'}, in another unit`;
  return `the plan states its cost as ${formatNumber(stated)}: ${unit}`;
}

/** The rule for distances by which the stated cost is right, where the file of the instance leaves it open. */
async function fittingRounding(
  instancePath: string,
  planPath: string,
  options: InstanceOptions,
  { violations }: Verification,
): Promise<string | undefined> {
  const isCostOnly = violations.length > 0 && violations.every(({ kind }) => kind === 'cost-misreported');
  if (!isCostOnly || options.rounding !== undefined || [instancePath, planPath].includes('-')) return undefined;
  const { format } = await readInspected(instancePath, options);
  if (format !== 'vrp' && format !== 'solomon') return undefined;
  for (const rounding of Object.keys(distanceRules)) {
    const { instance } = await readInspected(instancePath, { ...options, rounding });
    if (verify(instance, await loadPlan(planPath, instance)).feasible) return rounding;
  }
  return undefined;
}

/** The options that the plan was made with. A table of stops only shows changed demands. */
function missingChanges({ customers }: Instance, { changes, routes }: Plan, { violations }: Verification): string | undefined {
  if (changes) return violations.some(({ kind }) => kind === 'wrong-instance') ? changesAsOptions(changes) : undefined;
  if (!violations.some(({ kind }) => kind === 'load-misreported')) return undefined;
  const demand = new Map(customers.map((customer) => [customer.id, customer.demand]));
  const factors = routes.flatMap(({ stops, demands = [] }) =>
    demands.flatMap((stated, k) => (stated && demand.get(stops[k]) ? [stated / (demand.get(stops[k]) ?? 1)] : [])),
  );
  const factor = Number(factors[0]?.toPrecision(9));
  return factors.length > 1 && factor !== 1 && factors.every((other) => Math.abs(other - factor) < 1e-6 * factor)
    ? changesAsOptions({ demandFactor: factor })
    : undefined;
}

function describe(instance: Instance, { feasible, violations, cost, routes }: Verification, { style }: Output): string {
  const onlyFigures = violations.every(({ kind }) => kind.endsWith('-misreported'));
  const verdict = feasible
    ? style.green('feasible')
    : style.red(
        `${onlyFigures ? 'the routes are feasible, but figures are wrong' : 'infeasible'}: ${formatCount(violations.length, 'violation')}`,
      );
  const listed = violationKinds.flatMap((kind) => {
    const messages = violations.flatMap((violation) => (violation.kind === kind ? [`  ${violation.message}`] : []));
    return messages.length > 0 ? [style.bold(`${kind} (${messages.length})`), ...messages] : [];
  });
  const table = listRoutes(instance, routes);
  return lines(verdict, listed, describeCosts(instance, { cost, routes }, amountsOf(instance), style), table && `\n${table}`);
}
