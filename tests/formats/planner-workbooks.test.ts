/** Workbooks as planners have them are read at the first attempt: nothing refused, nothing dropped, nothing guessed in silence. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plannerWorkbook, plannerWorkbooks } from '../../scripts/planner-workbooks.ts';
import { decodeFile } from '../../src/formats/decode.ts';
import { readInstance } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';

const names = Object.keys(plannerWorkbooks) as (keyof typeof plannerWorkbooks)[];

async function read(name: string, bytes: Uint8Array) {
  const warnings: ReadWarning[] = [];
  const instance = readInstance(await decodeFile({ name, bytes }), { onWarning: (warning) => warnings.push(warning) });
  return { instance, warnings };
}

describe('workbooks of planners', () => {
  it.each(names)('%s is read as it is meant', async (name) => {
    const bytes = readFileSync(new URL(`../../examples/${name}.xlsx`, import.meta.url));
    expect(bytes.length).toBeLessThan(60_000);
    const { instance, warnings } = await read(`${name}.xlsx`, new Uint8Array(bytes));
    expect(warnings.map(({ code }) => code)).toEqual(['mixed-periods', 'skipped-lines']);
    const { customers, depots, vehicles = [], units, travel } = instance;
    expect([customers.length, depots.length, vehicles.length]).toEqual([150, 8, 2]);
    const isGerman = name === 'german-erp';
    expect(units).toMatchObject(isGerman ? { currency: 'EUR', demand: 'pallets', language: 'de' } : { currency: 'USD', demand: 'cases' });
    expect(travel).toMatchObject(
      isGerman
        ? { kind: 'great-circle', unit: 'km', detour: 1.3, speed: 52 }
        : { kind: 'great-circle', unit: 'mi', detour: 1.25, speed: 42 },
    );
    for (const customer of customers) {
      expect(customer.timeWindows).toHaveLength(1);
      expect(customer.serviceTime).toBeGreaterThan(0);
      expect(Object.keys(customer.quantities ?? {})).toEqual([isGerman ? 'kg' : 'lb']);
      expect(customer.name).toBeDefined();
      expect(customer.address).toMatch(/\d/);
    }
    for (const { openingHours, handlingCost, openingCost, capacity } of depots) {
      expect(openingHours).toBeDefined();
      expect([handlingCost, openingCost, capacity].every((value) => value && value > 0)).toBe(true);
    }
    for (const { capacity, fixedCost, costPerDistance, costPerHour, shift, available } of vehicles) {
      expect(Object.keys(capacity as object)).toEqual(['demand', isGerman ? 'kg' : 'lb']);
      expect([fixedCost, costPerDistance, costPerHour, available].every((value) => value && value > 0)).toBe(true);
      expect(shift).toBeDefined();
    }
  });

  it.each(names)('%s of nine more seeds is read and looks feasible', async (name) => {
    for (let seed = 11; seed < 20; seed++) {
      const { instance, warnings } = await read(`${name}.xlsx`, await plannerWorkbook(name, seed));
      expect(warnings.map(({ code }) => code)).toEqual(['mixed-periods', 'skipped-lines']);
      expect(explainInfeasibility(instance)).toBeUndefined();
    }
  });
});
