/** SVG to PNG. Node only. */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';

/** Maps are set in Inter, which comes as a dependency, so that they look the same on a server without a single font. */
const { resolve } = createRequire(import.meta.url);
const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
  resolve(`@expo-google-fonts/inter/${file}`),
);

/** Inter covers Latin, Greek and Cyrillic; other scripts are looked up among the fonts of the machine. */
const beyondInter = /[\u0530-\u1dff\u2300-\uffff]/;

export function renderPng(svg: string): Uint8Array {
  const font = { loadSystemFonts: beyondInter.test(svg), fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' };
  return new Resvg(svg, { font, logLevel: 'off' }).render().asPng();
}
