import { expect, test } from 'vitest';
import { mujoco, random } from '../../../../test/support/oracle/oracle.ts';
import { normalize4, quatIntegrate, subQuat } from '../../math/quat.ts';
import { quatIntegrateJacobians, subQuatJacobians } from './quatJacobians.ts';

type Quat = Float64Array<ArrayBufferLike>;

function randomQuat(next: () => number): Quat {
  const q = new Float64Array([next(), next(), next(), next()]);
  normalize4(q, 0);
  return q;
}

const turned = (q: Quat, by: ArrayLike<number>, dt = 1): Quat => {
  const res = q.slice();
  quatIntegrate(res, 0, Float64Array.from(by), 0, dt);
  return res;
};

const unit = (k: number) => [0, 1, 2].map((i) => (i === k ? 1 : 0));

/** Largest error of a 3 x 3 matrix relative to centered differences of a function of a rotation vector. */
function largestError(D: Float64Array, f: (e: number[]) => ArrayLike<number>): number {
  const eps = 1e-5;
  let worst = 0;
  for (let k = 0; k < 3; k++) {
    const [plus, minus] = [f(unit(k).map((x) => x * eps)), f(unit(k).map((x) => -x * eps))];
    for (let i = 0; i < 3; i++) worst = Math.max(worst, Math.abs(D[3 * i + k] - (plus[i] - minus[i]) / (2 * eps)));
  }
  return worst;
}

const difference = (a: Quat, b: Quat): Float64Array => {
  const r = new Float64Array(3);
  subQuat(r, 0, a, 0, b, 0);
  return r;
};

test('the Jacobians of the difference of two quaternions match finite differences', () => {
  const next = random(3);
  const [Da, Db] = [new Float64Array(9), new Float64Array(9)];
  for (let k = 0; k < 50; k++) {
    const a = randomQuat(next);
    // near, far and very near
    const b = turned(a, [next(), next(), next()], [1, 1.5, 1e-3, 1e-7][k % 4]);
    subQuatJacobians(a, b, Da, Db);
    expect(largestError(Da, (e) => difference(turned(a, e), b))).toBeLessThan(1e-9);
    expect(largestError(Db, (e) => difference(a, turned(b, e)))).toBeLessThan(1e-9);
  }
});

test('the Jacobians of the integration of a quaternion match finite differences', () => {
  const next = random(4);
  const [Dquat, Dvel, Dscale] = [new Float64Array(9), new Float64Array(9), new Float64Array(3)];
  for (let k = 0; k < 50; k++) {
    const q = randomQuat(next);
    const vel = new Float64Array([next(), next(), next()]);
    const scale = [1, 2, 1e-3, 0.02, 0][k % 5];
    quatIntegrateJacobians(vel, scale, Dquat, Dvel, Dscale);
    const here = turned(q, vel, scale);
    expect(largestError(Dquat, (e) => difference(turned(turned(q, e), vel, scale), here))).toBeLessThan(1e-9);
    // by s = scale vel
    const s = vel.map((x) => x * scale);
    expect(
      largestError(Dvel, (e) =>
        difference(
          turned(
            q,
            s.map((x, i) => x + e[i]),
          ),
          here,
        ),
      ),
    ).toBeLessThan(1e-9);
    const [plus, minus] = [turned(q, vel, scale + 1e-5), turned(q, vel, scale - 1e-5)];
    const [up, down] = [difference(plus, here), difference(minus, here)];
    for (let i = 0; i < 3; i++) expect(Dscale[i]).toBeCloseTo((up[i] - down[i]) / 2e-5, 8);
  }
});

test('both match MuJoCo', () => {
  const next = random(5);
  const buffer = (n: number) => new mujoco.DoubleBuffer(n);
  let worst = 0;
  const compare = (mine: Float64Array, theirs: { GetView(): unknown }) => {
    const view = theirs.GetView() as Float64Array;
    for (let i = 0; i < mine.length; i++) worst = Math.max(worst, Math.abs(mine[i] - view[i]));
  };
  for (let k = 0; k < 40; k++) {
    const a = randomQuat(next);
    const b = turned(a, [next(), next(), next()], [1, 2, 1e-2][k % 3]);
    const [Da, Db] = [new Float64Array(9), new Float64Array(9)];
    const [Ea, Eb] = [buffer(9), buffer(9)];
    subQuatJacobians(a, b, Da, Db);
    mujoco.mjd_subQuat([...a], [...b], Ea, Eb);
    compare(Da, Ea);
    compare(Db, Eb);
    const vel = new Float64Array([next(), next(), next()]);
    const [Dq, Dv, Ds] = [new Float64Array(9), new Float64Array(9), new Float64Array(3)];
    const [Eq, Ev, Es] = [buffer(9), buffer(9), buffer(3)];
    quatIntegrateJacobians(vel, [1, 0.1, 0.01][k % 3], Dq, Dv, Ds);
    mujoco.mjd_quatIntegrate([...vel], [1, 0.1, 0.01][k % 3], Eq, Ev, Es);
    compare(Dq, Eq);
    compare(Dv, Ev);
    compare(Ds, Es);
    for (const x of [Ea, Eb, Eq, Ev, Es]) x.delete();
  }
  expect(worst).toBeLessThan(1e-14);
});
