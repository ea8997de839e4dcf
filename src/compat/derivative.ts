/** The derivatives of the drop-in API. */
import { type InverseDerivatives, inverseFD } from '../derivative/fd/inverseFD.ts';
import { differenceStep } from '../derivative/fd/transitionFD.ts';
import { quatIntegrateJacobians, subQuatJacobians } from '../derivative/quaternion/quatJacobians.ts';
import { checkEps, matrix, stateDim } from '../derivative/sizes.ts';
import { inDoubles, type Out, outDoubles } from './buffers.ts';
import type { MjData } from './data.ts';
import { inner, mujocoError } from './handle.ts';
import type { MjModel } from './model.ts';

type Vector = ArrayLike<number>;

/** Let `fill` write to several out-parameters, any of which may be missing. */
function intoAll(outs: readonly Out[], fill: (arrays: (Float64Array | undefined)[]) => void): void {
  const targets = outs.map((out) => outDoubles(out));
  try {
    fill(targets.map((target) => target?.array));
  } catch (error) {
    throw mujocoError(error);
  }
  for (const target of targets) target?.finish();
}

export const derivativeFunctions = {
  mjd_transitionFD: (
    m: MjModel,
    d: MjData,
    eps: number,
    centered: boolean | number,
    A: Out,
    B: Out,
    C: Out,
    D: Out,
  ): void =>
    intoAll([A, B, C, D], ([a, b, c, e]) => {
      const model = inner(m);
      const nx = stateDim(model);
      if (a) matrix('A', a, nx, nx);
      if (b) matrix('B', b, nx, model.nu);
      if (c) matrix('C', c, model.nsensordata, nx);
      if (e) matrix('D', e, model.nsensordata, model.nu);
      differenceStep(model, inner(d), checkEps(eps), Boolean(centered), { A: a, B: b, C: c, D: e });
    }),

  mjd_inverseFD: (
    m: MjModel,
    d: MjData,
    eps: number,
    actuation: boolean | number,
    DfDq: Out,
    DfDv: Out,
    DfDa: Out,
    DsDq: Out,
    DsDv: Out,
    DsDa: Out,
    DmDq: Out,
  ): void =>
    intoAll([DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq], (arrays) => {
      if (arrays.every((array) => array === undefined)) return;
      const names = ['DfDq', 'DfDv', 'DfDa', 'DsDq', 'DsDv', 'DsDa', 'DmDq'] as const;
      const into: Partial<InverseDerivatives> = {};
      names.forEach((name, k) => {
        if (arrays[k]) into[name] = arrays[k];
      });
      inverseFD(inner(m), inner(d), { eps, actuation: Boolean(actuation), into });
      for (const array of arrays) if (array) transpose(array, array.length / inner(m).nv, inner(m).nv);
    }),

  mjd_subQuat: (qa: Vector, qb: Vector, Da: Out, Db: Out): void =>
    intoAll([Da, Db], ([a, b]) => subQuatJacobians(inDoubles(qa), inDoubles(qb), a, b)),

  mjd_quatIntegrate: (vel: Vector, scale: number, Dquat: Out, Dvel: Out, Dscale: Out): void =>
    intoAll([Dquat, Dvel, Dscale], ([q, v, s]) => quatIntegrateJacobians(inDoubles(vel), scale, q, v, s)),
};

/** A matrix of so many rows and columns turned round in its place. */
function transpose(a: Float64Array, rows: number, columns: number): void {
  const from = a.slice();
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) a[c * rows + r] = from[r * columns + c];
}
