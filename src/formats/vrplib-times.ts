/** Service times and time windows of a VRPLIB file, by node. */
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';
import type { VrplibText } from './vrplib-text.ts';

export interface VrplibTimes {
  readonly service?: ReadonlyMap<number, number>;
  readonly windows?: ReadonlyMap<number, readonly [number, number]>;
  /** Whether the file says anything of times. */
  readonly used: boolean;
}

export function readTimes(source: Source, text: VrplibText, dimension: number, depots: readonly number[]): VrplibTimes {
  const service = readService(source, text, dimension, depots);
  const windows = rows(source, text, 'TIME_WINDOW_SECTION', 2, dimension);
  const uses = service !== undefined && (windows !== undefined || text.header.has('DISTANCE') || speaksOfDuration(text));
  return {
    // Without windows or limits on durations, service changes nothing.
    ...(uses && { service }),
    ...(windows && { windows: new Map(Array.from(windows, ([node, [opens, closes]]) => [node, [opens, closes] as const])) }),
    used: windows !== undefined || (uses && [...service.values()].some((time) => time > 0)),
  };
}

const speaksOfDuration = ({ header, sections }: VrplibText) =>
  header.has('VEHICLES_MAX_DURATION') || sections.has('VEHICLES_MAX_DURATION_SECTION');

/** One number for all customers, or a row a node; undefined where it is 0 for all. */
function readService(source: Source, text: VrplibText, dimension: number, depots: readonly number[]): Map<number, number> | undefined {
  const entry = text.header.get('SERVICE_TIME');
  const section = rows(source, text, 'SERVICE_TIME_SECTION', 1, dimension);
  if (section) {
    const busy = depots.find((node) => (section.get(node)?.[0] ?? 0) !== 0);
    if (busy !== undefined)
      throw source.fault('E_FORMAT_UNSUPPORTED', `the depot, node ${busy}, has a service time; expected 0`, {
        field: 'SERVICE_TIME_SECTION',
      });
    return new Map(Array.from(section, ([node, [time]]) => [node, time]));
  }
  if (!entry) return undefined;
  const time = parseDecimal(entry.value);
  if (time === undefined || time < 0)
    throw source.fault('E_VALUE', `expected a time of at least 0, but found '${entry.value.slice(0, 40)}'`, {
      line: entry.line,
      field: 'SERVICE_TIME',
    });
  if (time === 0) return undefined;
  const nodes = text.sections.get('DEMAND_SECTION')?.rows.map(({ numbers: [node] }) => node) ?? [];
  return new Map(nodes.filter((node) => !depots.includes(node)).map((node) => [node, time]));
}

function rows(
  source: Source,
  { sections }: VrplibText,
  name: string,
  count: number,
  dimension: number,
): Map<number, readonly number[]> | undefined {
  const section = sections.get(name);
  if (!section) return undefined;
  const values = new Map<number, readonly number[]>();
  for (const { numbers, line } of section.rows) {
    const [node, ...rest] = numbers;
    if (rest.length !== count || values.has(node) || rest.some((value) => value < 0))
      throw source.fault('E_SYNTAX', `expected a node, each once, and ${count === 1 ? 'a time' : 'two times'} of at least 0`, {
        line,
        field: name,
      });
    values.set(node, rest);
  }
  if (values.size !== dimension)
    throw source.fault('E_SYNTAX', `DIMENSION is ${dimension}, but ${name} lists ${values.size} nodes`, {
      line: section.line,
      field: name,
    });
  return values;
}
