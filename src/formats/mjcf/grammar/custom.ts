/** Grammar of `<custom>` and `<keyframe>`. */

import { Key, Numeric, Text, Tuple } from '../../spec/elements/custom.ts';
import { element, id, int, keyword, real, reals, text } from '../grammar.ts';
import { OBJECT_TYPE } from '../keywords.ts';

const numeric = element(
  'numeric',
  'A named list of numbers.',
  () => [
    id('name', { required: true }),
    int('size', 'length; missing values are zero', { custom: true, nonempty: true }),
    reals('data', 'any', 'the numbers', { custom: true }),
  ],
  { defaults: () => new Numeric() },
);
const textElement = element(
  'text',
  'A named string.',
  () => [id('name', { required: true }), text('data', 'the string', { required: true, orCharacterData: true })],
  { defaults: () => new Text() },
);
const tupleElement = element('element', 'An entry of a tuple.', () => [
  keyword('objtype', OBJECT_TYPE, 'kind of object', { custom: true, required: true }),
  text('objname', 'the object', { custom: true, required: true }),
  real('prm', 'a number', { custom: true }),
]);
const tuple = element('tuple', 'A named list of objects.', () => [id('name', { required: true })], {
  children: [tupleElement],
  defaults: () => new Tuple(),
});

export const custom = element('custom', 'User-defined data.', () => [], { children: [numeric, textElement, tuple] });

const key = element(
  'key',
  'A state.',
  () => [
    id('name'),
    real('time', 'time'),
    reals('qpos', 'any', 'positions'),
    reals('qvel', 'any', 'velocities'),
    reals('act', 'any', 'activations'),
    reals('mpos', 'any', 'positions of mocap bodies'),
    reals('mquat', 'any', 'orientations of mocap bodies'),
    reals('ctrl', 'any', 'controls'),
  ],
  { defaults: () => new Key() },
);

export const keyframe = element('keyframe', 'Saved states.', () => [], { children: [key] });
