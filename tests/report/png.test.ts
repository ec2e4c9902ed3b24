import { describe, expect, it } from 'vitest';
import { drawMap } from '../../src/report/map.ts';
import { renderPng } from '../../src/report/png.ts';
import { planar, planarPlan } from './scenes.ts';

describe('renderPng', () => {
  it('renders at the width asked for', () => {
    const png = Buffer.from(renderPng(drawMap(planar, planarPlan, { width: 600 })));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(600);
  });

  it('draws text without any font of the machine', () => {
    const page = (content: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="Inter, sans-serif"><text y="30" font-size="24">${content}</text></svg>`;
    const blank = renderPng(page(''));
    expect(renderPng(page('Total'))).not.toEqual(blank);
    expect(renderPng(page('Łódź Αθήνα Київ'))).not.toEqual(blank);
  });
});
