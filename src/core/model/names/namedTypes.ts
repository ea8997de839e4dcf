/** Types of the views of elements, computed from the tables of fields and kinds. */
import type { dataFields } from '../fields/data.ts';
import type { modelTable } from '../fields/index.ts';
import type { ArrayOf, Row } from '../fields/row.ts';
import type { kinds } from './kinds.ts';

/** Common members of all views of an element. */
export interface Named {
  readonly id: number;
  /** Name of the element; empty if it has none. */
  readonly name: string;
  /** The id, the name and every field, as a plain object. */
  toJSON(): Record<string, unknown>;
}

type Kinds = typeof kinds;
/** Sizes whose fields of one column are numbers, and sizes whose fields are arrays. */
type Single<K> = K extends { numbers: readonly (infer S)[] } ? S : never;
type Several<K> = K extends { arrays: readonly (infer S)[] } ? S : never;

type RowsOf<T extends readonly Row[], Size> = Exclude<
  Extract<T[number], readonly [string, unknown, Size, ...unknown[]]>,
  readonly [`name_${string}` | `work_${string}` | `${string}_awake_ind`, ...unknown[]]
>;
type Strip<N extends string, P> = P extends readonly [infer F extends string, ...infer Rest]
  ? N extends `${F}${infer Short}`
    ? Short
    : Strip<N, Rest>
  : N;
type Value<R extends Row> = R[3] extends 1 ? number : ArrayOf[R[1]];

type Own<T extends readonly Row[], Size, P> = { [R in RowsOf<T, Size> as Strip<R[0], P>]: Value<R> };
type Free<N extends string, P, Taken> = Strip<N, P> extends Taken ? N : Strip<N, P>;
type Singles<T extends readonly Row[], Size, P, Taken> = {
  [R in RowsOf<T, Size> as Free<R[0], P, Taken>]: Value<R>;
};
type Arrays<T extends readonly Row[], Size, P, Taken> = {
  [R in RowsOf<T, Size> as Free<R[0], P, Taken>]: ArrayOf[R[1]];
};

type View<T extends readonly Row[], K extends { size: string; prefixes: readonly string[] }> = Named &
  Own<T, K['size'], K['prefixes']> &
  Singles<T, Single<K>, K['prefixes'], keyof Own<T, K['size'], K['prefixes']>> &
  Arrays<T, Several<K>, K['prefixes'], keyof Own<T, K['size'], K['prefixes']>>;

type ModelView<Name extends keyof Kinds> = View<typeof modelTable, Kinds[Name]>;
type DataView<Name extends keyof Kinds> = View<typeof dataFields, Kinds[Name]>;

/** Lookups of a Model, by name or id. A view has every field of its element, without the prefix: `model.geom('hand').size` is a
 *  part of `model.geom_size`. Joints also have the fields of their degrees of freedom, and actuators those of their controls
 *  and outputs. Of an actuator with several controls, fields of one value, such as `ctrl`, are those of the first one. */
export interface NamedModel {
  body(key: string | number): ModelView<'body'>;
  joint(key: string | number): ModelView<'joint'>;
  geom(key: string | number): ModelView<'geom'>;
  site(key: string | number): ModelView<'site'>;
  camera(key: string | number): ModelView<'camera'>;
  light(key: string | number): ModelView<'light'>;
  flex(key: string | number): ModelView<'flex'>;
  mesh(key: string | number): ModelView<'mesh'>;
  skin(key: string | number): ModelView<'skin'>;
  hfield(key: string | number): ModelView<'hfield'>;
  texture(key: string | number): ModelView<'texture'>;
  material(key: string | number): ModelView<'material'>;
  pair(key: string | number): ModelView<'pair'>;
  exclude(key: string | number): ModelView<'exclude'>;
  equality(key: string | number): ModelView<'equality'>;
  tendon(key: string | number): ModelView<'tendon'>;
  actuator(key: string | number): ModelView<'actuator'>;
  sensor(key: string | number): ModelView<'sensor'>;
  /** View of a custom number or list of numbers. */
  numeric(key: string | number): ModelView<'numeric'>;
  text(key: string | number): ModelView<'text'>;
  tuple(key: string | number): ModelView<'tuple'>;
  key(key: string | number): ModelView<'key'>;
}

/** Lookups of a `Data`, by name or id, as those of a Model. Bodies that are moved by mocap have `mocap_pos` and `mocap_quat`. */
export interface NamedData {
  body(key: string | number): DataView<'body'>;
  joint(key: string | number): DataView<'joint'>;
  geom(key: string | number): DataView<'geom'>;
  site(key: string | number): DataView<'site'>;
  camera(key: string | number): DataView<'camera'>;
  light(key: string | number): DataView<'light'>;
  flex(key: string | number): DataView<'flex'>;
  equality(key: string | number): DataView<'equality'>;
  tendon(key: string | number): DataView<'tendon'>;
  actuator(key: string | number): DataView<'actuator'>;
  sensor(key: string | number): DataView<'sensor'>;
}
