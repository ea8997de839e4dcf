import { expect, test } from 'vitest';
import { mujoco, random } from '../../../test/support/oracle/oracle.ts';
import { eig3 } from './linear/eig3.ts';
import { makeFrame, mulMatMat3, mulMatTMat3, mulMatTVec3, mulMatVec3, transpose3 } from './mat3.ts';
import { mulPose, negPose, trnVecPose } from './pose.ts';
import {
  axisAngle2Quat,
  derivQuat,
  mat2Quat,
  mat2Rot,
  mulQuat,
  mulQuatAxis,
  normalize4,
  quat2Mat,
  quat2Vel,
  quatIntegrate,
  quatZ2Vec,
  rotVecQuat,
  subQuat,
} from './quat.ts';
import { crossForce, crossMotion, inertCom, mulDofVec, mulInertVec, transformSpatial } from './spatial.ts';
import { cross3, dot3, normalize3 } from './vec3.ts';

const next = random(3);
const vec = (n: number) => Float64Array.from({ length: n }, next);
const unitQuat = () => {
  const q = vec(4);
  normalize4(q, 0);
  return q;
};
const list = (a: Float64Array) => [...a];

/** Result of a MuJoCo function that writes n numbers to a buffer initialized with `init`. */
function oracle(n: number, call: (out: unknown) => void, init: ArrayLike<number> = new Float64Array(n)): number[] {
  const out = mujoco.DoubleBuffer.FromArray(Array.from(init));
  call(out);
  const values = [...(out.GetView() as Float64Array)];
  out.delete();
  return values;
}

function near(got: Float64Array, expected: number[], tol = 1e-14): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(got[i] - expected[i])).toBeLessThan(tol);
}

test('quaternion functions match MuJoCo on random arguments', () => {
  const res = new Float64Array(9);
  const r3 = res.subarray(0, 3);
  const r4 = res.subarray(0, 4);
  for (let k = 0; k < 50; k++) {
    const p = unitQuat();
    const q = unitQuat();
    const v = vec(3);
    mulQuat(res, 0, p, 0, q, 0);
    near(
      r4,
      oracle(4, (o) => mujoco.mju_mulQuat(o, list(p), list(q))),
    );
    rotVecQuat(res, 0, v, 0, q, 0);
    near(
      r3,
      oracle(3, (o) => mujoco.mju_rotVecQuat(o, list(v), list(q))),
    );
    mulQuatAxis(res, 0, q, 0, v, 0);
    near(
      r4,
      oracle(4, (o) => mujoco.mju_mulQuatAxis(o, list(q), list(v))),
    );
    derivQuat(res, 0, q, 0, v, 0);
    near(
      r4,
      oracle(4, (o) => mujoco.mju_derivQuat(o, list(q), list(v))),
    );
    axisAngle2Quat(res, 0, v, 0, 3 * v[0]);
    near(
      r4,
      oracle(4, (o) => mujoco.mju_axisAngle2Quat(o, list(v), 3 * v[0])),
    );
    quat2Vel(res, 0, q, 0, 0.1);
    near(
      r3,
      oracle(3, (o) => mujoco.mju_quat2Vel(o, list(q), 0.1)),
      1e-12,
    );
    subQuat(res, 0, p, 0, q, 0);
    near(
      r3,
      oracle(3, (o) => mujoco.mju_subQuat(o, list(p), list(q))),
    );
    quatZ2Vec(res, 0, v, 0);
    near(
      r4,
      oracle(4, (o) => mujoco.mju_quatZ2Vec(o, list(v))),
    );
    const turned = Float64Array.from(q);
    quatIntegrate(turned, 0, v, 0, 0.7);
    near(
      turned,
      oracle(4, (o) => mujoco.mju_quatIntegrate(o, list(v), 0.7), q),
    );
    quat2Mat(res, 0, q, 0);
    near(
      res,
      oracle(9, (o) => mujoco.mju_quat2Mat(o, list(q))),
    );
    const back = new Float64Array(4);
    mat2Quat(back, 0, res, 0);
    near(
      back,
      oracle(4, (o) => mujoco.mju_mat2Quat(o, list(res))),
    );
  }
});

test('quaternions of the axes and of half turns match MuJoCo', () => {
  const q = new Float64Array(4);
  for (const v of [
    [0, 0, 1],
    [0, 0, -1],
    [0, 0, 0],
    [1e-16, 0, -3],
    [1, 0, 0],
  ]) {
    quatZ2Vec(q, 0, Float64Array.from(v), 0);
    near(
      q,
      oracle(4, (o) => mujoco.mju_quatZ2Vec(o, v)),
    );
  }
  for (const half of [
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, 1, 1],
  ]) {
    const mat = [half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]];
    mat2Quat(q, 0, Float64Array.from(mat), 0);
    near(
      q,
      oracle(4, (o) => mujoco.mju_mat2Quat(o, mat)),
    );
  }
});

test('results may overwrite arguments', () => {
  const q = unitQuat();
  const p = unitQuat();
  const pq = new Float64Array(4);
  mulQuat(pq, 0, p, 0, q, 0);
  mulQuat(q, 0, p, 0, q, 0);
  expect(q).toEqual(pq);
  const a = vec(3);
  const b = vec(3);
  const ab = new Float64Array(3);
  cross3(ab, 0, a, 0, b, 0);
  cross3(b, 0, a, 0, b, 0);
  expect(b).toEqual(ab);
  const A = vec(9);
  const B = vec(9);
  const AB = new Float64Array(9);
  mulMatMat3(AB, 0, A, 0, B, 0);
  mulMatMat3(A, 0, A, 0, B, 0);
  expect(A).toEqual(AB);
});

test('3x3 products agree with their transposes', () => {
  const A = vec(9);
  const B = vec(9);
  const v = vec(3);
  const At = new Float64Array(9);
  const expected = new Float64Array(9);
  const got = new Float64Array(9);
  transpose3(At, 0, A, 0);
  mulMatMat3(expected, 0, At, 0, B, 0);
  mulMatTMat3(got, 0, A, 0, B, 0);
  expect(got).toEqual(expected);
  const Av = new Float64Array(3);
  const Atv = new Float64Array(3);
  mulMatVec3(Av, 0, At, 0, v, 0);
  mulMatTVec3(Atv, 0, A, 0, v, 0);
  expect(Atv).toEqual(Av);
});

test('a tiny vector normalizes to the x axis', () => {
  const v = Float64Array.of(1e-16, 0, 0);
  expect(normalize3(v, 0)).toBe(1e-16);
  expect([...v]).toEqual([1, 0, 0]);
});

test('a frame made from its x axis is a rotation', () => {
  for (let k = 0; k < 20; k++) {
    const frame = new Float64Array(9);
    frame.set(vec(3));
    normalize3(frame, 0);
    if (k % 2) frame.set(vec(3), 3);
    expect(makeFrame(frame, 0)).toBe(true);
    expect(dot3(frame, 0, frame, 3)).toBeCloseTo(0, 12);
    const z = new Float64Array(3);
    cross3(z, 0, frame, 0, frame, 3);
    for (let i = 0; i < 3; i++) expect(frame[6 + i]).toBeCloseTo(z[i], 12);
    for (let row = 0; row < 3; row++) expect(dot3(frame, 3 * row, frame, 3 * row)).toBeCloseTo(1, 12);
  }
  expect(makeFrame(new Float64Array(9), 0)).toBe(false);
});

test('poses compose, invert and move points as in MuJoCo', () => {
  for (let k = 0; k < 20; k++) {
    const p = vec(3);
    const q = unitQuat();
    const s = vec(3);
    const t = unitQuat();
    const pos = new Float64Array(3);
    const quat = new Float64Array(4);
    mulPose(pos, quat, p, q, s, t);
    const theirQuat = mujoco.DoubleBuffer.FromArray([0, 0, 0, 0]);
    near(
      pos,
      oracle(3, (o) => mujoco.mju_mulPose(o, theirQuat, list(p), list(q), list(s), list(t))),
    );
    near(quat, [...(theirQuat.GetView() as Float64Array)]);
    theirQuat.delete();
    negPose(s, 0, t, 0, pos, 0, quat, 0);
    trnVecPose(p, 0, s, 0, t, 0, pos, 0);
    near(p, [0, 0, 0]);
  }
});

test('eigenvectors of symmetric matrices match MuJoCo in order and sign', () => {
  const val = new Float64Array(3);
  const vecs = new Float64Array(9);
  const q = new Float64Array(4);
  const matrices = [
    [3, 0, 0, 0, 2, 0, 0, 0, 1],
    [1, 0, 0, 0, 2, 0, 0, 0, 3],
    [2, 0, 0, 0, 2, 0, 0, 0, 2],
    [2, 0, 0, 0, 3, 0, 0, 0, 2],
  ];
  for (let k = 0; k < 100; k++) {
    const [a, b, c, d, e, f] = vec(6);
    matrices.push([a, b, c, b, d, e, c, e, f]);
  }
  for (const mat of matrices) {
    eig3(val, 0, vecs, 0, q, 0, Float64Array.from(mat), 0);
    const theirVec = mujoco.DoubleBuffer.FromArray(new Array(9).fill(0));
    const theirQuat = mujoco.DoubleBuffer.FromArray([0, 0, 0, 0]);
    near(
      val,
      oracle(3, (o) => mujoco.mju_eig3(o, theirVec, theirQuat, mat)),
      1e-12,
    );
    near(q, [...(theirQuat.GetView() as Float64Array)], 1e-12);
    near(vecs, [...(theirVec.GetView() as Float64Array)], 1e-12);
    theirVec.delete();
    theirQuat.delete();
  }
});

test('the rotational part of a stretched rotation matches MuJoCo', () => {
  const rot = new Float64Array(9);
  quat2Mat(rot, 0, unitQuat(), 0);
  const A = rot.map((x, i) => x + 0.1 * (i % 4 === 0 ? 1 : 0));
  const q = Float64Array.of(1, 0, 0, 0);
  mat2Rot(q, 0, A, 0);
  near(
    q,
    oracle(4, (o) => mujoco.mju_mat2Rot(o, list(A)), [1, 0, 0, 0]),
    1e-12,
  );
});

test('spatial vectors change frames as in MuJoCo', () => {
  const rot = new Float64Array(9);
  const res = new Float64Array(6);
  for (let k = 0; k < 20; k++) {
    quat2Mat(rot, 0, unitQuat(), 0);
    const v = vec(6);
    const to = vec(3);
    const from = vec(3);
    transformSpatial(res, v, k % 2 === 1, to, from, rot);
    near(
      res,
      oracle(6, (o) => mujoco.mju_transformSpatial(o, list(v), k % 2, list(to), list(from), list(rot))),
    );
  }
});

test('power is invariant when a motion and a force are transported together', () => {
  // f . (v x m) + (v x* f) . m = 0
  const v = vec(6);
  const m = vec(6);
  const f = vec(6);
  const vm = new Float64Array(6);
  const vf = new Float64Array(6);
  crossMotion(vm, 0, v, 0, m, 0);
  crossForce(vf, 0, v, 0, f, 0);
  let sum = 0;
  for (let k = 0; k < 6; k++) sum += f[k] * vm[k] + vf[k] * m[k];
  expect(sum).toBeCloseTo(0, 13);
});

test('kinetic energy of a shifted body is that of its point mass plus its spin', () => {
  const mat = new Float64Array(9);
  quat2Mat(mat, 0, unitQuat(), 0);
  const inert = Float64Array.of(1, 2, 2.5);
  const dif = vec(3);
  const I = new Float64Array(10);
  inertCom(I, 0, inert, 0, mat, 0, dif, 0, 3);
  const v = vec(6);
  const p = new Float64Array(6);
  mulInertVec(p, 0, I, 0, v, 0);
  let twice = 0;
  for (let k = 0; k < 6; k++) twice += v[k] * p[k];
  // velocity of the center of mass: linear + w x dif; spin in principal axes
  const c = new Float64Array(3);
  cross3(c, 0, v, 0, dif, 0);
  for (let k = 0; k < 3; k++) c[k] += v[3 + k];
  const w = new Float64Array(3);
  mulMatTVec3(w, 0, mat, 0, v, 0);
  const expected = 3 * dot3(c, 0, c, 0) + w[0] * w[0] + 2 * w[1] * w[1] + 2.5 * w[2] * w[2];
  expect(twice).toBeCloseTo(expected, 12);
});

test('motion axes are summed with their speeds', () => {
  const res = new Float64Array(6);
  mulDofVec(res, 0, Float64Array.of(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2), 0, Float64Array.of(3, 4), 0, 2);
  expect([...res]).toEqual([3, 4, 0, 0, 0, 8]);
  mulDofVec(res, 0, res, 0, res, 0, 0);
  expect([...res]).toEqual([0, 0, 0, 0, 0, 0]);
});
