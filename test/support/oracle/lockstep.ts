/** Steps a scene in MuJoCo and here with the same inputs, and compares after every step. */
import { expect } from 'vitest';
import { step } from '../../../src/core/engine/step.ts';
import { Data } from '../../../src/core/model/data.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { modelFromXml } from '../../../src/load/load.ts';
import { fieldError, type MjData, mujoco, oracleBools, oracleModel, type Pair } from './oracle.ts';

/** State that a scene exposes of both engines: arrays are written in place. */
type Numbers<T> = { [K in keyof T]: T[K] extends ArrayLike<number> ? Float64Array : T[K] };
export interface Side {
  m: Model;
  d: Numbers<Data>;
}

export interface Lockstep {
  steps: number;
  /** Runs before step k, in both engines. */
  before?: (side: Side, k: number) => void;
  /** Fields of Data to compare, in addition to `tree_asleep`. */
  fields?: readonly string[];
  /** Tolerance of the fields, relative to their largest element, at least 1. */
  tolerance?: number;
  /** Runs after step k, with our Data. */
  after?: (side: Side, k: number) => void;
}

/** Compiles a scene with each compiler. */
export function pairOf(xml: string): Pair {
  const m = modelFromXml(xml, { engine: 'js' });
  m.callbacks = { warning: () => {} };
  const theirs = oracleModel(xml);
  return { m, d: new Data(m), theirs: { m: theirs, d: new mujoco.MjData(theirs) } };
}

export function closePair({ theirs }: Pair): void {
  theirs.d.delete();
  theirs.m.delete();
}

/** Steps the scene in both engines. `tree_asleep` must be the same to the last countdown after every step, the fields within the tolerance.
 *  Returns `tree_asleep` after each step. */
export function lockstep(xml: string, { steps, before, fields = [], tolerance = 1e-9, after }: Lockstep): number[][] {
  const pair = pairOf(xml);
  const { m, d, theirs } = pair;
  const ours = { m, d } as unknown as Side;
  const their = { m: theirs.m, d: withBools(pair) } as unknown as Side;
  const history: number[][] = [];
  try {
    for (let k = 0; k < steps; k++) {
      for (const side of [ours, their]) before?.(side, k);
      step(m, d);
      mujoco.mj_step(theirs.m, theirs.d);
      compareFields(pair, fields, tolerance, k);
      after?.(ours, k);
      history.push([...d.tree_asleep]);
    }
  } finally {
    closePair(pair);
  }
  return history;
}

/** Assertions are made only on failure: thousands of passing ones would take most of the time. */
function compareFields(pair: Pair, fields: readonly string[], tolerance: number, k: number): void {
  const { d, theirs } = pair;
  if (fieldError(pair, 'tree_asleep') !== 0) {
    expect([...d.tree_asleep], `tree_asleep after step ${k}`).toEqual([...theirs.d.tree_asleep]);
  }
  for (const name of fields) {
    const error = fieldError(pair, name);
    if (!(error <= tolerance)) expect(error, `${name} after step ${k}`).toBeLessThanOrEqual(tolerance);
  }
}

/** MuJoCo's Data, with the booleans that its bindings do not have. */
function withBools(pair: Pair): MjData {
  return new Proxy(pair.theirs.d, {
    get: (d, name) => (name === 'eq_active' ? oracleBools(pair, name) : Reflect.get(d, name)),
    set: (d, name, value) => Reflect.set(d, name, value),
  });
}

/** Whether tree i sleeps, after each step. */
export const sleepsOf = (history: readonly number[][], i: number): boolean[] => history.map((trees) => trees[i] >= 0);
