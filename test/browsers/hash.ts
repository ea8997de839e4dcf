/** One hash for a whole run: trajectories of several models in both engines, byte by byte. */
import { Data, modelFromXml, prepare, step } from '../../src/index.ts';

/** Hash of the states of each model at ten equal intervals of `steps` steps, with the given engine. */
export async function trajectoryHash(
  models: Readonly<Record<string, string>>,
  engine: 'wasm' | 'js',
  steps: number,
): Promise<string> {
  await prepare({ engine });
  // FNV-1a over 32-bit words
  let hash = 0x811c9dc5;
  for (const name of Object.keys(models).sort()) {
    const m = modelFromXml(models[name], { engine });
    const d = new Data(m);
    for (let k = 0; k < steps; k++) {
      for (let u = 0; u < m.nu; u++) d.ctrl[u] = ((7 * k + 13 * u) % 41) / 41 - 0.5;
      step(m, d);
      if (k % 10 > 0) continue;
      for (const field of [d.qpos, d.qvel, d.qacc, d.sensordata]) {
        const words = new Uint32Array(field.buffer, field.byteOffset, field.byteLength / 4);
        for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
      }
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
