/** SVG to PNG. Node only; needs the optional package `@resvg/resvg-js`. */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';

/** Maps use Inter, which comes with this package, so that they look the same on a server without fonts. */
const fontFiles = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'].map((file) =>
  fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url)),
);

/** Inter covers Latin, Greek and Cyrillic; other scripts need the fonts of the machine. */
const beyondInter = /[\u0530-\u1dff\u2300-\uffff]/;

/** An SVG as PNG; needs the optional package `@resvg/resvg-js`. */
export function renderPng(svg: string): Uint8Array {
  requireArgument(isText(svg) && svg.trimStart().startsWith('<'), 'svg', 'an SVG as text');
  const { Resvg } = requireRenderer();
  const font = { loadSystemFonts: beyondInter.test(svg), fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' };
  return new Resvg(svg, { font, logLevel: 'off' }).render().asPng();
}

/** Loaded on demand; E_SOLVER_MISSING if it is not installed or not built for this platform. */
export function requireRenderer(): typeof import('@resvg/resvg-js') {
  try {
    return createRequire(import.meta.url)('@resvg/resvg-js');
  } catch (cause) {
    throw new NeoLrpError(
      'E_SOLVER_MISSING',
      "PNG needs the optional package '@resvg/resvg-js', which is not installed; install it with npm, or write SVG",
      {},
      { cause },
    );
  }
}
