/** Small classes of the visualizer. Defaults are MuJoCo's. */
import { GeomType } from '../../core/model/enums.ts';
import type { INNER } from '../base/handle.ts';
import { struct } from '../classes/struct.ts';
import { VisFlag } from './enums.ts';

const f = 'f32';
const i = 'i32';

export const MjvCamera = struct(
  'MjvCamera',
  [
    ['type', i],
    ['fixedcamid', i],
    ['trackbodyid', i],
    ['lookat', 'f64', 3],
    ['distance', 'f64'],
    ['azimuth', 'f64'],
    ['elevation', 'f64'],
    ['orthographic', i],
  ],
  () => ({ fixedcamid: -1, trackbodyid: -1, distance: 2, azimuth: 90, elevation: -45 }),
);
export type MjvCamera = InstanceType<typeof MjvCamera>;

export const MjvGLCamera = struct('MjvGLCamera', [
  ['pos', f, 3],
  ['forward', f, 3],
  ['up', f, 3],
  ['frustum_center', f],
  ['frustum_width', f],
  ['frustum_bottom', f],
  ['frustum_top', f],
  ['frustum_near', f],
  ['frustum_far', f],
  ['orthographic', i],
]);
export type MjvGLCamera = InstanceType<typeof MjvGLCamera>;

/** Nonzero defaults of a geom. */
export const newGeom = () => ({
  type: GeomType.NONE,
  dataid: -1,
  matid: -1,
  texid: -1,
  size: [0.1, 0.1, 0.1],
  mat: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  rgba: [0.5, 0.5, 0.5, 1],
  specular: 0.5,
  shininess: 0.5,
});

export const MjvGeom = struct(
  'MjvGeom',
  [
    ['type', i],
    ['dataid', i],
    ['objtype', i],
    ['objid', i],
    ['category', i],
    ['matid', i],
    ['texid', i],
    ['texuniform', i],
    ['texcoord', i],
    ['segid', i],
    ['texrepeat', f, 2],
    ['size', f, 3],
    ['pos', f, 3],
    ['mat', f, 9],
    ['rgba', f, 4],
    ['emission', f],
    ['specular', f],
    ['shininess', f],
    ['reflectance', f],
    ['label', 'i8', 100],
    ['camdist', f],
    ['modelrbound', f],
    ['transparent', 'u8'],
  ],
  newGeom,
);
export type MjvGeom = InstanceType<typeof MjvGeom>;

export const MjvLight = struct('MjvLight', [
  ['id', i],
  ['pos', f, 3],
  ['dir', f, 3],
  ['type', i],
  ['texid', i],
  ['attenuation', f, 3],
  ['cutoff', f],
  ['exponent', f],
  ['ambient', f, 3],
  ['diffuse', f, 3],
  ['specular', f, 3],
  ['headlight', 'u8'],
  ['castshadow', 'u8'],
  ['bulbradius', f],
  ['intensity', f],
  ['range', f],
  ['softness', f],
]);
export type MjvLight = InstanceType<typeof MjvLight>;

const shown = [1, 1, 1, 0, 0, 0];
/** Flags that are on by default. */
const on: readonly number[] = [
  VisFlag.TEXTURE,
  VisFlag.TENDON,
  VisFlag.RANGEFINDER,
  VisFlag.PERTOBJ,
  VisFlag.STATIC,
  VisFlag.SKIN,
  VisFlag.FLEXEDGE,
  VisFlag.FLEXSKIN,
];

export const MjvOption = struct(
  'MjvOption',
  [
    ['label', i],
    ['frame', i],
    ['geomgroup', 'u8', 6],
    ['sitegroup', 'u8', 6],
    ['jointgroup', 'u8', 6],
    ['tendongroup', 'u8', 6],
    ['actuatorgroup', 'u8', 6],
    ['flexgroup', 'u8', 6],
    ['skingroup', 'u8', 6],
    ['flags', 'u8', 31],
    ['bvh_depth', i],
    ['flex_layer', i],
  ],
  () => ({
    geomgroup: shown,
    sitegroup: shown,
    jointgroup: shown,
    tendongroup: shown,
    actuatorgroup: shown,
    flexgroup: shown,
    skingroup: shown,
    flags: Array.from({ length: 31 }, (_, flag) => Number(on.includes(flag))),
    bvh_depth: 1,
  }),
);
export type MjvOption = InstanceType<typeof MjvOption>;

export const MjvPerturb = struct(
  'MjvPerturb',
  [
    ['select', i],
    ['flexselect', i],
    ['skinselect', i],
    ['active', i],
    ['active2', i],
    ['refpos', 'f64', 3],
    ['refquat', 'f64', 4],
    ['refselpos', 'f64', 3],
    ['localpos', 'f64', 3],
    ['localmass', 'f64'],
    ['scale', 'f64'],
  ],
  () => ({ flexselect: -1, skinselect: -1, refquat: [1, 0, 0, 0], scale: 1 }),
);
export type MjvPerturb = InstanceType<typeof MjvPerturb>;

export type CameraRecord = MjvCamera[typeof INNER];
export type GLCameraRecord = MjvGLCamera[typeof INNER];
export type GeomRecord = MjvGeom[typeof INNER];
export type LightRecord = MjvLight[typeof INNER];
export type OptionRecord = MjvOption[typeof INNER];
export type PerturbRecord = MjvPerturb[typeof INNER];
