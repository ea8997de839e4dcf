// needs: the compiled engine
import { expect, test } from 'vitest';
import {
  copyStateFromOracle,
  fieldError,
  mujoco,
  type Pair,
  pairFromXml,
} from '../../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../../test/support/oracle/twoEngines.ts';
import { forward } from '../forward.ts';

const shapes = {
  sphere: 'type="sphere" size=".12"',
  capsule: 'type="capsule" size=".08 .1" euler="70 0 0"',
  cylinder: 'type="cylinder" size=".1 .07" euler="20 0 0"',
  box: 'type="box" size=".1 .07 .06" euler="15 5 0"',
  ellipsoid: 'type="ellipsoid" size=".12 .09 .07" euler="15 5 0"',
  mesh: 'type="mesh" mesh="lump" euler="15 5 0"',
};
type Shape = keyof typeof shapes;

/** A pad with a grid of taxels, and an object that slides over it while the pad moves. */
function scene(shape: Shape, mesh = 'builtin="plate" params="9 7"'): string {
  const lump = '<mesh name="lump" builtin="supersphere" params="20 .6 .6" scale=".1 .1 .08"/>';
  // a distant field of the same mesh makes MuJoCo build its octree
  const field = '<geom type="sdf" mesh="lump" contype="0" conaffinity="0" pos="0 0 -9" mass="0"/>';
  return `<mujoco><option timestep=".002"/>
    <asset><mesh name="grid" ${mesh} scale=".2 .2 .2"/>${shape === 'mesh' ? lump : ''}</asset>
    <worldbody>${shape === 'mesh' ? field : ''}
      <body name="pad" pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint axis="0 0 1"/>
        <geom name="pad" type="box" size=".2 .2 .05"/></body>
      <body name="thing" pos=".02 .01 .22"><freejoint/><geom name="thing" ${shapes[shape]}/></body>
      <body name="other" pos="-.12 -.1 .2"><freejoint/><geom size=".06"/></body>
    </worldbody>
    <sensor><tactile geom="pad" mesh="grid"/><tactile geom="thing" mesh="grid"/></sensor></mujoco>`;
}

/** States of MuJoCo while objects fall on the pad and slide. */
function compareRun(pair: Pair): number {
  const { m, d, theirs } = pair;
  (theirs.d.qvel as Float64Array).set([0.3, 1, 0.2, -0.4, -1, 2, 1, 3]);
  let felt = 0;
  for (let k = 0; k < 60; k++) {
    mujoco.mj_step(theirs.m, theirs.d);
    if (k % 10 > 0) continue;
    mujoco.mj_forward(theirs.m, theirs.d);
    copyStateFromOracle(pair);
    forward(m, d);
    expect(fieldError(pair, 'sensordata', 1e-3), `step ${k}`).toBeLessThan(1e-9);
    felt = Math.max(felt, d.sensordata.filter((x) => x !== 0).length);
  }
  return felt;
}

test.each(Object.keys(shapes) as Shape[])('a tactile pad measures a %s as in MuJoCo', (shape) => {
  const pair = pairFromXml(scene(shape));
  expect(pair.m.nsensordata).toBe(2 * 3 * 63);
  expect(compareRun(pair)).toBeGreaterThan(9);
});

test('a mesh without tangents measures depth only', () => {
  const pair = pairFromXml(scene('sphere', 'vertex="-1 -1 .3 1 -1 .3 1 1 .3 -1 1 .3 0 0 -.3"'));
  compareRun(pair);
});

test('tactile sensors have the same bits in both engines', async () => {
  const pair = pairFromXml(scene('ellipsoid'));
  const { js, compared, seen } = await twoEngines(pair.theirs.m);
  js.m.stages = compared;
  js.d.qvel.set([0.3, 1, 0.2, -0.4, -1, 2, 1, 3]);
  js.d.qpos[4] = 0.17;
  forward(js.m, js.d);
  expect(seen.has('sensorAcc')).toBe(true);
  expect(js.d.sensordata.some((x) => x > 0)).toBe(true);
});
