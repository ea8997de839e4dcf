// needs: the compiled engine
import { expect, test } from 'vitest';
import { pairFromXml } from '../../../test/support/oracle/oracle.ts';
import { modelFromXml } from '../../load/load.ts';
import { cloneData, copyData, copyModel } from './copy.ts';
import { Data, growArena } from './data.ts';
import { ObjType } from './enums.ts';
import { inHeap } from './memory/currentHeap.ts';
import { Heap } from './memory/heap.ts';
import { id2name, name2id } from './names/names.ts';
import { checkKeyframe, setKeyframe } from './reset.ts';

const arm = pairFromXml(`<mujoco model="arm"><compiler angle="radian"/><worldbody>
  <body name="upper"><joint name="shoulder" type="ball"/><geom name="bone" size=".1 .2" type="capsule"/>
    <body name="lower" pos="0 0 1"><joint name="elbow" ref="0.5"/><geom size=".1"/></body></body></worldbody>
  <actuator><motor name="pull" joint="elbow"/></actuator><sensor><jointpos name="angle" joint="elbow"/></sensor>
  <keyframe><key name="bent" time="2" qpos="1 0 0 0 1.5" qvel="0 0 0 3" ctrl="0.25"/></keyframe></mujoco>`).m;

test('a growing arena keeps its contents and does not move the state arrays', () => {
  const d = new Data(arm);
  const { qpos, contact_dist } = d;
  contact_dist[3] = 7;
  d.con_need = 1000;
  growArena(d);
  expect(d.con_cap).toBeGreaterThanOrEqual(1000);
  expect(d.contact_dist.length).toBe(d.con_cap);
  expect(d.contact_dist[3]).toBe(7);
  expect(d.contact_dist).not.toBe(contact_dist);
  expect(d.qpos).toBe(qpos);
  expect(qpos.length).toBe(arm.nq);
});

test('an arena that grows in place moves every array, in an order that loses none', () => {
  const m = copyModel(arm);
  const d = new Data(m);
  const { used } = m.heap;
  const arrays = () => [d.contact_dist, d.contact_geom, d.efc_type, d.efc_J, d.efc_b, d.work_H];
  arrays().forEach((a, k) => {
    a.fill(k + 1);
  });
  const lengths = arrays().map((a) => a.length);
  d.con_need = 3 * d.con_cap;
  d.efc_need = d.efc_cap + 1;
  d.H_need = 100;
  growArena(d);
  expect(m.heap.used).toBeGreaterThan(used);
  arrays().forEach((a, k) => {
    expect(a.subarray(0, lengths[k]).every((x) => x === k + 1)).toBe(true);
    expect(a.subarray(lengths[k]).every((x) => x === 0)).toBe(true);
  });
});

test('names map to ids and back', () => {
  expect(name2id(arm, ObjType.BODY, 'lower')).toBe(2);
  expect(name2id(arm, ObjType.BODY, '__proto__')).toBe(-1);
  expect(id2name(arm, ObjType.JOINT, 1)).toBe('elbow');
  expect(id2name(arm, ObjType.GEOM, 1)).toBeUndefined();
});

test('elements are accessible by name, and write through to the arrays', () => {
  const d = new Data(arm);
  expect(arm.body('upper').id).toBe(1);
  expect(arm.body('lower').pos[2]).toBe(1);
  expect(arm.joint('elbow').qpos0[0]).toBe(0.5);
  d.joint('elbow').qpos[0] = 0.75;
  expect(d.qpos[4]).toBe(0.75);
  d.actuator('pull').ctrl = 2;
  expect(d.ctrl[0]).toBe(2);
  d.body('lower').xpos[1] = 9;
  expect(d.xpos[7]).toBe(9);
  expect(d.sensor('angle').data.length).toBe(1);
});

test('an error for a misspelled name suggests the nearest one', () => {
  expect(() => arm.joint('elbwo')).toThrow("no joint named 'elbwo' (did you mean 'elbow'?)");
  expect(() => arm.joint('wheel')).toThrow(/^no joint named 'wheel'\. The model has '/);
  expect(() => arm.tendon('wheel')).toThrow(/^no tendon named 'wheel'\. The model has none with a name$/);
  expect(() => arm.body(17)).toThrow('body 17 does not exist: the model has 3');
});

test('a keyframe sets time, state and controls', () => {
  const d = new Data(arm);
  setKeyframe(arm, d, 0);
  expect(d.time).toBe(2);
  expect([...d.qpos]).toEqual([1, 0, 0, 0, 1.5]);
  expect([...d.ctrl]).toEqual([0.25]);
  expect(() => checkKeyframe(arm, 1)).toThrow('keyframe 1 does not exist');
});

test('a copied Data has the same values and its own arrays', () => {
  const d = new Data(arm);
  d.con_need = 500;
  growArena(d);
  d.qpos[4] = 0.1;
  d.ncon = 1;
  d.contact_dist[0] = -0.5;
  const copy = cloneData(d);
  d.qpos[4] = 0;
  expect(copy.qpos[4]).toBe(0.1);
  expect(copy.contact_dist[0]).toBe(-0.5);
  expect(copy.ncon).toBe(1);
  expect(() => copyData(new Data(pairFromXml('<mujoco/>').m), d)).toThrow('models of different sizes');
});

test('a copied Model has the same values in another memory', () => {
  const copy = copyModel(arm);
  arm.opt.timestep = 0.005;
  expect(copy.opt.timestep).toBe(0.002);
  arm.opt.timestep = 0.002;
  expect([...copy.qpos0]).toEqual([...arm.qpos0]);
  expect(copy.opt.gravity[2]).toBe(-9.81);
  expect(copy.body('lower').pos[2]).toBe(1);
});

test('memory of a freed Data is reused, cleared', () => {
  // no other test allocates in a separate heap; a copy would share the heap of its original
  const xml = '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>';
  const m = inHeap(new Heap(), () => modelFromXml(xml, { engine: 'js' }));
  const d = new Data(m);
  d.qpos[4] = 5;
  d.contact_dist[0] = 3;
  const { ptr } = d;
  d.free();
  const next = new Data(m);
  expect(next.ptr).toBe(ptr);
  expect(next.contact_dist[0]).toBe(0);
  next.free();
});

test('assigning to a field copies into it', () => {
  const d = new Data(arm);
  const { qpos } = d;
  d.qpos = new Float64Array([1, 0, 0, 0, 0.3]);
  expect(d.qpos).toBe(qpos);
  expect(qpos[4]).toBe(0.3);
  expect(() => {
    d.qpos = new Float64Array(3);
  }).toThrow('qpos: expected 5 numbers, found 3');
  expect(() => {
    d.qpos = 7 as never;
  }).toThrow('qpos: expected 5 numbers, found 7');
  expect(qpos[4]).toBe(0.3);
  const m = copyModel(arm);
  const { body_mass } = m;
  m.body_mass = new Float64Array([0, 2, 3]);
  expect(m.body_mass).toBe(body_mass);
  expect(body_mass[2]).toBe(3);
  m.opt.gravity = new Float64Array([0, 0, -1]);
  expect(m.opt.gravity[2]).toBe(-1);
});
