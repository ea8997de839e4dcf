/** Triangles of the shapes of geoms, with normals and, where a texture needs them, texture coordinates. */
import { GeomType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

export interface Triangles {
  positions: Float32Array;
  normals: Float32Array;
  /** Texture coordinates, with the first row of a picture at v = 0. */
  coordinates?: Float32Array;
  indices: Uint32Array;
}

/** Triangles, and the scale to the size of a geom. */
export interface ScaledShape {
  /** Equal for shapes with the same triangles. */
  key: string;
  make(): Triangles;
  scale: readonly [number, number, number];
}

/** Segments around an axis, and between the poles of a sphere. */
const AROUND = 32;
const BETWEEN = 16;
/** Half the width of infinite ground, in extents of the model. */
const REACH = 20;

const UNIT = [1, 1, 1] as const;

/** The shape of a geom; undefined if it has none. */
export function shapeOfGeom(m: Model, g: number): ScaledShape | undefined {
  const [x, y, z] = [m.geom_size[3 * g], m.geom_size[3 * g + 1], m.geom_size[3 * g + 2]];
  const data = m.geom_dataid[g];
  switch (m.geom_type[g]) {
    case GeomType.PLANE:
      return { key: `plane ${g}`, make: () => ground(m, g), scale: UNIT };
    case GeomType.SPHERE:
      return { key: 'sphere', make: () => revolve(arc(0, 1, 2 * BETWEEN)), scale: [x, x, x] };
    case GeomType.ELLIPSOID:
      return { key: 'sphere', make: () => revolve(arc(0, 1, 2 * BETWEEN)), scale: [x, y, z] };
    case GeomType.CAPSULE:
      return { key: `capsule ${y / x}`, make: () => revolve(capsule(y / x)), scale: [x, x, x] };
    case GeomType.CYLINDER:
      return { key: 'cylinder', make: () => revolve(cylinder), scale: [x, x, y] };
    case GeomType.BOX:
      return { key: 'box', make: box, scale: [x, y, z] };
    case GeomType.MESH:
    case GeomType.SDF:
      return data < 0 ? undefined : { key: `mesh ${data}`, make: () => meshTriangles(m, data), scale: UNIT };
    case GeomType.HFIELD:
      return { key: `hfield ${data}`, make: () => terrain(m, data), scale: UNIT };
    default:
      return undefined;
  }
}

/** Points of a profile from below: radius, height, and the same of the normal. */
type Profile = readonly (readonly [r: number, z: number, nr: number, nz: number])[];

const cylinder: Profile = [
  [0, -1, 0, -1],
  [1, -1, 0, -1],
  [1, -1, 1, 0],
  [1, 1, 1, 0],
  [1, 1, 0, 1],
  [0, 1, 0, 1],
];

/** A half circle, or the parts of one that are `shift` apart. */
function arc(shift: number, radius: number, count: number): Profile {
  return Array.from({ length: count + 1 }, (_, k) => {
    const angle = Math.PI * (k / count - 0.5);
    // exact at the poles
    const nr = k === 0 || k === count ? 0 : Math.cos(angle);
    const nz = Math.sin(angle);
    const side = k < count / 2 ? -shift : shift;
    return [radius * nr, radius * nz + side, nr, nz];
  });
}

function capsule(half: number): Profile {
  const points = arc(half, 1, 2 * BETWEEN);
  return [...points.slice(0, BETWEEN), [1, -half, 1, 0], ...points.slice(BETWEEN)];
}

/** The surface of revolution of a profile about z. */
function revolve(profile: Profile): Triangles {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const [r, z, nr, nz] of profile) {
    for (let k = 0; k <= AROUND; k++) {
      const angle = (2 * Math.PI * (k % AROUND)) / AROUND;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      positions.push(r * c, r * s, z);
      normals.push(nr * c, nr * s, nz);
    }
  }
  const row = AROUND + 1;
  for (let p = 0; p + 1 < profile.length; p++) {
    const [low, high] = [profile[p], profile[p + 1]];
    if (low[0] === high[0] && low[1] === high[1]) continue;
    for (let k = 0; k < AROUND; k++) {
      const a = p * row + k;
      // triangles without area at the axis are omitted
      if (low[0] > 0) indices.push(a, a + 1, a + row + 1);
      if (high[0] > 0) indices.push(a, a + row + 1, a + row);
    }
  }
  return typed(positions, normals, indices);
}

function box(): Triangles {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const from = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const point = [0, 0, 0];
        point[axis] = side;
        point[(axis + 1) % 3] = u * side;
        point[(axis + 2) % 3] = v;
        positions.push(...point);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
      }
      indices.push(from, from + 1, from + 2, from, from + 2, from + 3);
    }
  }
  return typed(positions, normals, indices);
}

/** A rectangle, with the repeats of its texture; infinite ground has a finite size. */
function ground(m: Model, g: number): Triangles {
  const far = REACH * Math.max(1, m.stat.extent);
  const half = [m.geom_size[3 * g] || far, m.geom_size[3 * g + 1] || far] as const;
  const [x, y] = half;
  const material = m.geom_matid[g];
  const uniform = material >= 0 && m.mat_texuniform[material] !== 0;
  const isInfinite = !(m.geom_size[3 * g] > 0 && m.geom_size[3 * g + 1] > 0);
  const repeat = (k: 0 | 1) => {
    const times = material >= 0 ? m.mat_texrepeat[2 * material + k] || 1 : 1;
    if (isInfinite) return uniform ? times * half[k] : 2 * times * half[k];
    return uniform ? times * half[k] : times;
  };
  const [u, v] = [repeat(0), repeat(1)];
  return {
    positions: new Float32Array([-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0]),
    normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]),
    coordinates: new Float32Array([0, v, u, v, u, 0, 0, 0]),
    indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
  };
}

/** The faces of a mesh; corners with the same vertex, normal and texture coordinate are one. */
function meshTriangles(m: Model, id: number): Triangles {
  const [face0, vert0] = [m.mesh_faceadr[id], m.mesh_vertadr[id]];
  const [normal0, tex0] = [m.mesh_normaladr[id], m.mesh_texcoordadr[id]];
  const positions: number[] = [];
  const normals: number[] = [];
  const coordinates: number[] = [];
  const indices = new Uint32Array(3 * m.mesh_facenum[id]);
  const known = new Map<string, number>();
  for (let c = 0; c < indices.length; c++) {
    const corner = 3 * face0 + c;
    const v = vert0 + m.mesh_face[corner];
    const n = normal0 + m.mesh_facenormal[corner];
    const t = tex0 < 0 ? -1 : tex0 + m.mesh_facetexcoord[corner];
    const key = `${v} ${n} ${t}`;
    let index = known.get(key);
    if (index === undefined) {
      index = known.size;
      known.set(key, index);
      positions.push(m.mesh_vert[3 * v], m.mesh_vert[3 * v + 1], m.mesh_vert[3 * v + 2]);
      normals.push(...unit(m.mesh_normal[3 * n], m.mesh_normal[3 * n + 1], m.mesh_normal[3 * n + 2]));
      if (t >= 0) coordinates.push(m.mesh_texcoord[2 * t], m.mesh_texcoord[2 * t + 1]);
    }
    indices[c] = index;
  }
  const shape = { positions: new Float32Array(positions), normals: new Float32Array(normals), indices };
  return tex0 < 0 ? shape : { ...shape, coordinates: new Float32Array(coordinates) };
}

/** The surface of a height field, without its base. */
function terrain(m: Model, id: number): Triangles {
  const [rows, columns] = [m.hfield_nrow[id], m.hfield_ncol[id]];
  const [sx, sy, top] = [m.hfield_size[4 * id], m.hfield_size[4 * id + 1], m.hfield_size[4 * id + 2]];
  const height = (r: number, c: number) =>
    top * m.hfield_data[m.hfield_adr[id] + clamp(r, rows) * columns + clamp(c, columns)];
  const [dx, dy] = [(2 * sx) / (columns - 1), (2 * sy) / (rows - 1)];
  const positions: number[] = [];
  const normals: number[] = [];
  const coordinates: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      positions.push(c * dx - sx, r * dy - sy, height(r, c));
      const [slopeX, slopeY] = [height(r, c + 1) - height(r, c - 1), height(r + 1, c) - height(r - 1, c)];
      normals.push(...unit(-slopeX / (2 * dx), -slopeY / (2 * dy), 1));
      coordinates.push(c / (columns - 1), 1 - r / (rows - 1));
      if (r + 1 === rows || c + 1 === columns) continue;
      const a = r * columns + c;
      indices.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  }
  return { ...typed(positions, normals, indices), coordinates: new Float32Array(coordinates) };
}

function clamp(k: number, count: number): number {
  return Math.max(0, Math.min(count - 1, k));
}

/** The format demands unit length. */
function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return length > 1e-12 ? [x / length, y / length, z / length] : [0, 0, 1];
}

function typed(positions: number[], normals: number[], indices: number[]): Triangles {
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    indices: new Uint32Array(indices),
  };
}
