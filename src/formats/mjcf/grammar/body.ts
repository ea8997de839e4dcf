/** <worldbody>, <body>, <frame>, <replicate>, <attach> and their children. */

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

const childclass = ref('childclass', 'default', 'default class of the contents', { custom: true });
const user = reals('user', 'any', 'user-defined values', { field: 'userdata' });

const inertial = element(
  'inertial',
  'Mass and inertia of a body.',
  () => [
    reals('pos', 3, 'center of mass', { field: 'ipos', required: true }),
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
  'Degrees of freedom between a body and its parent.',
  () => [
    id('name'),
    defaultClass(),
    keyword('type', JOINT_TYPE, 'type of joint'),
    int('group', 'group, for viewers'),
    reals('pos', 3, 'anchor in the body frame'),
    reals('axis', 3, 'axis of slide and hinge'),
    reals('springdamper', 2, 'time constant and damping ratio; replaces stiffness and damping'),
    keyword('limited', LIMITED, 'whether range applies'),
    keyword('actuatorfrclimited', LIMITED, 'whether actuatorfrcrange applies', { field: 'actfrclimited' }),
    reals('solreflimit', [1, 2], 'solver reference of limits', { field: 'solref_limit' }),
    reals('solimplimit', [1, 5], 'solver impedance of limits', { field: 'solimp_limit' }),
    reals('solreffriction', [1, 2], 'solver reference of friction loss', { field: 'solref_friction' }),
    reals('solimpfriction', [1, 5], 'solver impedance of friction loss', { field: 'solimp_friction' }),
    reals('stiffness', [1, 3], 'spring stiffness, with polynomial coefficients'),
    reals('range', 2, 'limits'),
    reals('actuatorfrcrange', 2, 'bounds of the total actuator force', { field: 'actfrcrange' }),
    bool('actuatorgravcomp', 'gravity compensation counts as actuator force', { field: 'actgravcomp' }),
    real('margin', 'distance at which a limit becomes active'),
    real('ref', 'value in the reference configuration'),
    real('springref', 'value at which the spring is at rest'),
    real('armature', 'inertia added to the diagonal'),
    reals('damping', [1, 3], 'damping, with polynomial coefficients'),
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
  'A shape for collision, inertia and rendering.',
  () => [
    id('name'),
    defaultClass(),
    keyword('type', GEOM_TYPE, 'shape'),
    int('contype', 'contact bits'),
    int('conaffinity', 'contact bits accepted'),
    int('condim', 'contact dimensions: 1, 3, 4 or 6'),
    int('group', 'group'),
    int('priority', 'the geom with the higher priority determines contact parameters'),
    reals('size', [1, 3], 'size, depending on the shape'),
    ref('material', 'material', 'material'),
    reals('friction', [1, 3], 'sliding, torsional and rolling friction'),
    real('mass', 'mass; replaces density'),
    real('density', 'density'),
    keyword('shellinertia', GEOM_INERTIA, 'distribute mass over the surface', { field: 'typeinertia' }),
    real('solmix', 'weight for mixing contact parameters'),
    reals('solref', [1, 2], 'solver reference of contacts'),
    reals('solimp', [1, 5], 'solver impedance of contacts'),
    real('margin', 'distance below which contacts are detected'),
    real('gap', 'additional distance in which contacts are detected but exert no force'),
    reals('surfacevel', [1, 6], 'velocity of the surface, linear and angular'),
    real('adhesion', 'adhesion force of contacts'),
    reals('fromto', 6, 'end points; replaces position, orientation and length'),
    reals('pos', 3, 'position'),
    ...orientation,
    ref('hfield', 'hfield', 'height field', { field: 'hfieldname' }),
    ref('mesh', 'mesh', 'mesh, as shape or to fit a primitive to', { field: 'meshname' }),
    real('fitscale', 'scale of a fitted primitive'),
    floats('rgba', 4, 'color'),
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
    reals('size', [1, 3], 'size, depending on the shape'),
    reals('fromto', 6, 'end points; replaces position, orientation and length'),
    floats('rgba', 4, 'color'),
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
    real('ipd', 'interpupillary distance'),
    ints('resolution', 2, 'resolution in pixels: width and height'),
    flags('output', CAMERA_OUTPUT, 'rendered outputs'),
    reals('pos', 3, 'position'),
    ...orientation,
    keyword('mode', CAMLIGHT_MODE, 'tracking mode'),
    ref('target', 'body', 'target body', { field: 'targetbody', nodefault: true }),
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
    bool('directional', 'old form of type', { custom: true }),
    keyword('type', LIGHT_TYPE, 'type of light', { custom: true }),
    bool('castshadow', 'whether it casts shadows'),
    bool('active', 'whether it is on'),
    reals('pos', 3, 'position'),
    reals('dir', 3, 'direction'),
    float('bulbradius', 'radius of the bulb, for soft shadows'),
    float('intensity', 'intensity'),
    float('range', 'reach'),
    floats('attenuation', 3, 'constant, linear and quadratic attenuation'),
    float('cutoff', 'angle of a spotlight, in degrees'),
    float('softness', 'softness of the edge'),
    float('exponent', 'spotlight exponent'),
    floats('ambient', 3, 'ambient color'),
    floats('diffuse', 3, 'diffuse color'),
    floats('specular', 3, 'specular color'),
    keyword('mode', CAMLIGHT_MODE, 'tracking mode'),
    ref('target', 'body', 'target body', { field: 'targetbody', nodefault: true }),
    ref('texture', 'texture', 'texture of image lights', { nodefault: true }),
  ],
  { rules: () => [exclusive('directional', 'type')], defaults: () => new Light() },
);

const attach = element(
  'attach',
  'Attaches a part of another model, or a copy of a part of this one.',
  () => [
    ref('model', 'model', 'model asset (default: this model)', { custom: true }),
    ref('body', 'body', 'body to attach', { custom: true }),
    ref('frame', 'frame', 'frame to attach', { custom: true }),
    text('prefix', 'prefix of all names', { custom: true, required: true }),
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
    bool('mocap', 'whether user code sets its pose'),
    real('gravcomp', 'fraction of the weight that is compensated'),
    keyword('sleep', SLEEP, 'sleep policy of its tree'),
    keyword('simple', FALSE_AUTO, 'whether it may be treated as simple'),
    user,
  ],
  { defaults: () => new Body() },
);

const frame = element(
  'frame',
  'A coordinate frame; resolved during compilation.',
  () => [id('name'), childclass, reals('pos', 3, 'position'), ...orientation],
  { defaults: () => new Frame() },
);

const replicate = element('replicate', 'Repeats its contents with incremental offsets and rotations.', () => [
  int('count', 'number of copies', { custom: true, required: true }),
  reals('offset', 3, 'offset between copies', { custom: true }),
  reals('euler', 3, 'rotation between copies', { custom: true }),
  text('sep', 'separator between name and number', { custom: true }),
  childclass,
]);

export const worldbody = element('worldbody', 'The world and all its bodies.', () => []);

// bodies, frames and replicates can contain each other
const anywhere: readonly ElementGrammar[] = [body, frame, replicate, geom, attach, site, camera, light];
for (const parent of [worldbody, body, frame, replicate]) {
  for (const child of [...anywhere, joint, freejoint, plugin, composite, flexcomp]) {
    parent.children.set(child.tag, { grammar: child, cardinality: '*' });
  }
  parent.children.set('inertial', { grammar: inertial, cardinality: '?' });
}
