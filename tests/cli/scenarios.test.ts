import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('neo-lrp scenarios', () => {
  const { run, path } = workplace();
  const rows = (name: string, ...lines: string[]) => writeFileSync(path(name), lines.join('\r\n'));

  it('solves the scenarios of a German folder, goes on where it was, and reports', () => {
    rows('kunden.csv', 'Kunde;Breitengrad;Längengrad;Paletten', 'Müller;52,52;13,4;12,5', 'Weber;51,34;12,37;8', 'Huber;48,14;11,58;15');
    rows('lager.csv', 'Lager;Breitengrad;Längengrad;Kapazität;Miete (EUR)', 'Leipzig;51,34;12,38;;900', 'München;48,13;11,58;;700');
    rows('settings.csv', 'setting;value', 'vehicle capacity;40', 'vehicle cost;100', 'cost per km;1,2', 'detour;1,3');
    rows('szenarien.csv', 'Szenario;nur;Bedarf;Kraftstoff', 'Nur München;München;;', 'Wachstum;;1,1;', 'Diesel;;;+20 %');
    const command = [
      'scenarios',
      'kunden.csv,lager.csv,settings.csv,szenarien.csv',
      '--iterations',
      '20',
      '--threads',
      '1',
      '--out',
      'antwort.html',
    ];
    const { status, stdout, stderr } = run([...command, '--json']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('4 of 4: Diesel')]);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ reference: 'unverändert', scenarios: [{ name: 'unverändert' }, { openDepots: ['München'] }, {}, {}] });
    const [base, south] = answer.scenarios;
    expect(south.cost.total - base.cost.total).toBeCloseTo(south.difference, 1);
    expect(readFileSync(path('antwort.html'), 'utf8')).toContain('<html lang="de">');
    expect(existsSync(path('antwort/Nur München.json'))).toBe(true);
    // A plan that is kept is not looked for again.
    const kept = JSON.parse(readFileSync(path('antwort/Diesel.json'), 'utf8'));
    writeFileSync(path('antwort/Diesel.json'), JSON.stringify({ ...kept, notes: ['kept'] }));
    run(command);
    expect(JSON.parse(readFileSync(path('antwort/Diesel.json'), 'utf8')).notes).toEqual(['kept']);
    const report = run(['report', 'antwort', '--instance', 'kunden.csv,lager.csv,settings.csv', '--out', 'bericht.xlsx']);
    expect([report.status, report.stdout]).toEqual([0, expect.stringContaining('unverändert')]);
    expect(readFileSync(path('bericht.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('compares with the plan of today, and asks the usual questions', () => {
    const { stdout } = run(['scenarios', 'instance.json', '--usual', '--today', 'plan.json', '--iterations', '5', '--json', '--quiet']);
    const { reference, scenarios } = JSON.parse(stdout);
    expect(reference).toBe('today');
    expect(scenarios.map(({ name }: { name: string }) => name)).toContain('demand +10 %');
    expect(scenarios[1].difference).toBeLessThanOrEqual(0);
  });

  it.each([
    [['scenarios', 'instance.json'], "add a sheet 'Scenarios'"],
    [['scenarios', 'instance.json', '--usual', '--out', 'a.pdf'], 'browsers save PDF'],
    [['scenarios', 'instance.json', '--usual', '--reference', 'nothing'], "there is no scenario 'nothing'"],
    [['report', 'plan.json', '--instance', 'instance.json', '--out', 'a.doc'], 'written as .html or .xlsx'],
  ])('refuses %j', (args, message) => {
    expect(run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
