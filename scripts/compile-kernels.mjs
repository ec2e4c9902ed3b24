// A thread that compiles AssemblyScript: gets { entry, flags }, answers with the WebAssembly as base64. The compiler starts once for all.
import { parentPort } from 'node:worker_threads';
import * as asc from 'assemblyscript/asc';

parentPort.on('message', async ({ entry, flags }) => {
  let wasm = '';
  const written = (name, content) => {
    if (name.endsWith('.wasm')) wasm = Buffer.from(content).toString('base64');
  };
  const { error, stderr } = await asc.main([entry, '-o', 'out.wasm', ...flags], { writeFile: written });
  parentPort.postMessage(error ? { error: `${entry}: ${error.message}\n${stderr}` } : { wasm });
});
