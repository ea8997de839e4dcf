/** `mju_` functions on vectors and scalars. */
import * as array from '../../core/math/array.ts';
import { exp, log } from '../../core/math/elementary/exp.ts';
import { cos, sin } from '../../core/math/elementary/trig.ts';
import * as vec3 from '../../core/math/vec3.ts';
import { MAXVAL, MINVAL } from '../../core/model/constants.ts';
import { halton } from '../base/halton.ts';
import { def, named } from '../base/signature.ts';

const copyAll = (res: { set(values: ArrayLike<number>): void }, vec: ArrayLike<number>): void => res.set(vec);

/** Copies between double and float vectors. */
const conversions = named({
  mju_n2f: def('res>f vec<=res', copyAll),
  mju_f2n: def('res> vec<f=res', copyAll),
  mju_n2d: def('res> vec<=res', copyAll),
  mju_d2n: def('res> vec<=res', copyAll),
});

const vectors3 = named({
  mju_zero3: def('res>+3', (res) => vec3.zero3(res, 0)),
  mju_copy3: def('res>+3 data<+3', (res, data) => vec3.copy3(res, 0, data, 0)),
  mju_scl3: def('res>+3 vec<+3 scl', (res, vec, scl) => vec3.scl3(res, 0, vec, 0, scl)),
  mju_add3: def('res>+3 vec1<+3 vec2<+3', (res, a, b) => vec3.add3(res, 0, a, 0, b, 0)),
  mju_sub3: def('res>+3 vec1<+3 vec2<+3', (res, a, b) => vec3.sub3(res, 0, a, 0, b, 0)),
  mju_addTo3: def('res>+3 vec<+3', (res, vec) => vec3.addTo3(res, 0, vec, 0)),
  mju_subFrom3: def('res>+3 vec<+3', (res, vec) => vec3.subFrom3(res, 0, vec, 0)),
  mju_addToScl3: def('res>+3 vec<+3 scl', (res, vec, scl) => vec3.addToScl3(res, 0, vec, 0, scl)),
  mju_addScl3: def('res>+3 vec1<+3 vec2<+3 scl', (res, a, b, scl) => vec3.addScl3(res, 0, a, 0, b, 0, scl)),
  mju_normalize3: def('vec>+3', (vec) => vec3.normalize3(vec, 0)),
  mju_norm3: def('vec<+3', (vec) => vec3.norm3(vec, 0)),
  mju_dot3: def('vec1<+3 vec2<+3', (a, b) => vec3.dot3(a, 0, b, 0)),
  mju_dist3: def('pos1<+3 pos2<+3', (a, b) => vec3.dist3(a, 0, b, 0)),
  mju_cross: def('res>+3 a<+3 b<+3', (res, a, b) => vec3.cross3(res, 0, a, 0, b, 0)),
});

const vectorsN = named({
  mju_zero: def('res>+n n', (res, n) => array.zero(res, 0, n)),
  mju_fill: def('res> val', (res, value) => {
    res.fill(value);
  }),
  mju_copy: def('res> vec<=res', copyAll),
  mju_sum: def('vec<+n n', (vec, n) => array.sum(vec, 0, n)),
  mju_L1: def('vec<+n n', (vec, n) => array.normL1(vec, 0, n)),
  mju_scl: def('res> vec<=res scl', (res, vec, scl) => array.scl(res, 0, vec, 0, scl, res.length)),
  mju_add: def('res> vec1<=res vec2<=res', (res, a, b) => array.add(res, 0, a, 0, b, 0, res.length)),
  mju_sub: def('res> vec1<=res vec2<=res', (res, a, b) => array.sub(res, 0, a, 0, b, 0, res.length)),
  mju_addTo: def('res> vec<=res', (res, vec) => array.addTo(res, 0, vec, 0, res.length)),
  mju_subFrom: def('res> vec<=res', (res, vec) => array.subFrom(res, 0, vec, 0, res.length)),
  mju_addToScl: def('res> vec<=res scl', (res, vec, scl) => array.addToScl(res, 0, vec, 0, scl, res.length)),
  mju_addScl: def('res> vec1<=res vec2<=res scl', (res, a, b, scl) =>
    array.addScl(res, 0, a, 0, b, 0, scl, res.length),
  ),
  mju_normalize: def('res>+n n', (res, n) => array.normalize(res, 0, n)),
  mju_norm: def('res<+n n', (res, n) => array.norm(res, 0, n)),
  mju_dot: def('vec1< vec2<=vec1', (a, b) => array.dot(a, 0, b, 0, a.length)),
  mju_isZero: def('vec<+n n', (vec, n) => Number(array.isZero(vec, 0, n))),
  mju_insertionSort: def('list>', sortInPlace),
  mju_insertionSortInt: def('list>i', sortInPlace),
});

const scalars = named({
  mju_min: def('a b', (a, b) => Math.min(a, b)),
  mju_max: def('a b', (a, b) => Math.max(a, b)),
  mju_clip: def('x min max', (x, min, max) => array.clip(x, min, max)),
  mju_sign: def('x', (x) => (x < 0 ? -1 : x > 0 ? 1 : 0)),
  mju_round: def('x', round),
  mju_isBad: def('x', (x) => Number(!(x <= MAXVAL && x >= -MAXVAL))),
  mju_sigmoid: def('x', sigmoid),
  mju_springDamper: def('pos0 vel0 Kp Kv dt', springDamper),
  mju_Halton: def('index base', halton),
  mju_standardNormal: def('num2>?', standardNormal),
  mju_encodePyramid: def('pyramid>=2*mu force<=mu+1 mu<', encodePyramid),
  mju_decodePyramid: def('force>=mu+1 pyramid<=2*mu mu<', decodePyramid),
});

export const vectorFunctions = { ...conversions, ...vectors3, ...vectorsN, ...scalars };

function sortInPlace(list: Float64Array | Int32Array): void {
  // stable, and without special rules for NaN: unordered elements keep their positions
  for (let i = 1; i < list.length; i++) {
    const x = list[i];
    let j = i - 1;
    for (; j >= 0 && list[j] > x; j--) list[j + 1] = list[j];
    list[j + 1] = x;
  }
}

/** The nearest integer; ties round away from zero. */
function round(x: number): number {
  return x < 0 ? -Math.round(-x) : Math.round(x);
}

/** A smooth step from 0 to 1 with vanishing first and second derivatives at both ends: x^3 (6 x^2 - 15 x + 10). */
function sigmoid(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

/** Position after dt of x'' = -Kp x - Kv x'. With h = Kv / 2 and q = h^2 - Kp: two real roots, a double root, or an
 *  oscillation. */
function springDamper(pos0: number, vel0: number, Kp: number, Kv: number, dt: number): number {
  const h = Kv / 2;
  const q = h * h - Kp;
  if (q > MINVAL) {
    const r1 = -h + Math.sqrt(q);
    const r2 = -h - Math.sqrt(q);
    return ((vel0 - r2 * pos0) * exp(r1 * dt) + (r1 * pos0 - vel0) * exp(r2 * dt)) / (r1 - r2);
  }
  if (q >= -MINVAL) return exp(-h * dt) * (pos0 + (vel0 + h * pos0) * dt);
  const w = Math.sqrt(-q);
  return exp(-h * dt) * (pos0 * cos(w * dt) + ((vel0 + h * pos0) / w) * sin(w * dt));
}

/** Two normally distributed values by Marsaglia's polar method. */
function standardNormal(second?: Float64Array): number {
  for (;;) {
    const x = 2 * Math.random() - 1;
    const y = 2 * Math.random() - 1;
    const s = x * x + y * y;
    if (s >= 1 || s === 0) continue;
    const scale = Math.sqrt((-2 * log(s)) / s);
    if (second) second[0] = y * scale;
    return x * scale;
  }
}

/** Convert a contact force to pyramid edges: the normal force is distributed over the directions. */
function encodePyramid(pyramid: Float64Array, force: Float64Array, mu: Float64Array): void {
  const share = force[0] / mu.length;
  for (let i = 0; i < mu.length; i++) {
    const along = Math.min(share, force[i + 1] / mu[i]);
    pyramid[2 * i] = 0.5 * (share + along);
    pyramid[2 * i + 1] = 0.5 * (share - along);
  }
}

/** Convert pyramid edges to normal force and friction components. */
function decodePyramid(force: Float64Array, pyramid: Float64Array, mu: Float64Array): void {
  force[0] = array.sum(pyramid, 0, pyramid.length);
  for (let i = 0; i < mu.length; i++) force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i];
}
