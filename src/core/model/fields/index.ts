import { arenaFields } from './arena.ts';
import { assetFields } from './asset.ts';
import { bodyFields } from './body.ts';
import { dataFields } from './data.ts';
import { flexFields } from './flex.ts';
import { namingFields } from './naming.ts';
import { ownScalars, recordArrays, recordScalars } from './options.ts';
import { relationFields } from './relation.ts';
import type { Fields, ScalarRow, Scalars } from './row.ts';
import { shapeFields } from './shape.ts';
import { modelSizes } from './sizes.ts';
import { collisionWork } from './work/collision.ts';
import { constraintWork } from './work/constraint.ts';
import { flexWork } from './work/flex.ts';
import { integrateWork } from './work/integrate.ts';
import { islandWork } from './work/island.ts';
import { metricWork } from './work/metric.ts';
import { pipelineWork } from './work/pipeline.ts';
import { positionWork } from './work/position.ts';
import { sensorWork } from './work/sensor.ts';
import { solverWork } from './work/solver.ts';
import { velocityWork } from './work/velocity.ts';

/** Every array of a Model. */
export const modelTable = [
  ...bodyFields,
  ...shapeFields,
  ...flexFields,
  ...assetFields,
  ...relationFields,
  ...namingFields,
  ...recordArrays,
] as const;

/** Every array of a `Data` whose length follows from the Model: MuJoCo's fields, then the scratch of each folder. */
export const dataTable = [
  ...dataFields,
  ...positionWork.fixed,
  ...flexWork.fixed,
  ...metricWork.fixed,
  ...velocityWork.fixed,
  ...collisionWork.fixed,
  ...constraintWork.fixed,
  ...solverWork.fixed,
  ...islandWork.fixed,
  ...pipelineWork.fixed,
  ...integrateWork.fixed,
  ...sensorWork.fixed,
] as const;

/** Every array of a `Data` that grows with contacts and constraint rows. */
export const arenaTable = [
  ...arenaFields,
  ...collisionWork.arena,
  ...flexWork.arena,
  ...constraintWork.arena,
  ...solverWork.arena,
  ...islandWork.arena,
] as const;

/** Capacities of the arena. A stage that needs more writes its need to the `_need` field and returns ARENA_FULL. */
export const capacities = ['con_cap', 'efc_cap', 'J_cap', 'Y_cap', 'A_cap', 'H_cap', 'K_cap'] as const;

/** Scalars of a `Data`: counts, flags and time. Each count names the size or capacity that bounds it. */
export const dataScalars = [
  ['time', 'f64'],
  ['ncon', 'i32', 'con_cap'],
  ['ne', 'i32', 'efc_cap'],
  ['nf', 'i32', 'efc_cap'],
  ['nl', 'i32', 'efc_cap'],
  ['nefc', 'i32', 'efc_cap'],
  ['nJ', 'i32', 'J_cap'],
  ['nY', 'i32', 'Y_cap'],
  ['nA', 'i32', 'A_cap'],
  ['nisland', 'i32', 'ntree'],
  ['nidof', 'i32', 'nv'],
  ['efm_active', 'i32', 1],
  ['nefmT', 'i32', 'ntendon'],
  ['nefmA', 'i32', 'nactuator'],
  ['nefmK', 'i32', 'K_cap'],
  ['nefmdof', 'i32', 'nv'],
  ['nefmL', 'i32'],
  ['ntree_awake', 'i32', 'ntree'],
  ['nbody_awake', 'i32', 'nbody'],
  ['nparent_awake', 'i32', 'nbody'],
  ['nv_awake', 'i32', 'nv'],
  // ours: solves since the last reset that reached opt.iterations before the tolerance
  ['solver_unconverged', 'i32'],
  ['flg_energypos', 'i32', 1],
  ['flg_energyvel', 'i32', 1],
  ['flg_subtreevel', 'i32', 1],
  ['flg_rnepost', 'i32', 1],
  ['con_cap', 'i32'],
  ['efc_cap', 'i32'],
  ['J_cap', 'i32'],
  ['Y_cap', 'i32'],
  ['A_cap', 'i32'],
  ['H_cap', 'i32'],
  ['K_cap', 'i32'],
  ['con_need', 'i32'],
  ['efc_need', 'i32'],
  ['J_need', 'i32'],
  ['Y_need', 'i32'],
  ['A_need', 'i32'],
  ['H_need', 'i32'],
  ['K_need', 'i32'],
] as const satisfies readonly ScalarRow[];

export { modelSizes, ownScalars, recordScalars };
export type ModelSize = (typeof modelSizes)[number];
export type Capacity = (typeof capacities)[number];
type Plain<T> = { [K in keyof T as K extends `${string}.${string}` ? never : K]: T[K] };
type Under<T, P extends string> = { [K in keyof T as K extends `${P}.${infer N}` ? N : never]: T[K] };
type RecordFields = Fields<typeof recordArrays> & Scalars<typeof recordScalars> & Scalars<typeof ownScalars>;

/** `m.opt`: physics options, in the model's memory. */
export type Options = Under<RecordFields, 'opt'>;
/** `m.stat`: statistics of the model. */
export type Statistics = Under<RecordFields, 'stat'>;
/** `m.vis`: settings for viewers. */
export type Visual = {
  global: Under<RecordFields, 'vis.global'>;
  quality: Under<RecordFields, 'vis.quality'>;
  headlight: Under<RecordFields, 'vis.headlight'>;
  map: Under<RecordFields, 'vis.map'>;
  scale: Under<RecordFields, 'vis.scale'>;
  rgba: Under<RecordFields, 'vis.rgba'>;
};
/** The arrays and sizes of a Model. */
export type ModelFields = Plain<Fields<typeof modelTable>> & { readonly [K in ModelSize]: number };
/** The arrays and scalars of a `Data`. */
export type DataFields = Fields<typeof dataTable> & Fields<typeof arenaTable> & Scalars<typeof dataScalars>;
