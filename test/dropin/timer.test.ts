// needs: the compiled engine
/** `MjData.timer` counts the runs of each part of the pipeline as the official package does. */
import { expect, test } from 'vitest';
import load from '../../src/mujoco.ts';
import { mujoco } from '../support/oracle/oracle.ts';
import { makeWorld } from './probes/index.ts';
import { type FunctionTable, probeModel, type World } from './probes/world.ts';

const ours = (await load({ engine: 'js' })) as unknown as World['mj'];
const ball = (option: string) => `<mujoco>${option}<worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .05"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const flag = (text: string) => ball(`<option><flag ${text}/></option>`);
const models = {
  'a bit of everything': probeModel,
  'no bodies': '<mujoco/>',
  'one body, no contacts': '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  RK4: ball('<option integrator="RK4"/>'),
  implicit: ball('<option integrator="implicit"/>'),
  'constraints disabled': flag('constraint="disable"'),
  'contacts disabled': flag('contact="disable"'),
  'actuation disabled': flag('actuation="disable"'),
  'forward and inverse dynamics compared': flag('fwdinv="enable"'),
  sleep: flag('sleep="enable"'),
};

const functions = `step step1 step2 forward inverse collision fwdPosition fwdVelocity fwdActuation fwdAcceleration fwdConstraint
  fwdKinematics Euler kinematics comPos makeM factorM transmission makeConstraint projectConstraint referenceConstraint invPosition
  invVelocity invConstraint compareFwdInv checkPos checkAcc passive rnePostConstraint sensorPos island setConst resetData`;
const calls: [string, unknown[]][] = [
  ...functions.split(/\s+/).map((name): [string, unknown[]] => [`mj_${name}`, []]),
  ['mj_RungeKutta', [4]],
  ...[0, 1, 2, 3].map((stage): [string, unknown[]] => ['mj_forwardSkip', [stage, 0]]),
  ...[0, 1, 2].map((stage): [string, unknown[]] => ['mj_inverseSkip', [stage, 0]]),
];

/** Counts of a new data after `mj_forward` and a call. */
function countsAfter(mj: World['mj'], m: World['m'], name: string, args: unknown[]): number[] {
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  (mj as unknown as FunctionTable)[name](m, d, ...args);
  const { timer } = d;
  const numbers = Array.from({ length: timer.size() }, (_, i) => timer.get(i)!.number);
  d.delete();
  return numbers;
}

test.each(Object.entries(models))('%s: every function counts what the official package counts', (_, xml) => {
  const [mine, their] = [ours, mujoco].map((mj) => mj.MjModel.from_xml_string(xml));
  for (const [name, args] of calls) {
    const expected = countsAfter(mujoco, their, name, args);
    expect(countsAfter(ours, mine, name, args), `${name}(${args})`).toEqual(expected);
  }
  their.delete();
});

test('counts add up, are copied with the data, and durations are zero', () => {
  const [mine, their] = [makeWorld(ours), makeWorld(mujoco)].map(({ mj, m, d }) => {
    for (let k = 0; k < 3; k++) mj.mj_step(m, d);
    const copy = new mj.MjData(m, d);
    return [d, copy].map(({ timer }) => [timer.get(0)?.number, timer.get(1)?.number, timer.get(0)?.duration]);
  });
  expect(mine).toEqual(their);
  expect(mine[0]).toEqual([3, 4, 0]);
});
