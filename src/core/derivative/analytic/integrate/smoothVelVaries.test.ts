// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../../../load/load.ts';
import { Data } from '../../../model/data.ts';
import { validateTransition } from '../../validate.ts';
import { smoothVelVaries } from './smoothVelVaries.ts';

await prepare();

const arm = (joint: string, more = '', option = '') => `<mujoco><option integrator="implicitfast" ${option}/>
  <worldbody><site name="w" pos="-.2 .1 .3"/><body><joint name="j" axis="0 1 0" ${joint}/><geom type="capsule" size=".05" fromto="0 0 0 .4 .1 0"/>
  <site name="s" pos=".3 .1 0"/></body></worldbody>${more}</mujoco>`;
const actuator = (text: string) => arm('', `<actuator>${text}</actuator>`);
const spatial = '<site site="w"/><site site="s"/>';

test.each([
  ['the bias of an isolated free body', arm('').replace(/<joint[^>]*>/, '<freejoint/>')],
  ['a fluid', arm('', '', 'density="50" viscosity="2"')],
  ['a nonlinear damper', arm('damping=".1 .4"')],
  [
    'a nonlinear damper of a tendon',
    arm('', '<tendon><fixed damping=".1 .4"><joint joint="j" coef="2"/></fixed></tendon>'),
  ],
  ['a damper of a tendon between sites', arm('', `<tendon><spatial damping="2">${spatial}</spatial></tendon>`)],
  ['a gain by velocity', actuator('<general joint="j" gaintype="affine" gainprm="1 0 .5"/>')],
  ['a muscle', actuator('<muscle joint="j" range=".7 1" force="20" lengthrange="-2 2"/>')],
  ['a servo with a damper at a site', actuator('<position site="s" refsite="w" gear="0 0 1 0 0 0" kp="5" kv="2"/>')],
])('velocity derivatives change with %s, and the derivatives of a step account for it', (_, xml) => {
  const m = modelFromXml(xml);
  const d = new Data(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 2 + 0.5 * i;
  d.ctrl.fill(0.4);
  d.act.fill(0.3);
  expect(smoothVelVaries(m)).toBe(true);
  const { A, B, columns } = validateTransition(m, d);
  expect(columns).toBeGreaterThan(1);
  expect(Math.max(A, B)).toBeLessThan(1e-7);
});

test('velocity derivatives are constant for linear dampers and servos of hinges', () => {
  const tendon = '<tendon><fixed name="t" damping="1"><joint joint="j" coef="2"/></fixed></tendon>';
  const servos =
    '<actuator><position joint="j" kp="5" kv="2"/><position tendon="t" kp="5" kv="2"/><motor joint="j"/></actuator>';
  const m = modelFromXml(arm('damping="1"', tendon + servos));
  const d = new Data(m);
  d.qvel[0] = 2;
  expect(smoothVelVaries(m)).toBe(false);
  expect(validateTransition(m, d).A).toBeLessThan(1e-7);
});
