/** `mju_` functions on dense, sparse and banded matrices. */
import * as cholesky from '../../../core/math/linear/cholesky.ts';
import * as dense from '../../../core/math/linear/dense.ts';
import { eig3 } from '../../../core/math/linear/eig3.ts';
import { sparse2Dense, sym2Dense } from '../../../core/math/linear/sparse.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../core/math/mat3.ts';
import { def, named } from '../../base/signature.ts';
import * as band from './band.ts';
import { boxQP } from './boxQP.ts';

const denseFunctions = named({
  mju_mulMatVec3: def('res>+3 mat<+9 vec<+3', (res, mat, vec) => mulMatVec3(res, 0, mat, 0, vec, 0)),
  mju_mulMatTVec3: def('res>+3 mat<+9 vec<+3', (res, mat, vec) => mulMatTVec3(res, 0, mat, 0, vec, 0)),
  mju_mulMatVec: def('res>=nr mat<=nr*nc vec<=nc nr nc', (res, mat, vec, nr, nc) =>
    dense.mulMatVec(res, 0, mat, 0, vec, 0, nr, nc),
  ),
  mju_mulMatTVec: def('res>=nc mat<=nr*nc vec<=nr nr nc', (res, mat, vec, nr, nc) =>
    dense.mulMatTVec(res, 0, mat, 0, vec, 0, nr, nc),
  ),
  mju_mulVecMatVec: def('vec1< mat<=vec1*vec1 vec2<=vec1', (a, mat, b) =>
    dense.mulVecMatVec(a, 0, mat, 0, b, 0, a.length),
  ),
  mju_mulMatMat: def('res>=r1*c2 mat1<=r1*c1 mat2<=c1*c2 r1 c1 c2', (res, a, b, r1, c1, c2) =>
    dense.mulMatMat(res, 0, a, 0, b, 0, r1, c1, c2),
  ),
  mju_mulMatMatT: def('res>=r1*r2 mat1<=r1*c1 mat2<=r2*c1 r1 c1 r2', (res, a, b, r1, c1, r2) =>
    dense.mulMatMatT(res, 0, a, 0, b, 0, r1, c1, r2),
  ),
  mju_mulMatTMat: def('res>=c1*c2 mat1<=r1*c1 mat2<=r1*c2 r1 c1 c2', (res, a, b, r1, c1, c2) =>
    dense.mulMatTMat(res, 0, a, 0, b, 0, r1, c1, c2),
  ),
  mju_sqrMatTD: def('res>=nc*nc mat<=nr*nc diag<?=nr nr nc', (res, mat, diag, nr, nc) =>
    dense.sqrMatTD(res, 0, mat, 0, diag ?? new Float64Array(nr).fill(1), 0, nr, nc, true),
  ),
  mju_transpose: def('res>=nr*nc mat<=nr*nc nr nc', (res, mat, nr, nc) =>
    // this loop cannot transpose a matrix in place
    dense.transpose(res, 0, mat === res ? mat.slice() : mat, 0, nr, nc),
  ),
  mju_symmetrize: def('res>=n*n mat<=n*n n', (res, mat, n) => dense.symmetrize(res, 0, mat, 0, n)),
  mju_eye: def('mat>=^', (mat) => dense.eye(mat, 0, Math.sqrt(mat.length))),
  mju_cholFactor: def('mat>=^ mindiag', (mat, mindiag) => cholesky.cholFactor(mat, 0, Math.sqrt(mat.length), mindiag)),
  mju_cholSolve: def('res>=mat mat<=^ vec<=mat', (res, mat, vec) =>
    cholesky.cholSolve(res, 0, mat, 0, vec, 0, Math.sqrt(mat.length)),
  ),
  mju_cholUpdate: def('mat>=^ x>=mat flg_plus:b', (mat, x, plus) =>
    cholesky.cholUpdate(mat, 0, x, 0, Math.sqrt(mat.length), plus),
  ),
  mju_eig3: def('eigval>+3 eigvec>+9 quat>+4 mat<+9', (eigval, eigvec, quat, mat) =>
    eig3(eigval, 0, eigvec, 0, quat, 0, mat, 0),
  ),
  mju_boxQP: def('res> R>=res*res+7*res index>i?=res H<=^ g<=res lower<?=res upper<?=res', boxQP),
});

const bandSize = 'ntotal*nband-ndense*nband+ndense*ntotal';
const bandFunctions = named({
  mju_bandDiag: def('i ntotal nband ndense', band.bandDiag),
  mju_band2Dense: def(`res>=ntotal*ntotal mat<=${bandSize} ntotal nband ndense flg_sym:b`, band.band2Dense),
  mju_dense2Band: def(`res>=${bandSize} mat<=ntotal*ntotal ntotal nband ndense`, band.dense2Band),
  mju_bandMulMatVec: def(
    `res>=ntotal*nvec mat<=${bandSize} vec<=ntotal*nvec ntotal nband ndense nvec flg_sym:b`,
    band.bandMulMatVec,
  ),
  mju_cholFactorBand: def(`mat>=${bandSize} ntotal nband ndense diagadd diagmul`, band.cholFactorBand),
  mju_cholSolveBand: def(`res>=ntotal mat<=${bandSize} vec<=ntotal ntotal nband ndense`, band.cholSolveBand),
});

const sparseFunctions = named({
  mju_sparse2dense: def(
    'res>=nr*nc mat< nr nc rownnz<i=nr rowadr<i=nr colind<i',
    (res, mat, nr, nc, rownnz, rowadr, colind) => sparse2Dense(res, 0, mat, nr, nc, rownnz, rowadr, colind),
  ),
  mju_sym2dense: def('res>=n*n mat< n rownnz<i=n rowadr<i=n colind<i', (res, mat, n, rownnz, rowadr, colind) =>
    sym2Dense(res, 0, mat, n, rownnz, rowadr, colind),
  ),
  mju_dense2sparse: def('res> mat<=nr*nc nr nc rownnz>i=nr rowadr>i=nr colind>i=res', dense2Sparse),
});

export const matrixFunctions = { ...denseFunctions, ...bandFunctions, ...sparseFunctions };

/** @returns 0, or 1 if there are more elements than capacity */
function dense2Sparse(
  res: Float64Array,
  mat: Float64Array,
  nr: number,
  nc: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): number {
  let at = 0;
  for (let r = 0; r < nr; r++) {
    rowadr[r] = at;
    rownnz[r] = 0;
    for (let c = 0; c < nc; c++) {
      if (mat[r * nc + c] === 0) continue;
      if (at >= res.length) return 1;
      res[at] = mat[r * nc + c];
      colind[at] = c;
      at++;
      rownnz[r]++;
    }
  }
  return 0;
}
