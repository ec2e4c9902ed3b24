/** Runs the built command line as a user does, in a folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { rightAngles } from '../right-angles.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));

export const instance = { format: 'neo-lrp/instance', version: 1, ...rightAngles };

export const plan = { routes: [{ depot: 'A', stops: ['c1', 'c2'] }] };

export interface Workplace {
  readonly folder: () => string;
  readonly path: (name: string) => string;
  readonly run: (args: readonly string[], input?: string) => { status: number | null; stdout: string; stderr: string };
}

/** A fresh folder with instance.json and plan.json, removed after the file's tests. */
export function workplace(): Workplace {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neo-lrp-cli-'));
    writeFileSync(join(folder, 'instance.json'), JSON.stringify(instance));
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder: () => folder,
    path: (name) => join(folder, name),
    run(args, input = '') {
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, input, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
  };
}
