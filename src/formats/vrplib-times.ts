/** Service times and time windows of a VRPLIB file, by node. */
import type { Source } from './source.ts';
import { headerNumber, type VrplibText, valuesByNode } from './vrplib-text.ts';

export interface VrplibTimes {
  readonly service?: ReadonlyMap<number, number>;
  readonly windows?: ReadonlyMap<number, readonly [number, number]>;
  /** Whether the file says anything of times. */
  readonly used: boolean;
}

export function readTimes(source: Source, text: VrplibText, dimension: number, depots: readonly number[]): VrplibTimes {
  const service = readService(source, text, dimension, depots);
  const windows = valuesByNode(source, text, 'TIME_WINDOW_SECTION', 2, dimension, 'time window');
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
  const section = valuesByNode(source, text, 'SERVICE_TIME_SECTION', 1, dimension, 'service time');
  if (section) {
    const busy = depots.find((node) => (section.get(node)?.[0] ?? 0) !== 0);
    if (busy !== undefined)
      throw source.fault('E_FORMAT_UNSUPPORTED', `the depot, node ${busy}, has a service time; expected 0`, {
        field: 'SERVICE_TIME_SECTION',
      });
    return new Map(Array.from(section, ([node, [time]]) => [node, time]));
  }
  const time = headerNumber(source, text, 'SERVICE_TIME') ?? 0;
  if (time === 0) return undefined;
  const nodes = text.sections.get('DEMAND_SECTION')?.rows.map(({ numbers: [node] }) => node) ?? [];
  return new Map(nodes.filter((node) => !depots.includes(node)).map((node) => [node, time]));
}
