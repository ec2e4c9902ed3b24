/** What the schema cannot say of vehicles and times: ids that exist, spans in order, times that can be computed. */
import { NeoLrpError } from './errors.ts';
import type { Instance } from './instance.ts';
import { demandName, usesTime } from './vehicles.ts';

export function requireModel(instance: Instance): void {
  requireVehicles(instance);
  requireSites(instance);
  requireSpans(instance);
  requireDurations(instance);
}

const unknown = (kind: string, id: string, field: string) =>
  new NeoLrpError('E_UNKNOWN_ID', `there is no ${kind} '${id}'`, { field, value: id });

function requireVehicles({ vehicles, vehicleCost, maxRouteDistance, customers, depots }: Instance): void {
  const types = new Set<string>();
  const sites = new Set(depots.map(({ id }) => id));
  const named = new Set([demandName, ...customers.flatMap(({ quantities = {} }) => Object.keys(quantities))]);
  vehicles?.forEach(({ id, depots: start = [], availablePerDepot, capacity }, k) => {
    const field = `vehicles[${k}]`;
    if (types.has(id))
      throw new NeoLrpError('E_DUPLICATE_ID', `two vehicle types have the id '${id}'; ids must be unique`, {
        field: `${field}.id`,
        value: id,
      });
    types.add(id);
    const depotIds = [...start, ...(typeof availablePerDepot === 'object' ? Object.keys(availablePerDepot) : [])];
    for (const depot of depotIds) if (!sites.has(depot)) throw unknown('depot', depot, field);
    const stray = typeof capacity === 'object' ? Object.keys(capacity).find((name) => !named.has(name)) : undefined;
    if (stray !== undefined)
      throw new NeoLrpError('E_UNKNOWN_ID', `no customer has a quantity '${stray}'; is it misspelt?`, {
        field: `${field}.capacity`,
        value: stray,
      });
  });
  customers.forEach(({ vehicles: list = [], quantities }, i) => {
    for (const id of list) if (!types.has(id)) throw unknown('vehicle type', id, `customers[${i}].vehicles`);
    if (quantities && Object.hasOwn(quantities, demandName))
      throw new NeoLrpError('E_VALUE', 'the demand has a field of its own', { field: `customers[${i}].quantities` });
  });
  if (!vehicles) return;
  for (const [field, value] of Object.entries({ vehicleCost: vehicleCost || undefined, maxRouteDistance }))
    if (value !== undefined)
      throw new NeoLrpError(
        'E_VALUE',
        `vehicles state their own ${field === 'vehicleCost' ? 'fixedCost' : 'maxDistance'}; leave out ${field}`,
        {
          field,
          value,
        },
      );
}

function requireSites({ depots, rules: { oneOf = [] } }: Instance): void {
  const sites = new Set(depots.map(({ id }) => id));
  oneOf.forEach((group, g) => {
    for (const id of group) if (!sites.has(id)) throw unknown('depot', id, `rules.oneOf[${g}]`);
    if (new Set(group).size < group.length)
      throw new NeoLrpError('E_DUPLICATE_ID', 'a depot is named twice in one group', { field: `rules.oneOf[${g}]` });
  });
}

function requireSpans({ depots, customers, vehicles = [] }: Instance): void {
  const requireSpan = ([from, to]: readonly [number, number], field: string) => {
    if (from > to)
      throw new NeoLrpError('E_VALUE', `the span ends before it begins: ${from} to ${to}; times past midnight count on from 24:00`, {
        field,
      });
  };
  depots.forEach(({ openingHours }, d) => {
    if (openingHours) requireSpan(openingHours, `depots[${d}].openingHours`);
  });
  vehicles.forEach(({ shift }, k) => {
    if (shift) requireSpan(shift, `vehicles[${k}].shift`);
  });
  customers.forEach(({ timeWindows = [] }, i) => {
    timeWindows.forEach((window, w) => {
      const field = `customers[${i}].timeWindows[${w}]`;
      requireSpan(window, field);
      if (w > 0 && timeWindows[w - 1][1] >= window[0])
        throw new NeoLrpError('E_VALUE', 'time windows must be in order and may not touch; join or sort them', { field });
    });
  });
}

function requireDurations(instance: Instance): void {
  const { travel } = instance;
  if (travel.kind === 'matrix' && travel.durations) {
    const { durations, values, speed } = travel;
    if (speed !== undefined)
      throw new NeoLrpError('E_VALUE', 'travel times come from durations or from a speed, not from both', {
        field: 'travel.speed',
        value: speed,
      });
    const bad = durations.findIndex((row) => row.length !== values.length);
    if (durations.length !== values.length || bad >= 0)
      throw new NeoLrpError('E_VALUE', `durations must be as large as values, ${values.length} × ${values.length}`, {
        field: 'travel.durations',
      });
    const gap = values.findIndex((row, from) => row.some((value, to) => value !== null && durations[from][to] === null));
    if (gap >= 0)
      throw new NeoLrpError('E_VALUE', `row ${gap} has a distance without a duration; there is a way or there is none`, {
        field: 'travel.durations',
      });
    return;
  }
  if (travel.speed === undefined && usesTime(instance))
    throw new NeoLrpError('E_VALUE', `times are given, but not how long travel takes; add travel.speed, the distance in an hour`, {
      field: 'travel.speed',
    });
}
