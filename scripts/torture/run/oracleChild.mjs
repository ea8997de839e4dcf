// The process of `oracle.mjs`: reports for each received model whether the official package accepts it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

/** Rejections until a new instance is created: each leaks some stack of the module. */
const REFUSALS = 8;

const wasm = fileURLToPath(import.meta.resolve('@mujoco/mujoco')).replace(/\.js$/, '.wasm');
const compiled = await WebAssembly.compile(readFileSync(wasm));
let official = await instance();
let refusals = 0;

process.on('message', async (/** @type {{ xml: string, fresh: boolean }} */ { xml, fresh }) => {
  if (fresh || refusals >= REFUSALS) {
    official = await instance();
    refusals = 0;
  }
  process.send?.(verdict(xml));
});
process.on('disconnect', () => process.exit(0));

/** @param {string} xml */
function verdict(xml) {
  try {
    official.MjModel.from_xml_string(xml)?.delete();
    return { accepted: true, message: '' };
  } catch (error) {
    // an exception that is not an error of MuJoCo leaves the module in an undefined state
    const known = /MuJoCo Error/.test(String(error?.message));
    refusals = known ? refusals + 1 : REFUSALS;
    return { accepted: false, message: known ? error.message : `(it crashed: ${error?.message ?? error})` };
  }
}

function instance() {
  return load({
    print() {},
    printErr() {},
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then((made) => done(made, compiled));
      return {};
    },
  });
}
