/** An ablation: one choice, its variants run alike, and what their records tell. */
import type { Measure } from '../measures.ts';
import { type Method, parseMethods } from '../methods.ts';
import type { Findings } from '../publish.ts';
import type { SolvedRun } from '../record.ts';
import type { PublishedResult } from '../reference.ts';
import type { Score } from '../scores.ts';
import type { TrainedModel, TrainModels } from './trained-models.ts';

export interface Variants {
  readonly methods: readonly Method[];
  /** What cannot be compared here, and why: a sentence each. */
  readonly missing: readonly string[];
}

export interface VariantOptions {
  /** How many sets to train on; those of the ablation unless given. */
  readonly sizes?: readonly number[];
  readonly train: TrainModels;
}

/** What an ablation's own tables are made of. */
export interface Material {
  readonly runs: readonly SolvedRun[];
  readonly scores: readonly Score[];
  readonly trained: readonly TrainedModel[];
}

export interface Ablation {
  readonly name: string;
  /** In one sentence. */
  readonly question: string;
  /** True if it trains networks, and so needs data. */
  readonly trains?: boolean;
  /** True if it compares programs whose CPU time is not ours to see. */
  readonly wallOnly?: boolean;
  /** What the table of averages shows of each variant. */
  readonly measures: readonly Measure[];
  variants(options: VariantOptions): Promise<Variants>;
  /** What the paper found for the same variants. */
  readonly published?: () => Promise<readonly PublishedResult[]>;
  /** Tables and figures of its own, which come before the common ones. */
  readonly findings?: (material: Material) => Promise<Findings>;
}

/** Variants that are nothing but options of `solve`. */
export const optionVariants = (options: Readonly<Record<string, string>>) => async (): Promise<Variants> => ({
  methods: parseMethods(Object.entries(options).map(([name, text]) => `${name}=${text}`)),
  missing: [],
});
