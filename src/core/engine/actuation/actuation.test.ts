import { expect, test } from 'vitest';
import { expectSameForward, expectSameTrajectory } from '../../../../test/support/oracle/compare.ts';
import { pairFromXml } from '../../../../test/support/oracle/oracle.ts';
import { Warning } from '../../model/enums.ts';
import { forward } from '../forward.ts';

const arm = `<worldbody>
  <body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/><site name="s0"/>
    <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/><site name="s1" pos=".1 0 .1"/></body>
  </body>
  <body pos="0 1 0"><joint name="ball" type="ball"/><geom type="box" size=".1 .2 .3" pos=".2 0 0"/><site name="s2"/></body>
  <body pos="0 2 0"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".1"/><site name="s3"/></body>
</worldbody>
<tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="-1.5"/></fixed></tendon>`;

function model(actuators: string, option = ''): string {
  return `<mujoco><option ${option}><flag constraint="disable"/></option>${arm}
    <actuator>${actuators}</actuator></mujoco>`;
}

const kinds: Record<string, string> = {
  'motors, servos and dampers': `<motor joint="a" gear="2"/><position joint="b" kp="5" kv="1"/><velocity joint="b" kv="2"/>
    <damper joint="a" kv="3" ctrlrange="0 1"/><position joint="slide" kp="10" dampratio="1"/>`,
  'filters, integrators and their limits': `
    <general joint="a" dyntype="integrator" actlimited="true" actrange="-.2 .6"/>
    <general joint="a" dyntype="filter" dynprm=".1"/>
    <general joint="b" dyntype="filterexact" dynprm=".1" actearly="true" gaintype="affine" gainprm="1 2 .5"/>
    <general joint="b" dyntype="filter" dynprm=".02" actearly="true"/><intvelocity joint="b" kp="3" actrange="-.7 .3"/>
    <cylinder joint="slide" timeconst=".1" area=".2"/>`,
  'controls and forces in a range': `<motor joint="a" ctrlrange="-.1 .1"/><motor joint="b" gear="20" forcerange="-.3 .2"/>
    <motor tendon="t"/>`,
  muscles: `<muscle tendon="t" force="100" lengthrange=".2 1.5"/><muscle joint="b" lengthrange="-1 1" scale="50"/>
    <muscle joint="a" lengthrange="-.3 .4" tausmooth=".2" timeconst=".02 .05"/>`,
  'servos on rotations': `<position joint="ball" gear="1 .5 0" kp="3"/><intvelocity joint="ball" gear="0 1 0" kp="3" actrange="-9 9"/>
    <position site="s1" refsite="s2" gear="0 0 0 0 1 0" kp="4"/><position site="s1" refsite="s2" gear="1 0 0 0 0 0"/>`,
  'PID servos': `<pid joint="a" kp="5" kv="1" ki="2" imax=".05"/><pid joint="b" kp="5" dampratio="1" input="pos"/>
    <pid joint="b" kp="3" kv="1" slewmax=".5" input="pos vel ff"/><pid joint="ball" gear="0 1 0" kp="2" ki="3"/>
    <pid joint="slide" kv="3" input="vel"/>`,
  'orientation servos': `<orientation joint="ball" kp="2" kv=".3"/>
    <orientation joint="ball" kp="2" dampratio="1" input="quat" forcerange="0 .3"/>
    <orientation site="s1" refsite="s2" kp="1"/>
    <general joint="ball" dyntype="integrator" gaintype="so3" biastype="so3" gainprm="3" biasprm="0 -3 -.1" actearly="true"/>`,
  'DC motors': `<dcmotor joint="a" motorconst=".05" resistance="2"/>
    <dcmotor joint="a" motorconst=".5" resistance="2" inductance="0 .01" cogging=".1 6 .3" saturation=".2 0 20"/>
    <dcmotor joint="b" motorconst=".5" resistance="2" controller="3 1 .2 5 .1 10" input="pos vel ff voltage"
      thermal="2 3 0 .004 25 20" lugre="10 .1 .2 .3 .1" inductance="0 .02"/>
    <dcmotor joint="b" motorconst=".5" resistance="2" input="none" thermal="2 3 0 .004 25 20"/>
    <dcmotor joint="slide" motorconst=".5" resistance="2" lugre="10 .1 .2 .3 .1" controller="2 0 .1" input="pos vel"/>`,
  'actuators with delays': `<motor joint="a" delay=".012" nsample="4"/>
    <motor joint="b" delay=".013" nsample="4" interp="linear"/>
    <position joint="slide" delay=".017" nsample="6" interp="cubic" kp="3"/><motor joint="b" nsample="3"/>`,
};

for (const [name, actuators] of Object.entries(kinds)) {
  test(`${name} match MuJoCo in forces and over time`, () => {
    expectSameForward(model(actuators));
    expectSameTrajectory(model(actuators, 'timestep=".005"'), 200);
  });
}

test('actuator forces on a tendon are scaled into its range, those on a joint are clamped', () => {
  expectSameForward(
    `<mujoco><option><flag constraint="disable"/></option><worldbody>
    <body><joint name="a" axis="0 1 0" actuatorfrcrange="-.5 .2"/><geom size=".1" pos=".5 0 0"/>
      <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></body></worldbody>
    <tendon><fixed name="t" actuatorfrcrange="-.1 .3"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
    <actuator><motor tendon="t"/><motor tendon="t" gear="3"/><motor joint="a" gear="3"/></actuator>
    <sensor><tendonactuatorfrc tendon="t"/><jointactuatorfrc joint="a"/><actuatorfrc actuator="actuator0"/></sensor>
  </mujoco>`.replace('<motor tendon="t"/>', '<motor name="actuator0" tendon="t"/>'),
  );
});

test('actuators of disabled groups produce no force and keep their activation', () => {
  const pair = expectSameTrajectory(
    model(
      `<motor joint="a" group="1"/><general joint="b" group="2" dyntype="integrator"/><motor joint="b" group="3"/>`,
      'actuatorgroupdisable="1 2"',
    ),
    20,
  );
  expect(pair.d.act[0]).toBe(0);
  expect(pair.d.actuator_force[0]).toBe(0);
});

test('a bad control is reported once, and all controls are treated as zero', () => {
  const pair = pairFromXml(model('<motor name="left" joint="a"/><motor joint="b"/>'));
  const { m, d } = pair;
  const texts: string[] = [];
  m.callbacks = { warning: (text) => texts.push(text) };
  d.ctrl.set([1, Number.NaN]);
  forward(m, d);
  forward(m, d);
  expect([...d.actuator_force]).toEqual([0, 0]);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain('ctrl[1]');
  expect(d.warning_number[Warning.BADCTRL]).toBe(2);
});

test('user dynamics, gains and biases come from the callbacks', () => {
  const { m, d } = pairFromXml(
    model('<general joint="a" dyntype="user" actdim="1" gaintype="user" biastype="user"/><motor joint="b"/>'),
  );
  forward(m, d);
  expect(d.act_dot[0]).toBe(0);
  m.callbacks = {
    actDyn: (_m, data, i) => 3 + data.ctrl[i],
    actGain: () => 2,
    actBias: (_m, data) => data.qvel[0],
    control: (_m, data) => {
      data.ctrl[0] = 4;
    },
    passive: (_m, data) => {
      data.qfrc_passive[0] += 7;
    },
  };
  d.act[0] = 0.5;
  d.qvel[0] = 0.25;
  forward(m, d);
  expect(d.act_dot[0]).toBe(7);
  expect(d.actuator_force[0]).toBe(1.25);
  expect(d.qfrc_passive[0]).toBe(7);
});
