/** Arguments that types would have refused: the functions of the entry point throw E_USAGE, never a TypeError. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as core from '../src/index.ts';
import * as node from '../src/node.ts';

const instance = core.createInstance({
  name: 'pair',
  depots: [{ id: 'd', x: 0, y: 0 }],
  customers: [{ id: 'c', x: 3, y: 4, demand: 1 }],
  vehicleCapacity: 1,
});
const plan = { routes: [{ depot: 'd', stops: ['c'] }] };

type Call = (given: never) => unknown;
const ofInstance: Readonly<Record<string, Call>> = {
  writeInstance: core.writeInstance,
  changeInstance: (given) => core.changeInstance(given, {}),
  routeSheets: (given) => core.routeSheets(given, plan),
  summariseInstance: core.summariseInstance,
  instanceHash: core.instanceHash,
  travelCosts: core.travelCosts,
  verify: (given) => core.verify(given, plan),
  drawMap: core.drawMap,
  writeSolution: (given) => core.writeSolution(given, plan),
  indexRoutes: (given) => core.indexRoutes(given, plan),
};
const ofOthers: Readonly<Record<string, Call>> = {
  readInstance: core.readInstance,
  readPlan: core.readPlan,
  'changes of changeInstance': (given) => core.changeInstance(instance, given),
  comparePlans: core.comparePlans,
  'plan of comparePlans': (given) => core.comparePlans([{ name: 'a', plan: given }]),
  'plan of routeSheets': (given) => core.routeSheets(instance, given),
  'plan of writeSolution': (given) => core.writeSolution(instance, given),
  'plan of verify': (given) => core.verify(instance, given),
};

it.each(Object.entries({ ...ofInstance, ...ofOthers }))('%s refuses nothing, null and a number', (_, call) => {
  for (const junk of [undefined, null, 7])
    expect(() => call(junk as never)).toThrow(expect.objectContaining({ name: 'NeoLrpError', code: 'E_USAGE' }));
});

it.each(Object.entries(ofInstance))('%s refuses an object that is no instance', (_, call) => {
  for (const junk of [{}, { depots: 3 }, []])
    expect(() => call(junk as never)).toThrow(expect.objectContaining({ name: 'NeoLrpError', code: 'E_USAGE' }));
});

it.each(Object.entries(ofInstance))('%s takes an instance that came through a message', (_, call) => {
  expect(() => call(structuredClone(instance) as never)).not.toThrow();
});

/** Their arguments are not looked at yet. */
const unchecked =
  'HighsSolver NeoLrpError NetworkSurrogate Worker adaptModel availableMipSolvers collectSets decideBy decodeFile decodeModel depotSubproblem encodePlan describeRoutes evaluateModel explainInfeasibility labelDataset labelled lagrangianAllocator loadModel loadTrainingSets neuralMip renderPng routeDepots samplesFor saveDataset handleRequests trainModel vroomRouter'.split(
    ' ',
  );
const checked = Object.entries(node).filter(([name, value]) => typeof value === 'function' && !unchecked.includes(name));

/** Whatever is called with junk says so by a coded error, or returns; a raw TypeError names our code in place of the caller's. */
it.each(checked)('%s meets junk with a coded error', async (name, value) => {
  const call = value as new (...given: unknown[]) => unknown;
  const isClass = /^class\b/.test(Function.prototype.toString.call(call));
  for (const junk of [undefined, null, 7, {}, [], () => {}])
    for (const count of [0, 1, 2, 3]) {
      const given = Array(count).fill(junk);
      try {
        await (isClass ? new call(...given) : (call as unknown as (...all: unknown[]) => unknown)(...given));
      } catch (error) {
        expect(error, `${name}(${given.map(String).join(', ')})`).toBeInstanceOf(core.NeoLrpError);
      }
    }
});

it('offers at most 60 names, and 40 more for Node', () => {
  const names = (file: string) =>
    [...readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
      list.split(',').filter((name) => name.trim() !== ''),
    );
  expect(names('index.ts').length).toBeLessThanOrEqual(60);
  expect(names('node.ts').length).toBeLessThanOrEqual(40);
});
