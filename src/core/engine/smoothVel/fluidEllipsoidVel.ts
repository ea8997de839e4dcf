import { copy, scl, zero } from '../../math/array.ts';
import { PI } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { symmetrize } from '../../math/linear/dense.ts';
import { addToScl3, dot3, norm3 } from '../../math/vec3.ts';
import { MINVAL, NFLUID } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Integrator, ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import {
  ANGULAR_DRAG,
  BLUNT_DRAG,
  dragMoment,
  faceSquare,
  KUTTA_LIFT,
  largestArea,
  MAGNUS_LIFT,
  SLENDER_DRAG,
  semiAxes,
  squareSum,
  VIRTUAL_INERTIA,
  VIRTUAL_MASS,
} from '../passive/fluid/fluidEllipsoid.ts';
import { velocityInFluid } from '../passive/fluid/fluidVelocity.ts';
import { frameJacobian } from '../tree/frameJacobian.ts';
import { isFreeBody } from '../tree/freeBody.ts';
import { addFrameJTBJ } from './addJTBJ.ts';

const axes = new Float64Array(3);
const lvel = new Float64Array(6);
const B = new Float64Array(36);
const D = new Float64Array(9);
const vec = new Float64Array(6);

/** Adds the derivative of `ellipsoidFluid` with respect to velocity to qDeriv, symmetrized for implicitfast except on bodies that it solves
 *  separately. */
export function ellipsoidFluidVel(m: Model, d: Data, i: int): void {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  const end = body_geomadr[i] + body_geomnum[i];
  for (let g = body_geomadr[i]; g < end; g++) {
    if (geom_fluid[NFLUID * g] === 0) continue;
    const n = frameJacobian(m, d, i, d.geom_xpos, 3 * g, d.geom_xmat, 9 * g);
    if (n === 0) continue;
    setForceDerivatives(m, d, g, false);
    if (m.opt.integrator === Integrator.IMPLICITFAST && !isFreeBody(m, i)) symmetrize(B, 0, B, 0, 6);
    addFrameJTBJ(m, d, B, n);
  }
}

/** res = derivative of the force on geom g with respect to its velocity, both in its frame: 6 x 6, rotation first. Unlike qDeriv, it is
 *  exact for small bodies too. */
export function ellipsoidForceDerivatives(m: Model, d: Data, g: int, res: Float64Array): void {
  setForceDerivatives(m, d, g, true);
  scl(res, 0, B, 0, m.geom_fluid[NFLUID * g], 36);
}

/** res = the derivative of the drag on geom g with respect to its velocity, without lift and added mass. */
export function ellipsoidDragDerivatives(m: Model, d: Data, g: int, res: Float64Array): void {
  const { geom_fluid } = m;
  const { density, viscosity } = m.opt;
  const coef = NFLUID * g;
  semiAxes(m, g, axes);
  velocityInFluid(m, d, ObjType.GEOM, g, lvel);
  zero(B, 0, 36);
  dragVel(density, viscosity, geom_fluid[coef + BLUNT_DRAG], geom_fluid[coef + SLENDER_DRAG], false);
  torqueVel(density, viscosity, geom_fluid[coef + SLENDER_DRAG], geom_fluid[coef + ANGULAR_DRAG]);
  copy(res, 0, B, 0, 36);
}

/** B = that derivative without the interaction coefficient, as in MuJoCo. For bodies of a few centimeters MuJoCo bounds
 *  divisors away from zero that the force does not bound; the exact derivative must not. */
function setForceDerivatives(m: Model, d: Data, g: int, exact: boolean): void {
  const { geom_fluid } = m;
  const { density, viscosity } = m.opt;
  const coef = NFLUID * g;
  semiAxes(m, g, axes);
  velocityInFluid(m, d, ObjType.GEOM, g, lvel);
  zero(B, 0, 36);
  magnusVel(density, geom_fluid[coef + MAGNUS_LIFT]);
  if (exact) kuttaDerivatives(density, geom_fluid[coef + KUTTA_LIFT]);
  else kuttaVel(density, geom_fluid[coef + KUTTA_LIFT]);
  dragVel(density, viscosity, geom_fluid[coef + BLUNT_DRAG], geom_fluid[coef + SLENDER_DRAG], exact);
  torqueVel(density, viscosity, geom_fluid[coef + SLENDER_DRAG], geom_fluid[coef + ANGULAR_DRAG]);
  addedMassVel(density, geom_fluid, coef);
}

/** B(block) += s D, blocks of three rows and columns: r, c are 0 for torque and angular velocity, 3 for the rest */
function addBlock(r: int, c: int, s: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) B[6 * (r + i) + c + j] += s * D[3 * i + j];
  }
}

/** D = [v]x, the matrix of v x . */
function setCross(v: Float64Array, i: int): void {
  zero(D, 0, 9);
  D[1] = -v[i + 2];
  D[2] = v[i + 1];
  D[3] = v[i + 2];
  D[5] = -v[i];
  D[6] = -v[i + 1];
  D[7] = v[i];
}

/** D = D diag(s a), where a is three reals of the array */
function sclColumns(a: Float64Array, i: int, s: number): void {
  for (let k = 0; k < 9; k++) D[k] *= s * a[i + (k % 3)];
}

/** force = c w x v: D_v = c [w]x, D_w = -c [v]x */
function magnusVel(density: number, coef: number): void {
  const c = coef * density * (4 / 3) * PI * axes[0] * axes[1] * axes[2];
  setCross(lvel, 3);
  addBlock(3, 0, -c);
  setCross(lvel, 0);
  addBlock(3, 3, c);
}

/** With p, l the virtual momenta: torque = p x v + l x w, force = p x w. The derivatives of p and l are diagonal. */
function addedMassVel(density: number, fluid: Float64Array, coef: int): void {
  for (let k = 0; k < 3; k++) {
    vec[k] = density * fluid[coef + VIRTUAL_INERTIA + k] * lvel[k];
    vec[3 + k] = density * fluid[coef + VIRTUAL_MASS + k] * lvel[3 + k];
  }
  // torque by w: [l]x - [w]x diag(inertia)
  setCross(vec, 0);
  addBlock(0, 0, 1);
  setCross(lvel, 0);
  sclColumns(fluid, coef + VIRTUAL_INERTIA, density);
  addBlock(0, 0, -1);
  // torque by v: [p]x - [v]x diag(mass)
  setCross(vec, 3);
  addBlock(0, 3, 1);
  setCross(lvel, 3);
  sclColumns(fluid, coef + VIRTUAL_MASS, density);
  addBlock(0, 3, -1);
  // force by w: [p]x; by v: -[w]x diag(mass)
  setCross(vec, 3);
  addBlock(3, 0, 1);
  setCross(lvel, 0);
  sclColumns(fluid, coef + VIRTUAL_MASS, density);
  addBlock(3, 3, -1);
}

/** torque = -(linear + density |m|) w with m_k = w_k c_k:
 *  D = -(linear + density |m|) I - density / |m| w (c^2 w)^T */
function torqueVel(density: number, viscosity: number, slender: number, angular: number): void {
  const diameter = (2 / 3) * (axes[0] + axes[1] + axes[2]);
  for (let k = 0; k < 3; k++) {
    const c = dragMoment(axes, k, angular, slender);
    vec[k] = lvel[k] * c;
    vec[3 + k] = lvel[k] * c * c;
  }
  const s = density / Math.max(MINVAL, norm3(vec, 0));
  const same = -s * dot3(lvel, 0, vec, 3) - viscosity * PI * diameter * diameter * diameter;
  zero(D, 0, 9);
  for (let k = 0; k < 3; k++) {
    addToScl3(D, 3 * k, vec, 3, -s * lvel[k]);
    D[4 * k] += same;
  }
  addBlock(0, 0, 1);
}

/** force = -(linear + density |v| A') v, where A' = blunt A + slender (A_max - A) and A is the projected area along v:
 *  D = -density A' (|v| I + v v^T / |v|) - v (density |v| (blunt - slender) grad A)^T - linear I */
function dragVel(density: number, viscosity: number, blunt: number, slender: number, exact: boolean): void {
  const num = squareSum(lvel, axes, false);
  const denom = squareSum(lvel, axes, true);
  const area = PI * Math.sqrt(denom / Math.max(MINVAL, num));
  const speed = norm3(lvel, 3);
  const linear = viscosity * 3 * PI * ((2 / 3) * (axes[0] + axes[1] + axes[2]));
  const quad = (density * (area * blunt + slender * (largestArea(axes) - area))) / Math.max(MINVAL, speed);
  // grad A, element k: pi n_k v_k sum_j n_j v_j^2 (n_k - n_j) / sqrt(num^3 denom)
  const minDenom: number = exact ? Number.MIN_VALUE : MINVAL;
  const s = (density * speed * (blunt - slender) * PI) / Math.max(minDenom, Math.sqrt(num * num * num * denom));
  for (let k = 0; k < 3; k++) {
    const n = faceSquare(axes, k);
    let sum: number = 0;
    for (let j = 0; j < 3; j++) {
      const other = faceSquare(axes, j);
      sum += other * (lvel[3 + j] * lvel[3 + j]) * (n - other);
    }
    vec[k] = s * n * lvel[3 + k] * sum;
  }
  zero(D, 0, 9);
  for (let k = 0; k < 3; k++) {
    addToScl3(D, 3 * k, lvel, 3, -quad * lvel[3 + k]);
    addToScl3(D, 3 * k, vec, 0, -lvel[3 + k]);
    D[4 * k] -= quad * speed * speed + linear;
  }
  addBlock(3, 3, 1);
}

/** force = c cos(alpha) A (n x v) x v. With N = sum n_j v_j^2, Q = sum n_j^2 v_j^2 and e_k = sum_j v_j^2 (n_k - n_j), its element k is -c
 *  pi sqrt(N / (Q |v|^2)) v_k e_k; the derivative with respect to v_l is c pi / sqrt(Q N |v|^2) (v_k v_l (2 N (n_l - n_k) + e_k (n_l^2 N /
 *  Q - n_l + N / |v|^2)) - delta_kl e_k N) */
function kuttaVel(density: number, coef: number): void {
  const num = squareSum(lvel, axes, false);
  const denom = squareSum(lvel, axes, true);
  const square = dot3(lvel, 3, lvel, 3);
  const s = (PI * coef * density) / Math.max(MINVAL, Math.sqrt(denom * num * square));
  const ratio = num / Math.max(MINVAL, denom);
  const cosine = num / Math.max(MINVAL, square);
  for (let k = 0; k < 3; k++) {
    const nk = faceSquare(axes, k);
    let e: number = 0;
    for (let j = 0; j < 3; j++) e += lvel[3 + j] * lvel[3 + j] * (nk - faceSquare(axes, j));
    for (let l = 0; l < 3; l++) {
      const nl = faceSquare(axes, l);
      D[3 * k + l] = lvel[3 + k] * lvel[3 + l] * (2 * num * (nl - nk) + e * (nl * nl * ratio - nl + cosine));
    }
    D[4 * k] -= e * num;
  }
  scl(D, 0, D, 0, s, 9);
  addBlock(3, 3, 1);
}

/** The same force as in the code, F_k = -c P v_k e_k with P = cos(alpha) A: dF_k/dv_l = -c (P (delta_kl e_k + 2 v_k v_l
 *  (n_k - n_l)) + v_k e_k dP/dv_l), where cos(alpha) = N / max(MINVAL, |v| Q) and A = pi sqrt(Q / N) */
function kuttaDerivatives(density: number, coef: number): void {
  const num = squareSum(lvel, axes, false);
  const denom = squareSum(lvel, axes, true);
  const square = dot3(lvel, 3, lvel, 3);
  if (num < MINVAL) return;
  const divisor = Math.sqrt(square) * denom;
  const free: number = divisor > MINVAL ? 1 : 0;
  const product = (num / Math.max(MINVAL, divisor)) * PI * Math.sqrt(denom / num);
  const c = -coef * density * product;
  for (let k = 0; k < 3; k++) {
    const nk = faceSquare(axes, k);
    const e = nk * square - num;
    for (let l = 0; l < 3; l++) {
      const nl = faceSquare(axes, l);
      // logarithmic derivative of P, divided by v_l
      const growth = nl / num + ((1 - 2 * free) * nl * nl) / denom - free / square;
      D[3 * k + l] = c * lvel[3 + k] * lvel[3 + l] * (2 * (nk - nl) + e * growth);
    }
    D[4 * k] += c * e;
  }
  addBlock(3, 3, 1);
}
