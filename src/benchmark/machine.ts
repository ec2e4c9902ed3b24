/** The machine that times are measured on. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { RunRecord } from './record.ts';

export function thisMachine(): RunRecord['machine'] {
  return {
    cpu: (cpus()[0]?.model ?? 'unknown').replaceAll(/\s+/g, ' ').trim(),
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
  };
}
