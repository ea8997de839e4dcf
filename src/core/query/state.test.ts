import { expect, test } from 'vitest';
import { mujoco, pairFromXml, randomState } from '../../../test/support/oracle/oracle.ts';
import { step } from '../engine/step.ts';
import { StateBit } from '../model/enums.ts';
import { extractState, getState, setState, stateSize } from './state.ts';

const xml = `<mujoco><size nuserdata="3"/><worldbody>
    <body name="mover" mocap="true" pos="1 0 0"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".5 0 0" contype="0"/>
      <body pos="1 0 0"><joint name="b" type="ball"/><geom size=".1" pos=".5 0 0" contype="0"/></body></body>
  </worldbody>
  <equality><joint joint1="a" active="false"/></equality>
  <actuator><general joint="a" dyntype="filter" dynprm=".1"/><motor joint="a" delay=".01" nsample="5"/></actuator></mujoco>`;

test('sizes and contents of state vectors match MuJoCo for every combination of bits', () => {
  const pair = pairFromXml(xml);
  const { m, d, theirs } = pair;
  randomState(pair, 1);
  d.userdata.set([1, 2, 3]);
  theirs.d.userdata.set([1, 2, 3]);
  for (const sig of [0, 1, 2, 7, 64, 512, 1234, 4097, StateBit.PHYSICS, StateBit.FULLPHYSICS, StateBit.INTEGRATION]) {
    const size = mujoco.mj_stateSize(theirs.m, sig);
    expect(stateSize(m, sig)).toBe(size);
    if (size === 0) continue;
    const state = new mujoco.DoubleBuffer(size);
    mujoco.mj_getState(theirs.m, theirs.d, state, sig);
    expect([...getState(m, d, sig)]).toEqual([...state.GetView()]);
    state.delete();
  }
});

test('a state that was saved and restored gives the same trajectory, bit for bit', () => {
  const pair = pairFromXml(xml);
  const { m, d } = pair;
  randomState(pair, 2);
  for (let k = 0; k < 20; k++) step(m, d);
  const before = getState(m, d, StateBit.INTEGRATION);
  for (let k = 0; k < 20; k++) step(m, d);
  const after = d.qpos.slice();
  setState(m, d, before, StateBit.INTEGRATION);
  for (let k = 0; k < 20; k++) step(m, d);
  expect(d.qpos).toEqual(after);
});

test('parts can be extracted from a larger state', () => {
  const pair = pairFromXml(xml);
  const { m, d } = pair;
  randomState(pair, 3);
  const all = getState(m, d, StateBit.INTEGRATION);
  expect(extractState(m, all, StateBit.INTEGRATION, StateBit.QVEL | StateBit.CTRL)).toEqual(
    getState(m, d, StateBit.QVEL | StateBit.CTRL),
  );
});

test('wrong bits and lengths are rejected with the expected values', () => {
  const { m, d } = pairFromXml(xml);
  expect(() => stateSize(m, -1)).toThrow('expected 0 to 16383, found -1');
  expect(() => setState(m, d, new Float64Array(2), StateBit.QPOS)).toThrow('expected 5 elements, found 2');
});
