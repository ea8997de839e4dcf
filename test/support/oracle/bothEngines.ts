/** Our drop-in API and the official package in parallel, for the comparisons of `npm run conformance`. */
import { type Example, loadModel } from '../../../scripts/conformance/models.mjs';
import load from '../../../src/mujoco.ts';
import { mujoco } from './oracle.ts';

const ours = await load({ engine: 'wasm' });

/** A model in both engines, the official one first. */
export function sidesOf(model: Example): unknown[] {
  const theirs = loadModel(mujoco, model);
  const m = loadModel(ours, model);
  return [
    { mj: mujoco, m: theirs, d: new mujoco.MjData(theirs) },
    { mj: ours, m, d: new ours.MjData(m) },
  ];
}
