// `npm run bench -- webgpu`: worlds on a device against the f64 engine: agreement of one step and of 200 steps of 256 worlds, stability of
// stiff worlds, and the cost of 1,024 humanoids. Runs in Node on the available adapter, or on SwiftShader, whose speed means nothing.
// docs/measure.html runs the same in a browser.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vulkanEnvironment } from '../scripts/vulkan.mjs';
import { caseNames } from './webgpu/cases.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function benchWebgpu({ filter = '', worlds = 256, steps = 200, long = 2000, many = 1024 }) {
  const child = fileURLToPath(new URL('webgpu/child.mjs', import.meta.url));
  // each case in its own process: a driver that crashes ends its process
  for (const name of Object.keys(caseNames)) {
    if (!name.includes(String(filter))) continue;
    const options = JSON.stringify({ name, worlds, steps, long, many });
    await run(child, options);
  }
}

/** Runs one case; what it prints goes to the terminal. */
function run(file, options) {
  const env = { ...process.env, ...vulkanEnvironment(root) };
  const child = spawn(process.execPath, [file, options], { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== 0) console.log(`${options} ended with ${code ?? signal}`);
      resolve(undefined);
    });
  });
}
