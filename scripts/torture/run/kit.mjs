// The built package, as passed to campaigns.
import { existsSync } from 'node:fs';

const distUrl = new URL('../../../dist/', import.meta.url);

/** @returns {Promise<import('./run.mjs').Kit>} */
export async function loadKit() {
  if (!existsSync(new URL('index.js', distUrl))) throw new Error('torture: `npm run build` first');
  const tenon = await import(new URL('index.js', distUrl).href);
  const { default: load } = await import(new URL('mujoco.js', distUrl).href);
  const [batch, record, policy, env, spec, ik] = await Promise.all(
    ['batch', 'record', 'policy', 'env', 'spec', 'ik'].map((name) => import(new URL(`${name}.js`, distUrl).href)),
  );
  return { tenon, batch, load, record, policy, env, spec, ik };
}
