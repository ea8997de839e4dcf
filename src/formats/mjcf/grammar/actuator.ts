/** <actuator>: the general form and all shortcuts. */

import { Actuator } from '../../spec/elements/actuation.ts';
import {
  type Attribute,
  bool,
  defaultClass,
  type ElementGrammar,
  element,
  id,
  int,
  keyword,
  real,
  reals,
  ref,
  text,
} from '../grammar.ts';
import { BIAS, DYNAMICS, GAIN, INTERPOLATION, LIMITED } from '../keywords.ts';
import { config, pluginUse } from './extension.ts';

const own = { custom: true } as const;
const target = { custom: true, nodefault: true } as const;

const base: readonly Attribute[] = [
  id('name'),
  defaultClass(),
  int('group', 'group; groups can be disabled'),
  int('nsample', 'number of samples in the history buffer of the control'),
  keyword('interp', INTERPOLATION, 'interpolation between samples'),
  real('delay', 'delay of the control'),
  reals('ctrlrange', 2, 'range of the control'),
  reals('user', 'any', 'user-defined values', { field: 'userdata' }),
];
const ctrllimited = keyword('ctrllimited', LIMITED, 'whether ctrlrange applies');
const forcelimited = keyword('forcelimited', LIMITED, 'whether forcerange applies');
const actlimited = keyword('actlimited', LIMITED, 'whether actrange applies');
const forcerange = reals('forcerange', 2, 'range of the force');
const actrange = reals('actrange', 2, 'range of the activation');
const inheritrange = real('inheritrange', 'sets the range from that of the target, scaled by this factor', own);
const dynamics: readonly Attribute[] = [
  reals('lengthrange', 2, 'range of the length', { nodefault: true }),
  reals('gear', [1, 6], 'scale of length and force'),
  reals('damping', [1, 3], 'damping of the transmission, with polynomial coefficients'),
  real('armature', 'inertia of the transmission'),
  real('cranklength', 'length of the crank rod', own),
];
const joint = ref('joint', 'joint', 'target: a joint', target);
const jointinparent = ref('jointinparent', 'joint', 'target: a joint, in the frame of the parent', target);
const tendon = ref('tendon', 'tendon', 'target: a tendon', target);
const slidersite = ref('slidersite', 'site', 'site of the slider', target);
const cranksite = ref('cranksite', 'site', 'target: site of the crank', target);
const site = ref('site', 'site', 'target: a site', target);
const refsite = ref('refsite', 'site', 'reference site of the target', target);
const body = ref('body', 'body', 'target: contacts of a body', target);
const transmission: readonly Attribute[] = [joint, jointinparent, tendon, slidersite, cranksite, site, refsite];
const kp = real('kp', 'position gain', own);
const kv = real('kv', 'velocity gain', own);
const dampratio = real('dampratio', 'damping ratio; replaces kv', own);
const velrange = reals('velrange', 2, 'range of the velocity setpoint');
const ffrange = reals('ffrange', 2, 'range of the feedforward');
const input = text('input', 'the inputs of the actuator', own);

function actuatorElement(
  tag: string,
  doc: string,
  attributes: () => (Attribute | readonly Attribute[])[],
): ElementGrammar {
  return element(tag, doc, () => [...base, ...attributes().flat()], { defaults: () => new Actuator() });
}

const limits = [ctrllimited, forcelimited, forcerange];

export const actuators: readonly ElementGrammar[] = [
  actuatorElement('general', 'A general actuator.', () => [
    [ctrllimited, forcelimited, actlimited, forcerange, actrange],
    dynamics,
    transmission,
    body,
    int('actdim', 'number of activations; -1: determined by dyntype'),
    input,
    velrange,
    ffrange,
    keyword('dyntype', DYNAMICS, 'kind of activation dynamics'),
    keyword('gaintype', GAIN, 'kind of gain'),
    keyword('biastype', BIAS, 'kind of bias'),
    reals('dynprm', [1, 10], 'parameters of the dynamics'),
    reals('gainprm', [1, 10], 'parameters of the gain'),
    reals('biasprm', [1, 10], 'parameters of the bias'),
    bool('actearly', 'compute the force from the next activation'),
  ]),
  actuatorElement('motor', 'An actuator whose force is the control.', () => [limits, dynamics, transmission]),
  actuatorElement('position', 'Position servo.', () => [
    limits,
    inheritrange,
    dynamics,
    transmission,
    [kp, kv, dampratio],
    real('timeconst', 'time constant of a filter; 0: none', own),
  ]),
  actuatorElement('velocity', 'Velocity servo.', () => [limits, dynamics, transmission, kv]),
  actuatorElement('intvelocity', 'Position servo on the integral of the control.', () => [
    limits,
    [actlimited, actrange, inheritrange],
    dynamics,
    transmission,
    [kp, kv, dampratio],
  ]),
  actuatorElement('orientation', 'Servo for an orientation.', () => [
    [forcelimited, forcerange, joint, site, refsite],
    [kp, kv, dampratio, input],
  ]),
  actuatorElement('pid', 'Servo with integral term.', () => [
    limits,
    reals('posrange', 2, 'range of the position setpoint', own),
    [velrange, ffrange, inheritrange],
    dynamics,
    transmission,
    [kp, kv, dampratio],
    real('ki', 'integral gain', own),
    real('imax', 'bound of the integral', own),
    real('slewmax', 'maximum rate of change of the setpoint', own),
    input,
  ]),
  actuatorElement('damper', 'Damping controlled by the input.', () => [
    [forcelimited, forcerange],
    dynamics,
    transmission,
    kv,
  ]),
  actuatorElement('cylinder', 'Pneumatic or hydraulic cylinder.', () => [
    limits,
    dynamics,
    transmission,
    real('timeconst', 'time constant', own),
    real('area', 'area', own),
    real('diameter', 'diameter; replaces area', own),
    reals('bias', 3, 'bias parameters', own),
  ]),
  actuatorElement('muscle', 'Muscle.', () => [
    limits,
    dynamics,
    [joint, jointinparent, tendon, slidersite, cranksite],
    reals('timeconst', 2, 'time constants of activation and deactivation', own),
    real('tausmooth', 'width of the transition between them', { custom: true, nodefault: true }),
    reals('range', 2, 'operating range of lengths', own),
    real('force', 'peak force; negative: computed from scale', own),
    real('scale', 'scale of the peak force', own),
    real('lmin', 'minimum length', own),
    real('lmax', 'maximum length', own),
    real('vmax', 'maximum shortening velocity', own),
    real('fpmax', 'passive force at lmax', own),
    real('fvmax', 'active force at saturating lengthening velocity', own),
  ]),
  actuatorElement('adhesion', 'Adhesion at contacts.', () => [
    [forcelimited, forcerange, body],
    real('gain', 'gain', own),
  ]),
  actuatorElement('dcmotor', 'DC motor.', () => [
    ctrllimited,
    dynamics,
    transmission,
    reals('motorconst', [1, 2], 'torque and back-EMF constants', own),
    real('resistance', 'electrical resistance', own),
    reals('nominal', [1, 3], 'voltage, stall torque, no-load speed', own),
    reals('saturation', [1, 3], 'maximum torque, current and rate of current', own),
    reals('inductance', [1, 2], 'inductance, electrical time constant', own),
    reals('cogging', [1, 3], 'amplitude, periodicity, phase', own),
    reals('controller', [1, 6], 'kp, ki, kd, slew, integral bound, voltage bound', own),
    reals('thermal', [1, 6], 'resistance, capacitance, time constant, coefficient, reference, ambient', own),
    reals('lugre', [1, 5], 'stiffness, damping, Coulomb, static, Stribeck', own),
    input,
  ]),
];

const actuatorPlugin = element(
  'plugin',
  'An actuator computed by a plugin.',
  () => [
    ...base,
    ...pluginUse,
    ...[ctrllimited, forcelimited, actlimited, forcerange, actrange],
    ...dynamics,
    ...[joint, jointinparent, site, tendon, cranksite, slidersite],
    int('actdim', 'number of activations'),
    keyword('dyntype', DYNAMICS, 'kind of activation dynamics'),
    reals('dynprm', [1, 10], 'parameters of the dynamics'),
    bool('actearly', 'force from the next activation'),
  ],
  { children: [config], defaults: () => new Actuator() },
);

export const actuator = element('actuator', 'Actuators.', () => [], { children: [...actuators, actuatorPlugin] });
