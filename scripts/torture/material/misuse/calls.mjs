// Calls of the entry points with valid arguments, and the kind of each argument. A kind that is an object lists the options of an argument;
// `self` is the kind of the argument itself.
import { envCalls } from './env.mjs';
import { indexCalls } from './index.mjs';
import { policyCalls } from './policy.mjs';
import { specCalls } from './spec.mjs';

/** @typedef {string | Record<string, string>} Kind */
/** @typedef {object} Call
 *  @property {() => any[]} args new valid arguments
 *  @property {Kind[]} kinds of the arguments
 *  @property {(...args: any[]) => unknown} run
 *  @property {string[]} [slow] values that are valid but take long */

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
