/** Types of named access (`model.body("x")`), derived from the field tables. */
import type { dataFields } from '../../core/model/fields/data.ts';
import type { modelTable } from '../../core/model/fields/index.ts';
import type { ArrayOf, Row } from '../../core/model/fields/row.ts';
import type { Accessor } from './named.ts';

type Value<K extends Row> = K[3] extends 1 ? number : ArrayOf[K[1]];
type Strip<N extends string, P extends string> = N extends `${P}${infer Rest}` ? Rest : N;
type With<R extends Row, Size extends string> = Extract<R, readonly [string, unknown, Size, ...unknown[]]>;
/** Members with one row per element. */
type Own<R extends Row, Size extends string, P extends string> = {
  [K in With<R, Size> as Strip<K[0], P>]: Value<K>;
};
/** Members that are lists. */
type Lists<R extends Row, Size extends string, P extends string> = {
  [K in With<R, Size> as Strip<K[0], P>]: ArrayOf[K[1]];
};
type Underscored<T> = { [K in keyof T & string as `_${K}`]: T[K] };

type M = (typeof modelTable)[number];
type D = (typeof dataFields)[number];
type Find<T> = (key: string | number) => Accessor & T;
type Of<Size extends string, P extends string> = Find<Own<M, Size, P>>;
type TendonColumns = Own<M, 'ntendon', 'tendon_' | 'ten_'>;

/** Lookup methods of an MjModel. */
export interface ModelAccessors {
  actuator: Find<Own<M, 'nactuator' | 'nu' | 'nout', 'actuator_'>>;
  body: Of<'nbody', 'body_'>;
  cam: Of<'ncam', 'cam_'>;
  eq: Of<'neq', 'eq_'>;
  exclude: Of<'nexclude', 'exclude_'>;
  geom: Of<'ngeom', 'geom_'>;
  hfield: Find<Own<M, 'nhfield', 'hfield_'> & Lists<M, 'nhfielddata', 'hfield_'>>;
  jnt: Find<
    Omit<Own<M, 'njnt', 'jnt_'>, 'bodyid'> & Omit<Lists<M, 'nv', 'dof_'>, 'solref' | 'solimp'> & Lists<M, 'nq', ''>
  >;
  light: Of<'nlight', 'light_'>;
  mat: Of<'nmat', 'mat_'>;
  mesh: Of<'nmesh', 'mesh_'>;
  numeric: Find<Own<M, 'nnumeric', 'numeric_'> & Lists<M, 'nnumericdata', 'numeric_'>>;
  pair: Of<'npair', 'pair_'>;
  sensor: Of<'nsensor', 'sensor_'>;
  site: Of<'nsite', 'site_'>;
  skin: Of<'nskin', 'skin_'>;
  tendon: Find<TendonColumns & Underscored<TendonColumns>>;
  tex: Find<Own<M, 'ntex', 'tex_'> & Lists<M, 'ntexdata', 'tex_'>>;
  tuple: Find<Own<M, 'ntuple', 'tuple_'> & Lists<M, 'ntupledata', 'tuple_'>>;
  key: Of<'nkey', 'key_'>;
}

/** Lookup methods of an MjData. */
export interface DataAccessors {
  actuator: Find<Own<D, 'nu' | 'nout', 'actuator_'> & { readonly moment: Float64Array }>;
  body: Find<Own<D, 'nbody', 'body_'>>;
  cam: Find<Own<D, 'ncam', 'cam_'>>;
  geom: Find<Own<D, 'ngeom', 'geom_'>>;
  jnt: Find<Own<D, 'njnt', 'jnt_'> & Lists<D, 'nv' | 'nq', ''>>;
  light: Find<Own<D, 'nlight', 'light_'>>;
  sensor: Find<{ data: Float64Array }>;
  site: Find<Own<D, 'nsite', 'site_'>>;
  tendon: Find<Own<D, 'ntendon', 'ten_'>>;
}
