import { describe, expect, it, vi } from 'vitest';
import { renderPng } from '../../src/report/png.ts';

vi.mock('node:module', () => ({
  createRequire: () => () => {
    throw Object.assign(new Error("Cannot find module '@resvg/resvg-js'"), { code: 'MODULE_NOT_FOUND' });
  },
}));

describe('renderPng without its optional package', () => {
  it('says what is missing and what to do', () => {
    expect(() => renderPng('<svg/>')).toThrow(
      expect.objectContaining({ code: 'E_SOLVER_MISSING', message: expect.stringMatching(/'@resvg\/resvg-js'.*npm.*SVG/) }),
    );
  });
});
