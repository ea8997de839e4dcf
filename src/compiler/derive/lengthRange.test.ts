import { expect, test } from 'vitest';
import { loadModelFromXml } from '../../../test/support/compileMjcf.ts';

const model = (
  lengthrange: string,
  tendon = '',
) => `<mujoco><compiler><lengthrange ${lengthrange}/></compiler><worldbody>
  <site name="a" pos="0 0 1"/><body><joint name="j" type="slide" axis="0 0 1" range="-.5 .5"/><geom size=".1"/><site name="b"/></body></worldbody>
  <tendon><spatial name="t" ${tendon}><site site="a"/><site site="b"/></spatial></tendon><actuator><motor tendon="t"/></actuator></mujoco>`;

test('pulled both ways, a slide with limits reaches its whole range', () => {
  const m = loadModelFromXml(model('mode="all" inttotal="4"'));
  expect(m.actuator_lengthrange[0]).toBeCloseTo(0.5, 2);
  expect(m.actuator_lengthrange[1]).toBeCloseTo(1.5, 2);
});

test('limits of the tendon are used on request', () => {
  const m = loadModelFromXml(model('mode="all" uselimit="true"', 'range=".6 1.2"'));
  expect(Array.from(m.actuator_lengthrange)).toEqual([0.6, 1.2]);
});

test('motors have no range unless requested for all actuators', () => {
  expect(Array.from(loadModelFromXml(model('mode="muscle"')).actuator_lengthrange)).toEqual([0, 0]);
});

test('a simulation that does not settle is an error of the actuator', () => {
  const free = model('mode="all"').replace('range="-.5 .5"', '');
  expect(() => loadModelFromXml(free, { file: 'm.xml' })).toThrow(/m\.xml:\d+:\d+ <motor> /);
});

test('the simulation leaves options unchanged', () => {
  const m = loadModelFromXml(
    model('mode="all" inttotal="3"').replace('<compiler>', '<option timestep=".005"/><compiler>'),
  );
  expect(m.opt.timestep).toBe(0.005);
  expect(m.opt.disableflags).toBe(0);
});
