/**
 * Do the tests of a room find its faults? Mutations drawn from a seed, one at a time, in a copy of the project; those that survive are told.
 * usage: node scripts/run.mjs bench/mutations.ts [--rooms src/problem,src/formats] [--count 60] [--seed 1] [--records runs/mutations.jsonl]
 * A room is a folder or a file of src; its tests are the folder of tests of the same name. A mutation that the records have is not run again.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../src/run/random.ts';
import { type Mutation, mutationsOf } from './mutation-sites.ts';

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: 'src/problem,src/formats,src/jobs' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    records: { type: 'string', default: 'runs/mutations.jsonl' },
  },
});

/** Longer, and the mutation has made a loop that does not end. */
const longestRun = 15 * 60_000;

interface Outcome {
  readonly mutation: string;
  readonly survived: boolean;
}

const root = process.cwd();
/** As they were when the run began: the project may be worked on meanwhile. */
const texts = new Map<string, string>();
const isSource = (path: string) => path.endsWith('.ts') && !path.includes('generated');
const filesOf = (room: string) =>
  statSync(room).isFile()
    ? [room]
    : readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .sort()
        .map((path) => join(room, path));
const roomOf = (file: string) => file.split('/')[1];
const describe = ({ file, start, end, replacement }: Mutation) => {
  const text = texts.get(file) ?? '';
  const line = text.slice(0, start).split('\n').length;
  const flat = (part: string) => part.replace(/\s+/g, ' ').slice(0, 70);
  return `${file}:${line} ${start} ${flat(text.slice(start, end))} -> ${flat(replacement)}`;
};

function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
  const left = ['node_modules', 'results', 'models', '.git', 'runs'];
  // The build is copied, as tests make it anew after a mutation, and with its dates, by which they see whether they must.
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, filter: (path) => !left.includes(relative(root, path)) });
  for (const name of ['node_modules', 'models', 'results']) if (existsSync(name)) symlinkSync(resolve(name), join(copy, name));
  return copy;
}

/** Whether all these tests pass. */
function passes(copy: string, tests: string): boolean {
  const { status } = spawnSync('npx', ['vitest', 'run', tests, '--bail', '1'], { cwd: copy, stdio: 'ignore', timeout: longestRun });
  return status === 0;
}

/** First the tests of the file, where it has some, then all of the room. */
function survives(copy: string, { file, start, end, replacement }: Mutation): boolean {
  const text = texts.get(file) ?? '';
  const own = join('tests', dirname(relative('src', file)), `${basename(file, '.ts')}.test.ts`);
  writeFileSync(join(copy, file), text.slice(0, start) + replacement + text.slice(end));
  try {
    return (!existsSync(own) || passes(copy, own)) && passes(copy, join('tests', roomOf(file)));
  } finally {
    writeFileSync(join(copy, file), text);
  }
}

for (const file of values.rooms.split(',').flatMap(filesOf)) texts.set(file, readFileSync(file, 'utf8'));
const copy = copyOfProject();
const all = [...texts].flatMap(([file, text]) => mutationsOf(file, text));
const order = new Random(Number(values.seed)).shuffle(Int32Array.from(all.keys()));
mkdirSync(dirname(values.records), { recursive: true });
const known = new Map(
  existsSync(values.records)
    ? readFileSync(values.records, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Outcome)
        .map((outcome) => [outcome.mutation, outcome])
    : [],
);
try {
  for (const room of new Set([...texts.keys()].map(roomOf)))
    if (!passes(copy, join('tests', room))) throw new Error(`the tests of ${room} fail without any mutation`);
  const outcomes: Outcome[] = [];
  for (const k of order.subarray(0, Number(values.count))) {
    const mutation = describe(all[k]);
    const outcome = known.get(mutation) ?? { mutation, survived: survives(copy, all[k]) };
    if (!known.has(mutation)) appendFileSync(values.records, `${JSON.stringify(outcome)}\n`);
    outcomes.push(outcome);
    console.log(`${outcome.survived ? 'SURVIVED' : 'found   '} ${mutation}`);
  }
  const found = outcomes.filter(({ survived }) => !survived).length;
  console.log(`${found} of ${outcomes.length} found, of ${all.length} possible`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
