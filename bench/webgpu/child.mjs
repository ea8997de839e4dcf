// One case of `npm run bench -- webgpu` in Node.
import { readFileSync } from 'node:fs';
import { create } from 'webgpu';
import { runCase } from './cases.mjs';

/** An entry point of the build. */
const built = (name) => import(new URL(`../../dist/${name}.js`, import.meta.url).href);
const tenon = await built('index');
const { Batch } = await built('batch');
const { webgpu } = await built('webgpu');
const { name, ...counts } = JSON.parse(process.argv[2]);

const gpu = create(['enable-dawn-features=disable_robustness,skip_validation']);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error('no WebGPU adapter. SwiftShader comes with Chromium: apt install chromium');
await tenon.prepare();
const bench = {
  tenon,
  Batch,
  exampleText: (file) => readFileSync(new URL(`../../examples/${file}.xml`, import.meta.url), 'utf8'),
  deviceOf: (capacities) => webgpu({ gpu, ...capacities }),
  adapter: adapter.info?.description ?? 'unknown',
  print: console.log,
};
await runCase(bench, name, counts);
process.exit(0);
