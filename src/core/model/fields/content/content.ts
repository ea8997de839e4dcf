/** Content of the integer fields of a Model. Binary models are checked against it (`model/binary/check`): an integer or
 *  byte field without a content does not compile. The tables are separate from the fields, which every program
 *  loads. */
import type { ModelSize } from '../index.ts';

/** Values of an enumeration. */
type Members = Readonly<Record<string, number>>;

/** Structures that fields belong to: one function each in `model/binary/check`, which checks values against each
 *  other. */
export const STRUCTURES = [
  'tree',
  'sparsity',
  'boundingVolumes',
  'octree',
  'geoms',
  'meshes',
  'hulls',
  'polygons',
  'skins',
  'heightFields',
  'textures',
  'flexes',
  'flexElements',
  'flexRows',
  'flexMetric',
  'contacts',
  'equalities',
  'tendons',
  'actuators',
  'sensors',
  'histories',
  'plugins',
  'custom',
  'names',
] as const;
export type Structure = (typeof STRUCTURES)[number];

export type Content =
  /** id of an object: [0, size) */
  | { readonly kind: 'id'; readonly size: ModelSize }
  /** id of an object, or -1 */
  | { readonly kind: 'idOrNone'; readonly size: ModelSize }
  /** number of elements, or address of the first one: [0, size]; an address may be -1 where there are none */
  | { readonly kind: 'count' | 'address'; readonly size: ModelSize }
  | { readonly kind: 'member'; readonly of: Members }
  /** sum of some members of an enumeration */
  | { readonly kind: 'bits'; readonly of: Members }
  /** [least, most] */
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  /** any integer: masks, groups, priorities */
  | { readonly kind: 'any' }
  /** any value that the structure allows */
  | { readonly kind: 'structure' };

/** Content of a field, and the structure that its values are part of. */
export type FieldContent = Content & { readonly structure?: Structure };

export const id = (size: ModelSize, structure?: Structure): FieldContent => ({ kind: 'id', size, structure });
export const idOrNone = (size: ModelSize, structure?: Structure): FieldContent => ({
  kind: 'idOrNone',
  size,
  structure,
});
export const count = (size: ModelSize, structure: Structure): FieldContent => ({ kind: 'count', size, structure });
export const address = (size: ModelSize, structure: Structure): FieldContent => ({ kind: 'address', size, structure });
export const member = (of: Members, structure?: Structure): FieldContent => ({ kind: 'member', of, structure });
export const bits = (of: Members): FieldContent => ({ kind: 'bits', of });
export const range = (min: number, max: number, structure?: Structure): FieldContent => ({
  kind: 'range',
  min,
  max,
  structure,
});
export const within = (structure: Structure): FieldContent => ({ kind: 'structure', structure });
export const flag: FieldContent = range(0, 1);
export const any: FieldContent = { kind: 'any' };

/** Largest 32-bit integer. */
export const MAX_INT = 2 ** 31 - 1;

/** A content for each integer or byte field of a table. */
export type Contents<Table extends readonly (readonly [string, string, ...unknown[]])[]> = {
  readonly [R in Table[number] as R[1] extends 'i32' | 'u8' ? R[0] : never]: FieldContent;
};
