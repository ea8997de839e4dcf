import { equalitySize } from '../../../engine/constraint/diagonal.ts';
import type { int } from '../../../math/int.ts';
import { addScl6, dot6, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { AXIS_0, AXIS_1 } from '../../analytic/constraint/pointMotion.ts';
import {
  beginEquality,
  hasPoints,
  WRENCH_0_BY_POS,
  WRENCH_1_BY_POS,
  WRENCH_BY_VEL,
  wrenchColumns,
} from '../../analytic/constraint/pointRows.ts';
import { FIRST, SECOND } from '../../analytic/constraint/wrench.ts';
import { dofOffset } from '../../analytic/layout.ts';
import { Cotangent, cotangentOffset, stateOffset } from './layout.ts';

/*  VJP of connect, weld and distance: for each dof, the motions of both points at speeds lambda times the derivatives of the
 *  wrenches on both sides. */

// motions at speeds lambda of the points of both sides, and of the first minus the second
const first = new Float64Array(6);
const second = new Float64Array(6);
const apart = new Float64Array(6);

/** Cotangents of positions and velocities += the part of these equalities
 *  reads  d: efc_* cvel cdof, w: Dof.VEL_BEFORE VEL_AFTER MOTION_BEFORE BIAS_ACC_BEFORE, Body.MOTION BIAS_ACC, g: Cotangent.LAMBDA   scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM EXTERNAL_CHANGE COMPOSITE_FORCE   adds to g: state */
export function vjpPoints(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv } = m;
  const { ne, efc_id, work_chain } = d;
  for (let e = 0; e < ne; e += equalitySize(m.eq_type[efc_id[e]])) {
    const i = efc_id[e];
    if (!hasPoints(m, i)) continue;
    const n = beginEquality(m, d, w, e, i);
    wrenchColumns(m, d, w, e, i, n);
    motionsAt(m, d, w, g, n);
    for (let c = 0; c < n; c++) {
      const j = stateOffset(m) + work_chain[c];
      g[j] +=
        dot6(first, 0, w, dofOffset(m, WRENCH_0_BY_POS) + 6 * c) -
        dot6(second, 0, w, dofOffset(m, WRENCH_1_BY_POS) + 6 * c);
      g[j + nv] += dot6(apart, 0, w, dofOffset(m, WRENCH_BY_VEL) + 6 * c);
    }
  }
}

/** first, second, apart = motions of both points at speeds lambda, and their difference */
function motionsAt(m: Model, d: Data, w: Float64Array, g: Float64Array, n: int): void {
  const { work_chain, work_chain2 } = d;
  const lambda = cotangentOffset(m, Cotangent.LAMBDA);
  zero6(first, 0);
  zero6(second, 0);
  for (let c = 0; c < n; c++) {
    const side = work_chain2[c];
    const speed = g[lambda + work_chain[c]];
    if ((side & FIRST) !== 0) addScl6(first, 0, first, 0, w, dofOffset(m, AXIS_0) + 6 * c, speed);
    if ((side & SECOND) !== 0) addScl6(second, 0, second, 0, w, dofOffset(m, AXIS_1) + 6 * c, speed);
  }
  addScl6(apart, 0, first, 0, second, 0, -1);
}
