/** What a file format can do. Each format has a file that exports one of these. */
import type { Instance, InstanceInput } from '../problem/instance.ts';
import type { TableStyle } from './csv-text.ts';
import type { ReadWarnings } from './read-warnings.ts';
import type { Source, SourceFile } from './source.ts';

/** Adds to what a file says, and overrides it. */
export interface InstanceOptions {
  readonly name?: string;
  readonly vehicleCapacity?: number;
  readonly vehicleCost?: number;
  readonly travel?: InstanceInput['travel'];
  /** How a file with coordinates measures distances, where that is not in the file: a name of `distanceRules`. */
  readonly rounding?: string;
  /** Makes sites where no table has any. With it, what else a plan needs is assumed where it is missing, and told. */
  readonly sites?: (problem: Pick<InstanceInput, 'customers' | 'travel'>) => InstanceInput['depots'];
}

export interface BinaryFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface InstanceFormat {
  readonly name: string;
  readonly title: string;
  /** Lower case, with the dot; used when the content is ambiguous. */
  readonly extensions: readonly string[];
  /** Which instances survive write → read unchanged; absent for formats that are only read. */
  readonly lossless?: string;
  /** Judges by content. */
  recognises(source: Source): boolean;
  read(sources: readonly Source[], options: InstanceOptions, warnings: ReadWarnings): Instance;
  /** Refuses with E_FORMAT_UNSUPPORTED what it cannot express. */
  write?(instance: Instance, style?: TableStyle): readonly SourceFile[];
  /** The same for a format that is not text. */
  encode?(instance: Instance): Promise<BinaryFile>;
  /** What a file keeps of an instance: what is written must be read as an instance of which the same is kept. All where this is absent. */
  kept?(instance: Instance): unknown;
}
