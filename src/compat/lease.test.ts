import { expect, test } from 'vitest';
import load from '../mujoco.ts';

const mujoco = await load();
const xml = (mass: number) =>
  `<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1" mass="${mass}"/></body></worldbody></mujoco>`;
/** Fields by name, as a script without types sees them. */
// biome-ignore lint/suspicious/noExplicitAny: fields of any type
const see = (handle: object) => handle as Record<string, any>;
const memoryOf = (model: object) => see(model).qpos0.buffer;

test('the memory of a model that has been deleted with its datas serves the next one', () => {
  const first = mujoco.MjModel.from_xml_string(xml(1));
  const data = new mujoco.MjData(first);
  mujoco.mj_step(first, data);
  const memory = memoryOf(first);
  first.delete();
  data.delete();
  const second = mujoco.MjModel.from_xml_string(xml(2));
  expect(memoryOf(second)).toBe(memory);
  const fresh = new mujoco.MjData(second);
  expect(see(fresh).time).toBe(0);
  mujoco.mj_step(second, fresh);
  expect(see(fresh).qpos[2]).toBeCloseTo(1 - 9.81 * 0.002 ** 2, 10);
  expect(see(second).body_mass[1]).toBe(2);
});

test('handles whose memory serves another model refuse to work', () => {
  const first = mujoco.MjModel.from_xml_string(xml(1));
  const data = new mujoco.MjData(first);
  data.delete();
  first.delete();
  // so far nothing has changed
  expect(see(data).qpos[2]).toBe(1);
  mujoco.mj_step(first, data);
  const second = mujoco.MjModel.from_xml_string(xml(2));
  expect(see(second).nq).toBe(7);
  expect(() => see(data).qpos).toThrow('deleted');
  expect(() => see(first).nq).toThrow('deleted');
  expect(() => mujoco.mj_step(first, data)).toThrow('deleted');
  expect(() => new mujoco.MjData(first)).toThrow('deleted');
});

test('a model that still has a data, or gets a new one, keeps its memory', () => {
  const first = mujoco.MjModel.from_xml_string(xml(1));
  const data = new mujoco.MjData(first);
  first.delete();
  first.delete();
  const second = mujoco.MjModel.from_xml_string(xml(2));
  expect(memoryOf(second)).not.toBe(memoryOf(first));
  data.delete();
  const again = new mujoco.MjData(first);
  const third = mujoco.MjModel.from_xml_string(xml(3));
  expect(memoryOf(third)).not.toBe(memoryOf(first));
  mujoco.mj_step(first, again);
  expect(see(again).time).toBe(0.002);
});
