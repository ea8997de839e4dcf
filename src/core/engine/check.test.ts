import { expect, test } from 'vitest';
import { pairFromXml } from '../../../test/support/oracle/oracle.ts';
import { Disable, Warning } from '../model/enums.ts';
import { step } from './step.ts';

const xml = `<mujoco><worldbody><body name="upper"><joint name="shoulder" type="ball"/><geom size=".1" contype="0"/>
    <body name="lower" pos="1 0 0"><joint name="elbow" axis="0 1 0"/><geom size=".1" contype="0"/></body></body>
  </worldbody></mujoco>`;

function watched() {
  const pair = pairFromXml(xml);
  const texts: string[] = [];
  pair.m.callbacks = { warning: (text) => texts.push(text) };
  return { ...pair, texts };
}

test('a bad position resets the simulation, and the warning names joint and body', () => {
  const { m, d, texts } = watched();
  d.qpos[4] = Number.POSITIVE_INFINITY;
  d.time = 2;
  step(m, d);
  expect(d.time).toBeCloseTo(m.opt.timestep);
  expect(d.qpos[4]).toBeCloseTo(0, 3);
  expect(texts[0]).toContain("qpos[4], joint 'elbow' of body 'lower'");
  expect(d.warning_number[Warning.BADQPOS]).toBe(1);
  expect(d.warning_lastinfo[Warning.BADQPOS]).toBe(4);
});

test('bad and huge velocities are treated alike', () => {
  for (const value of [Number.NaN, -2e10]) {
    const { m, d, texts } = watched();
    d.qvel[1] = value;
    step(m, d);
    expect(Math.abs(d.qvel[1])).toBeLessThan(1);
    expect(texts[0]).toContain("qvel[1], joint 'shoulder' of body 'upper'");
  }
});

test('a bad acceleration resets the state, and the step continues from there', () => {
  const { m, d, texts } = watched();
  d.qfrc_applied[3] = 1e12;
  step(m, d);
  expect(texts[0]).toContain('qacc');
  expect(d.time).toBeCloseTo(m.opt.timestep);
  expect(d.qacc.every((x) => Math.abs(x) < 100)).toBe(true);
});

test('without autoreset nothing is reset', () => {
  const { m, d, texts } = watched();
  m.opt.disableflags |= Disable.AUTORESET;
  d.qvel[0] = 3e10;
  step(m, d);
  expect(d.qvel[0]).toBeGreaterThan(1e10);
  expect(texts).toHaveLength(1);
  expect(d.warning_number[Warning.BADQVEL]).toBe(2);
});
