/** <sensor>: every type. Types that are one object of one kind stand in a table. */

import { Sensor } from '../../spec/elements/actuation.ts';
import {
  type Attribute,
  type ElementGrammar,
  element,
  exclusive,
  flags,
  id,
  int,
  keyword,
  oneof,
  real,
  reals,
  ref,
  text,
  together,
} from '../grammar.ts';
import { CONTACT_DATA, DATA_TYPE, FRAME_OBJECT, INTERPOLATION, RAY_DATA, REDUCE, STAGE } from '../keywords.ts';
import { config } from './extension.ts';

const own = { custom: true } as const;
const defaults = { defaults: () => new Sensor() };

const history: readonly Attribute[] = [
  int('nsample', 'samples that are kept'),
  keyword('interp', INTERPOLATION, 'how samples are interpolated'),
  real('delay', 'delay'),
  reals('interval', [1, 2], 'period, and phase, of sampling'),
];
const cutoff = real('cutoff', 'largest magnitude; 0: no bound');
const noise = real('noise', 'standard deviation of noise; only recorded');
const user = reals('user', 'any', 'numbers of your own', { field: 'userdata' });
const base: readonly Attribute[] = [id('name'), ...history, cutoff, noise, user];

/** Kinds of objects and their mjtObj. */
const OBJECT = { body: 1, joint: 3, site: 6, camera: 7, tendon: 18, actuator: 19 } as const;
type ObjectKind = keyof typeof OBJECT;

export interface SimpleSensor {
  /** mjtSensor */
  type: number;
  /** mjtObj of the measured object, 0 when there is none */
  objtype: number;
  /** attribute with the name of the object */
  attribute: string;
}

/** Sensors of one object: type, kind of object, what is measured. */
const SIMPLE: readonly (readonly [string, number, ObjectKind | '', string])[] = [
  ['touch', 0, 'site', 'sum of contact forces within a site'],
  ['accelerometer', 1, 'site', 'linear acceleration, in the site frame'],
  ['velocimeter', 2, 'site', 'linear velocity, in the site frame'],
  ['gyro', 3, 'site', 'angular velocity, in the site frame'],
  ['force', 4, 'site', 'force between the body of the site and its parent'],
  ['torque', 5, 'site', 'torque between the body of the site and its parent'],
  ['magnetometer', 6, 'site', 'magnetic flux, in the site frame'],
  ['jointpos', 9, 'joint', 'value of a joint'],
  ['jointvel', 10, 'joint', 'velocity of a joint'],
  ['tendonpos', 11, 'tendon', 'length of a tendon'],
  ['tendonvel', 12, 'tendon', 'velocity of a tendon'],
  ['actuatorpos', 13, 'actuator', 'length of an actuator'],
  ['actuatorvel', 14, 'actuator', 'velocity of an actuator'],
  ['actuatorfrc', 15, 'actuator', 'force of an actuator'],
  ['jointactuatorfrc', 16, 'joint', 'actuator force on a joint'],
  ['tendonactuatorfrc', 17, 'tendon', 'actuator force on a tendon'],
  ['ballquat', 18, 'joint', 'orientation of a ball joint'],
  ['ballangvel', 19, 'joint', 'angular velocity of a ball joint'],
  ['jointlimitpos', 20, 'joint', 'distance to the limit of a joint'],
  ['jointlimitvel', 21, 'joint', 'velocity at the limit of a joint'],
  ['jointlimitfrc', 22, 'joint', 'force at the limit of a joint'],
  ['tendonlimitpos', 23, 'tendon', 'distance to the limit of a tendon'],
  ['tendonlimitvel', 24, 'tendon', 'velocity at the limit of a tendon'],
  ['tendonlimitfrc', 25, 'tendon', 'force at the limit of a tendon'],
  ['subtreecom', 35, 'body', 'centre of mass of a subtree'],
  ['subtreelinvel', 36, 'body', 'linear velocity of a subtree'],
  ['subtreeangmom', 37, 'body', 'angular momentum of a subtree'],
  ['e_potential', 43, '', 'potential energy'],
  ['e_kinetic', 44, '', 'kinetic energy'],
  ['clock', 45, '', 'time'],
];

/** Sensors of a frame: type, what is measured. Those before framelinacc may have a frame of reference. */
const FRAME: readonly (readonly [string, number, string])[] = [
  ['framepos', 26, 'position'],
  ['framequat', 27, 'orientation'],
  ['framexaxis', 28, 'x axis'],
  ['frameyaxis', 29, 'y axis'],
  ['framezaxis', 30, 'z axis'],
  ['framelinvel', 31, 'linear velocity'],
  ['frameangvel', 32, 'angular velocity'],
  ['framelinacc', 33, 'linear acceleration'],
  ['frameangacc', 34, 'angular acceleration'],
];

export const SIMPLE_SENSORS: ReadonlyMap<string, SimpleSensor> = new Map(
  SIMPLE.map(([tag, type, kind]) => [tag, { type, objtype: kind ? OBJECT[kind] : 0, attribute: kind }]),
);
export const FRAME_SENSORS: ReadonlyMap<string, number> = new Map(FRAME.map(([tag, type]) => [tag, type]));
export const DISTANCE_SENSORS: ReadonlyMap<string, number> = new Map([
  ['distance', 39],
  ['normal', 40],
  ['fromto', 41],
]);

const objtype = keyword('objtype', FRAME_OBJECT, 'kind of object', { required: true });
const objname = text('objname', 'the object', { required: true });
const reference = [
  keyword('reftype', FRAME_OBJECT, 'kind of the frame of reference'),
  text('refname', 'the frame of reference'),
];
const geomOrBody = [
  ref('geom1', 'geom', 'first geom', own),
  ref('geom2', 'geom', 'second geom', own),
  ref('body1', 'body', 'first body: nearest of its geoms', own),
  ref('body2', 'body', 'second body: nearest of its geoms', own),
];

const sensors: ElementGrammar[] = [
  ...SIMPLE.map(([tag, , kind, doc]) =>
    element(
      tag,
      `Measures: ${doc}.`,
      kind ? [...base, ref(kind, kind, `the ${kind}`, { field: 'objname', required: true })] : base,
      defaults,
    ),
  ),
  ...FRAME.map(([tag, type, doc]) =>
    element(tag, `Measures: ${doc} of a frame.`, [...base, objtype, objname, ...(type < 33 ? reference : [])], {
      rules: type < 33 ? [together('reftype', 'refname')] : [],
      ...defaults,
    }),
  ),
  element(
    'camprojection',
    'Measures: pixel at which a camera sees a site.',
    [
      ...base,
      ref('site', 'site', 'the site', { field: 'objname', required: true }),
      ref('camera', 'camera', 'the camera', { field: 'refname', required: true }),
    ],
    defaults,
  ),
  element(
    'rangefinder',
    'Measures: distance along the z axis of a site, or through the pixels of a camera.',
    [
      ...base,
      ref('site', 'site', 'the site', own),
      ref('camera', 'camera', 'the camera', own),
      flags('data', RAY_DATA, 'what is reported, in this order', own),
    ],
    { rules: [exclusive('site', 'camera'), oneof('site', 'camera')], ...defaults },
  ),
  element(
    'insidesite',
    'Measures: whether an object is inside a site.',
    [...base, ref('site', 'site', 'the site', { field: 'refname', required: true }), objtype, objname],
    defaults,
  ),
  ...[...DISTANCE_SENSORS.keys()].map((tag) =>
    element(tag, `Measures: ${tag === 'fromto' ? 'segment' : tag} between two geoms.`, [...base, ...geomOrBody], {
      rules: [
        exclusive('geom1', 'body1'),
        oneof('geom1', 'body1'),
        exclusive('geom2', 'body2'),
        oneof('geom2', 'body2'),
      ],
      ...defaults,
    }),
  ),
  element(
    'contact',
    'Measures: contacts that match.',
    [
      ...base,
      ...geomOrBody,
      ref('subtree1', 'body', 'first subtree', own),
      ref('subtree2', 'body', 'second subtree', own),
      ref('site', 'site', 'contacts inside this site', own),
      int('num', 'number of contacts reported', { custom: true, nonempty: true }),
      flags('data', CONTACT_DATA, 'what is reported, in this order', own),
      keyword('reduce', REDUCE, 'which contacts are reported', own),
    ],
    { rules: [exclusive('geom1', 'body1', 'subtree1', 'site'), exclusive('geom2', 'body2', 'subtree2')], ...defaults },
  ),
  element(
    'tactile',
    'Measures: penetration at the vertices of a mesh.',
    [
      id('name'),
      ref('geom', 'geom', 'the geom', { custom: true, required: true }),
      ref('mesh', 'mesh', 'the mesh of taxels', { custom: true, required: true }),
      ...history,
      user,
    ],
    defaults,
  ),
  element(
    'user',
    'Measured by a function of yours.',
    [
      id('name'),
      text('objtype', 'kind of object', own),
      text('objname', 'the object'),
      keyword('datatype', DATA_TYPE, 'kind of data'),
      keyword('needstage', STAGE, 'stage after which it is computed'),
      int('dim', 'how many numbers', { required: true }),
      cutoff,
      noise,
      user,
    ],
    { rules: [together('objtype', 'objname')], ...defaults },
  ),
  element(
    'plugin',
    'Measured by a plugin.',
    [
      id('name'),
      text('plugin', 'name of the plugin'),
      ref('instance', 'instance', 'instance'),
      cutoff,
      text('objtype', 'kind of object'),
      text('objname', 'the object'),
      text('reftype', 'kind of the frame of reference'),
      text('refname', 'the frame of reference'),
      user,
    ],
    { children: [config], unsupported: true },
  ),
];

export const sensor = element('sensor', 'Sensors.', [], { children: sensors });
