// The built package, as campaigns get it.
import { existsSync } from 'node:fs';

const built = new URL('../../../dist/', import.meta.url);

/** @returns {Promise<import('./run.mjs').Kit>} */
export async function loadKit() {
  if (!existsSync(new URL('index.js', built))) throw new Error('torture: `npm run build` first');
  const tenon = await import(new URL('index.js', built).href);
  const { default: load } = await import(new URL('mujoco.js', built).href);
  const [batch, record, policy, env, spec] = await Promise.all(
    ['batch', 'record', 'policy', 'env', 'spec'].map((name) => import(new URL(`${name}.js`, built).href)),
  );
  return { tenon, batch, load, record, policy, env, spec };
}
