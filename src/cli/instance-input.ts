/** How commands read an instance: columns to ignore, numbers to change, and warnings for a person. */
import { defaultsWarning } from '../formats/csv.ts';
import { distanceRules } from '../formats/distance-rules.ts';
import { type ReadOptions, readInstance, recogniseFormat } from '../formats/read.ts';
import type { ReadWarning } from '../formats/read-warnings.ts';
import { loadSources } from '../node/files.ts';
import { drawDays } from '../pipeline/draw-days.ts';
import { idleReason } from '../problem/change.ts';
import { daysOf, instanceOfDay } from '../problem/days.ts';
import { NeoLrpError, nameSome } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import type { Plan } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { type InstanceWarning, instanceWarnings } from '../problem/warnings.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, shareOf } from './arguments.ts';
import { type Changed, change, changeOptions, changeWarnings, readOptions } from './changes.ts';
import { option, repeated, type ValuesOf } from './command.ts';
import type { Output } from './output.ts';

/** Of every command that reads an instance. */
export const instanceOptions = {
  ...changeOptions,
  ignore: option('--ignore <column>', 'ignore this column of a table and keep it as a detail; may be repeated', repeated),
  draw: option('--draw <days>', 'draw so many days around what the customers order, where there is no history', positiveInteger),
  variation: option(
    '--variation <share>',
    'with --draw: standard deviation of an order, as a share of it (default: 0.3)',
    nonNegativeNumber,
  ),
  attendance: option('--attendance <share>', 'with --draw: share of the days on which a customer orders (default: 1)', shareOf),
  drawSeed: option('--draw-seed <n>', 'with --draw: seed of the random numbers (default: 1)', nonNegativeInteger),
  day: option('--day <name>', 'only this day of an instance with days, or of a plan for it'),
  rounding: option(
    '--rounding <rule>',
    `how to round distances, if a VRPLIB or Solomon file does not say: ${Object.keys(distanceRules).join(', ')}`,
  ),
};
export type InstanceOptions = ValuesOf<typeof instanceOptions>;

export interface InspectedInstance extends Changed {
  readonly format: string;
  readonly warnings: readonly (ReadWarning | InstanceWarning)[];
}

/** `own`: what the command itself knows about the file. */
export async function readInspected(path: string, options: InstanceOptions, own: ReadOptions = {}): Promise<InspectedInstance> {
  const sources = await loadSources(path);
  const warnings: ReadWarning[] = [];
  const read: ReadOptions = { ...readOptions(options), ignore: options.ignore, rounding: options.rounding, ...own };
  const whole = readInstance(sources, { ...read, onWarning: (warning) => warnings.push(warning) });
  const drawn = drawnDays(whole, options);
  const changed = change(options.day === undefined ? drawn : onlyDay(drawn, options.day), options);
  const all = [
    ...warnings.flatMap((warning) => stillAssumed(warning, changed)),
    ...changeWarnings(changed),
    ...instanceWarnings(changed.instance),
  ];
  const isNote = (warning: ReadWarning | InstanceWarning) => warningLabel(warning) === 'note';
  return {
    ...changed,
    format: own.format ?? recogniseFormat(sources).name,
    warnings: [...all.filter((warning) => !isNote(warning)), ...all.filter(isNote)],
  };
}

function drawnDays(instance: Instance, { draw, variation, attendance, drawSeed }: InstanceOptions): Instance {
  if (draw !== undefined && instance.days)
    throw new NeoLrpError('E_USAGE', `the instance has ${instance.days.length} days of its own`, { field: '--draw' });
  if (draw === undefined && (variation ?? attendance ?? drawSeed) !== undefined)
    throw new NeoLrpError('E_USAGE', 'say how many days to draw', { field: '--draw' });
  return draw === undefined ? instance : drawDays(instance, { days: draw, variation, attendance, seed: drawSeed });
}

function onlyDay(instance: Instance, name: string): Instance {
  const day = daysOf(instance).find((known) => known.name === name);
  if (day) return createInstance(instanceOfDay(instance, day));
  const known = daysOf(instance).map((other) => other.name);
  const reason = known.length === 0 ? 'the instance has no days' : `there is no day '${name}'; the days are ${nameSome(known)}`;
  throw new NeoLrpError('E_USAGE', reason, { field: '--day', value: name });
}

/** The plan of the day that is asked for, as a plan of its own. Those who take plans of single days only say so. */
export function planOfDay(plan: Plan, { day: name }: Pick<InstanceOptions, 'day'>, takesDays = false): Plan {
  if (!plan.days || (takesDays && name === undefined)) return plan;
  const day = plan.days.find((known) => known.day === name);
  if (day) return { routes: day.routes };
  throw new NeoLrpError('E_USAGE', `this is a plan for many days; name one of ${nameSome(plan.days.map((known) => known.day))}`, {
    field: '--day',
  });
}

/** A default that an option has replaced, or that nothing is charged by, needs no warning. */
function stillAssumed(warning: ReadWarning, { instance, changes = {} }: Changed): ReadWarning[] {
  if (warning.code !== 'defaults') return [warning];
  const left = warning.columns.filter((field) => !Object.hasOwn(changes, field) && idleReason(field, instance) === undefined);
  return left.length === 0 ? [] : [defaultsWarning(left, unitsOf(instance).distance, warning.file)];
}

/** Assumptions are notes; everything else may be a mistake. */
export const warningLabel = ({ code }: ReadWarning | InstanceWarning): string =>
  code === 'defaults' || code === 'changed-unit' || code === 'missing-pairs' ? 'note' : 'warning';

/** The instance, with its warnings as notes on stderr. */
export async function loadNoted(path: string, options: InstanceOptions, output: Output, own?: ReadOptions): Promise<Changed> {
  const { instance, changes, warnings } = await readInspected(path, options, own);
  for (const warning of warnings) output.note(`${warningLabel(warning)}: ${warning.message}`);
  return { instance, ...(changes && { changes }) };
}
