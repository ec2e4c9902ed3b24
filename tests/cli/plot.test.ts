import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plan, workplace } from './neo-lrp.ts';

describe('plot', () => {
  const { run, path } = workplace();

  it('draws the instance alone', () => {
    const { status, stdout, stderr } = run(['plot', 'instance.json', 'map.svg']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('map.svg');
    expect(readFileSync(path('map.svg'), 'utf8')).toMatch(/^<svg .*right angles/s);
  });

  it('draws a plan as PNG at the width asked for', () => {
    expect(run(['plot', 'instance.json', 'plan.json', 'map.png', '--width', '500', '--theme', 'dark', '--quiet'])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(path('map.png')).readUInt32BE(16)).toBe(500);
  });

  it('takes the plan from stdin and gives the map to stdout', () => {
    const { status, stdout } = run(['plot', 'instance.json', '-', '-', '--title', 'A < B'], JSON.stringify(plan));
    expect(status).toBe(0);
    expect(stdout).toContain('>A &lt; B</text>');
    expect(stdout).toContain('>127</text>');
  });

  it.each([
    [['instance.json', 'map.gif'], '.svg or .png'],
    [['instance.json', 'plan.json', 'plan.json', 'map.svg'], 'got 4 names'],
    [['instance.json', 'other.svg', '--theme', 'pink'], 'Allowed choices are light, dark'],
    [['instance.json', 'other.svg', '--width', '0'], 'whole number above 0'],
    [['instance.json'], 'missing required argument'],
  ])('refuses %j', (args, reason) => {
    const { status, stderr } = run(['plot', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(existsSync(path('other.svg'))).toBe(false);
  });
});
