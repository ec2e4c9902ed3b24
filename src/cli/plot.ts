/** `neo-lrp plot INSTANCE [SOLUTION] OUT`: the map, as SVG or PNG. */
import { type Command, Option } from 'commander';
import { loadPlan, requireWritableFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { drawMap } from '../report/map.ts';
import { type ThemeName, themes } from '../report/palette.ts';
import { positiveInteger, requireOneStdin } from './arguments.ts';
import { addInstanceOptions, type InstanceInputOptions, loadNoted } from './instance-input.ts';
import { mapKind, saveMap } from './map-file.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';

interface PlotOptions extends OutputOptions, InstanceInputOptions {
  readonly width?: number;
  readonly theme: ThemeName;
  readonly title?: string;
}

export function registerPlot(command: Command): void {
  addInstanceOptions(addOutputOptions(command))
    .description('Draws the instance, or a plan for it, as a map: depots, customers sized by demand, routes coloured by depot, costs.')
    .usage('[options] <instance> [solution] <out>')
    .argument('<instance>', 'instance file, folder of CSV files, or -')
    .argument('<files...>', 'the solution, if any, then the map to write: .svg, .png, or - for SVG on stdout')
    .option('--width <pixels>', 'width of the map; the height follows', positiveInteger)
    .addOption(new Option('--theme <name>', 'colours').choices(Object.keys(themes)).default('light'))
    .option('--title <text>', "title instead of the instance's name")
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp plot examples/city city.png
  neo-lrp plot examples/tiny.json examples/tiny.solution.json tiny.svg
  neo-lrp solve examples/city --json | neo-lrp plot examples/city - city.png --theme dark --width 1920`,
    )
    .action(async (instancePath: string, files: string[], options: PlotOptions) => {
      const output = new Output(options);
      if (files.length > 2)
        throw new NeoLrpError('E_USAGE', `expected an instance, optionally a solution, and one map; got ${files.length + 1} names`);
      const out = files[files.length - 1];
      const planPath = files.length === 2 ? files[0] : undefined;
      requireOneStdin(instancePath, planPath);
      const kind = out === '-' ? 'svg' : mapKind(out);
      if (out !== '-') await requireWritableFile(out);
      const { instance } = await loadNoted(instancePath, options, output);
      const plan = planPath === undefined ? undefined : await loadPlan(planPath, instance);
      const svg = drawMap(instance, plan, { width: options.width, theme: options.theme, title: options.title });
      if (out === '-') {
        process.stdout.write(svg);
        return;
      }
      await saveMap(out, svg);
      if (output.json) output.result({ instance: instance.name, map: out, kind }, () => '');
      else output.note(`${out}: map of ${instance.name}`);
    });
}
