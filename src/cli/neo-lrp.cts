#!/usr/bin/env node
/**
 * What `neo-lrp` runs first. An old Node cannot even parse the rest of the program, so only this file is written in the JavaScript of 2009,
 * which tests/cli/main.test.ts checks.
 */
// biome-ignore-all lint/complexity/useArrowFunction: unknown in 2009
// biome-ignore-all lint/style/useTemplate: unknown in 2009
(function () {
  var needed = /(\d+)\.(\d+)/.exec(require('../../package.json').engines.node) as RegExpExecArray;
  var own = process.versions.node.split('.');
  var major = Number(own[0]) - Number(needed[1]);
  if (major > 0 || (major === 0 && Number(own[1]) >= Number(needed[2]))) {
    require('./import-main.cjs');
    return;
  }
  console.error(
    'error E_USAGE neo-lrp needs Node ' + needed[0] + ' or newer, and this is ' + process.versions.node + '; see https://nodejs.org',
  );
  process.exit(2);
})();
