/** The examples of the package. */
import type { SourceFile } from '../../../src/page.ts';

const texts = import.meta.glob<string>(['../../../examples/*.json', '../../../examples/*/*.csv', '!**/*.solution.json'], {
  query: '?raw',
  import: 'default',
});

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** An example is a file, or a folder of several. */
export const examples: readonly Example[] = [
  { name: 'city', title: 'City', about: '7 warehouses and 50 shops in Ljubljana; rent, vans and kilometres in euros per day.' },
  {
    name: 'rounds',
    title: 'Delivery rounds',
    about: '7 warehouses and 50 shops with opening hours and time windows; vans, trucks, hours and kg CO₂.',
  },
  { name: 'town', title: 'Town with rules', about: '7 sites and 45 shops; locks, a budget, shops that must or must not share a depot.' },
  { name: 'plain', title: 'Plain', about: '8 depots and 60 customers in the plane; good plans open about three.' },
  { name: 'tiny', title: 'Tiny', about: '3 depots and 6 customers; the best plan costs 130 and can be found by hand.' },
];

export async function loadExample(name: string): Promise<readonly SourceFile[]> {
  const paths = Object.keys(texts).filter((path) => path.endsWith(`/${name}.json`) || path.includes(`/${name}/`));
  return Promise.all(
    paths.map(async (path) => ({ name: path.slice(path.indexOf('examples/') + 'examples/'.length), text: await texts[path]() })),
  );
}
