/** <worldbody>, <body>, <frame>, <replicate>, <attach> and what stands in them. */

import { Body, Camera, Frame, Geom, Joint, Light, Site } from '../../spec/elements/body.ts';
import {
  bool,
  defaultClass,
  type ElementGrammar,
  element,
  exclusive,
  flags,
  float,
  floats,
  id,
  int,
  ints,
  keyword,
  orientation,
  real,
  reals,
  ref,
  text,
} from '../grammar.ts';
import {
  ALIGN_FREE,
  CAMERA_OUTPUT,
  CAMLIGHT_MODE,
  FALSE_AUTO,
  FLUID_SHAPE,
  GEOM_INERTIA,
  GEOM_TYPE,
  JOINT_TYPE,
  LIGHT_TYPE,
  LIMITED,
  PROJECTION,
  SLEEP,
} from '../keywords.ts';
import { composite, flexcomp } from './deformable.ts';
import { plugin } from './extension.ts';

const childclass = ref('childclass', 'default', 'default class of what is inside', { custom: true });
const user = reals('user', 'any', 'numbers of your own', { field: 'userdata' });

const inertial = element(
  'inertial',
  'Mass and inertia of a body.',
  () => [
    reals('pos', 3, 'centre of mass', { field: 'ipos', required: true }),
    real('mass', 'mass', { required: true }),
    reals('diaginertia', 3, 'principal moments', { field: 'inertia' }),
    ...orientation,
    reals('fullinertia', 6, 'xx yy zz xy xz yz'),
  ],
  {
    rules: () => [exclusive('fullinertia', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler')],
    defaults: () => new Body(),
  },
);

export const joint = element(
  'joint',
  'Freedom between a body and its parent.',
  () => [
    id('name'),
    defaultClass(),
    keyword('type', JOINT_TYPE, 'kind of freedom'),
    int('group', 'group, for viewers'),
    reals('pos', 3, 'anchor in the body frame'),
    reals('axis', 3, 'axis of slide and hinge'),
    reals('springdamper', 2, 'time constant and damping ratio; replaces stiffness and damping'),
    keyword('limited', LIMITED, 'whether range counts'),
    keyword('actuatorfrclimited', LIMITED, 'whether actuatorfrcrange counts', { field: 'actfrclimited' }),
    reals('solreflimit', [1, 2], 'reference of limits', { field: 'solref_limit' }),
    reals('solimplimit', [1, 5], 'impedance of limits', { field: 'solimp_limit' }),
    reals('solreffriction', [1, 2], 'reference of friction loss', { field: 'solref_friction' }),
    reals('solimpfriction', [1, 5], 'impedance of friction loss', { field: 'solimp_friction' }),
    reals('stiffness', [1, 3], 'spring, with higher powers'),
    reals('range', 2, 'limits'),
    reals('actuatorfrcrange', 2, 'bounds of the total actuator force', { field: 'actfrcrange' }),
    bool('actuatorgravcomp', 'gravity compensation counts as actuator force', { field: 'actgravcomp' }),
    real('margin', 'distance at which a limit becomes active'),
    real('ref', 'value in the pose of the file'),
    real('springref', 'value at which the spring is relaxed'),
    real('armature', 'inertia added to the diagonal'),
    reals('damping', [1, 3], 'damping, with higher powers'),
    real('frictionloss', 'dry friction'),
    user,
  ],
  { defaults: () => new Joint() },
);

const freejoint = element(
  'freejoint',
  'A free joint that ignores defaults.',
  () => [
    id('name'),
    int('group', 'group, for viewers', { nonempty: true }),
    keyword('align', ALIGN_FREE, 'align the body with its inertial frame'),
  ],
  { defaults: () => new Joint() },
);

export const geom = element(
  'geom',
  'A shape, for collisions, for inertia and for the eye.',
  () => [
    id('name'),
    defaultClass(),
    keyword('type', GEOM_TYPE, 'shape'),
    int('contype', 'contact bits'),
    int('conaffinity', 'contact bits accepted'),
    int('condim', 'contact dimensions: 1, 3, 4 or 6'),
    int('group', 'group'),
    int('priority', 'the higher one decides contact parameters'),
    reals('size', [1, 3], 'size, as the shape needs it'),
    ref('material', 'material', 'material'),
    reals('friction', [1, 3], 'sliding, torsional and rolling friction'),
    real('mass', 'mass; replaces density'),
    real('density', 'density'),
    keyword('shellinertia', GEOM_INERTIA, 'mass sits on the surface', { field: 'typeinertia' }),
    real('solmix', 'weight when parameters are mixed'),
    reals('solref', [1, 2], 'reference of contacts'),
    reals('solimp', [1, 5], 'impedance of contacts'),
    real('margin', 'distance at which contacts begin'),
    real('gap', 'further distance in which contacts are found but exert no force'),
    reals('surfacevel', [1, 6], 'velocity of the surface, linear and angular'),
    real('adhesion', 'force that holds contacts together'),
    reals('fromto', 6, 'both ends; replaces position, orientation and length'),
    reals('pos', 3, 'position'),
    ...orientation,
    ref('hfield', 'hfield', 'height field', { field: 'hfieldname' }),
    ref('mesh', 'mesh', 'mesh, as shape or to be fitted by a primitive', { field: 'meshname' }),
    real('fitscale', 'scale of a fitted primitive'),
    floats('rgba', 4, 'colour'),
    keyword('fluidshape', FLUID_SHAPE, 'fluid model', { field: 'fluid_ellipsoid' }),
    reals('fluidcoef', [1, 5], 'coefficients of the fluid model', { field: 'fluid_coefs' }),
    user,
  ],
  { children: [plugin], defaults: () => new Geom() },
);

export const site = element(
  'site',
  'A point of interest with a shape.',
  () => [
    id('name'),
    defaultClass(),
    keyword('type', GEOM_TYPE, 'shape'),
    int('group', 'group'),
    reals('pos', 3, 'position'),
    ...orientation,
    ref('material', 'material', 'material'),
    reals('size', [1, 3], 'size, as the shape needs it'),
    reals('fromto', 6, 'both ends; replaces position, orientation and length'),
    floats('rgba', 4, 'colour'),
    user,
  ],
  { defaults: () => new Site() },
);

export const camera = element(
  'camera',
  'A camera.',
  () => [
    id('name'),
    defaultClass(),
    keyword('projection', PROJECTION, 'projection', { field: 'proj' }),
    real('fovy', 'vertical field of view'),
    real('ipd', 'distance between the eyes'),
    ints('resolution', 2, 'pixels, width and height'),
    flags('output', CAMERA_OUTPUT, 'kinds of pictures'),
    reals('pos', 3, 'position'),
    ...orientation,
    keyword('mode', CAMLIGHT_MODE, 'how it moves'),
    ref('target', 'body', 'body it looks at', { field: 'targetbody', nodefault: true }),
    floats('focal', 2, 'focal length', { field: 'focal_length' }),
    floats('focalpixel', 2, 'focal length in pixels', { field: 'focal_pixel' }),
    floats('principal', 2, 'principal point', { field: 'principal_length' }),
    floats('principalpixel', 2, 'principal point in pixels', { field: 'principal_pixel' }),
    floats('sensorsize', 2, 'size of the sensor; replaces fovy', { field: 'sensor_size' }),
    user,
  ],
  { rules: () => [exclusive('fovy', 'sensorsize')], defaults: () => new Camera() },
);

export const light = element(
  'light',
  'A light.',
  () => [
    id('name'),
    defaultClass(),
    bool('directional', 'older form of type', { custom: true }),
    keyword('type', LIGHT_TYPE, 'kind of light', { custom: true }),
    bool('castshadow', 'whether it casts shadows'),
    bool('active', 'whether it shines'),
    reals('pos', 3, 'position'),
    reals('dir', 3, 'direction'),
    float('bulbradius', 'radius, for soft shadows'),
    float('intensity', 'intensity'),
    float('range', 'reach'),
    floats('attenuation', 3, 'constant, linear and quadratic attenuation'),
    float('cutoff', 'angle of a spotlight, in degrees'),
    float('softness', 'softness of the edge'),
    float('exponent', 'focus of a spotlight'),
    floats('ambient', 3, 'ambient colour'),
    floats('diffuse', 3, 'diffuse colour'),
    floats('specular', 3, 'specular colour'),
    keyword('mode', CAMLIGHT_MODE, 'how it moves'),
    ref('target', 'body', 'body it follows', { field: 'targetbody', nodefault: true }),
    ref('texture', 'texture', 'texture of image lights', { nodefault: true }),
  ],
  { rules: () => [exclusive('directional', 'type')], defaults: () => new Light() },
);

const attach = element(
  'attach',
  'Puts a part of another model, or a copy of a part of this one, here.',
  () => [
    ref('model', 'model', 'model asset; this model when left out', { custom: true }),
    ref('body', 'body', 'body to attach', { custom: true }),
    ref('frame', 'frame', 'frame to attach', { custom: true }),
    text('prefix', 'put before all names', { custom: true, required: true }),
  ],
  { rules: () => [exclusive('body', 'frame')] },
);

const body = element(
  'body',
  'A rigid body.',
  () => [
    id('name'),
    childclass,
    reals('pos', 3, 'position'),
    ...orientation,
    bool('mocap', 'moved from outside'),
    real('gravcomp', 'part of the weight that is compensated'),
    keyword('sleep', SLEEP, 'whether its tree may sleep'),
    keyword('simple', FALSE_AUTO, 'whether it may be treated as simple'),
    user,
  ],
  { defaults: () => new Body() },
);

const frame = element(
  'frame',
  'A coordinate frame; vanishes when compiled.',
  () => [id('name'), childclass, reals('pos', 3, 'position'), ...orientation],
  { defaults: () => new Frame() },
);

const replicate = element('replicate', 'Copies of what is inside, each moved and turned further.', () => [
  int('count', 'number of copies', { custom: true, required: true }),
  reals('offset', 3, 'step between copies', { custom: true }),
  reals('euler', 3, 'turn between copies', { custom: true }),
  text('sep', 'put between name and number', { custom: true }),
  childclass,
]);

export const worldbody = element('worldbody', 'The world and all bodies in it.', () => []);

// bodies, frames and replicates contain each other
const anywhere: readonly ElementGrammar[] = [body, frame, replicate, geom, attach, site, camera, light];
for (const parent of [worldbody, body, frame, replicate]) {
  for (const child of [...anywhere, joint, freejoint, plugin, composite, flexcomp]) {
    parent.children.set(child.tag, { grammar: child, cardinality: '*' });
  }
  parent.children.set('inertial', { grammar: inertial, cardinality: '?' });
}
