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
  'How the length ranges of actuators are computed.',
  () => [
    keyword('mode', LENGTH_RANGE_MODE, 'which actuators are processed'),
    bool('useexisting', 'keep ranges given in the model'),
    bool('uselimit', 'use joint or tendon limits as range, if there are any'),
    real('accel', 'target acceleration of the pulling force'),
    real('maxforce', 'maximum pulling force; 0: no limit'),
    real('timeconst', 'time constant of the velocity damping'),
    real('timestep', 'timestep of the simulation; 0: that of the model'),
    real('inttotal', 'simulated time'),
    real('interval', 'final part of the simulation, in which lengths are measured'),
    real('tolrange', 'maximum variation for convergence, relative to the range'),
  ],
  { defaults: () => new LengthRangeSettings() },
);

export const compiler = element(
  'compiler',
  'Settings of the compiler for the elements of this file.',
  () => [
    bool('autolimits', 'a given range makes its element limited'),
    real('boundmass', 'minimum mass of a moving body'),
    real('boundinertia', 'minimum diagonal inertia of a moving body'),
    real('settotalmass', 'scale masses and inertias to this total; ignored if not positive'),
    bool('balanceinertia', 'repair inertias that break A + B >= C'),
    bool('strippath', 'ignore the directory part of file names'),
    keyword('coordinate', COORDINATE, 'only local is supported', { custom: true }),
    keyword('angle', ANGLE, 'unit of angles in the file', { field: 'degree' }),
    bool('fitaabb', 'fit primitives to the bounding box of a mesh instead of its inertia box'),
    chars('eulerseq', 3, 'order of Euler angles: xyz rotate with the frame, XYZ are fixed'),
    text('meshdir', 'directory of meshes'),
    text('texturedir', 'directory of textures'),
    bool('discardvisual', 'discard geoms and assets that are only visual'),
    bool('usethread', 'accepted, without effect here'),
    bool('fusestatic', 'merge bodies without joints into their parents'),
    keyword('inertiafromgeom', INERTIA_FROM_GEOM, 'infer inertias from geoms; auto: where <inertial> is missing'),
    ints('inertiagrouprange', 2, 'range of geom groups used for inertias'),
    bool('saveinertial', 'write <inertial> for all bodies when saving'),
    text('assetdir', 'directory of meshes, height fields and textures', { custom: true }),
    bool('alignfree', 'align free bodies with their inertial frames'),
    keyword('conflict', CONFLICT, 'how to resolve conflicting settings of an attached model'),
  ],
  { single: [lengthrange], defaults: () => new CompilerSettings() },
);

export const size = element(
  'size',
  'Sizes that cannot be derived from the model.',
  () => [
    text('memory', 'bytes of the arena, with an optional K, M, G, T, P or E', { custom: true }),
    int('njmax', 'deprecated: largest number of constraint rows', { nonempty: true }),
    int('nconmax', 'deprecated: largest number of contacts', { nonempty: true }),
    int('nstack', 'deprecated: size of the stack', { nonempty: true }),
    int('nuserdata', 'number of values in userdata'),
    int('nkey', 'number of keyframes'),
    int('nuser_body', 'user values per body'),
    int('nuser_jnt', 'user values per joint'),
    int('nuser_geom', 'user values per geom'),
    int('nuser_site', 'user values per site'),
    int('nuser_cam', 'user values per camera'),
    int('nuser_tendon', 'user values per tendon'),
    int('nuser_actuator', 'user values per actuator'),
    int('nuser_sensor', 'user values per sensor'),
  ],
  { rules: () => [exclusive('memory', 'nstack'), exclusive('memory', 'njmax')], defaults: () => new SizeSettings() },
);

export const statistic = element(
  'statistic',
  'Statistics that are computed by default.',
  () => [
    real('meaninertia', 'scale of the diagonal of the inertia matrix'),
    real('meanmass', 'scale of body masses, for viewers'),
    real('meansize', 'scale of sizes, for viewers'),
    real('extent', 'half the size of the model, for viewers'),
    reals('center', 3, 'center of the model, for viewers'),
  ],
  { defaults: () => new StatisticSettings() },
);
