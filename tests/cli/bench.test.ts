import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { instance, workplace } from './neo-lrp.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

describe('neo-lrp bench', () => {
  const { run, path, folder } = workplace();
  beforeAll(() => {
    mkdirSync(path('toys'));
    mkdirSync(path('mixed'));
    for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(path(`toys/${name}.json`), JSON.stringify({ ...instance, name }));
    writeFileSync(path('mixed/good.json'), JSON.stringify(instance));
    writeFileSync(path('mixed/twin.json'), JSON.stringify(instance));
    writeFileSync(path('mixed/broken.dat'), '5 2 nonsense');
    const small = instance.depots.map((depot) => ({ ...depot, capacity: 1 }));
    writeFileSync(path('mixed/infeasible.json'), JSON.stringify({ ...instance, name: 'infeasible', depots: small }));
    writeFileSync(path('bks.json'), JSON.stringify({ mixed: { 'right angles': 100 } }));
  });
  const brief = ['--methods', 'brief=--method search --iterations 5', '--time', '1', '--threads', '2'];

  it('reports in full on a folder with a broken file, an infeasible instance and a name used twice', () => {
    const args = ['bench', 'mixed', ...brief, '--bks', 'bks.json', '--report', 'report'];
    const { status, stdout } = run(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/brief +1 +27\.00/);
    expect(stdout).toMatch(/3 runs failed:/);
    expect(stdout).toMatch(/mixed: broken\.dat .*E_/);
    expect(stdout).toMatch(/mixed: infeasible\.json .*E_INFEASIBLE_CAPACITY/);
    expect(stdout).toMatch(/mixed: twin\.json .*has the same name 'right angles'/);
    expect(readdirSync(path('report')).sort()).toEqual(['figures', 'index.html', 'tables']);
    expect(readdirSync(path('report/figures'))).toContain('ecdf-gap-mixed.png');
    expect(readdirSync(path('report/tables'))).toEqual(expect.arrayContaining(['failures.md', 'instances-mixed.tex', 'summary-mixed.csv']));

    const table = readFileSync(path('report/tables/instances-mixed.md'), 'utf8');
    const strict = run([...args, '--strict', '--json']);
    expect(strict.status).toBe(1);
    expect(strict.stderr).toMatch(/4 runs of 4 are already in results\.jsonl/);
    expect(JSON.parse(strict.stdout)).toMatchObject({ solved: 1, failed: 3 });
    expect(readFileSync(path('report/tables/instances-mixed.md'), 'utf8')).toBe(table);
    expect(run(['bench', '--bks', 'bks.json']).stdout).toMatch(/brief +1 +27\.00/);
    const byCpu = run(['bench', 'toys/a.json', ...brief, '--clock', 'cpu', '--results', 'cpu.jsonl', '--report', 'cpu']);
    expect(byCpu.status).toBe(0);
    expect(JSON.parse(linesOf(path('cpu.jsonl'))[0])).toMatchObject({ state: 'solved', clock: 'cpu' });
    expect(readFileSync(path('cpu/tables/protocol.md'), 'utf8')).toContain('--time 1 --clock cpu');
    expect(run(['bench', 'toys', '--no-run', '--bks', 'bks.json', '--json']).stdout).toBe(
      run(['bench', '--bks', 'bks.json', '--json']).stdout,
    );
  });

  it('killed in the middle, loses no finished run and repeats none', async () => {
    const args = ['bench', 'toys', ...brief, '--runs', '3', '--results', 'killed/results.jsonl'];
    const file = path('killed/results.jsonl');
    const child = spawn(process.execPath, [main, ...args], { cwd: folder(), stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    while (linesOf(file).length < 3) await sleep(20);
    child.kill('SIGKILL');
    await ended;
    const before = linesOf(file);
    expect(before.length).toBeLessThan(15);
    appendFileSync(file, '{"state":"solved","set":"to');

    const again = run([...args, '--json']);
    expect(again.status).toBe(0);
    expect(again.stderr).toContain(`${before.length} runs of 15 are already in`);
    const after = linesOf(file);
    expect(after.slice(0, before.length)).toEqual(before);
    const runs = after.map((line) => JSON.parse(line)).map(({ file, seed }) => `${file} ${seed}`);
    expect(runs).toHaveLength(15);
    expect(new Set(runs).size).toBe(15);
  });

  it('refuses what makes no sense before anything runs', () => {
    expect(run(['bench', 'toys', '--methods', 'magic'])).toMatchObject({ status: 2, stdout: '' });
    expect(run(['bench', 'nowhere']).stderr).toMatch(/E_FILE.*nowhere/);
    expect(run(['bench', '--results', 'none.jsonl']).stderr).toMatch(/E_FILE.*no records/);
    expect(run(['bench', 'toys', '--bks', 'toys/a.json']).stderr).toMatch(/best-known costs are invalid/);
    expect(run(['bench', 'toys', '--page', 'x.md']).stderr).toMatch(/--report/);
    expect(existsSync(path('none.jsonl'))).toBe(false);
  });
});
