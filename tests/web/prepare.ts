/** Before the tests of the page: the page is built, and on a machine for continuous integration Chromium is installed. */
import { findChromium, installChromium } from '../../scripts/chromium.mjs';
import buildWhenOutdated from '../build-when-outdated.ts';

export default function prepare(): void {
  buildWhenOutdated();
  if (findChromium() === undefined && process.env.CI) {
    const reason = installChromium();
    if (reason !== undefined) process.stderr.write(`The page is not tested: ${reason}\n`);
  }
}
