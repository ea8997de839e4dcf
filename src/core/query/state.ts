/** The state of a simulation as one vector; bits (StateBit) select its parts. */
import { expectNumbers, expectRoom, found } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { StateBit } from '../model/enums.ts';
import { checkFits, expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { stateParts } from '../model/stateParts.ts';

const ALL = StateBit.INTEGRATION;

/** Number of elements of a state vector with these parts.
 *
 *  @example
 *  console.log(stateSize(m, StateBit.QPOS | StateBit.QVEL)); // -> 2 */
export function stateSize(m: Model, sig: number): number {
  expectModel('stateSize', m);
  checkBits(sig);
  const sizes = [
    1,
    m.nq,
    m.nv,
    m.na,
    m.nhistory,
    m.nv,
    m.nu,
    m.nv,
    6 * m.nbody,
    m.neq,
    3 * m.nmocap,
    4 * m.nmocap,
    m.nuserdata,
    m.npluginstate,
  ];
  return stateParts.reduce((sum, [bit], k) => (sig & bit ? sum + sizes[k] : sum), 0);
}

/** Copy parts of the state to `state`, which must have `stateSize(m, sig)` elements. default: a new vector
 *
 *  ```ts
 *  const before = getState(m, d, StateBit.INTEGRATION);
 *  step(m, d);
 *  setState(m, d, before, StateBit.INTEGRATION);
 *  ``` */
export function getState(m: Model, d: Data, sig: number, state?: Float64Array): Float64Array {
  return readState(
    checkFits('getState', m, d),
    sig,
    state === undefined || state === null
      ? new Float64Array(stateSize(m, sig))
      : expectRoom('state', checked(m, sig, state), stateSize(m, sig)),
  );
}

/** `getState` for a block, without checks. */
function readState(d: Data, sig: number, state: Float64Array): Float64Array {
  let at = 0;
  for (const [bit, name] of stateParts) {
    if (!(sig & bit)) continue;
    if (name) {
      const part = d[name];
      if (ArrayBuffer.isView(state)) state.set(part, at);
      else for (let k = 0; k < part.length; k++) (state as number[])[at + k] = part[k];
      at += part.length;
    } else {
      state[at++] = d.time;
    }
  }
  return state;
}

/** Set parts of the state from a vector of `getState`.
 *
 *  @example
 *  const before = getState(m, d, StateBit.INTEGRATION);
 *  step(m, d, 100);
 *  setState(m, d, before, StateBit.INTEGRATION);
 *  console.log(d.time); // -> 0 */
export function setState(m: Model, d: Data, state: Float64Array, sig: number): void {
  writeState(checkFits('setState', m, d), sig, checked(m, sig, state));
}

/** `setState` for a block, without checks. */
function writeState(d: Data, sig: number, state: Float64Array): void {
  let at = 0;
  for (const [bit, name] of stateParts) {
    if (!(sig & bit)) continue;
    if (name) {
      const part = d[name];
      for (let k = 0; k < part.length; k++) part[k] = state[at++];
    } else {
      d.time = state[at++];
    }
  }
}

/** Copy parts of the state from one `Data` to another of the same Model.
 *
 *  @example
 *  const other = new Data(m);
 *  step(m, d, 100);
 *  copyState(m, d, other, StateBit.PHYSICS);
 *  console.log(other.qpos[0] === d.qpos[0]); // -> true */
export function copyState(m: Model, from: Data, to: Data, sig: number): void {
  const source = checkFits('copyState', m, from);
  const target = checkFits('copyState', m, to);
  writeState(target, sig, readState(source, sig, new Float64Array(stateSize(m, sig))));
}

/** Extract parts of a state vector: `sig` are those it has, `subset` those to extract.
 *
 *  @example
 *  const state = getState(m, d, StateBit.INTEGRATION);
 *  const qpos = extractState(m, state, StateBit.INTEGRATION, StateBit.QPOS);
 *  console.log(qpos.length); // -> 1 */
export function extractState(m: Model, state: Float64Array, sig: number, subset: number): Float64Array {
  checked(m, sig, state);
  checkBits(subset);
  if ((sig & subset) !== subset) throw new RangeError(`state ${sig} does not contain all of ${subset}`);
  const result = new Float64Array(stateSize(m, subset));
  let from = 0;
  let to = 0;
  for (const [bit] of stateParts) {
    if (!(sig & bit)) continue;
    const size = stateSize(m, bit);
    for (let k = 0; subset & bit && k < size; k++) result[to++] = state[from + k];
    from += size;
  }
  return result;
}

function checkBits(sig: number): void {
  if (!(Number.isInteger(sig) && sig >= 0 && sig <= ALL)) {
    throw new RangeError(`state bits: expected 0 to ${ALL}, found ${found(sig)}`);
  }
}

/** Returns the vector if it has the length of a state with these parts. */
function checked(m: Model, sig: number, state: Float64Array): Float64Array {
  const size = stateSize(m, sig);
  const length = typeof state === 'object' ? state?.length : found(state);
  if (length !== size) throw new RangeError(`state ${sig}: expected ${size} elements, found ${length}`);
  return expectNumbers('state', state, size);
}
