/** The root of the grammar, and default classes. */

import { element, inDefaults, ref, text } from '../grammar.ts';
import { actuator, actuators } from './actuator.ts';
import { asset, material, mesh } from './asset.ts';
import { camera, geom, joint, light, site, worldbody } from './body.ts';
import { compiler, size, statistic } from './compiler.ts';
import { custom, keyframe } from './custom.ts';
import { deformable } from './deformable.ts';
import { extension } from './extension.ts';
import { option } from './option.ts';
import { contact, defaultEquality, defaultTendon, equality, pair, tendon } from './relation.ts';
import { sensor } from './sensor.ts';
import { visual } from './visual.ts';

export const defaultElement = element(
  'default',
  'A default class; nested classes inherit from it.',
  () => [ref('class', 'default', 'name of the class', { custom: true })],
  {
    single: [
      ...[mesh, material, joint, geom, site, camera, light, pair].map(inDefaults),
      defaultEquality,
      defaultTendon,
      ...actuators.map(inDefaults),
    ],
  },
);
defaultElement.children.set('default', { grammar: defaultElement, cardinality: '*' });

/** Everything that an MJCF file may contain. */
export const mujoco = element('mujoco', 'A model.', () => [text('model', 'name of the model', { custom: true })], {
  children: [
    compiler,
    option,
    size,
    statistic,
    visual,
    defaultElement,
    extension,
    asset,
    worldbody,
    deformable,
    contact,
    tendon,
    equality,
    actuator,
    sensor,
    custom,
    keyframe,
  ],
});
