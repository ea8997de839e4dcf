// Damaged files of meshes, pictures and height fields: a Model, or an MjcfError with its location.
import { assetFiles } from '../material/assetFiles.mjs';
import { damage, damageKinds } from '../material/damage.mjs';
import { mendChecksums } from '../material/png.mjs';
import { loadAndStep } from './models.mjs';

const TIME_LIMIT = 20_000;

/** @typedef {{ asset: string, mend: boolean, engine: 'wasm' | 'js', items: import('../material/damage.mjs').Damage[] }} DamagedAsset */

/** @type {import('../run/run.mjs').Campaign} */
export const assets = {
  about: 'damaged meshes, pictures and height fields: a Model, or an MjcfError with its location',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    const counts = { files: 0, accepted: 0, refused: 0, steps: 0 };
    return {
      counts,
      make: makeDamaged,
      check: (/** @type {DamagedAsset} */ c) => {
        const began = performance.now();
        counts.files++;
        const { file, xml } = assetFiles[c.asset];
        const fault = loadAndStep(tenon, xml, { engine: c.engine, files: { [file]: damagedBytes(c) } }, counts);
        const late = performance.now() - began > TIME_LIMIT;
        return fault ?? (late ? `took longer than ${TIME_LIMIT / 1000} s` : undefined);
      },
    };
  },
};

/** @param {import('../material/random.mjs').Random} random @returns {DamagedAsset} */
function makeDamaged(random) {
  const asset = random.pick(Object.keys(assetFiles));
  const size = assetFiles[asset].bytes.length;
  const one = () => ({
    kind: random.pick(damageKinds),
    // headers contain the lengths
    at: random.chance(0.3) ? random.int(Math.min(size, 100)) : random.int(size),
    value: random.int(256),
  });
  const items = random.list(1 + random.int(4), one);
  return { asset, mend: random.chance(0.8), engine: random.chance(0.8) ? 'wasm' : 'js', items };
}

/** @param {DamagedAsset} c */
function damagedBytes(c) {
  const { bytes, file } = assetFiles[c.asset];
  const damaged = c.items.reduce(damage, bytes);
  return file.endsWith('.png') && c.mend ? mendChecksums(damaged) : damaged;
}
