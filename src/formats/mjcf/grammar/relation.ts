/** Grammar of `<contact>`, `<tendon>` and `<equality>`. */

import { Equality, Exclude, Pair, Tendon } from '../../spec/elements/relation.ts';
import {
  type Attribute,
  bool,
  defaultClass,
  element,
  exclusive,
  floats,
  id,
  int,
  keyword,
  oneof,
  real,
  reals,
  ref,
  together,
} from '../grammar.ts';
import { LIMITED } from '../keywords.ts';

export const pair = element(
  'pair',
  'A contact pair with its own parameters.',
  () => [
    id('name'),
    defaultClass(),
    ref('geom1', 'geom', 'first geom', { field: 'geomname1', nodefault: true }),
    ref('geom2', 'geom', 'second geom', { field: 'geomname2', nodefault: true }),
    int('condim', 'contact dimensions'),
    reals('friction', [1, 5], 'friction: two sliding, torsional, two rolling'),
    reals('solref', [1, 2], 'reference'),
    reals('solreffriction', [1, 2], 'solver reference of friction'),
    reals('solimp', [1, 5], 'impedance'),
    real('gap', 'additional distance in which contacts exert no force'),
    real('margin', 'distance below which contacts are detected'),
    real('adhesion', 'adhesion force of contacts'),
  ],
  { defaults: () => new Pair() },
);

const exclude = element(
  'exclude',
  'Two bodies that never collide.',
  () => [
    id('name'),
    ref('body1', 'body', 'first body', { field: 'bodyname1', required: true }),
    ref('body2', 'body', 'second body', { field: 'bodyname2', required: true }),
  ],
  { defaults: () => new Exclude() },
);

export const contact = element('contact', 'Explicit contact pairs and exclusions.', () => [], {
  children: [pair, exclude],
});

const user = reals('user', 'any', 'user-defined values', { field: 'userdata' });
const springlength = reals('springlength', [1, 2], 'length, or range of lengths, without spring force', {
  custom: true,
});
const tendonAttributes: readonly Attribute[] = [
  int('group', 'group'),
  keyword('limited', LIMITED, 'whether range applies'),
  reals('range', 2, 'limits of the length'),
  reals('solreflimit', [1, 2], 'solver reference of limits', { field: 'solref_limit' }),
  reals('solimplimit', [1, 5], 'solver impedance of limits', { field: 'solimp_limit' }),
  reals('solreffriction', [1, 2], 'solver reference of friction loss', { field: 'solref_friction' }),
  reals('solimpfriction', [1, 5], 'solver impedance of friction loss', { field: 'solimp_friction' }),
  real('frictionloss', 'dry friction'),
  springlength,
  real('margin', 'distance at which a limit becomes active'),
  reals('stiffness', [1, 3], 'spring stiffness, with polynomial coefficients'),
  reals('damping', [1, 3], 'damping, with polynomial coefficients'),
  user,
];
const actuatorForce: readonly Attribute[] = [
  keyword('actuatorfrclimited', LIMITED, 'whether actuatorfrcrange applies', { field: 'actfrclimited' }),
  reals('actuatorfrcrange', 2, 'bounds of the total actuator force', { field: 'actfrcrange' }),
  real('armature', 'inertia of the tendon length'),
];
const appearance: readonly Attribute[] = [
  real('width', 'width'),
  ref('material', 'material', 'material'),
  floats('rgba', 4, 'color'),
];

const spatialSite = element('site', 'A point on the path.', () => [
  ref('site', 'site', 'the site', { custom: true, required: true }),
]);
const spatialGeom = element('geom', 'A sphere or cylinder the path wraps around.', () => [
  ref('geom', 'geom', 'the geom', { custom: true, required: true }),
  ref('sidesite', 'site', 'side on which the path passes', { custom: true }),
]);
const pulley = element('pulley', 'Starts a branch with divided length.', () => [
  real('divisor', 'the divisor', { custom: true, required: true }),
]);
const spatial = element(
  'spatial',
  'A tendon through sites and around geoms.',
  () => [id('name'), defaultClass(), ...tendonAttributes, ...actuatorForce, ...appearance],
  { children: [spatialSite, spatialGeom, pulley], defaults: () => new Tendon() },
);

const fixedJoint = element('joint', 'A joint of a fixed tendon.', () => [
  ref('joint', 'joint', 'the joint', { custom: true, required: true }),
  real('coef', 'coefficient of the joint', { custom: true, required: true }),
]);
const fixed = element(
  'fixed',
  'A tendon whose length is a linear combination of joint positions.',
  () => [id('name'), defaultClass(), ...tendonAttributes, ...actuatorForce],
  { children: [fixedJoint], defaults: () => new Tendon() },
);

export const tendon = element('tendon', 'Tendons.', () => [], { children: [spatial, fixed] });
export const defaultTendon = element('tendon', 'Defaults of tendons.', () => [...tendonAttributes, ...appearance], {
  defaults: () => new Tendon(),
});

const constraintAttributes: readonly Attribute[] = [
  bool('active', 'whether it is initially active'),
  reals('solref', [1, 2], 'reference'),
  reals('solimp', [1, 5], 'impedance'),
];
const equalityBase: readonly Attribute[] = [id('name'), defaultClass(), ...constraintAttributes];
const own = { custom: true } as const;
const equalityOptions = { defaults: () => new Equality() };
const sites = [ref('site1', 'site', 'first site', own), ref('site2', 'site', 'second site', own)];
const bodies = [ref('body1', 'body', 'first body', own), ref('body2', 'body', 'second body (default: the world)', own)];

const connect = element(
  'connect',
  'Keeps a point of two bodies together.',
  () => [...equalityBase, ...bodies, reals('anchor', 3, 'the point, in the frame of body1', own), ...sites],
  {
    rules: () => [
      exclusive('site1+site2', 'body1+body2+anchor'),
      oneof('site1+site2', 'body1+anchor'),
      together('site1', 'site2'),
    ],
    ...equalityOptions,
  },
);

const weld = element(
  'weld',
  'Keeps the relative pose of two bodies.',
  () => [
    ...equalityBase,
    ...bodies,
    reals('relpose', 7, 'pose of body2 in body1; zero quaternion: the initial pose', own),
    reals('anchor', 3, 'point at which torques are taken, in the frame of body2', own),
    ...sites,
    real('torquescale', 'weight of rotation', own),
  ],
  {
    rules: () => [
      exclusive('site1+site2', 'body1+body2+anchor+relpose'),
      oneof('site1+site2', 'body1'),
      together('site1', 'site2'),
    ],
    ...equalityOptions,
  },
);

const polycoef = reals('polycoef', [1, 5], 'coefficients of the coupling polynomial', own);
const equalityJoint = element(
  'joint',
  'Couples two joints, or fixes one.',
  () => [
    ...equalityBase,
    ref('joint1', 'joint', 'first joint', { custom: true, required: true }),
    ref('joint2', 'joint', 'second joint', own),
    polycoef,
  ],
  equalityOptions,
);
const equalityTendon = element(
  'tendon',
  'Couples two tendons, or fixes one.',
  () => [
    ...equalityBase,
    ref('tendon1', 'tendon', 'first tendon', { custom: true, required: true }),
    ref('tendon2', 'tendon', 'second tendon', own),
    polycoef,
  ],
  equalityOptions,
);
const distance = element(
  'distance',
  'Keeps the distance of two geoms; not in MuJoCo.',
  () => [
    ...equalityBase,
    ref('geom1', 'geom', 'first geom', { custom: true, required: true }),
    ref('geom2', 'geom', 'second geom', { custom: true, required: true }),
    real('distance', 'the distance (default: the initial distance)', own),
  ],
  equalityOptions,
);
const flexRef = ref('flex', 'flex', 'the flex', { custom: true, required: true });
const equalityFlex = element(
  'flex',
  'Keeps the lengths of all edges.',
  () => [...equalityBase, flexRef],
  equalityOptions,
);
const flexvert = element(
  'flexvert',
  'Keeps the distances of vertices.',
  () => [...equalityBase, flexRef],
  equalityOptions,
);
const flexstrain = element(
  'flexstrain',
  'Keeps the strain of cells.',
  () => [...equalityBase, flexRef, reals('cell', 3, 'the cell', own)],
  equalityOptions,
);

export const equality = element('equality', 'Equality constraints.', () => [], {
  children: [connect, weld, equalityJoint, equalityTendon, distance, equalityFlex, flexvert, flexstrain],
});
export const defaultEquality = element(
  'equality',
  'Defaults of equalities.',
  () => constraintAttributes,
  equalityOptions,
);
