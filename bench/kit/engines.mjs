// The engines under comparison: the official package, and our build through the drop-in API, compiled and plain.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dropIn = fileURLToPath(new URL('../../dist/mujoco.js', import.meta.url));

/** Loads the engines that a bench compares: `official`, `wasm` (ours) and `js` (ours without WebAssembly). */
export async function loadEngines(names = ['official', 'wasm', 'js']) {
  if (!existsSync(dropIn)) throw new Error('dist/mujoco.js is missing: run `npm run build` first');
  const official = await (await import('@mujoco/mujoco')).default();
  const ours = (await import(dropIn)).default;
  const all = {
    official: () => official,
    wasm: () => ours({ engine: 'wasm' }),
    js: () => ours({ engine: 'js' }),
  };
  const engines = {};
  for (const name of names) engines[name] = await all[name]();
  return engines;
}
