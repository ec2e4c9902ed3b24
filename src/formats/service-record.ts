/** Times, vehicles and operations of a place, as its columns or properties state them. */
import type { InstanceInput } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import type { Field } from './field-names.ts';
import { parseJson } from './json-text.ts';
import type { PlaceRecord } from './place-record.ts';
import { parseDuration, parseSpans, parseTimeOfDay, timeUnitIn } from './times.ts';

type Customer = InstanceInput['customers'][number];
type Depot = InstanceInput['depots'][number];

export function serviceFrom(record: PlaceRecord, unit: TimeUnit): Partial<Customer> {
  const quantities = record.text('quantities');
  return {
    ...duration(record, 'serviceTime', unit, 'serviceTime'),
    ...windowsOf(record, unit),
    ...(record.text('vehicles') !== undefined && { vehicles: listIn(record.text('vehicles') ?? '') }),
    ...(quantities !== undefined && { quantities: jsonOf(record, 'quantities', quantities) as Customer['quantities'] }),
  };
}

export function operationFrom(record: PlaceRecord, unit: TimeUnit): Partial<Depot> {
  const [handlingCost, minLoad, maxVehicles] = [record.number('handlingCost'), record.number('minLoad'), record.number('maxVehicles')];
  return {
    ...hoursOf(record, unit),
    ...duration(record, 'loadingTime', unit, 'loadingTime'),
    ...(handlingCost !== undefined && { handlingCost }),
    ...(minLoad !== undefined && { minLoad }),
    ...(maxVehicles !== undefined && { maxVehicles }),
  };
}

function duration<Key extends string>(record: PlaceRecord, field: Field, unit: TimeUnit, key: Key): Partial<Record<Key, number>> {
  const text = record.text(field);
  if (text === undefined) return {};
  const value = parseDuration(text, unit, timeUnitIn(record.nameOf(field)) ?? unit);
  if (value === undefined)
    throw record.fault(field, 'E_SYNTAX', `expected a duration, such as 15 or 0:15, but found '${text.slice(0, 40)}'`);
  return { [key]: value } as Partial<Record<Key, number>>;
}

function windowsOf(record: PlaceRecord, unit: TimeUnit): Pick<Customer, 'timeWindows'> {
  const span = endsOf(record, 'windowStart', 'windowEnd', unit);
  const stated = spansOf(record, 'timeWindows', unit);
  if (span && stated) throw record.fault('timeWindows', 'E_SYNTAX', 'the time window is stated twice; keep one of the columns');
  const timeWindows = stated ?? (span && [span]);
  return timeWindows ? { timeWindows } : {};
}

function hoursOf(record: PlaceRecord, unit: TimeUnit): Pick<Depot, 'openingHours'> {
  const span = endsOf(record, 'opens', 'closes', unit);
  const stated = spansOf(record, 'openingHours', unit);
  if (stated && (span || stated.length > 1))
    throw record.fault('openingHours', 'E_SYNTAX', 'a depot has one span of opening hours; keep one');
  const openingHours = stated?.[0] ?? span;
  return openingHours ? { openingHours } : {};
}

/** Where one end is missing, the day's beginning or end stands for it. */
function endsOf(record: PlaceRecord, start: Field, end: Field, unit: TimeUnit): readonly [number, number] | undefined {
  if (record.text(start) === undefined && record.text(end) === undefined) return undefined;
  const time = (field: Field, otherwise: string) => {
    const text = record.text(field) ?? otherwise;
    const value = parseTimeOfDay(text, unit);
    if (value === undefined) throw record.fault(field, 'E_SYNTAX', `expected a time, such as 8:30, but found '${text.slice(0, 40)}'`);
    return value;
  };
  return [time(start, '0:00'), time(end, '24:00')];
}

function spansOf(record: PlaceRecord, field: Field, unit: TimeUnit): (readonly [number, number])[] | undefined {
  const text = record.text(field);
  if (text === undefined) return undefined;
  const spans = parseSpans(text, unit);
  if (!spans)
    throw record.fault(
      field,
      'E_SYNTAX',
      `expected spans such as 8:00-12:00, several with a semicolon between them, but found '${text.slice(0, 40)}'`,
    );
  return spans;
}

/** Names with commas, semicolons or bars between them, or a JSON list where names hold such marks. */
export function listIn(text: string): string[] {
  if (text.trim().startsWith('[')) return (parseJson(text) as unknown[]).map(String);
  return text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function jsonOf(record: PlaceRecord, field: Field, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw record.fault(field, 'E_SYNTAX', `expected JSON, such as {"kg": 5}, but found '${text.slice(0, 40)}'`);
  }
}
