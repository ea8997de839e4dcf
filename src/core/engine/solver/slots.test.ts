// needs: the compiled engine
import { expect, test } from 'vitest';
import { Data, type Model, modelFromXml, step } from '../../../index.ts';
import { BLOCK } from '../../model/block/block.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';

/** Three balls on a floor; rods join two of them, and the pair can change. */
const scene = `<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom size=".1" condim="3"/></body>
    <body name="b" pos=".5 0 .09"><joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0"/><geom size=".1" mass="3"/></body>
    <body name="c" pos="1 0 .09"><freejoint/><geom size=".1" mass="2"/></body>
  </worldbody>
  <equality>
    <connect body1="a" body2="b" anchor=".25 0 0"/>
    <connect body1="b" body2="c" anchor=".25 0 0" active="false"/>
  </equality>
</mujoco>`;

/** Positions after the rods changed twice; `afresh`: dofs are assigned anew in each step. */
function roll(m: Model, afresh: boolean): number[] {
  const d = new Data(m);
  d.qvel[0] = 0.3;
  d.qvel[9] = -0.2;
  for (let k = 0; k < 30; k++) {
    const other = k >= 10 && k < 20;
    d.eq_active[0] = other ? 0 : 1;
    d.eq_active[1] = other ? 1 : 0;
    if (afresh) d[BLOCK].work_sol_int[SolverIntSlot.LAYOUT] = 0;
    step(m, d);
    // any two of three are one island
    expect(d.nisland).toBe(2);
  }
  return [...d.qpos, ...d.qvel];
}

test('dofs get new slots when islands change but their number does not', () => {
  const m = modelFromXml(scene);
  expect(roll(m, false)).toEqual(roll(m, true));
});
