/** Meshes of built-in shapes (`<mesh builtin>`): sphere, hemisphere, cone, supersphere, supertorus, wedge, plate. */
import { pow } from '../../../core/math/elementary/exp.ts';
import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { MeshBuiltin, MeshInertia } from '../../../core/model/enums/spec.ts';
import { AssetError, type Claim, unlimited } from '../../../formats/bytes/assetError.ts';
import { hemisphere, sphere } from './builtinSphere.ts';
import { emptyMeshData, type MeshData } from './types.ts';

/** Bytes of a vertex, its two faces, their normals, bounding volumes and their part of the hull. */
const VERTEX_BYTES = 400;

/** A shape from its parameters; inertia is set if the shape determines it (a plate is a shell). */
export function builtinMesh(
  kind: MeshBuiltin,
  params: ArrayLike<number>,
  claim: Claim = unlimited,
): MeshData & { inertia?: MeshInertia } {
  const p = Array.from(params);
  // resolutions are truncated to whole numbers
  const n = (k: number): number => Math.trunc(p[k]);
  switch (kind) {
    case MeshBuiltin.SPHERE:
      expectParams('sphere', p, 1);
      expect(n(0) >= 0 && n(0) <= 4, `sphere subdivision must be between 0 and 4, found ${p[0]}`);
      return sphere(n(0));
    case MeshBuiltin.HEMISPHERE:
      expectParams('hemisphere', p, 1);
      expect(n(0) >= 0 && n(0) <= 10, `hemisphere resolution must be between 0 and 10, found ${p[0]}`);
      return hemisphere(n(0));
    case MeshBuiltin.CONE:
      expectParams('cone', p, 2);
      expect(n(0) > 0, `number of cone edges must be positive, found ${p[0]}`);
      claim(2 * n(0) * VERTEX_BYTES);
      return cone(n(0), p[1]);
    case MeshBuiltin.SUPERSPHERE:
      expectParams('supersphere', p, 3);
      expect(n(0) > 2, `supersphere resolution must be greater than 2, found ${p[0]}`);
      expect(p[1] >= 0 && p[2] >= 0, `supersphere exponents cannot be negative, found ${p[1]} ${p[2]}`);
      claim(n(0) * n(0) * VERTEX_BYTES);
      return supersphere(n(0), p[1], p[2]);
    case MeshBuiltin.SUPERTORUS:
      expectParams('supertorus', p, 4);
      expect(n(0) > 2, `supertorus resolution must be greater than 2, found ${p[0]}`);
      expect(p[1] > 0 && p[1] <= 1, `supertorus radius must be in (0, 1], found ${p[1]}`);
      expect(p[2] > 0 && p[3] > 0, `supertorus exponents must be positive, found ${p[2]} ${p[3]}`);
      claim(n(0) * n(0) * VERTEX_BYTES);
      return supertorus(n(0), p[1], p[2], p[3]);
    case MeshBuiltin.WEDGE:
      expectParams('wedge', p, 5);
      expect(p[2] > 0 && p[2] <= 180, `horizontal field of view of a wedge must be in (0, 180], found ${p[2]}`);
      expect(p[3] > 0 && p[3] <= 90, `vertical field of view of a wedge must be in (0, 90], found ${p[3]}`);
      expectResolution(n(0), n(1));
      expect(p[4] >= 0 && p[4] <= 1, `gamma of a wedge must be in [0, 1], found ${p[4]}`);
      claim(n(0) * n(1) * VERTEX_BYTES);
      return wedge(n(0), n(1), p[2], p[3], p[4]);
    case MeshBuiltin.PLATE:
      expectParams('plate', p, 2);
      expectResolution(n(0), n(1));
      claim(n(0) * n(1) * VERTEX_BYTES);
      return plate(n(0), n(1));
    default:
      throw new AssetError('unsupported builtin mesh');
  }
}

function expect(ok: boolean, message: string): void {
  if (!ok) throw new AssetError(message);
}

function expectParams(shape: string, p: number[], n: number): void {
  expect(p.length === n, `builtin ${shape} mesh requires ${n} parameter${n > 1 ? 's' : ''}, found ${p.length}`);
  expect(p.every(Number.isFinite), `parameters of builtin ${shape} mesh must be finite`);
}

function expectResolution(nx: number, ny: number): void {
  expect(nx > 0 && ny > 0, `horizontal and vertical resolutions must be positive, found ${nx} ${ny}`);
}

/**
 * A discrete cone of height 2: n edges at the bottom and n at the top with the given radius, or the apex if it is 0.
 */
function cone(n: number, radius: number): MeshData {
  const mesh = emptyMeshData();
  const top = radius > 0;
  mesh.vert = new Float32Array(3 * (n + (top ? n : 1)));
  for (let i = 0; i < n; i++) {
    const angle = (2 * i * Math.PI) / n;
    mesh.vert.set([cos(angle), sin(angle), -1], 3 * i);
  }
  if (!top) {
    mesh.vert[3 * n + 2] = 1;
    return mesh;
  }
  for (let i = n; i < 2 * n; i++) {
    const angle = (2 * i * Math.PI) / n;
    mesh.vert.set([radius * cos(angle), radius * sin(angle), 1], 3 * i);
  }
  return mesh;
}

// sign(cos w) |cos w|^m and sign(sin w) |sin w|^m
function powerCos(w: number, m: number): number {
  const c = cos(w);
  return c < 0 ? -pow(-c, m) : pow(c, m);
}

function powerSin(w: number, m: number): number {
  const s = sin(w);
  return s < 0 ? -pow(-s, m) : pow(s, m);
}

/** Superellipsoid with res rings of res vertices between the poles. */
function supersphere(res: number, e: number, n: number): MeshData {
  const nvert = (res - 1) * res + 2;
  const vert = new Float32Array(3 * nvert);
  vert[2] = -1;
  let at = 3;
  for (let i = 1; i < res; i++) {
    const v = -Math.PI / 2 + (i * Math.PI) / res;
    for (let j = 0; j < res; j++) {
      const u = -Math.PI + (j * 2 * Math.PI) / res;
      vert[at++] = powerCos(v, n) * powerCos(u, e);
      vert[at++] = powerCos(v, n) * powerSin(u, e);
      vert[at++] = powerSin(v, n);
    }
  }
  vert[3 * nvert - 1] = 1;
  const face: number[] = [];
  for (let j = 0; j < res; j++) face.push(0, 1 + ((j + 1) % res), 1 + j);
  for (let i = 0; i < res - 2; i++) {
    const low = 1 + i * res;
    const high = low + res;
    for (let j = 0; j < res; j++) {
      const k = (j + 1) % res;
      face.push(low + j, low + k, high + j, low + k, high + k, high + j);
    }
  }
  const last = 1 + (res - 2) * res;
  for (let j = 0; j < res; j++) face.push(last + j, last + ((j + 1) % res), nvert - 1);
  return { ...emptyMeshData(), vert, face: Int32Array.from(face) };
}

function supertorus(res: number, radius: number, s: number, t: number): MeshData {
  const vert = new Float32Array(3 * res * res);
  const face = new Int32Array(6 * res * res);
  for (let i = 0; i < res; i++) {
    const u = (2 * Math.PI * i) / res;
    const next = (i + 1) % res;
    for (let j = 0; j < res; j++) {
      const v = (2 * Math.PI * j) / res;
      const k = i * res + j;
      vert[3 * k] = (1 + radius * powerCos(v, s)) * powerCos(u, t);
      vert[3 * k + 1] = (1 + radius * powerCos(v, s)) * powerSin(u, t);
      vert[3 * k + 2] = radius * powerSin(v, s);
      const side = (j + 1) % res;
      face.set([k, next * res + j, i * res + side, next * res + j, next * res + side, i * res + side], 6 * k);
    }
  }
  return { ...emptyMeshData(), vert, face };
}

/**
 * Points on a part of the unit sphere, each with its tangent frame as three normals; gamma concentrates them in the
 * middle.
 */
function wedge(nx: number, ny: number, fovx: number, fovy: number, gamma: number): MeshData {
  const x = binEdges(nx, fovx, gamma);
  const y = binEdges(ny, fovy, gamma);
  const vert = new Float32Array(3 * nx * ny);
  const normal = new Float32Array(9 * nx * ny);
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      const a = 0.5 * (x[i + 1] + x[i]);
      const e = 0.5 * (y[j + 1] + y[j]);
      const [ca, sa, ce, se] = [cos(a), sin(a), cos(e), sin(e)];
      vert.set([ce * sa, se, -ce * ca], 3 * (i * ny + j));
      const ta = unit([ce * ca, 0, ce * sa]);
      const te = unit([-se * sa, ce, se * ca]);
      normal.set(cross(te, ta), 9 * (i * ny + j));
      normal.set(ta, 9 * (i * ny + j) + 3);
      normal.set(te, 9 * (i * ny + j) + 6);
    }
  }
  return { ...emptyMeshData(), vert, normal };
}

function binEdges(n: number, fov: number, gamma: number): Float64Array {
  const edge = linSpace(n + 1);
  for (let i = 0; i <= n; i++) {
    const x = edge[i];
    edge[i] = (gamma ? gamma * pow(x, 5) + (1 - gamma) * x : x) * ((fov * Math.PI) / 180);
  }
  return edge;
}

/** n numbers from -1 to 1, by repeated addition */
function linSpace(n: number): Float64Array {
  const res = new Float64Array(n);
  const step = n > 1 ? 2 / (n - 1) : 0;
  let x = -1;
  for (let i = 0; i < n; i++) {
    res[i] = x;
    x += step;
  }
  return res;
}

function unit(v: number[]): number[] {
  const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  if (squared < 1e-14) return v;
  const length = Math.sqrt(squared);
  return Math.abs(length - 1) > 1e-14 ? v.map((c) => c / length) : v;
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A flat grid in the plane z = -1, without thickness; each vertex has its frame as three normals. */
function plate(nx: number, ny: number): MeshData & { inertia: MeshInertia } {
  const vert = new Float32Array(3 * nx * ny);
  const normal = new Float32Array(9 * nx * ny);
  const face = new Int32Array(6 * (nx - 1) * (ny - 1));
  const [dx, dy] = [2 / nx, 2 / ny];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      const k = i * ny + j;
      vert.set([-1 + (i + 0.5) * dx, -1 + (j + 0.5) * dy, -1], 3 * k);
      normal[9 * k] = 1;
      normal[9 * k + 4] = 1;
      normal[9 * k + 8] = 1;
      if (i > 0 && j > 0) {
        const cell = (i - 1) * (ny - 1) + j - 1;
        face.set([k - ny - 1, k - 1, k - ny, k, k - ny, k - 1], 6 * cell);
      }
    }
  }
  return { ...emptyMeshData(), vert, normal, face, inertia: MeshInertia.SHELL };
}
