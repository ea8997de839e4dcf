/** Our compiled Model against MuJoCo's, field by field: every size, array, option, statistic and visual setting. */
import { modelSizes, modelTable, recordScalars } from '../../../src/core/model/fields/index.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { exempt } from '../exempt.mjs';
import { isNear } from './difference.mjs';
import { type MjModel, modelFromOracle } from './oracle.ts';

/** A field that does not agree. */
export interface Difference {
  field: string;
  /** first element that differs, -1 for sizes and scalars */
  index: number;
  ours: number;
  theirs: number;
  /** number of elements that differ */
  count: number;
}

/** Tolerances: absolute, and relative to the larger of the two values. Integers must be equal. */
interface Tolerance {
  absolute: number;
  relative: number;
}
const DOUBLE: Tolerance = { absolute: 1e-12, relative: 1e-9 };
const SINGLE: Tolerance = { absolute: 1e-9, relative: 2.5e-7 };
const EXACT: Tolerance = { absolute: 0, relative: 0 };

/** All fields that differ; none if the compilers agree. */
export function compareModels(ours: Model, oracle: MjModel): Difference[] {
  const theirs = modelFromOracle(oracle);
  const differences: Difference[] = [];
  for (const name of modelSizes) compareScalar(differences, name, ours[name], theirs[name]);
  for (const [name] of recordScalars) {
    compareScalar(differences, name, valueAt(ours, name) as number, valueAt(theirs, name) as number);
  }
  for (const [name, kind] of modelTable) {
    if (exempt.has(name)) continue;
    const tolerance = kind === 'f64' ? DOUBLE : kind === 'f32' ? SINGLE : EXACT;
    compareArray(
      differences,
      name,
      valueAt(ours, name) as Float64Array,
      valueAt(theirs, name) as Float64Array,
      tolerance,
    );
  }
  return differences;
}

function valueAt(m: Model, name: string): unknown {
  return name.split('.').reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], m);
}

function compareScalar(differences: Difference[], field: string, ours: number, theirs: number): void {
  if (exempt.has(field) || isNear(ours, theirs, DOUBLE)) return;
  differences.push({ field, index: -1, ours, theirs, count: 1 });
}

function compareArray(
  differences: Difference[],
  field: string,
  ours: Float64Array,
  theirs: Float64Array,
  tolerance: Tolerance,
): void {
  if (ours.length !== theirs.length) {
    differences.push({ field: `${field}.length`, index: -1, ours: ours.length, theirs: theirs.length, count: 1 });
    return;
  }
  let first = -1;
  let count = 0;
  for (let i = 0; i < ours.length; i++) {
    if (isNear(ours[i], theirs[i], tolerance)) continue;
    if (first < 0) first = i;
    count++;
  }
  if (count > 0) differences.push({ field, index: first, ours: ours[first], theirs: theirs[first], count });
}

/** One line per difference, for test messages. */
export function describeDifferences(differences: readonly Difference[]): string[] {
  return differences.map(({ field, index, ours, theirs, count }) => {
    const where = index < 0 ? '' : `[${index}]`;
    return `${field}${where}: ${ours} here, ${theirs} in MuJoCo${count > 1 ? ` (${count} elements)` : ''}`;
  });
}
