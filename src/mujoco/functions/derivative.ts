/** `mjd_` functions. */
import { type InverseDerivatives, inverseFD } from '../../core/derivative/fd/inverseFD.ts';
import { differenceStep } from '../../core/derivative/fd/transitionFD.ts';
import { quatIntegrateJacobians, subQuatJacobians } from '../../core/derivative/quaternion/quatJacobians.ts';
import { checkEps } from '../../core/derivative/sizes.ts';
import type { Data } from '../../core/model/data.ts';
import type { Model } from '../../core/model/model.ts';
import { def, named } from '../base/signature.ts';

// a state has positions, velocities and activations: nx = 2 nv + na
const square = '4*nv*nv+4*nv*na+na*na';
const derivativeTable = {
  mjd_transitionFD: def(
    `m d eps flg_centered:b A>?=${square} B>?=2*nv*nu+na*nu C>?=2*nv*nsensordata+na*nsensordata D>?=nsensordata*nu`,
    (m, d, eps, centered, A, B, C, D) => {
      differenceStep(m, d, checkEps(eps), centered, { A, B, C, D });
    },
  ),
  mjd_inverseFD: def(
    'm d eps flg_actuation:b DfDq>?=nv*nv DfDv>?=nv*nv DfDa>?=nv*nv DsDq>?=nv*nsensordata DsDv>?=nv*nsensordata DsDa>?=nv*nsensordata DmDq>?=nv*nC',
    (m, d, eps, actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq) =>
      inverse(m, d, eps, actuation, { DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq }),
  ),
  mjd_subQuat: def('qa<=4 qb<=4 Da>?=9 Db>?=9', subQuatJacobians),
  mjd_quatIntegrate: def('vel<+3 scale Dquat>?+9 Dvel>?+9 Dscale>?+3', quatIntegrateJacobians),
};

export const derivativeFunctions = named(derivativeTable);

function inverse(
  m: Model,
  d: Data,
  eps: number,
  actuation: boolean,
  wanted: { [K in keyof InverseDerivatives]?: Float64Array | undefined },
): void {
  const into = Object.fromEntries(Object.entries(wanted).filter(([, array]) => array)) as Partial<InverseDerivatives>;
  const arrays = Object.values(into) as Float64Array[];
  if (arrays.length === 0) return;
  inverseFD(m, d, { eps, actuation, into });
  for (const array of arrays) transpose(array, array.length / m.nv, m.nv);
}

/** Transpose a matrix in place. */
function transpose(a: Float64Array, rows: number, columns: number): void {
  const from = a.slice();
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) a[c * rows + r] = from[r * columns + c];
}
