/** Reads the file named by its argument, and prints how that ended and what it took. */
import { existsSync, readFileSync } from 'node:fs';
import { decodeFile } from '../../src/formats/decode.ts';
import { readInstance } from '../../src/formats/read.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';

const [file] = process.argv.slice(2);
let outcome = 'read';
let message = '';
try {
  const { buffer, byteOffset, length } = readFileSync(file);
  readInstance(await decodeFile({ name: file, bytes: new Uint8Array(buffer, byteOffset, length) }));
} catch (error) {
  outcome = error instanceof NeoLrpError ? error.code : `no coded error: ${error instanceof Error ? error.stack : String(error)}`;
  message = error instanceof Error ? error.message : '';
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
// Where the system says so, of this program alone: the usage of resources begins with what the parent had.
const own = existsSync('/proc/self/status') ? /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined;
const megabytes = Number(own ?? process.resourceUsage().maxRSS) / 1024;
console.log(JSON.stringify({ outcome, message, seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes }));
