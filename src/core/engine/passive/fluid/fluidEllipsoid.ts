import { PI } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addToScl3, cross3, norm3 } from '../../../math/vec3.ts';
import { MINVAL, NFLUID } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType, ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { applyFT } from '../../tree/applyFT.ts';
import { velocityInFluid } from './fluidVelocity.ts';

/*  Offsets of the coefficients in a row of geom_fluid. */
export const BLUNT_DRAG = 1;
export const SLENDER_DRAG = 2;
export const ANGULAR_DRAG = 3;
export const KUTTA_LIFT = 4;
export const MAGNUS_LIFT = 5;
export const VIRTUAL_MASS = 6;
export const VIRTUAL_INERTIA = 9;

const axes = new Float64Array(3);
const lvel = new Float64Array(6);
const lfrc = new Float64Array(6);
const wrench = new Float64Array(6);

/** Fluid forces on the geoms of body i, modeled as ellipsoids. */
export function ellipsoidFluid(m: Model, d: Data, i: int): void {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  const { geom_xpos, geom_xmat, qfrc_fluid } = d;
  const end = body_geomadr[i] + body_geomnum[i];
  for (let g = body_geomadr[i]; g < end; g++) {
    if (geom_fluid[NFLUID * g] === 0) continue;
    ellipsoidForce(m, d, g, lfrc);
    mulMatVec3(wrench, 0, geom_xmat, 9 * g, lfrc, 0);
    mulMatVec3(wrench, 3, geom_xmat, 9 * g, lfrc, 3);
    applyFT(m, d, qfrc_fluid, 0, wrench, 3, wrench, 0, geom_xpos, 3 * g, i);
  }
}

/** res = torque and force on geom g, in its own frame */
export function ellipsoidForce(m: Model, d: Data, g: int, res: Float64Array): void {
  const { geom_fluid } = m;
  const { density, viscosity } = m.opt;
  const coef = NFLUID * g;
  semiAxes(m, g, axes);
  velocityInFluid(m, d, ObjType.GEOM, g, lvel);
  for (let k = 0; k < 6; k++) res[k] = 0;
  addedMass(res, lvel, density, geom_fluid, coef);
  lift(res, lvel, density, axes, geom_fluid, coef);
  drag(res, lvel, density, viscosity, axes, geom_fluid, coef);
  for (let k = 0; k < 6; k++) res[k] *= geom_fluid[coef];
}

/** res = semiaxes of the ellipsoid that approximates geom g */
export function semiAxes(m: Model, g: int, res: Float64Array): void {
  const { geom_type, geom_size } = m;
  const type = geom_type[g];
  const radius = geom_size[3 * g];
  res[0] = radius;
  res[1] = radius;
  res[2] = radius;
  if (type === GeomType.SPHERE) return;
  if (type === GeomType.CAPSULE) {
    res[2] = geom_size[3 * g + 1] + radius;
  } else if (type === GeomType.CYLINDER) {
    res[2] = geom_size[3 * g + 1];
  } else {
    res[1] = geom_size[3 * g + 1];
    res[2] = geom_size[3 * g + 2];
  }
}

const momentum = new Float64Array(6);
const product = new Float64Array(3);

/** Added-mass force, without the acceleration term: with p, l the virtual momenta, force += p x w, torque += p x v + l
 *  x w */
function addedMass(frc: Float64Array, vel: Float64Array, density: number, fluid: Float64Array, coef: int): void {
  for (let k = 0; k < 3; k++) {
    momentum[k] = density * fluid[coef + VIRTUAL_INERTIA + k] * vel[k];
    momentum[3 + k] = density * fluid[coef + VIRTUAL_MASS + k] * vel[3 + k];
  }
  cross3(product, 0, momentum, 3, vel, 3);
  addToScl3(frc, 0, product, 0, 1);
  cross3(product, 0, momentum, 0, vel, 0);
  addToScl3(frc, 0, product, 0, 1);
  cross3(product, 0, momentum, 3, vel, 0);
  addToScl3(frc, 3, product, 0, 1);
}

/** pi sqrt(sum (n_k^2 v_k^2) / sum (n_k v_k^2)): area of the ellipsoid projected along velocity v (at offset 3), where
 *  n_k is the squared product of the other two semiaxes. */
function projectedArea(vel: Float64Array, size: Float64Array): number {
  const denominator = Math.max(MINVAL, squareSum(vel, size, false));
  return PI * Math.sqrt(squareSum(vel, size, true) / denominator);
}

/** sum n_k v_k^2, or sum n_k^2 v_k^2 */
export function squareSum(vel: Float64Array, size: Float64Array, twice: boolean): number {
  let sum: number = 0;
  for (let k = 0; k < 3; k++) {
    const n = faceSquare(size, k);
    sum += (twice ? n * n : n) * (vel[3 + k] * vel[3 + k]);
  }
  return sum;
}

/** Squared product of the semiaxes other than k. */
export function faceSquare(size: Float64Array, k: int): number {
  const face = size[(k + 1) % 3] * size[(k + 2) % 3];
  return face * face;
}

const normal = new Float64Array(3);
const circulation = new Float64Array(3);

/** Lift: Magnus force of a spinning body, c_m density volume w x v, and Kutta-Joukowski force of a body at an angle of
 *  attack, c_k density cos(alpha) A (n x v) x v. */
function lift(
  frc: Float64Array,
  vel: Float64Array,
  density: number,
  size: Float64Array,
  fluid: Float64Array,
  coef: int,
): void {
  const volume = (4 / 3) * PI * size[0] * size[1] * size[2];
  cross3(product, 0, vel, 0, vel, 3);
  addToScl3(frc, 3, product, 0, fluid[coef + MAGNUS_LIFT] * density * volume);
  // n, normal of the projected area, does not have unit length: cos(alpha) compensates
  for (let k = 0; k < 3; k++) normal[k] = faceSquare(size, k) * vel[3 + k];
  const cosine = squareSum(vel, size, false) / Math.max(MINVAL, norm3(vel, 3) * squareSum(vel, size, true));
  cross3(circulation, 0, normal, 0, vel, 3);
  cross3(product, 0, circulation, 0, vel, 3);
  addToScl3(frc, 3, product, 0, fluid[coef + KUTTA_LIFT] * density * cosine * projectedArea(vel, size));
}

const moment = new Float64Array(3);

/** Drag, linear (Stokes, exact for a sphere) and quadratic. */
function drag(
  frc: Float64Array,
  vel: Float64Array,
  density: number,
  viscosity: number,
  size: Float64Array,
  fluid: Float64Array,
  coef: int,
): void {
  const blunt = fluid[coef + BLUNT_DRAG];
  const slender = fluid[coef + SLENDER_DRAG];
  const diameter = (2 / 3) * (size[0] + size[1] + size[2]);
  const area = projectedArea(vel, size);
  const linear =
    viscosity * 3 * PI * diameter + density * norm3(vel, 3) * (area * blunt + slender * (largestArea(size) - area));
  for (let k = 0; k < 3; k++) moment[k] = vel[k] * dragMoment(size, k, fluid[coef + ANGULAR_DRAG], slender);
  const angular = viscosity * PI * diameter * diameter * diameter + density * norm3(moment, 0);
  addToScl3(frc, 0, vel, 0, -angular);
  addToScl3(frc, 3, vel, 3, -linear);
}

/** Largest cross-section: pi times the two longer semiaxes. */
export function largestArea(size: Float64Array): number {
  const long = Math.max(Math.max(size[0], size[1]), size[2]);
  const short = Math.min(Math.min(size[0], size[1]), size[2]);
  const middle = size[0] + size[1] + size[2] - long - short;
  return PI * long * middle;
}

/** Coefficient of the quadratic torque about axis k: angular drag times the moment of the ellipsoid about k, plus
 *  slender drag times the difference to the largest moment. */
export function dragMoment(size: Float64Array, k: int, angular: number, slender: number): number {
  const long = Math.max(Math.max(size[0], size[1]), size[2]);
  const short = Math.min(Math.min(size[0], size[1]), size[2]);
  const middle = size[0] + size[1] + size[2] - long - short;
  const maxMoment = (8 / 15) * PI * middle * (long * long * (long * long));
  const other = Math.max(size[(k + 1) % 3], size[(k + 2) % 3]);
  const own = (8 / 15) * PI * size[k] * (other * other * (other * other));
  return angular * own + slender * (maxMoment - own);
}
