/** What a file format can do. One file of this room a format, each exporting one of these. */
import type { Instance, InstanceInput } from '../problem/instance.ts';
import type { Attention } from './attention.ts';
import type { Source, SourceFile } from './source.ts';

/** Says what a file leaves unsaid, and overrides what it says. */
export interface InstanceOptions {
  readonly name?: string;
  readonly vehicleCapacity?: number;
  readonly vehicleCost?: number;
  readonly travel?: InstanceInput['travel'];
  /** How a file with coordinates measures distances, where that is not in the file: a name of `distanceRules`. */
  readonly rounding?: string;
}

export interface BinaryFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface InstanceFormat {
  readonly name: string;
  readonly title: string;
  /** Lower case, with the dot; a hint where the content alone leaves a doubt. */
  readonly extensions: readonly string[];
  /** Which instances survive write → read unchanged; absent where the format is only read. */
  readonly lossless?: string;
  /** Judges by content. */
  recognises(source: Source): boolean;
  read(sources: readonly Source[], options: InstanceOptions, attention: Attention): Instance;
  /** Refuses with E_FORMAT_UNSUPPORTED what it cannot express. */
  write?(instance: Instance): readonly SourceFile[];
  /** The same for a format that is not text. */
  encode?(instance: Instance): Promise<BinaryFile>;
}
