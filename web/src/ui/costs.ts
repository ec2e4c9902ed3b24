/** The kinds of cost that a plan has. Together they are its total. */
import type { CostBreakdown } from '../../../src/index.ts';

type Kind = Exclude<keyof CostBreakdown, 'total'>;

/** Every plan has the first three, only some have others. */
const titles: Readonly<Record<Kind, string>> = {
  opening: 'Opening',
  vehicles: 'Vehicles',
  travel: 'Travel',
  time: 'Time',
  emission: 'Emission',
  handling: 'Handling',
};

export interface CostPart {
  readonly kind: Kind;
  readonly title: string;
}

/** The kinds that any of these costs has. */
export const costParts = (...costs: readonly CostBreakdown[]): readonly CostPart[] =>
  (Object.keys(titles) as Kind[])
    .filter((kind) => costs.some((cost) => cost[kind] !== undefined))
    .map((kind) => ({ kind, title: titles[kind] }));
