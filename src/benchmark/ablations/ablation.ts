/** An ablation: one choice, its variants run in the same way, and what their records show. */
import type { Measure } from '../measures.ts';
import { type Method, parseMethods } from '../methods.ts';
import type { Findings } from '../publish.ts';
import type { SolvedRun } from '../record.ts';
import type { PublishedResult } from '../reference.ts';
import type { Score } from '../scores.ts';
import type { TrainedModel, TrainModels } from './trained-models.ts';

export interface Variants {
  readonly methods: readonly Method[];
  /** What cannot be compared here and why, a sentence each. */
  readonly missing: readonly string[];
}

export interface VariantOptions {
  /** Numbers of sets to train on; the ablation has defaults. */
  readonly sizes?: readonly number[];
  readonly train: TrainModels;
}

/** The input of an ablation's own tables. */
export interface Material {
  readonly runs: readonly SolvedRun[];
  readonly scores: readonly Score[];
  readonly trained: readonly TrainedModel[];
}

export interface Ablation {
  readonly name: string;
  readonly question: string;
  /** True if it trains networks, and so needs data. */
  readonly trains?: boolean;
  /** True if it compares programs whose CPU time cannot be measured here. */
  readonly wallOnly?: boolean;
  /** What the table of averages shows for each variant. */
  readonly measures: readonly Measure[];
  variants(options: VariantOptions): Promise<Variants>;
  /** What the paper found for the same variants. */
  readonly published?: () => Promise<readonly PublishedResult[]>;
  /** Its own tables and figures, which come before the common ones. */
  readonly findings?: (material: Material) => Promise<Findings>;
}

export const optionVariants = (options: Readonly<Record<string, string>>) => async (): Promise<Variants> => ({
  methods: parseMethods(Object.entries(options).map(([name, text]) => `${name}=${text}`)),
  missing: [],
});
