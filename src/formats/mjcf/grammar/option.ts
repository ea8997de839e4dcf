/** Grammar of `<option>` and `<flag>`. */

import { OptionSettings } from '../../spec/elements/settings.ts';
import { element, int, ints, keyword, real, reals } from '../grammar.ts';
import { CONE, DISABLE_FLAGS, ENABLE, ENABLE_FLAGS, INTEGRATOR, JACOBIAN, SOLVER } from '../keywords.ts';

const FLAG_DOCS: Record<string, string> = {
  constraint: 'all constraints',
  equality: 'equality constraints',
  frictionloss: 'friction loss of joints and tendons',
  limit: 'limits of joints and tendons',
  contact: 'collisions and contact constraints',
  spring: 'springs of joints and tendons',
  damper: 'dampers of joints and tendons',
  gravity: 'gravity',
  clampctrl: 'controls are clamped to their range',
  warmstart: 'the solver starts from the last solution',
  filterparent: 'no contact between a body and its parent',
  actuation: 'actuators',
  refsafe: 'time constants of constraints are at least two timesteps',
  sensor: 'sensors',
  midphase: 'bounding volume trees in collision detection',
  eulerdamp: 'Euler integrates joint damping implicitly',
  autoreset: 'reset invalid states',
  nativeccd: 'native convex collision detection',
  island: 'solve constraints per island',
  multiccd: 'several contacts per pair of convex meshes',
  override: 'contact parameters come from o_margin, o_solref, ...',
  energy: 'energies are computed',
  fwdinv: 'forward and inverse dynamics are compared',
  invdiscrete: 'inverse dynamics in discrete time',
  sleep: 'trees at rest fall asleep',
  diagexact: 'use the exact diagonal of the constraint inertia',
};

const flag = element('flag', 'Parts of the physics that can be disabled or enabled.', () => [
  ...[...DISABLE_FLAGS.keys(), ...ENABLE_FLAGS.keys()].map((name) =>
    keyword(name, ENABLE, FLAG_DOCS[name] ?? name, { custom: true }),
  ),
  keyword('passive', ENABLE, 'springs and dampers together', { custom: true, deprecated: 'spring and damper' }),
]);

export const option = element(
  'option',
  'Options of the simulation.',
  () => [
    real('timestep', 'seconds per step'),
    real('impratio', 'ratio of frictional to normal impedance'),
    real('tolerance', 'the solver stops below this relative improvement'),
    real('ls_tolerance', 'tolerance of the line search'),
    real('noslip_tolerance', 'tolerance of the noslip solver'),
    real('ccd_tolerance', 'tolerance of convex collision detection'),
    real('sleep_tolerance', 'velocity below which a tree may fall asleep'),
    reals('gravity', 3, 'gravitational acceleration'),
    reals('wind', 3, 'velocity of the medium'),
    reals('magnetic', 3, 'magnetic flux, for magnetometers'),
    real('density', 'density of the medium; 0: no drag'),
    real('viscosity', 'viscosity of the medium'),
    real('o_margin', 'margin of all contacts with flag override'),
    reals('o_solref', [1, 2], 'solref of all contacts with flag override'),
    reals('o_solimp', [1, 5], 'solimp of all contacts with flag override'),
    reals('o_friction', [1, 5], 'friction of all contacts with flag override'),
    keyword('integrator', INTEGRATOR, 'integrator; implicitspringdamper is not in MuJoCo'),
    keyword('cone', CONE, 'shape of friction cones'),
    keyword('jacobian', JACOBIAN, 'storage of the constraint Jacobian'),
    keyword('solver', SOLVER, 'constraint solver'),
    int('iterations', 'maximum number of solver iterations'),
    int('ls_iterations', 'maximum number of line-search iterations'),
    int('noslip_iterations', 'iterations of the noslip solver'),
    int('ccd_iterations', 'maximum number of iterations of convex collision detection'),
    int('sdf_iterations', 'iterations of signed-distance collisions'),
    int('sdf_initpoints', 'starting points of signed-distance collisions'),
    ints('actuatorgroupdisable', [1, 31], 'disabled actuator groups (0 to 30)', { custom: true }),
  ],
  { single: [flag], defaults: () => new OptionSettings() },
);
