// `npm run bench -- webgpu` in a browser: the program of docs/measure.html, which measures the reader's GPU.
// measure.html?case=humanoid&worlds=256 runs that case immediately.
import arm_gripper from '../../examples/arm_gripper.xml';
import humanoid from '../../examples/humanoid.xml';
import pendulum from '../../examples/pendulum.xml';
import quadruped from '../../examples/quadruped.xml';
import { Batch } from '../../src/batch.ts';
import * as tenon from '../../src/index.ts';
import { webgpu } from '../../src/webgpu.ts';
import { caseNames, runCase } from './cases.mjs';

const examples = { arm_gripper, humanoid, pendulum, quadruped };
const defaults = { worlds: 256, steps: 200, long: 2000, many: 4096 };
const asked = new URLSearchParams(location.search);
const counts = { ...defaults };
for (const key of /** @type {(keyof typeof defaults)[]} */ (Object.keys(defaults))) {
  counts[key] = Number(asked.get(key) ?? defaults[key]);
}

/** @param {string} selector @returns {any} */
const part = (selector) => document.querySelector(selector);
const output = part('#output');
const print = (line) => {
  output.textContent += `${line}\n`;
};

async function benchHere() {
  const gpu = /** @type {any} */ (navigator).gpu;
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter)
    throw new Error(
      'WebGPU is not available: the browser does not support it, found no adapter, or the page is not served over https.',
    );
  await tenon.prepare();
  const { description, vendor, architecture } = adapter.info;
  return {
    tenon,
    Batch,
    exampleText: (name) => examples[name],
    deviceOf: (capacities) => webgpu(capacities),
    adapter: description || `${vendor} ${architecture}`,
    print,
  };
}

async function run(name) {
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  print(`${name} ...`);
  try {
    await runCase(await benchHere(), name, counts);
    print('done');
  } catch (error) {
    print(`failed: ${error instanceof Error ? error.message : error}`);
  }
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}

for (const [name, words] of Object.entries(caseNames)) {
  const row = part('#cases').appendChild(document.createElement('li'));
  const button = row.appendChild(document.createElement('button'));
  button.textContent = name;
  button.onclick = () => run(name);
  row.append(` ${words}`);
}
const wanted = asked.get('case');
if (wanted) await run(wanted);
