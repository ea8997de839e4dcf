/** The supported elements of URDF, in the format of the MJCF grammar, with the number of values of each attribute. As
 * in MuJoCo, everything else in the file (mimic, transmission, gazebo, texture, ...) is ignored. */

import { type ElementGrammar, element, floats, real, reals, text } from '../mjcf/grammar.ts';

const required = { required: true } as const;

const GRAMMARS: readonly ElementGrammar[] = [
  element('robot', 'a robot', () => [text('name', 'name of the model')]),
  element('link', 'a body', () => [text('name', 'its name', required)]),
  element('origin', 'a pose', () => [
    reals('xyz', 3, 'position'),
    reals('rpy', 3, 'angles about the fixed axes x, y, z'),
  ]),
  element('mass', 'mass of a link', () => [real('value', 'in kg', required)]),
  element('inertia', 'inertia about the center of mass', () =>
    ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'].map((name) => real(name, 'a component', required)),
  ),
  element('material', 'a named color', () => [text('name', 'its name', required)]),
  element('color', 'a color', () => [floats('rgba', 4, 'red, green, blue, alpha', required)]),
  element('box', 'a box', () => [reals('size', 3, 'side lengths', required)]),
  element('cylinder', 'a cylinder', () => [real('radius', 'radius', required), real('length', 'length', required)]),
  element('capsule', 'a capsule', () => [
    real('radius', 'radius', required),
    real('length', 'length between the caps', required),
  ]),
  element('sphere', 'a sphere', () => [real('radius', 'radius', required)]),
  element('mesh', 'a mesh', () => [text('filename', 'its file', required), reals('scale', 3, 'scale of the vertices')]),
  element('joint', 'connection of two links', () => [
    text('name', 'its name', required),
    text('type', 'its type', required),
  ]),
  element('parent', 'parent link of a joint', () => [text('link', 'its name', required)]),
  element('child', 'child link of a joint', () => [text('link', 'its name', required)]),
  element('axis', 'axis of a joint', () => [reals('xyz', 3, 'its direction', required)]),
  element('dynamics', 'resistance of a joint', () => [real('damping', 'damping'), real('friction', 'dry friction')]),
  element('limit', 'limits of a joint', () => [
    real('lower', 'smallest position'),
    real('upper', 'largest position'),
    real('effort', 'largest force or torque of actuators'),
  ]),
];

const BY_TAG: ReadonlyMap<string, ElementGrammar> = new Map(GRAMMARS.map((grammar) => [grammar.tag, grammar]));

export function urdfGrammar(tag: string): ElementGrammar {
  const grammar = BY_TAG.get(tag);
  if (grammar === undefined) throw new Error(`no grammar of <${tag}>`);
  return grammar;
}
