import { expect, test } from 'vitest';
import { mujoco, type Pair, pairFromXml, randomState } from '../../../test/support/oracle/oracle.ts';
import { forward } from '../engine/forward.ts';
import { stagesOf } from '../engine/runtime/engine.ts';
import { ObjType } from '../model/enums.ts';
import * as query from './index.ts';

const xml = `<mujoco><option><flag constraint="disable"/></option><worldbody>
  <body pos="0 0 1"><freejoint/><geom name="g" type="box" size=".1 .2 .3" pos=".05 0 .1" euler="10 0 0"/><site name="s" pos=".1 .2 .3"/>
    <body pos=".3 0 0"><joint type="ball"/><geom type="capsule" size=".05" fromto="0 0 0 .2 0 0"/><camera pos="1 0 0"/>
      <body pos=".3 0 0"><joint name="h" axis="0 1 0" armature=".02"/><geom size=".1"/></body></body></body></worldbody>
  <actuator><motor joint="h" delay=".005" nsample="6" interp="linear"/></actuator>
  <sensor><gyro site="s" delay=".004" nsample="5" interp="cubic"/><clock/></sensor></mujoco>`;

function prepared(seed: number): Pair {
  const pair = pairFromXml(xml);
  randomState(pair, seed);
  forward(pair.m, pair.d);
  stagesOf(pair.m).rnePostConstraint(pair.m, pair.d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  mujoco.mj_rnePostConstraint(pair.theirs.m, pair.theirs.d);
  return pair;
}

/** Result of a MuJoCo function that writes n numbers. */
function theirs(n: number, call: (buffer: InstanceType<typeof mujoco.DoubleBuffer>) => void): number[] {
  const buffer = new mujoco.DoubleBuffer(n);
  call(buffer);
  const result = [...buffer.GetView()];
  buffer.delete();
  return result;
}

function expectClose(ours: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(ours.length).toBe(expected.length);
  for (let i = 0; i < ours.length; i++) expect(ours[i]).toBeCloseTo(expected[i], 11);
}

test('products with the mass matrix and its factors match MuJoCo', () => {
  const { m, d, theirs: their } = prepared(1);
  const vec = d.qvel.slice();
  const res = new Float64Array(m.nv);
  const from = [...vec];
  query.mulM(m, d, res, vec);
  expectClose(
    res,
    theirs(m.nv, (b) => mujoco.mj_mulM(their.m, their.d, b, from)),
  );
  query.mulM2(m, d, res, vec);
  expectClose(
    res,
    theirs(m.nv, (b) => mujoco.mj_mulM2(their.m, their.d, b, from)),
  );
  query.solveM(m, d, res, vec);
  expectClose(
    res,
    theirs(m.nv, (b) => mujoco.mj_solveM(their.m, their.d, b, from)),
  );
  const full = query.fullM(m, d, new Float64Array(m.nv ** 2));
  expectClose(
    full,
    theirs(m.nv ** 2, (b) => mujoco.mj_fullM(their.m, their.d, b)),
  );
  const twice = new Float64Array(m.nv ** 2);
  query.addM(m, d, twice);
  query.addM(m, d, twice);
  for (let i = 0; i < m.nv; i++) for (let j = 0; j <= i; j++) expect(twice[i * m.nv + j]).toBe(2 * full[i * m.nv + j]);
});

test('velocities and accelerations of objects match MuJoCo', () => {
  const { m, d, theirs: their } = prepared(2);
  for (const [type, id] of [
    [ObjType.BODY, 3],
    [ObjType.XBODY, 2],
    [ObjType.GEOM, 0],
    [ObjType.SITE, 0],
    [ObjType.CAMERA, 0],
    [ObjType.BODY, 0],
  ] as const) {
    for (const local of [false, true]) {
      const flag = local ? 1 : 0;
      const res = new Float64Array(6);
      expectClose(
        query.objectVelocity(m, d, type, id, res, local),
        theirs(6, (b) => mujoco.mj_objectVelocity(their.m, their.d, type, id, b, flag)),
      );
      expectClose(
        query.objectAcceleration(m, d, type, id, res, local),
        theirs(6, (b) => mujoco.mj_objectAcceleration(their.m, their.d, type, id, b, flag)),
      );
    }
  }
});

test('a force at a point maps to the joints by its Jacobian', () => {
  const { m, d, theirs: their } = prepared(3);
  const force = Float64Array.of(1, -2, 3);
  const torque = Float64Array.of(0.3, 0.2, -0.1);
  const point = Float64Array.of(0.5, 0.1, 0.9);
  const qfrc = new Float64Array(m.nv);
  query.applyFT(m, d, force, torque, point, 3, qfrc);
  expectClose(
    qfrc,
    theirs(m.nv, (b) => mujoco.mj_applyFT(their.m, their.d, [...force], [...torque], [...point], 3, b)),
  );
  const jacp = new Float64Array(3 * m.nv);
  const jacr = new Float64Array(3 * m.nv);
  query.jac(m, d, jacp, jacr, point, 3);
  for (let i = 0; i < m.nv; i++) {
    const sum = [0, 1, 2].reduce((s, c) => s + jacp[c * m.nv + i] * force[c] + jacr[c * m.nv + i] * torque[c], 0);
    expect(sum).toBeCloseTo(qfrc[i], 12);
  }
  const again = new Float64Array(m.nv);
  d.xfrc_applied.set([...force, ...torque], 18);
  query.xfrcAccumulate(m, d, again);
  const direct = new Float64Array(m.nv);
  query.applyFT(m, d, force, torque, d.xipos.slice(9, 12), 3, direct);
  expect(again).toEqual(direct);
});

test('wrong lengths and bodies are rejected with the expected values', () => {
  const { m, d } = prepared(4);
  expect(() => query.mulM(m, d, new Float64Array(2), d.qvel)).toThrow(`res: expected ${m.nv} elements, found 2`);
  expect(() => query.jac(m, d, undefined, undefined, d.xpos, 9)).toThrow('body: expected 0 to 3, found 9');
});

test('histories can be read at any time, and initialized', () => {
  const { m, d, theirs: their } = prepared(5);
  const times = Float64Array.from({ length: 6 }, (_, k) => 0.01 * k - 0.06);
  const values = times.map((t) => Math.sin(30 * t));
  query.initCtrlHistory(m, d, 0, times, values);
  mujoco.mj_initCtrlHistory(their.m, their.d, 0, [...times], [...values]);
  for (const t of [-0.1, -0.043, -0.02, 0.2]) {
    for (const interp of [0, 1, 2]) {
      expect(query.readCtrl(m, d, 0, t, interp)).toBeCloseTo(mujoco.mj_readCtrl(their.m, their.d, 0, t, interp), 13);
    }
  }
  query.initSensorHistory(m, d, 0, undefined, new Float64Array(15).fill(2), 0);
  expect([...query.readSensor(m, d, 0, 0)]).toEqual([2, 2, 2]);
  expect([...query.readSensor(m, d, 1, 0)]).toEqual([d.time]);
  expect(() => query.initSensorHistory(m, d, 1, undefined, new Float64Array(1), 0)).toThrow('no history');
});
