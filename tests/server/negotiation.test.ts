import { describe, expect, it } from 'vitest';
import { negotiate } from '../../src/server/routes/solution.ts';

describe('the form of a plan', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['image/*', 'svg'],
    ['image/png', 'png'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.1', 'xlsx'],
    ['IMAGE/PNG ; q=0.9', 'png'],
    ['text/html, application/geo+json;q=0.9, */*;q=0.1', 'geojson'],
    ['application/json;q=0, */*', 'geojson'],
    ['image/svg+xml;q=0.2, image/png;q=0.8', 'png'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ])('for %s is %s', (accept, expected) => {
    expect(negotiate(accept)).toBe(expected);
  });

  it.each(['text/html', 'image/webp', 'application/json;q=0', ';;;', 'image/png;q=2'])('is none for %s', (accept) => {
    expect(() => negotiate(accept)).toThrow(expect.objectContaining({ code: 'E_NOT_ACCEPTABLE' }));
  });
});
