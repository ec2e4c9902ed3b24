/** `neo-lrp suggest CUSTOMERS`: candidate sites from the customers' demand, for a plan that has none yet. */
import type { ReadOptions } from '../formats/read.ts';
import { type SuggestedSite, suggestSites } from '../pipeline/suggest-sites.ts';
import { createInstance } from '../problem/instance.ts';
import { amountsOf } from '../report/amounts.ts';
import { formatCount } from '../report/number.ts';
import { nonNegativeNumber, positiveInteger, positiveNumber } from './arguments.ts';
import { changeOptions } from './changes.ts';
import { defineCommand, option } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { instanceAs, instanceFormat, saveFiles } from './instance-output.ts';
import { alignColumns, lines } from './output.ts';
import { localeOptions } from './plan-output.ts';

export const register = defineCommand({
  description:
    'Suggests sites where there are none yet: the places of customers that are central by demand, for few depots as well as for many. The file may be a table of customers alone; what else a plan needs is assumed, and said. Sites of the file are kept.',
  arguments: [['<customers>', 'table of customers, workbook, folder or other instance, or -']],
  options: {
    ...localeOptions,
    ...instanceOptions,
    demand: changeOptions.demand,
    count: option('--count <n>', 'sites to suggest', positiveInteger, 10),
    rent: option('--rent <cost>', 'cost of having one of them open, for the period of the plan (default: 0)', nonNegativeNumber),
    capacity: option('--capacity <number>', 'demand that each can supply (default: no limit)', positiveNumber),
    out: option('--out <file>', 'write customers and sites, to be solved: .xlsx, .json, .geojson, or a folder for CSV'),
  },
  examples: [
    'suggest customers.csv --count 10 --rent 1200 --vehicle-capacity 80 --out plan.xlsx',
    'suggest examples/city --count 5 --rent 60 --out more.json',
  ],
  async run(options, output, file) {
    const { count, rent: openingCost, capacity, out } = options;
    const format = out === undefined ? '' : await instanceFormat(out);
    const wanted = { count, openingCost, capacity };
    let suggested: readonly SuggestedSite[] | undefined;
    const sites: ReadOptions['sites'] = (problem) => {
      suggested = suggestSites(problem, wanted);
      return suggested;
    };
    const { instance: read } = await loadNoted(file, options, output, { sites });
    // Beside those of the file, where it has any.
    const more = suggested === undefined ? suggestSites(read, wanted) : [];
    const instance = more.length === 0 ? read : createInstance({ ...read, depots: [...read.depots, ...more] });
    const fresh = instance.depots.slice(suggested ? 0 : read.depots.length);
    if (openingCost === undefined) output.note('note: the sites cost nothing, so a plan may open all of them; --rent says what one costs');
    const written = out === undefined ? [] : await saveFiles(await instanceAs(format, instance, options), out);
    for (const path of written) output.note(`wrote ${path}`);
    if (out === '-') return;
    const { demand, cost } = amountsOf(instance);
    output.result({ instance: instance.name, sites: fresh, ...(out !== undefined && { out }) }, () =>
      lines(
        alignColumns(
          fresh.map(({ id, name = id, x, y, capacity: most, openingCost: rent }) => [
            name,
            `${y}`,
            `${x}`,
            most === null ? 'no limit' : demand(most),
            cost(rent),
          ]),
          [1, 2, 3, 4],
        ),
        `${formatCount(fresh.length, 'site')} suggested${out === undefined ? '' : `; next: neo-lrp solve ${out}`}`,
      ),
    );
  },
});
