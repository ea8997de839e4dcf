import { test } from 'vitest';
import { ball, chain, expectDerivatives, free, hinge, slide } from '../../../../../test/support/residual.ts';

const named = hinge.replace('<joint', '<joint name="h"');
const namedBall = ball.replace('<joint', '<joint name="b"');
const tendons = `<tendon>
  <spatial name="t0" stiffness="20" damping="2"><site site="s0"/><site site="s2"/><site site="s1"/></spatial>
  <fixed name="t2" stiffness="3"><joint joint="h" coef=".5"/></fixed></tendon>`;

const actuators = `<actuator>
  <motor joint="h" gear="2"/><position joint="h" kp="10" kv="2"/>
  <general joint="h" gaintype="affine" gainprm="2 .5 .3" biastype="affine" biasprm=".1 .2 .4" dyntype="filter" dynprm=".2"/>
  <general tendon="t0" gaintype="affine" gainprm="2 .5 .3" dyntype="filterexact" dynprm=".2" actearly="true"/>
  <general tendon="t2" dyntype="integrator" gainprm="3" actlimited="true" actrange="-3 3"/>
  <general site="s2" gear="1 2 3 .3 .2 .1" gainprm="2" biastype="affine" biasprm=".1 0 -.7"/>
  <muscle tendon="t0" lengthrange=".1 1.5"/></actuator>`;

test('actuators on joints, tendons and sites, and muscles', () => {
  expectDerivatives(chain([named, hinge, slide, hinge], tendons + actuators));
  expectDerivatives(chain([named, ball, slide, ball], tendons + actuators));
  const onBall = '<actuator><position joint="b" kp="5" kv="1" gear=".3 .4 .5"/></actuator>';
  expectDerivatives(chain([hinge, ball.replace('<joint', '<joint name="b"'), hinge], onBall));
});

test('transmissions: slider-crank, reference sites, axes in the parent', () => {
  const servo = 'gainprm="2" biastype="affine" biasprm=".1 -3 -.7"';
  const all = `<actuator>
  <general cranksite="s2" slidersite="s0" cranklength="1.5" gear="2" ${servo}/>
  <general cranksite="s2" slidersite="s0" cranklength=".01" ${servo}/>
  <general site="s2" refsite="s0" gear="1 2 3 0 0 0" ${servo}/>
  <general site="s1" refsite="s2" gear="0 0 0 .3 .2 .1" ${servo}/>
  <general site="s2" refsite="other" gear="1 2 3 .3 .2 .1" ${servo}/>
  <general jointinparent="b" gear=".3 .4 .5" ${servo}/></actuator>`;
  const other =
    '<body pos="1 0 0"><joint axis="1 .3 .2"/><geom size=".1" pos=".1 0 0"/><site name="other" euler="30 20 10"/></body>';
  expectDerivatives(chain([named, namedBall, slide], all).replace('</worldbody>', `${other}</worldbody>`));
  const thrown =
    '<actuator><general jointinparent="f" gear="1 2 3 .3 .2 .1" gainprm="2" biastype="affine" biasprm="0 0 -.5"/></actuator>';
  expectDerivatives(chain(['<freejoint name="f"/>', hinge], thrown));
});

test('servos: PID with its integral and slew limit, orientations', () => {
  expectDerivatives(
    chain(
      [named, hinge, namedBall],
      `${tendons}<actuator><pid joint="h" kp="5" kv="1" ki="2" imax=".05"/><pid joint="h" kp="3" kv="1" slewmax=".5" input="pos vel ff"/>
    <pid tendon="t0" kp="3" kv="1" ki="2"/><orientation joint="b" kp="2" kv=".3"/>
    <orientation joint="b" kp="2" kv=".4" input="quat" forcerange="0 .3"/>
    <orientation site="s1" refsite="s2" kp="1" kv=".2"/></actuator>`,
    ),
  );
});

test('DC motors: controller, current, temperature, bristles and cogging', () => {
  expectDerivatives(
    chain(
      [named, hinge, slide],
      `<actuator><dcmotor joint="h" motorconst=".05" resistance="2"/>
    <dcmotor joint="h" motorconst=".5" resistance="2" inductance="0 .01" cogging=".1 6 .3" saturation=".2 0 20"/>
    <dcmotor joint="h" motorconst=".5" resistance="2" controller="3 1 .2 5 .1 10" input="pos vel ff voltage"
      thermal="2 3 0 .004 25 20" lugre="10 .1 .2 .3 .1" inductance="0 .02"/>
    <dcmotor joint="h" motorconst=".5" resistance="2" thermal="2 3 0 .004 25 20"/>
    <dcmotor joint="h" motorconst=".5" resistance="2" lugre="10 .1 .2 .3 .1" controller="2 0 .1" input="pos vel"/></actuator>`,
    ),
  );
});

test('limits of the forces of actuators at joints and tendons', () => {
  const weak = named.replace('<joint', '<joint actuatorfrcrange="-.2 .1"');
  const strings = tendons.replace(
    '<spatial name="t0"',
    '<spatial name="t0" actuatorfrclimited="true" actuatorfrcrange="-.3 .2"',
  );
  const some = `<actuator><motor joint="h"/><position joint="h" kp="20" kv="2"/>
    <position tendon="t0" kp="10" kv="1"/><position tendon="t0" kp="30" gear="2"/></actuator>`;
  expectDerivatives(chain([weak, hinge, slide, hinge], strings + some));
});

test('a muscle and a motor on a free body', () => {
  expectDerivatives(
    chain([free, named], '<actuator><motor joint="h"/><muscle joint="h" lengthrange="-1 1"/></actuator>'),
  );
});
