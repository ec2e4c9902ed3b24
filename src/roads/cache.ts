/** Answers of engines on disk: one file for each engine, profile and data version, to which each answer is appended as one line. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NeoLrpError } from '../problem/errors.ts';
import type { LonLat, RoadMatrix } from './engine.ts';

export interface RoadBlock extends RoadMatrix {
  readonly places: { readonly from: readonly LonLat[]; readonly to: readonly LonLat[] };
}

export interface RoadCache {
  blocks(): AsyncIterable<RoadBlock>;
  add(block: RoadBlock): Promise<void>;
}

/** Where answers and tiles are kept unless the user says otherwise. */
export function defaultRoadFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'neo-lrp', 'roads');
}

export function fileCache(folder: string, key: string): RoadCache {
  const file = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.jsonl`);
  return {
    async *blocks() {
      if (!existsSync(file)) return;
      for await (const line of createInterface({ input: createReadStream(file) })) {
        const block = parse(line);
        if (block) yield block;
      }
    },
    async add(block) {
      await mkdir(folder, { recursive: true })
        // A line that a killed process left half-written ends before the next one.
        .then(() => appendFile(file, `\n${JSON.stringify(block)}\n`))
        .catch((cause) => {
          throw new NeoLrpError('E_FILE', `answers of the road engine cannot be kept (${cause.code})`, { file }, { cause });
        });
    },
  };
}

function parse(line: string): RoadBlock | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as RoadBlock);
  } catch {
    return undefined;
  }
}
