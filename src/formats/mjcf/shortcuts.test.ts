import { expect, test } from 'vitest';
import { mujoco } from '../../../test/support/oracle/oracle.ts';
import { readMjcf } from './readMjcf.ts';

const WORLD = `<worldbody><body name="b"><joint name="j" range="-10 20" limited="true"/><geom size=".1"/><site name="s"/></body>
  <body pos="1 0 0"><joint name="q" type="ball"/><geom size=".1"/></body></worldbody>`;

/** Actuators with the defaults of their class. */
const actuators: [string, string][] = [
  [
    '',
    '<general joint="j" gainprm="3" biastype="affine" biasprm="1 2 3" dyntype="filter" dynprm=".3" actearly="true"/>',
  ],
  ['', '<motor joint="j" gear="2 3"/>'],
  ['', '<position joint="j" kp="4" kv=".5" timeconst=".1"/>'],
  ['', '<position joint="j" kp="4"/>'],
  ['<position kp="7" kv="2"/>', '<position joint="j"/>'],
  ['<position kp="7" kv="2"/>', '<motor joint="j"/>'],
  ['', '<velocity joint="j" kv="3"/>'],
  ['<velocity kv="3"/>', '<velocity joint="j"/>'],
  ['', '<intvelocity joint="j" kp="3" kv="1" actrange="-1 1"/>'],
  ['', '<damper joint="j" kv="3" ctrlrange="0 2"/>'],
  ['<damper kv="3"/>', '<damper joint="j" ctrlrange="0 2"/>'],
  ['', '<cylinder joint="j" timeconst="2" area="3" bias="1 2 3"/>'],
  ['', '<cylinder joint="j" diameter="2"/>'],
  ['', '<muscle joint="j" lengthrange="0 1" timeconst=".02 .03" range=".6 .9" force="100" lmax="2"/>'],
  ['<muscle scale="50" vmax="2"/>', '<muscle joint="j" lengthrange="0 1" tausmooth=".1"/>'],
  ['', '<adhesion body="b" gain="3" ctrlrange="0 1"/>'],
  ['', '<pid joint="j" kp="3" kv="1" ki="2" imax="5" posrange="-1 1" velrange="-2 2"/>'],
  ['', '<pid joint="j" kp="3" slewmax="1"/>'],
  ['<pid kp="3" ki="2" imax="4"/>', '<pid joint="j"/>'],
  ['', '<pid joint="j" kp="3" input="pos vel"/>'],
  ['', '<orientation joint="q" kp="3" kv=".2"/>'],
  ['', '<orientation joint="q" kp="3" input="quat"/>'],
  ['', '<dcmotor joint="j" motorconst=".05" resistance="2"/>'],
  ['', '<dcmotor joint="j" motorconst=".05 .06" resistance="2" inductance=".1" lugre="1 2 3 4 5" cogging="1 2 3"/>'],
  ['', '<dcmotor joint="j" nominal="12 3 40" damping=".01" saturation="1 0 3" controller="1 2 3 0 5 6" input="pos"/>'],
  ['', '<dcmotor joint="j" motorconst=".05" resistance="2" thermal="3 0 6 .004 25 20" saturation="0 4"/>'],
  ['<dcmotor motorconst=".05" resistance="2" cogging="1 2 3"/>', '<dcmotor joint="j" controller="3" input="pos"/>'],
];

test.each(actuators)('default %s, then %s: gain, bias and dynamics equal those of MuJoCo', (defaults, actuator) => {
  const text = `<mujoco><default>${defaults}</default>${WORLD}<actuator>${actuator}</actuator></mujoco>`;
  const [ours] = readMjcf(text).actuators;
  const model = mujoco.MjModel.from_xml_string(text);
  if (model === null || ours === undefined) throw new Error('no model');
  expect([ours.dyntype, ours.gaintype, ours.biastype]).toEqual([
    model.actuator_dyntype[0],
    model.actuator_gaintype[0],
    model.actuator_biastype[0],
  ]);
  const close = (a: readonly number[], b: ArrayLike<number>, name: string) => {
    for (let i = 0; i < a.length; i++) expect(a[i], `${name}[${i}]`).toBeCloseTo(b[i] ?? Number.NaN, 12);
  };
  close(ours.gainprm, model.actuator_gainprm, 'gainprm');
  close(ours.biasprm, model.actuator_biasprm, 'biasprm');
  close(ours.dynprm, model.actuator_dynprm, 'dynprm');
  close(ours.gear, model.actuator_gear, 'gear');
  close(ours.forcerange, model.actuator_forcerange, 'forcerange');
  model.delete();
});
