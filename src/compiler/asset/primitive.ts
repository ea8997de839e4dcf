/** Mass properties, bounds and fluid coefficients of geoms, and primitives fitted to meshes. */
import { pow } from '../../core/math/elementary/exp.ts';
import { GeomType } from '../../core/model/enums.ts';
import { AssetError } from '../../formats/bytes/assetError.ts';
import { EPS } from '../../formats/pose/frame.ts';

/** Parameters of a geom for the mass, bound and fluid formulas. */
export interface GeomShape {
  type: GeomType;
  size: ArrayLike<number>; // 3
  /** mass is distributed over the surface instead of the volume */
  shell?: boolean;
  /** for type mesh, or the mesh that a primitive is fitted to */
  mesh?: { volume: number; boxsz: ArrayLike<number>; aamm: ArrayLike<number> };
  /** for type hfield: radius_x radius_y elevation_z base_z */
  hfieldSize?: ArrayLike<number>;
}

const MAXVAL = 1e10;

/** Volume of the geom, or its area when it is a shell. */
export function geomVolume(g: GeomShape): number {
  const [a, b, c] = [g.size[0], g.size[1], g.size[2]];
  const shell = g.shell === true;
  switch (g.type) {
    case GeomType.MESH:
    case GeomType.SDF:
      return meshOf(g).volume;
    case GeomType.SPHERE:
      return shell ? 4 * Math.PI * a * a : (4 * Math.PI * a * a * a) / 3;
    case GeomType.CAPSULE: {
      const h = 2 * b;
      return shell ? 4 * Math.PI * a * a + 2 * Math.PI * a * h : Math.PI * (a * a * h + (4 * a * a * a) / 3);
    }
    case GeomType.CYLINDER: {
      const h = 2 * b;
      return shell ? 2 * Math.PI * a * a + 2 * Math.PI * a * h : Math.PI * a * a * h;
    }
    case GeomType.ELLIPSOID: {
      if (!shell) return (4 * Math.PI * a * b * c) / 3;
      // Thomsen's approximation of the area, with his exponent
      const p = 1.6075;
      return 4 * Math.PI * pow((pow(a * b, p) + pow(b * c, p) + pow(c * a, p)) / 3, 1 / p);
    }
    case GeomType.HFIELD:
    case GeomType.BOX:
      return shell ? 8 * (a * b + b * c + c * a) : a * b * c * 8;
    default:
      return 0;
  }
}

/** Diagonal inertia of the geom with this mass, in its own frame. */
export function geomInertia(g: GeomShape, mass: number): Float64Array {
  const [a, b, c] = [g.size[0], g.size[1], g.size[2]];
  const shell = g.shell === true;
  switch (g.type) {
    case GeomType.MESH:
    case GeomType.SDF: {
      const s = meshOf(g).boxsz;
      return crossSquares(mass, s[0], s[1], s[2], 3);
    }
    case GeomType.SPHERE: {
      const i = (2 * mass * a * a) / (shell ? 3 : 5);
      return Float64Array.of(i, i, i);
    }
    case GeomType.CAPSULE:
      return shell ? capsuleShell(mass, a, b) : capsuleSolid(mass, a, b);
    case GeomType.CYLINDER:
      return shell ? cylinderShell(mass, a, b) : cylinderSolid(mass, a, b);
    case GeomType.ELLIPSOID:
      return shell ? ellipsoidShell(mass, a, b, c) : crossSquares(mass, a, b, c, 5);
    case GeomType.HFIELD:
    case GeomType.BOX:
      return shell ? boxShell(mass, a, b, c) : crossSquares(mass, a, b, c, 3);
    default:
      return new Float64Array(3);
  }
}

// I_x = m (y^2 + z^2) / d and so on: a box with half sizes for d = 3, an ellipsoid for d = 5
function crossSquares(m: number, x: number, y: number, z: number, d: number): Float64Array {
  const [xx, yy, zz] = [x * x, y * y, z * z];
  return Float64Array.of((m * (yy + zz)) / d, (m * (xx + zz)) / d, (m * (xx + yy)) / d);
}

function capsuleSolid(mass: number, r: number, half: number): Float64Array {
  const h = 2 * half;
  // share of the two half balls in the volume
  const ball = (mass * 4 * r) / (4 * r + 3 * h);
  const cylinder = mass - ball;
  const ballInertia = (2 * ball * r * r) / 5;
  const x = (cylinder * (3 * r * r + h * h)) / 12 + (ballInertia + (ball * h * (3 * r + 2 * h)) / 8);
  return Float64Array.of(x, x, (cylinder * r * r) / 2 + ballInertia);
}

function capsuleShell(mass: number, r: number, half: number): Float64Array {
  const h = 2 * half;
  const ballArea = 4 * Math.PI * r * r;
  const ball = (mass * ballArea) / (ballArea + 2 * Math.PI * r * h);
  const cylinder = mass - ball;
  const ballInertia = (2 * ball * r * r) / 3;
  // center of mass of a half sphere, from its own equator and from the middle of the capsule
  const com = r / 2;
  const pos = half + com;
  const x = (cylinder * (6 * r * r + h * h)) / 12 + (ballInertia + ball * (pos * pos - com * com));
  return Float64Array.of(x, x, cylinder * r * r + ballInertia);
}

function cylinderSolid(mass: number, r: number, half: number): Float64Array {
  const h = 2 * half;
  const x = (mass * (3 * r * r + h * h)) / 12;
  return Float64Array.of(x, x, (mass * r * r) / 2);
}

function cylinderShell(mass: number, r: number, half: number): Float64Array {
  const h = 2 * half;
  const diskArea = Math.PI * r * r;
  const disk = (mass * diskArea) / (2 * diskArea + 2 * Math.PI * r * h);
  const wall = mass - 2 * disk;
  const x = (wall * (6 * r * r + h * h)) / 12 + 2 * ((disk * r * r) / 4 + disk * half * half);
  return Float64Array.of(x, x, wall * r * r + 2 * ((disk * r * r) / 2));
}

// difference of two solid ellipsoids, one a micrometer larger
function ellipsoidShell(mass: number, a: number, b: number, c: number): Float64Array {
  const eps = 1e-6;
  const [A, B, C] = [a + eps, b + eps, c + eps];
  const inner = (4 * Math.PI * a * b * c) / 3;
  const outer = (4 * Math.PI * A * B * C) / 3;
  const density = mass / (outer - inner);
  const res = crossSquares(outer * density, A, B, C, 5);
  const hole = crossSquares(inner * density, a, b, c, 5);
  for (let k = 0; k < 3; k++) res[k] = res[k] - hole[k];
  return res;
}

function boxShell(mass: number, a: number, b: number, c: number): Float64Array {
  const [lx, ly, lz] = [2 * a, 2 * b, 2 * c];
  const [xx, yy, zz] = [lx * lx, ly * ly, lz * lz];
  const area = 2 * (lx * ly + ly * lz + lz * lx);
  // masses of one plate normal to z, x, y; each plate about its own center, then shifted outward
  const mz = (mass * (lx * ly)) / area;
  const mx = (mass * (ly * lz)) / area;
  const my = (mass * (lz * lx)) / area;
  return Float64Array.of(
    2 * (mz * (c * c) + my * (b * b) + (mz * yy) / 12 + (mx * (yy + zz)) / 12 + (my * zz) / 12),
    2 * (mz * (c * c) + mx * (a * a) + (mz * xx) / 12 + (mx * zz) / 12 + (my * (xx + zz)) / 12),
    2 * (mx * (a * a) + my * (b * b) + (mz * (xx + yy)) / 12 + (mx * yy) / 12 + (my * xx) / 12),
  );
}

/** Radius of the bounding sphere about the geom's origin; 0 for a plane. */
export function geomRBound(g: GeomShape): number {
  const [a, b, c] = [g.size[0], g.size[1], g.size[2]];
  switch (g.type) {
    case GeomType.HFIELD: {
      const h = hfieldOf(g);
      return Math.sqrt(h[0] * h[0] + h[1] * h[1] + Math.max(h[2] * h[2], h[3] * h[3]));
    }
    case GeomType.SPHERE:
      return a;
    case GeomType.CAPSULE:
      return a + b;
    case GeomType.CYLINDER:
      return Math.sqrt(a * a + b * b);
    case GeomType.ELLIPSOID:
      return Math.max(a, b, c);
    case GeomType.BOX:
      return Math.sqrt(a * a + b * b + c * c);
    case GeomType.MESH:
    case GeomType.SDF: {
      const s = meshHalfSizes(meshOf(g).aamm);
      return Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    }
    default:
      return 0;
  }
}

/** Half sizes of the bounding box about the origin: the geom_size of a mesh geom. */
export function meshHalfSizes(aamm: ArrayLike<number>): Float64Array {
  const res = new Float64Array(3);
  for (let k = 0; k < 3; k++) res[k] = Math.max(Math.abs(aamm[k]), Math.abs(aamm[k + 3]));
  return res;
}

/** Bounding box of the geom in its own frame: center and half sizes. */
export function geomAabb(g: GeomShape): Float64Array {
  const [a, b, c] = [g.size[0], g.size[1], g.size[2]];
  switch (g.type) {
    case GeomType.HFIELD: {
      const h = hfieldOf(g);
      return minMaxToBox([-h[0], -h[1], -h[3], h[0], h[1], h[2]]);
    }
    case GeomType.SPHERE:
      return minMaxToBox([-a, -a, -a, a, a, a]);
    case GeomType.CAPSULE:
      return minMaxToBox([-a, -a, -(a + b), a, a, a + b]);
    case GeomType.CYLINDER:
      return minMaxToBox([-a, -a, -b, a, a, b]);
    case GeomType.MESH:
    case GeomType.SDF:
      return minMaxToBox(meshOf(g).aamm);
    case GeomType.PLANE:
      return minMaxToBox([-MAXVAL, -MAXVAL, -MAXVAL, MAXVAL, MAXVAL, 0]);
    default:
      return minMaxToBox([-a, -b, -c, a, b, c]);
  }
}

function minMaxToBox(m: ArrayLike<number>): Float64Array {
  const res = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    res[k] = (m[k + 3] + m[k]) / 2;
    res[k + 3] = (m[k + 3] - m[k]) / 2;
  }
  return res;
}

/** Size of the primitive g.type fitted to g.mesh, and its center in the mesh frame (zero when fitted by inertia). */
export function fitGeom(
  g: GeomShape,
  fitaabb: boolean,
  fitscale: number,
): { size: Float64Array; center: Float64Array } {
  const { boxsz, aamm } = meshOf(g);
  const size = Float64Array.from(g.size);
  const center = new Float64Array(3);
  if (fitaabb) {
    for (let k = 0; k < 3; k++) center[k] = (aamm[k] + aamm[k + 3]) / 2;
    const half = [0, 1, 2].map((k) => aamm[k + 3] - center[k]) as [number, number, number];
    fitToBox(size, g.type, half);
  } else {
    fitToInertia(size, g.type, [boxsz[0], boxsz[1], boxsz[2]]);
  }
  for (let k = 0; k < 3; k++) size[k] = size[k] * fitscale;
  return { size, center };
}

// the smallest primitive whose box contains the box of the mesh
function fitToBox(size: Float64Array, type: GeomType, half: [number, number, number]): void {
  switch (type) {
    case GeomType.SPHERE:
      size[0] = Math.max(...half);
      break;
    case GeomType.CAPSULE:
    case GeomType.CYLINDER:
      size[0] = Math.max(half[0], half[1]);
      size[1] = type === GeomType.CAPSULE ? half[2] - size[0] : half[2];
      break;
    case GeomType.ELLIPSOID:
    case GeomType.BOX:
      size.set(half);
      break;
    default:
      throw new AssetError('invalid geom type in fitting mesh');
  }
}

function fitToInertia(size: Float64Array, type: GeomType, box: [number, number, number]): void {
  switch (type) {
    case GeomType.SPHERE:
      size[0] = (box[0] + box[1] + box[2]) / 3;
      break;
    case GeomType.CAPSULE:
      size[0] = (box[0] + box[1]) / 2;
      size[1] = Math.max(0, box[2] - size[0] / 2);
      break;
    case GeomType.CYLINDER:
      size[0] = (box[0] + box[1]) / 2;
      size[1] = box[2];
      break;
    case GeomType.ELLIPSOID:
    case GeomType.BOX:
      size.set(box);
      break;
    default:
      throw new AssetError('invalid geom type in fitting mesh');
  }
}

// 15-point Gauss-Kronrod quadrature over [0, inf), substituting l = x^3 / (1-x)^2; the nodes l and derivatives dl/dx
// are tabulated to full precision, the weights to the eight digits that MuJoCo uses
const KRONROD_W = [
  0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107, 0.10221647,
  0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];
const KRONROD_L = [
  7.865151709349917e-8, 1.7347976913907274e-5, 0.0003548008144506193, 0.002846636252924549, 0.014094260903596077,
  0.053063261727396636, 0.17041978741317773, 0.5, 1.4036301548686991, 3.9353484827022642, 11.644841677041734,
  39.53187807410903, 177.5711362220801, 1429.4772912937397, 54087.416549217705,
];
const KRONROD_D = [
  5.538677720489877e-5, 0.002080868285293228, 0.016514126520723166, 0.07261900344370877, 0.23985243401862602,
  0.6868318249020725, 1.8551129519182894, 5, 14.060031152313941, 43.28941239611009, 156.58546376397112,
  747.9826085305024, 5827.4042950027115, 116754.0197944512, 25482945.327264845,
];

/** geom_fluid of an ellipsoidal fluid model: interaction flag, the five user coefficients (blunt drag, slender drag,
 *  angular drag, Kutta lift, Magnus lift), virtual mass and virtual inertia of the equivalent ellipsoid. */
export function fluidCoefs(g: GeomShape, coefs: ArrayLike<number>): Float64Array {
  const [x, y, z] = equivalentAxes(g);
  const volume = (4 / 3) * Math.PI * x * y * z;
  const kx = addedMass(x, y, z);
  const ky = addedMass(y, z, x);
  const kz = addedMass(z, x, y);
  const res = new Float64Array(12);
  res[0] = 1;
  for (let k = 0; k < 5; k++) res[1 + k] = coefs[k];
  res[6] = (volume * kx) / Math.max(EPS, 2 - kx);
  res[7] = (volume * ky) / Math.max(EPS, 2 - ky);
  res[8] = (volume * kz) / Math.max(EPS, 2 - kz);
  res[9] = (volume * virtualInertia(y, z, ky, kz)) / 5;
  res[10] = (volume * virtualInertia(z, x, kz, kx)) / 5;
  res[11] = (volume * virtualInertia(x, y, kx, ky)) / 5;
  return res;
}

function equivalentAxes(g: GeomShape): [number, number, number] {
  const [a, b, c] = [g.size[0], g.size[1], g.size[2]];
  if (g.type === GeomType.SPHERE) return [a, a, a];
  if (g.type === GeomType.CAPSULE) return [a, a, b + a];
  if (g.type === GeomType.CYLINDER) return [a, a, b];
  return [a, b, c];
}

// kappa_x = x y z int_0^inf dl / sqrt((x^2+l)^3 (y^2+l) (z^2+l)), scaled by (x^3 y z)^(2/5) for accuracy
function addedMass(x: number, y: number, z: number): number {
  const [ix, iy, iz] = [1 / (x * x), 1 / (y * y), 1 / (z * z)];
  const scale = pow(x * x * x * y * z, 0.4);
  let kappa = 0;
  for (let i = 0; i < 15; i++) {
    const l = scale * KRONROD_L[i];
    const denom = (1 + l * ix) * Math.sqrt((1 + l * ix) * (1 + l * iy) * (1 + l * iz));
    kappa += ((scale * KRONROD_D[i]) / denom) * KRONROD_W[i];
  }
  return kappa * ix;
}

// (y^2 - z^2)^2 |kz - ky| / |2 (y^2 - z^2) + (y^2 + z^2)(ky - kz)|
function virtualInertia(y: number, z: number, ky: number, kz: number): number {
  const d = y * y - z * z;
  return (d * d * Math.abs(kz - ky)) / Math.max(EPS, Math.abs(2 * d + (y * y + z * z) * (ky - kz)));
}

function meshOf(g: GeomShape): { volume: number; boxsz: ArrayLike<number>; aamm: ArrayLike<number> } {
  if (!g.mesh) throw new AssetError('mesh geom without mesh');
  return g.mesh;
}

function hfieldOf(g: GeomShape): ArrayLike<number> {
  if (!g.hfieldSize) throw new AssetError('hfield geom without hfield');
  return g.hfieldSize;
}
