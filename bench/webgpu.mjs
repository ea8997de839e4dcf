// `npm run bench -- webgpu`: worlds on a device beside the f64 engine: how far a step and 200 steps of 256 worlds agree, whether
// stiff worlds last, and what 1,024 humanoids cost. In Node, on whatever adapter there is; without one on SwiftShader, which
// says nothing about speed. docs/measure.html is the same in a browser.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vulkanEnvironment } from '../scripts/vulkan.mjs';
import { caseNames } from './webgpu/cases.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function benchWebgpu({ filter = '', worlds = 256, steps = 200, long = 2000, many = 1024 }) {
  const child = fileURLToPath(new URL('webgpu/child.mjs', import.meta.url));
  // each case in a process of its own: a driver that fails takes its process with it
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
