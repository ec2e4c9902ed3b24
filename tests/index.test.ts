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

/** Write what they are given, answer a worker's messages, or take no arguments. */
const without = ['saveText', 'serve', 'availableModels', 'availableRouters', 'availableMipSolvers'];
const functions = Object.entries(node).filter(([name, value]) => typeof value === 'function' && !without.includes(name));
class Odd {
  readonly depots = 3;
}
const junk = [
  undefined,
  null,
  true,
  7,
  Number.NaN,
  -1,
  '',
  'text',
  Symbol('odd'),
  10n,
  {},
  [null],
  () => {},
  new Date(0),
  new Map(),
  new Odd(),
];

/** Whatever is called with junk says so by a coded error, or returns; a raw TypeError names our code in place of the caller's. */
it.each(functions)('%s meets junk with a coded error', async (name, value) => {
  const call = value as new (...given: unknown[]) => unknown;
  const isClass = /^class\b/.test(Function.prototype.toString.call(call));
  const calls = junk.flatMap((odd) => [[odd], [odd, odd, odd], [instance, odd], [instance, odd, odd], [instance, plan, odd]]);
  for (const given of [[], ...calls])
    try {
      const made = await (isClass ? new call(...given) : (call as unknown as (...all: unknown[]) => unknown)(...given));
      // A stream looks at its arguments when it begins.
      await (made as Partial<Generator> | undefined)?.next?.();
    } catch (error) {
      expect(error, `${name}(${given.map(String).join(', ')})`).toBeInstanceOf(core.NeoLrpError);
      expect((error as core.NeoLrpError).code).not.toMatch(/^E_(INTERNAL|UNVERIFIED)$/);
    }
});

it.each<[string, () => unknown]>([
  ['solve', () => core.solve(instance, { stop: { iterations: 1 }, sede: 1 } as never)],
  ['solve in Node', () => node.solve(instance, { stop: { iterations: 1 }, methode: 'search' } as never)],
  ['stop', () => core.solve(instance, { stop: { iterations: 1, second: 5 } as never })],
  ['search', () => core.search(instance, { stop: { iterations: 1 }, threads: 2 } as never)],
  ['readInstance', () => core.readInstance({ name: 'a.json', text: '{}' }, { ingore: [] } as never)],
  ['drawMap', () => core.drawMap(instance, undefined, { them: 'dark' } as never)],
  ['a router without a name', () => core.solve(instance, { stop: { iterations: 1 }, router: { solve: () => ({ routes: [] }) } as never })],
  ['createInstance', () => core.createInstance({ ...instance, vehicleCapcity: 3 } as never)],
  ['changeInstance', () => core.changeInstance(instance, { maxOpne: 3 })],
])('%s refuses an option that does not exist', async (_, call) => {
  await expect((async () => call())()).rejects.toMatchObject({ name: 'NeoLrpError', exitStatus: 2 });
});

const source = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
const namesOf = (entry: string) =>
  [...source(entry).matchAll(/^export (?:type )?\{([^}]*)\} from '([^']*)'/gm)].flatMap(([, list, file]) =>
    list.split(',').flatMap((name) => (name.trim() === '' ? [] : [{ name: name.replace('type ', '').trim(), file }])),
  );

it('offers at most 60 names, and 40 more for Node, each with a sentence that editors show', () => {
  expect(namesOf('index.ts').length).toBeLessThanOrEqual(60);
  expect(namesOf('node.ts').length).toBeLessThanOrEqual(40);
  // Written from the schemas, or named in another file (tests/problem/descriptions.test.ts).
  const elsewhere = ['Instance', 'Depot', 'Customer', 'Plan', 'Verification'];
  const silent = [...namesOf('index.ts'), ...namesOf('node.ts')].filter(({ name, file }) => {
    if (elsewhere.includes(name)) return false;
    const declared = `export (?:async |abstract )?(?:function\\*?|class|const|interface|type) ${name}\\b`;
    return !new RegExp(`\\*/\\n${declared}`).test(source(file));
  });
  expect(silent).toEqual([]);
});

/** Interfaces that programs write or read field by field. */
it.each([
  ['pipeline/options.ts', 'SolveOptions'],
  ['run/stop.ts', 'Stop'],
  ['problem/solution.ts', 'Solution'],
  ['problem/solution.ts', 'Route'],
])('%s says what each field of %s is', (file, name) => {
  const [, body] = source(file).match(new RegExp(`^export interface ${name}[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm')) ?? [];
  const silent = body
    ?.split('\n')
    .filter((line, k, lines) => /^ {2}(?:readonly )?\w+\??:/.test(line) && !lines[k - 1]?.trimEnd().endsWith('*/'));
  expect(silent).toEqual([]);
});
