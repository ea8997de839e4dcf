/** Faces of flexes for a renderer: separate triangles, offset outward by the radius of the flex. */
import { cross3, normalize3, sub3 } from '../../../core/math/vec3.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { VisFlag } from '../enums.ts';
import type { OptionRecord } from '../records.ts';
import type { SceneState } from '../scene.ts';

type Corners = readonly [number, number, number];

/** Update vertices and faces of all flexes, according to the visibility options. */
export function updateFlexes(m: Model, d: Data, opt: OptionRecord, scene: SceneState): void {
  scene.flexvert.set(d.flexvert_xpos);
  for (let f = 0; f < m.nflex; f++) {
    const faces = new FlexFaces(m, d, f, scene);
    if (m.flex_dim[f] > 1) {
      if (opt.flags[VisFlag.FLEXSKIN]) drawSkin(m, f, faces);
      else if (opt.flags[VisFlag.FLEXFACE]) drawElements(m, f, opt.flex_layer, faces);
    }
    scene.flexfaceused[f] = faces.count;
  }
}

/** Corners of the faces of a tetrahedron, oriented outward. */
const SIDES: readonly Corners[] = [
  [0, 1, 2],
  [0, 2, 3],
  [0, 3, 1],
  [1, 3, 2],
];
/** Both sides of a triangle. */
const BOTH: readonly Corners[] = [
  [0, 1, 2],
  [0, 2, 1],
];

/** Faces of the elements; for tetrahedra, of one layer. */
function drawElements(m: Model, f: number, layer: number, faces: FlexFaces): void {
  const dim = m.flex_dim[f];
  for (let e = 0; e < m.flex_elemnum[f]; e++) {
    if (dim === 3 && m.flex_elemlayer[m.flex_elemadr[f] + e] !== layer) continue;
    const start = m.flex_elemdataadr[f] + e * (dim + 1);
    for (const side of dim === 2 ? BOTH : SIDES) {
      const [vertices, coords] = [m.flex_elem, m.flex_elemtexcoord].map((all) => pick(all, start, side));
      faces.addFlat(vertices, coords);
    }
  }
}

function pick(array: Int32Array, start: number, [a, b, c]: Corners): Corners {
  return [array[start + a], array[start + b], array[start + c]];
}

/** The smooth surface: both sides of triangles and the border between them, or the surface of tetrahedra. */
function drawSkin(m: Model, f: number, faces: FlexFaces): void {
  const { flex_elem, flex_elemtexcoord, flex_shell } = m;
  const dim = m.flex_dim[f];
  const shell = Array.from({ length: m.flex_shellnum[f] }, (_, s) => m.flex_shelldataadr[f] + s * dim);
  if (dim === 3) {
    const triangles = shell.map((start) => pick(flex_shell, start, BOTH[0]));
    faces.smoothOver(triangles);
    for (const triangle of triangles) faces.addSmooth(triangle, triangle, 1);
    return;
  }
  const elements = Array.from({ length: m.flex_elemnum[f] }, (_, e) => m.flex_elemdataadr[f] + e * 3);
  faces.smoothOver(elements.map((start) => pick(flex_elem, start, BOTH[0])));
  for (const start of elements) {
    BOTH.forEach((side, k) => {
      faces.addSmooth(pick(flex_elem, start, side), pick(flex_elemtexcoord, start, side), k === 0 ? 1 : -1);
    });
  }
  for (const start of shell) {
    const [a, b] = [flex_shell[start], flex_shell[start + 1]];
    faces.addBorder(a, b, 1);
    faces.addBorder(b, a, -1);
  }
}

/** Writes the faces of a flex sequentially. */
class FlexFaces {
  count = 0;
  readonly #radius: number;
  readonly #flat: boolean;
  /** vertices of the flex */
  readonly #x: Float64Array;
  readonly #face: Float32Array;
  readonly #faceNormal: Float32Array;
  readonly #coords: Float32Array;
  /** texture coordinates of the model; undefined: the flex has none */
  readonly #source: Float32Array | undefined;
  /** mean normals at the vertices */
  #smooth = new Float64Array(0);

  constructor(m: Model, d: Data, f: number, scene: SceneState) {
    const start = 3 * m.flex_vertadr[f];
    const face = scene.flexfaceadr[f];
    this.#radius = m.flex_radius[f];
    this.#flat = m.flex_flatskin[f] !== 0;
    this.#x = d.flexvert_xpos.subarray(start, start + 3 * m.flex_vertnum[f]);
    this.#face = scene.flexface.subarray(9 * face);
    this.#faceNormal = scene.flexnormal.subarray(9 * face);
    this.#coords = scene.flextexcoord.subarray(6 * face);
    const texture = m.flex_texcoordadr[f];
    this.#source = texture >= 0 ? m.flex_texcoord.subarray(2 * texture) : undefined;
  }

  /** Vertex normals: the mean of those of adjacent triangles. */
  smoothOver(triangles: readonly Corners[]): void {
    this.#smooth = new Float64Array(this.#x.length);
    for (const triangle of triangles) {
      const normal = this.#normalOf(triangle);
      for (const v of triangle) for (let k = 0; k < 3; k++) this.#smooth[3 * v + k] += normal[k];
    }
    for (let v = 0; v < this.#smooth.length; v += 3) normalize3(this.#smooth, v);
  }

  /** A triangle offset along its normal. */
  addFlat(corners: Corners, coords: Corners): void {
    const normal = this.#normalOf(corners);
    corners.forEach((v, k) => {
      this.#writeCorner(k, v, normal, 0, this.#radius, normal);
    });
    this.#finish(coords);
  }

  /** A triangle with corners offset along the smooth normals; side -1 is below. */
  addSmooth(corners: Corners, coords: Corners, side: 1 | -1): void {
    // the corners of a lower face are in reverse order, and the sign flips its normal again
    const flat = this.#flat ? this.#normalOf(corners).map((x) => side * x) : undefined;
    corners.forEach((v, k) => {
      const normal = flat ?? this.#smooth.subarray(3 * v, 3 * v + 3).map((x) => side * x);
      this.#writeCorner(k, v, this.#smooth, 3 * v, side * this.#radius, normal);
    });
    this.#finish(coords);
  }

  /** Half of the strip between both sides along a border edge. */
  addBorder(a: number, b: number, side: 1 | -1): void {
    const normal = new Float64Array(3);
    const along = Float64Array.from([0, 1, 2], (k) => this.#x[3 * b + k] - this.#x[3 * a + k]);
    cross3(normal, 0, along, 0, this.#smooth, 3 * b);
    for (let k = 0; k < 3; k++) normal[k] *= side;
    normalize3(normal, 0);
    [a, b, b].forEach((v, k) => {
      const over = (k === 1 ? -side : side) * this.#radius;
      this.#writeCorner(k, v, this.#smooth, 3 * v, over, normal);
    });
    this.#finish([a, b, b]);
  }

  #normalOf([a, b, c]: Corners): Float64Array {
    const [u, v, normal] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
    sub3(u, 0, this.#x, 3 * b, this.#x, 3 * a);
    sub3(v, 0, this.#x, 3 * c, this.#x, 3 * a);
    cross3(normal, 0, u, 0, v, 0);
    normalize3(normal, 0);
    return normal;
  }

  #writeCorner(k: number, v: number, dir: Float64Array, at: number, far: number, normal: Float64Array): void {
    const start = 9 * this.count + 3 * k;
    for (let c = 0; c < 3; c++) this.#face[start + c] = this.#x[3 * v + c] + far * dir[at + c];
    this.#faceNormal.set(normal, start);
  }

  #finish(coords: Corners): void {
    coords.forEach((t, k) => {
      const source = this.#source?.subarray(2 * t, 2 * t + 2);
      if (source) this.#coords.set(source, 6 * this.count + 2 * k);
    });
    this.count++;
  }
}
