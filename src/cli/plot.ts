/** `neo-lrp plot INSTANCE [SOLUTION] OUT`: the map, as SVG or PNG. */
import { loadPlan, requireWritableFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { drawMap } from '../report/map.ts';
import { type ThemeName, themes } from '../report/palette.ts';
import { positiveInteger, requireOneStdin } from './arguments.ts';
import { choice, defineCommand, option } from './command.ts';
import { instanceOptions, loadNoted, planOfDay } from './instance-input.ts';
import { groundFor, mapKind, saveMap, tileOptions } from './plan-output.ts';

export const register = defineCommand({
  description: 'Draws the instance, or a plan for it, as a map: depots, customers sized by demand, routes coloured by depot, costs.',
  usage: '[options] <instance> [solution] <out>',
  arguments: [
    ['<instance>', 'instance file, folder of CSV files, or -'],
    ['<files...>', 'the solution, if any, then the map to write: .svg, .png, or - for SVG on stdout'],
  ],
  options: {
    ...instanceOptions,
    width: option('--width <pixels>', 'width of the map; the height follows', positiveInteger),
    theme: choice('--theme <name>', 'colours', Object.keys(themes) as ThemeName[], 'light'),
    title: option('--title <text>', "title instead of the instance's name"),
    osm: option('--osm <file>', 'draw the main roads, waters and towns of this map extract (.osm.pbf)'),
    ...tileOptions,
  },
  examples: [
    'plot examples/city city.png',
    'plot examples/tiny.json examples/tiny.solution.json tiny.svg',
    'solve examples/city --json | neo-lrp plot examples/city - city.png --theme dark --width 1920',
  ],
  async run(options, output, instancePath, files) {
    if (files.length > 2)
      throw new NeoLrpError('E_USAGE', `expected an instance, optionally a solution, and one map; got ${files.length + 1} names`);
    const out = files[files.length - 1];
    const planPath = files.length === 2 ? files[0] : undefined;
    requireOneStdin(instancePath, planPath);
    const kind = out === '-' ? 'svg' : mapKind(out);
    if (out !== '-') await requireWritableFile(out);
    const { instance } = await loadNoted(instancePath, options, output);
    const plan = planPath === undefined ? undefined : planOfDay(await loadPlan(planPath, instance), options);
    const { width, theme, title } = options;
    const svg = drawMap(instance, plan, { width, theme, title, base: await groundFor(instance, options) });
    if (out === '-') {
      process.stdout.write(svg);
      return;
    }
    await saveMap(out, svg);
    if (output.json) output.result({ instance: instance.name, map: out, kind }, () => '');
    else output.note(`${out}: map of ${instance.name}`);
  },
});
