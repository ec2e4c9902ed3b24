import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('neo-lrp sheets', () => {
  const { run, path } = workplace();

  it('writes pages to print, or a table', () => {
    expect(run(['sheets', 'instance.json', 'plan.json', 'sheets.html'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'sheets.html: 1 route of right angles\n',
    });
    expect(readFileSync(path('sheets.html'), 'utf8')).toContain('right angles: route 1 of 1');
    expect(JSON.parse(run(['sheets', 'instance.json', 'plan.json', 'sheets.csv', '--json']).stdout)).toEqual({
      instance: 'right angles',
      sheets: 'sheets.csv',
      routes: 1,
    });
    expect(readFileSync(path('sheets.csv'), 'utf8')).toContain('\n1,2,customer,c2,c2,3,0,5,10\n1,3,return,A,A,0,0,10,20\n');
    expect(run(['sheets', 'instance.json', '-', '-'], readFileSync(path('plan.json'), 'utf8')).stdout).toMatch(/^<!doctype html>/);
  });

  it('says that a plan does not hold', () => {
    writeFileSync(path('half.json'), JSON.stringify({ routes: [{ depot: 'A', stops: ['c1'] }] }));
    const { status, stderr } = run(['sheets', 'instance.json', 'half.json', 'half.html']);
    expect(status).toBe(0);
    expect(stderr).toContain("the plan is infeasible: customer 'c2' is not served");
  });

  it('speaks another language, in the style that Excel opens', () => {
    run(['sheets', 'instance.json', 'plan.json', 'german.csv', '--language', 'de', '--csv', 'excel']);
    expect(readFileSync(path('german.csv'), 'utf8')).toMatch(/^\uFEFFTour;Folge;Stopp;/);
    expect(run(['sheets', 'instance.json', 'plan.json', '-', '--language', 'pl']).stdout).toContain('<html lang="pl">');
    run(['convert', 'plan.json', 'plan.xlsx', '--instance', 'instance.json', '--language', 'fr']);
    expect(readFileSync(path('plan.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('refuses a workbook that cannot hold the names, before the run', () => {
    const instance = JSON.parse(readFileSync(path('instance.json'), 'utf8'));
    instance.customers[0].name = 'bell\u0007';
    writeFileSync(path('bell.json'), JSON.stringify(instance));
    const { status, stdout, stderr } = run(['solve', 'bell.json', '--time', '60', '--out', 'plan.xlsx']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/E_FORMAT_UNSUPPORTED.*control character/s);
  });

  it.each([
    [['instance.json', 'plan.json', 'sheets.pdf'], /E_USAGE.*\.html or \.csv/],
    [['instance.json', 'plan.json', 'nowhere/sheets.html'], /E_FILE.*no such folder/],
  ])('refuses %j', (args, message) => {
    const { status, stdout, stderr } = run(['sheets', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
