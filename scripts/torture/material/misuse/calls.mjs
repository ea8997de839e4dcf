// Calls of the entry points with right arguments, and what kind each argument is. A kind that is an object names the options of an
// argument; `self` is the kind of the argument itself.
import { envCalls } from './env.mjs';
import { indexCalls } from './index.mjs';
import { policyCalls } from './policy.mjs';
import { specCalls } from './spec.mjs';

/** @typedef {string | Record<string, string>} Kind */
/** @typedef {object} Call
 *  @property {() => any[]} args right ones, made anew
 *  @property {Kind[]} kinds of the arguments
 *  @property {(...args: any[]) => unknown} run
 *  @property {string[]} [slow] what is taken at its word and takes long */

/** @param {import('../../run/run.mjs').Kit} kit @returns {Promise<Record<string, Call>>} */
export async function collectCalls(kit) {
  await kit.tenon.prepare();
  const { env, policy, spec } = kit;
  const all = { index: indexCalls(kit.tenon), env: await envCalls(env), policy: policyCalls(policy, kit.tenon) };
  const parts = { ...all, spec: specCalls(spec, kit.tenon) };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([entry, calls]) =>
      Object.entries(calls).map(([name, call]) => [`${entry}.${name}`, call]),
    ),
  );
}
