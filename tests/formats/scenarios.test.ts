import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { readScenarios } from '../../src/formats/scenarios.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { csvFile as file } from './samples.ts';

const instance = createInstance({
  name: 'two sites',
  depots: [
    { id: 'L1', name: 'Leipzig', x: 0, y: 0, openingCost: 5 },
    { id: 'M', name: 'München Süd', x: 9, y: 0, openingCost: 7 },
  ],
  customers: [{ id: 'a', x: 1, y: 0, demand: 2 }],
  vehicleCapacity: 4,
});
const read = (...lines: string[]) => readScenarios([file('scenarios.csv', ...lines)], instance);
const changesOf = (...lines: string[]) => read(...lines).map(({ changes }) => changes);

describe('a sheet of scenarios', () => {
  it('is read in German, with decimal commas and semicolons', () => {
    expect(
      read(
        'Szenario;nur;geschlossen;max. Standorte;Bedarf;Kraftstoff;Miete Leipzig;Miete;Bemerkung',
        'Nur Süd;München Süd;;;;;;;alt',
        'Wachstum;;l1;1;1,3;+20 %;;;',
        'Verhandelt;;;;110 %;0,8;2,5;;',
        'Billig;;;;;;;×0,5;',
      ),
    ).toEqual([
      { name: 'Nur Süd', changes: { 'depots.M.status': 'open', 'depots.L1.status': 'closed' } },
      { name: 'Wachstum', changes: { 'depots.L1.status': 'closed', maxOpen: 1, demandFactor: 1.3, costPerDistance: '*1.2' } },
      { name: 'Verhandelt', changes: { demandFactor: 1.1, costPerDistance: 0.8, 'depots.L1.openingCost': 2.5 } },
      { name: 'Billig', changes: { 'depots.openingCost': '*0.5' } },
    ]);
  });

  it.each([
    ['English', 'name,open,closed,max open,cost per km', 'x,L1,M,1,2'],
    ['French', 'scénario,ouverts,fermés,maxouverts,carburant', 'x,L1,M,1,2'],
    ['Spanish', 'escenario,abiertos,cerrados,max open,combustible', 'x,L1,M,1,2'],
    ['Italian', 'scenario,aperti,chiusi,max open,carburante', 'x,L1,M,1,2'],
    ['Dutch', 'scenario,geopend,gesloten,max open,brandstof', 'x,L1,M,1,2'],
    ['Portuguese', 'cenário,abertos,fechados,max open,combustível', 'x,L1,M,1,2'],
    ['Polish', 'scenariusz,otwarte,zamknięte,max open,paliwo', 'x,L1,M,1,2'],
  ])('is understood in %s', (_, ...lines) => {
    expect(changesOf(...lines)).toEqual([{ 'depots.L1.status': 'open', 'depots.M.status': 'closed', maxOpen: 1, costPerDistance: 2 }]);
  });

  it('takes paths as names of columns, and a list in JSON', () => {
    const changes = { 'depots.M.capacity': 9, vehicleCapacity: 3 };
    expect(changesOf('name,depots.M.capacity,vehicleCapacity', 'x,9,3')).toEqual([changes]);
    const json = { name: 'list.json', text: JSON.stringify([{ name: 'x', changes }]) };
    expect(readScenarios([json], instance, true)).toEqual([{ name: 'x', changes }]);
  });

  it.each([
    ['an unknown column', ['name,colour', 'x,red'], "it is not clear what 'colour' changes"],
    ['an unknown site', ['name,open', 'x,Rome'], "there is no depot 'Rome'"],
    ['a percentage that became a factor', ['name,demand', 'x,0.1'], 'would leave 10 %; write 1.1, or +10 % as text'],
    ['a change that cannot act', ['name,vehicles', 'x,3'], "scenario 'x'"],
    ['a rent of a closed site', ['name,closed,rent Leipzig', 'x,L1,3'], 'locked closed'],
    ['a site that is both', ['name,open,closed', 'x,L1,L1'], 'two columns'],
    ['two of one name', ['name,max open', 'x,1', 'x,2'], 'two scenarios'],
    ['no name', ['name,max open', ',1'], 'no name'],
  ])('refuses %s', (_, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });

  it('is no table of the instance, and is told where it is missing', () => {
    const files = [
      file('customers.csv', 'id,x,y,demand', 'a,1,0,2'),
      file('depots.csv', 'id,x,y,rent', 'D,0,0,1'),
      file('settings.csv', 'setting,value', 'vehicle capacity,4'),
    ];
    const scenarios = file('scenarios.csv', 'name,vehicle capacity', 'small,2');
    expect(readScenarios([...files, scenarios], readInstance([...files, scenarios]))).toEqual([
      { name: 'small', changes: { vehicleCapacity: 2 } },
    ]);
    expect(() => readScenarios(files, instance)).toThrow("add a sheet 'Scenarios'");
  });
});
