/** Grammar of `<compiler>`, `<size>` and `<statistic>`. */

import {
  CompilerSettings,
  LengthRangeSettings,
  SizeSettings,
  StatisticSettings,
} from '../../spec/elements/settings.ts';
import { bool, chars, element, exclusive, int, ints, keyword, real, reals, text } from '../grammar.ts';
import { ANGLE, CONFLICT, COORDINATE, INERTIA_FROM_GEOM, LENGTH_RANGE_MODE } from '../keywords.ts';

const lengthrange = element(
  'lengthrange',
  'How the length ranges of actuators are found.',
  () => [
    keyword('mode', LENGTH_RANGE_MODE, 'which actuators are processed'),
    bool('useexisting', 'keep a range that the model gives'),
    bool('uselimit', 'take the range from joint or tendon limits when there are any'),
    real('accel', 'acceleration that the pushing force aims at'),
    real('maxforce', 'largest pushing force; 0: no bound'),
    real('timeconst', 'time constant of the velocity damping'),
    real('timestep', 'timestep of the simulation; 0: that of the model'),
    real('inttotal', 'simulated time'),
    real('interval', 'last part of the time, in which lengths are taken'),
    real('tolrange', 'largest spread, relative to the range, for success'),
  ],
  { defaults: () => new LengthRangeSettings() },
);

export const compiler = element(
  'compiler',
  'Settings of the compiler; they concern the file they stand in.',
  () => [
    bool('autolimits', 'a range that is given makes its element limited'),
    real('boundmass', 'smallest mass of a moving body'),
    real('boundinertia', 'smallest diagonal inertia of a moving body'),
    real('settotalmass', 'scale masses and inertias to this total; not positive: leave them'),
    bool('balanceinertia', 'repair inertias that break A + B >= C'),
    bool('strippath', 'ignore the directory part of file names'),
    keyword('coordinate', COORDINATE, 'only local is left', { custom: true }),
    keyword('angle', ANGLE, 'unit of angles in the file', { field: 'degree' }),
    bool('fitaabb', 'fit primitives to the bounding box of a mesh instead of its inertia box'),
    chars('eulerseq', 3, 'order of euler rotations: xyz rotate with the frame, XYZ stay fixed'),
    text('meshdir', 'directory of meshes'),
    text('texturedir', 'directory of textures'),
    bool('discardvisual', 'drop geoms and assets that only serve the eye'),
    bool('usethread', 'accepted and without effect here'),
    bool('fusestatic', 'merge bodies without joints into their parents'),
    keyword('inertiafromgeom', INERTIA_FROM_GEOM, 'infer inertias from geoms; auto: where <inertial> is missing'),
    ints('inertiagrouprange', 2, 'groups of geoms that count for inertias'),
    bool('saveinertial', 'write <inertial> for all bodies when saving'),
    text('assetdir', 'directory of meshes, height fields and textures', { custom: true }),
    bool('alignfree', 'align free bodies with their inertial frames'),
    keyword('conflict', CONFLICT, 'what happens when the settings of an attached model differ'),
  ],
  { single: [lengthrange], defaults: () => new CompilerSettings() },
);

export const size = element(
  'size',
  'Sizes that are not counted from the model.',
  () => [
    text('memory', 'bytes of the arena, with an optional K, M, G, T, P or E', { custom: true }),
    int('njmax', 'deprecated: largest number of constraint rows', { nonempty: true }),
    int('nconmax', 'deprecated: largest number of contacts', { nonempty: true }),
    int('nstack', 'deprecated: size of the stack', { nonempty: true }),
    int('nuserdata', 'numbers in userdata'),
    int('nkey', 'number of keyframes'),
    int('nuser_body', 'user numbers per body'),
    int('nuser_jnt', 'user numbers per joint'),
    int('nuser_geom', 'user numbers per geom'),
    int('nuser_site', 'user numbers per site'),
    int('nuser_cam', 'user numbers per camera'),
    int('nuser_tendon', 'user numbers per tendon'),
    int('nuser_actuator', 'user numbers per actuator'),
    int('nuser_sensor', 'user numbers per sensor'),
  ],
  { rules: () => [exclusive('memory', 'nstack'), exclusive('memory', 'njmax')], defaults: () => new SizeSettings() },
);

export const statistic = element(
  'statistic',
  'Statistics that are otherwise computed.',
  () => [
    real('meaninertia', 'scale of the diagonal of the inertia matrix'),
    real('meanmass', 'scale of body masses, for viewers'),
    real('meansize', 'scale of sizes, for viewers'),
    real('extent', 'half the size of the model, for viewers'),
    reals('center', 3, 'centre of the model, for viewers'),
  ],
  { defaults: () => new StatisticSettings() },
);
