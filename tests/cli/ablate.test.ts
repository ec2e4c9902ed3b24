import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { instance, workplace } from './neo-lrp.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));
const networksIn = (file: string) => linesOf(file).map((line) => JSON.parse(line));
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

describe('neo-lrp ablate', () => {
  const { run, path, folder } = workplace();
  beforeAll(() => {
    mkdirSync(path('toys'));
    for (const name of ['a', 'b']) writeFileSync(path(`toys/${name}.json`), JSON.stringify({ ...instance, name }));
    writeFileSync(path('toys/broken.dat'), '5 2 nonsense');
    writeFileSync(path('bks.json'), JSON.stringify({ toys: { a: 127, b: 100 } }));
    run(['generate', '--count', '60', '--seed', '3', '--out', 'bare.set']);
    run(['label', 'bare.set', '--out', 'tiny.set', '--iterations', '1', '--check', '0', '--threads', '1']);
  }, 60_000);
  const brief = ['--time', '0.2', '--bks', 'bks.json', '--report', 'report'];

  it('compares variants, lists what failed, and goes on where it was', () => {
    writeFileSync(path('page.md'), '<!-- ablate:surrogate -->\n<!-- /ablate -->\n');
    const args = ['ablate', 'surrogate', 'toys', ...brief, '--page', 'page.md'];
    const first = run(args);
    expect(first.status).toBe(0);
    // 127 is optimal: both methods find it on both instances.
    expect(first.stdout).toMatch(/average +2 +13\.50 .*13\.50/);
    expect(first.stdout).toMatch(/broken\.dat.*E_/);
    expect(readdirSync(path('report/tables'))).toEqual(
      expect.arrayContaining(['ablation-surrogate-sizes-toys.md', 'ablation-surrogate-failures.csv']),
    );
    expect(readdirSync(path('report/figures'))).toContain('ablation-surrogate-ecdf-gap-toys.png');
    const page = readFileSync(path('page.md'), 'utf8');
    expect(page).toContain('](report/figures/ablation-surrogate-ecdf-gap-toys.svg)');

    const records = linesOf(path('ablation-surrogate.jsonl'));
    expect(records).toHaveLength(9);
    const again = run([...args, '--strict']);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('9 runs of 9 are already in ablation-surrogate.jsonl');
    expect(again.stdout).toBe(first.stdout);
    expect(linesOf(path('ablation-surrogate.jsonl'))).toEqual(records);
    expect(readFileSync(path('page.md'), 'utf8')).toBe(page);
  });

  it('trains networks once: killed in the middle, the finished ones stay as they are', async () => {
    const journal = path('ablation-sample-size.models.jsonl');
    const args = ['ablate', 'sample-size', 'toys/a.json', ...brief, '--data', 'tiny.set', '--epochs', '2', '--sizes', '22', '44', '9999'];
    const child = spawn(process.execPath, [main, ...args], { cwd: folder(), stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    while (linesOf(journal).length === 0 && child.exitCode === null) await sleep(10);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await ended;
    const [kept] = networksIn(journal);

    const { status, stdout, stderr } = run(args);
    expect(status).toBe(0);
    expect(stderr).not.toContain('22-sets: learnt');
    expect(stderr).toContain('9999-sets is left out: of the 60 sets, 55 are for training');
    const trained = networksIn(journal);
    expect(trained.map(({ samples }: { samples: number }) => samples)).toEqual([22, 44]);
    expect(trained[0]).toEqual(kept);
    expect(stdout).toMatch(/^22-sets +22 +2 +\d+\.\d\d \[.*\] +\d+\.\d\d \[/m);
    expect(readdirSync(path('report/figures'))).toContain('ablation-sample-size-ecdf-gap-toys.svg');
    expect(run(['ablate', 'sample-size', '--bks', 'bks.json']).stdout).toBe(stdout);

    // More data: the same networks, tested on other sets.
    run(['generate', '--count', '90', '--seed', '3', '--out', 'more.set']);
    run(['label', 'more.set', '--iterations', '1', '--check', '0', '--threads', '1']);
    run(args.map((arg) => (arg === 'tiny.set' ? 'more.set' : arg)));
    const tested = networksIn(journal).slice(2);
    expect(tested[0]).toMatchObject({ model: kept.model, seconds: kept.seconds });
    expect(tested[0].errors.training).toEqual(kept.errors.training);
    expect(tested[0].errors.test).not.toEqual(kept.errors.test);
  });

  it('refuses what makes no sense before anything runs', () => {
    const refusals: [string[], RegExp][] = [
      [['magic', 'toys'], /no ablation 'magic'.*surrogate, sample-size/],
      [['improve', 'toys', '--sizes', '5'], /'improve' trains no networks/],
      [['router', 'toys', '--clock', 'cpu'], /'router'.*wall clock/],
      [['normalisation', 'toys', '--sizes', '5', '6'], /the same number of sets/],
      [['normalisation', 'toys', '--data', 'bare.set'], /no labels/],
      [['sample-size', 'toys', '--data', 'tiny.set', '--sizes', '1000'], /fewer than 1000/],
      [['start', '--results', 'none.jsonl'], /no records/],
    ];
    for (const [args, reason] of refusals) {
      const { status, stderr } = run(['ablate', ...args]);
      expect([args, status, stderr]).toEqual([args, 2, expect.stringMatching(reason)]);
    }
    expect(existsSync(path('none.jsonl'))).toBe(false);
  });
});
