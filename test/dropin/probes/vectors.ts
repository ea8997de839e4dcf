/** Functions of vectors, matrices and scalars. */
import {
  type FunctionTable,
  ints,
  mat,
  out,
  type Probe,
  type Probes,
  p,
  q,
  rotation,
  v,
  type World,
  w,
} from './world.ts';

/** Functions of vectors and matrices, by their parameters after the result buffer. */
export const vectorProbes: Probes = {
  ...outProbes(3, {
    mju_copy3: [v],
    mju_zero3: [],
    mju_scl3: [v, 2],
    mju_add3: [v, w],
    mju_sub3: [v, w],
    mju_addTo3: [v],
    mju_subFrom3: [v],
    mju_addToScl3: [v, 0.5],
    mju_addScl3: [v, w, -2],
    mju_cross: [v, w],
    mju_rotVecQuat: [v, q],
    mju_quat2Vel: [q, 0.1],
    mju_subQuat: [q, p],
    mju_mulMatVec3: [mat, v],
    mju_mulMatTVec3: [mat, v],
    mju_trnVecPose: [v, q, w],
    mju_copy: [v],
    mju_scl: [v, 3],
    mju_add: [v, w],
    mju_sub: [v, w],
    mju_addTo: [v],
    mju_subFrom: [v],
    mju_addToScl: [v, 3],
    mju_addScl: [v, w, 3],
    mju_fill: [7],
    mju_zero: [3],
    mju_mulMatVec: [mat, v, 3, 3],
    mju_mulMatTVec: [mat, v, 3, 3],
    mju_n2d: [v],
    mju_d2n: [v],
    mju_f2n: [v],
  }),
  ...outProbes(4, {
    mju_copy4: [q],
    mju_zero4: [],
    mju_unit4: [],
    mju_negQuat: [q],
    mju_mulQuat: [q, p],
    mju_mulQuatAxis: [q, v],
    mju_axisAngle2Quat: [[0, 0.6, 0.8], 1.3],
    mju_mat2Quat: [rotation],
    mju_mat2Rot: [mat],
    mju_derivQuat: [q, v],
    mju_quatZ2Vec: [v],
    mju_euler2Quat: [[0.1, 0.2, 0.3], 'XyZ'],
    mju_encodePyramid: [
      [5, 0.1, -0.2],
      [0.5, 0.4],
    ],
  }),
  ...outProbes(9, {
    mju_quat2Mat: [p],
    mju_mulMatMat: [mat, rotation, 3, 3, 3],
    mju_mulMatMatT: [mat, rotation, 3, 3, 3],
    mju_mulMatTMat: [mat, rotation, 3, 3, 3],
    mju_transpose: [[1, 2, 3, 4, 5, 6, 7, 8, 9], 3, 3],
    mju_symmetrize: [[1, 2, 3, 4, 5, 6, 7, 8, 9], 3],
    mju_sqrMatTD: [mat, v, 3, 3],
    mju_eye: [],
    mju_sparse2dense: [[1, 2, 3], 3, 3, [1, 1, 1], [0, 1, 2], [2, 0, 1]],
    mju_sym2dense: [[1, 2, 3, 4], 3, [1, 1, 2], [0, 1, 2], [0, 1, 0, 2]],
  }),
  ...outProbes(6, { mju_transformSpatial: [[1, 2, 3, 4, 5, 6], 1, v, w, rotation] }),
  ...outProbes(6, { 'mju_transformSpatial#motion': [[1, 2, 3, 4, 5, 6], 0, v, w, null] }),
  ...outProbes(3, {
    mju_decodePyramid: [
      [1, 2, 3, 4],
      [0.5, 0.4],
    ],
  }),
  ...valueProbes({
    mju_norm3: [v],
    mju_dot3: [v, w],
    mju_dist3: [v, w],
    mju_dot: [v, w],
    mju_norm: [v, 3],
    mju_sum: [v, 3],
    mju_L1: [w, 3],
    mju_isZero: [v, 3],
    mju_mulVecMatVec: [v, mat, w],
    mju_min: [3, -2],
    mju_max: [3, -2],
    mju_clip: [3, -2, 2.5],
    mju_sign: [-0.3],
    mju_round: [2.5],
    'mju_round#negative': [-2.5],
    mju_isBad: [1e11],
    'mju_isBad#nan': [Number.NaN],
    mju_sigmoid: [0.3],
    mju_Halton: [11, 3],
    mju_springDamper: [1, -0.5, 4, 1, 0.7],
    'mju_springDamper#over': [1, -0.5, 1, 5, 0.7],
    'mju_springDamper#critical': [1, -0.5, 1, 2, 0.7],
    mju_muscleGain: [0.9, -0.3, [0.5, 1.5], 2, [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2]],
    mju_muscleBias: [1.4, [0.5, 1.5], 2, [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2]],
    mju_muscleDynamics: [0.8, 0.2, [0.01, 0.04, 0.1]],
    mju_rayGeom: [[0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0.5, 0.5, 0.5], [0, 0, 3], [0, 0, -1], 6, null],
    mju_raySkin: [1, 3, [0, 1, 2], [0, 0, 0, 1, 0, 0, 0, 1, 0], [0.2, 0.2, 2], [0, 0, -1], null],
    mju_bandDiag: [3, 5, 2, 1],
    mju_type2Str: [5],
    mju_str2Type: ['geom'],
    'mju_str2Type#unknown': ['nothing'],
  }),
};

function outProbes(n: number, table: Record<string, unknown[]>): Record<string, Probe> {
  return Object.fromEntries(
    Object.entries(table).map(([name, args]) => [
      name,
      ({ mj }: World) =>
        out(mj, n, (buffer) => (mj as unknown as FunctionTable)[name.replace(/#.*/, '')](buffer, ...args)),
    ]),
  );
}

function valueProbes(table: Record<string, unknown[]>): Record<string, Probe> {
  return Object.fromEntries(
    Object.entries(table).map(([name, args]) => [
      name,
      ({ mj }: World) => (mj as unknown as FunctionTable)[name.replace(/#.*/, '')](...args),
    ]),
  );
}

export const solverProbes: Probes = {
  mju_normalize3: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray(v);
    return [mj.mju_normalize3(b), Array.from(b.GetView())];
  },
  mju_normalize4: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray([1, 2, 3, 4]);
    return [mj.mju_normalize4(b), Array.from(b.GetView())];
  },
  mju_normalize: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray(w);
    return [mj.mju_normalize(b, 3), Array.from(b.GetView())];
  },
  mju_quatIntegrate: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray([1, 0, 0, 0]);
    mj.mju_quatIntegrate(b, v, 0.1);
    return Array.from(b.GetView());
  },
  mju_insertionSort: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray([3, 1, 2, -5]);
    mj.mju_insertionSort(b);
    return Array.from(b.GetView());
  },
  mju_insertionSortInt: ({ mj }) => ints(mj, [3, 1, 2, -5], (b) => mj.mju_insertionSortInt(b)),
  mju_cholFactor: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray(mat);
    const rank = mj.mju_cholFactor(b, 1e-10);
    const x = new mj.DoubleBuffer(3);
    mj.mju_cholSolve(x, b.GetView(), v);
    return [rank, Array.from(b.GetView()), Array.from(x.GetView())];
  },
  mju_cholUpdate: ({ mj }) => {
    const b = mj.DoubleBuffer.FromArray(mat);
    mj.mju_cholFactor(b, 1e-10);
    const rank = mj.mju_cholUpdate(b, mj.DoubleBuffer.FromArray(v), 1);
    return [rank, b.GetView()[0], b.GetView()[3], b.GetView()[4], b.GetView()[8]];
  },
  mju_eig3: ({ mj }) => {
    const [values, vectors, quat] = [3, 9, 4].map((n) => new mj.DoubleBuffer(n));
    mj.mju_eig3(values, vectors, quat, mat);
    return [values, vectors, quat].map((b) => Array.from(b.GetView()));
  },
  mju_band: ({ mj }) => {
    const dense = [4, 1, 0, 0.5, 1, 5, 1, 0.5, 0, 1, 6, 0.5, 0.5, 0.5, 0.5, 7];
    const band = new mj.DoubleBuffer(3 * 2 + 4);
    mj.mju_dense2Band(band, dense, 4, 2, 1);
    const before = Array.from(band.GetView());
    const times = out(mj, 4, (b) => mj.mju_bandMulMatVec(b, band.GetView(), [1, 2, 3, 4], 4, 2, 1, 1, true));
    const back = out(mj, 16, (b) => mj.mju_band2Dense(b, band.GetView(), 4, 2, 1, true));
    const minDiagonal = mj.mju_cholFactorBand(band, 4, 2, 1, 0.1, 0.2);
    const solved = out(mj, 4, (b) => mj.mju_cholSolveBand(b, band.GetView(), [1, 2, 3, 4], 4, 2, 1));
    return [before, times, back, minDiagonal, Array.from(band.GetView()), solved];
  },
  mju_boxQP: ({ mj }) => {
    const R = new mj.DoubleBuffer(3 * 10);
    const index = new mj.IntBuffer(3);
    const x = out(mj, 3, (b) => mj.mju_boxQP(b, R, index, mat, [3, -9, 0.2], [-1, -1, -1], [1, 1, 1]));
    return [x, Array.from(index.GetView()).slice(0, Number(x[1]))];
  },
  mju_mulPose: ({ mj }) => {
    const pos = new mj.DoubleBuffer(3);
    const quat = new mj.DoubleBuffer(4);
    mj.mju_mulPose(pos, quat, v, q, w, p);
    return [Array.from(pos.GetView()), Array.from(quat.GetView())];
  },
  mju_negPose: ({ mj }) => {
    const pos = new mj.DoubleBuffer(3);
    const quat = new mj.DoubleBuffer(4);
    mj.mju_negPose(pos, quat, v, q);
    return [Array.from(pos.GetView()), Array.from(quat.GetView())];
  },
  mju_dense2sparse: ({ mj }) => {
    const [nnz, adr, ind] = [2, 2, 3].map((n) => new mj.IntBuffer(n));
    const res = out(mj, 3, (b) => mj.mju_dense2sparse(b, [0, 1, 0, 2, 0, 3], 2, 3, nnz, adr, ind));
    return [res, ...[nnz, adr, ind].map((b) => Array.from(b.GetView() as Int32Array))];
  },
  'mju_dense2sparse without room': ({ mj }) => {
    const [nnz, adr, ind] = [2, 2, 2].map((n) => new mj.IntBuffer(n));
    return mj.mju_dense2sparse(new mj.DoubleBuffer(2), [0, 1, 0, 2, 0, 3], 2, 3, nnz, adr, ind);
  },
  mju_n2f: ({ mj }) => {
    const b = new mj.FloatBuffer(3);
    mj.mju_n2f(b, [0.1, 0.2, 0.3]);
    return Array.from(b.GetView());
  },
};
