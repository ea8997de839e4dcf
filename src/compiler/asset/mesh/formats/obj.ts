import { pow } from '../../../../core/math/elementary/exp.ts';
import { beyondLimit, DEFAULT_LIMITS } from '../../../../core/model/limits.ts';
import { AssetError } from '../../../../formats/bytes/assetError.ts';
import { emptyMeshData, type MeshData } from '../types.ts';
import { triangulatePolygon } from './objPolygon.ts';

/** Wavefront OBJ: all vertices, normals and texture coordinates of the file, and the faces of its first nonempty group,
 * triangulated. Texture coordinates are flipped vertically. Parsing and rounding of numbers follow tinyobjloader,
 * which MuJoCo uses. */
export function decodeObj(bytes: Uint8Array, polygonCorners = DEFAULT_LIMITS.polygonCorners): MeshData {
  const reader = new ObjReader(bytes, polygonCorners);
  reader.read();
  const mesh = emptyMeshData();
  mesh.vert = reader.v.floats();
  mesh.normal = reader.vn.floats();
  mesh.texcoord = reader.vt.floats();
  for (let i = 1; i < mesh.texcoord.length; i += 2) mesh.texcoord[i] = 1 - mesh.texcoord[i];
  const corners = reader.shape;
  const n = corners.length / 3;
  mesh.face = new Int32Array(n);
  if (mesh.normal.length > 0 && !reader.linesOnly) mesh.facenormal = new Int32Array(n);
  if (mesh.texcoord.length > 0 && !reader.linesOnly) mesh.facetexcoord = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    mesh.face[i] = corners.at(3 * i);
    if (mesh.facetexcoord.length > 0) mesh.facetexcoord[i] = corners.at(3 * i + 1);
    if (mesh.facenormal.length > 0) mesh.facenormal[i] = corners.at(3 * i + 2);
  }
  return mesh;
}

/** An Int32Array that grows. */
export class IntList {
  length = 0;
  private data = new Int32Array(64);

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.data.length) {
      const grown = new Int32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = a;
    this.data[this.length++] = b;
    this.data[this.length++] = c;
  }

  at(i: number): number {
    return this.data[i];
  }

  ints(): Int32Array {
    return this.data.subarray(0, this.length);
  }
}

/** A Float32Array that grows. */
class FloatList {
  length = 0;
  data = new Float32Array(64);

  push(x: number): void {
    if (this.length === this.data.length) {
      const grown = new Float32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = x;
  }

  floats(): Float32Array {
    return this.data.slice(0, this.length);
  }
}

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;
const CHAR_E = 101;
const CHAR_F = 102;
const CHAR_G = 103;
const CHAR_L = 108;
const CHAR_N = 110;
const CHAR_O = 111;
const CHAR_P = 112;
const CHAR_T = 116;
const CHAR_V = 118;
const NEGATIVE_POWER_OF_10 = Float64Array.from({ length: 64 }, (_, k) => Number(`1e-${k}`));

class ObjReader {
  v = new FloatList();
  vn = new FloatList();
  vt = new FloatList();
  /** triangles of the first shape: vertex, texcoord, normal per corner */
  shape = new IntList();
  /** the first shape has no faces, only lines, written as flat triangles (a, b, b) */
  linesOnly = false;
  private done = false;
  private faces = new IntList(); // corners of polygons, until the end of their group
  private sizes: number[] = [];
  private lines = new IntList();
  private others = 0; // points of the group, and faces of any size
  private readonly bytes: Uint8Array;
  private readonly polygonCorners: number;
  private p = 0;
  private end = 0; // of the line
  private lineNumber = 0;

  constructor(bytes: Uint8Array, polygonCorners: number) {
    this.bytes = bytes;
    this.polygonCorners = polygonCorners;
  }

  read(): void {
    const { bytes } = this;
    let next = 0;
    while (next < bytes.length) {
      let end = next;
      while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
      this.p = next;
      this.end = end;
      this.lineNumber++;
      // a carriage return ends a line, with or without a line feed
      next = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
      this.line();
    }
    this.flush(true, true);
  }

  private line(): void {
    this.skipBlanks();
    const a = this.at(this.p);
    const b = this.at(this.p + 1);
    const c = this.at(this.p + 2);
    if (a === CHAR_V && blank(b)) {
      this.p += 2;
      this.reals(this.v, 3);
    } else if (a === CHAR_V && b === CHAR_N && blank(c)) {
      this.p += 3;
      this.reals(this.vn, 3);
    } else if (a === CHAR_V && b === CHAR_T && blank(c)) {
      this.p += 3;
      this.reals(this.vt, 2);
    } else if (a === CHAR_F && blank(b)) {
      this.p += 2;
      this.polygon();
    } else if ((a === CHAR_L || a === CHAR_P) && blank(b)) {
      this.p += 2;
      this.polyline(a === CHAR_L);
    } else if (a === CHAR_G && blank(b)) {
      this.flush(false, false);
    } else if (a === CHAR_O && blank(b)) {
      this.flush(true, false);
    }
  }

  /** End of a group: its triangles become the mesh, if it is the first nonempty one. */
  private flush(keepLines: boolean, last: boolean): void {
    if (!this.done) {
      let at = 0;
      for (const n of this.sizes) {
        triangulatePolygon(this.shape, this.faces, at, n, this.v.data, this.v.length);
        at += n;
      }
      const hasLines = this.lines.length > 0;
      if (this.shape.length > 0) this.done = true;
      else if (keepLines && (hasLines || this.others > 0)) {
        this.done = true;
        if (hasLines) {
          this.shape = this.lines;
          this.linesOnly = true;
        }
      } else if (last && this.sizes.length > 0) this.done = true;
    }
    // a million groups without faces cost nothing
    if (this.sizes.length > 0) {
      this.faces = new IntList();
      this.sizes = [];
    }
    if (this.lines.length > 0) this.lines = new IntList();
    this.others = 0;
  }

  private polygon(): void {
    this.skipBlanks();
    let n = 0;
    while (this.p < this.end) {
      this.corner();
      if (!this.done) this.faces.push3(corner[0], corner[1], corner[2]);
      n++;
      this.skipBlanks();
    }
    if (n > this.polygonCorners) {
      const what = `corners of the polygon in line ${this.lineNumber}`;
      throw new AssetError(beyondLimit(what, n, 'polygonCorners', this.polygonCorners));
    }
    if (!this.done) this.sizes.push(n);
  }

  private polyline(keep: boolean): void {
    let before = -1;
    while (this.p < this.end) {
      this.corner();
      // flat triangles carry vertex ids only
      if (keep && before >= 0) {
        this.lines.push3(before, -1, -1);
        this.lines.push3(corner[0], -1, -1);
        this.lines.push3(corner[0], -1, -1);
      }
      before = corner[0];
      this.others++;
      this.skipBlanks();
    }
  }

  /** vertex, vertex/texcoord, vertex//normal or vertex/texcoord/normal */
  private corner(): void {
    corner[0] = this.index(this.v.length / 3);
    corner[1] = -1;
    corner[2] = -1;
    if (this.at(this.p) !== SLASH) return;
    this.p++;
    if (this.at(this.p) === SLASH) {
      this.p++;
      corner[2] = this.index(this.vn.length / 3);
      return;
    }
    corner[1] = this.index(this.vt.length / 2);
    if (this.at(this.p) !== SLASH) return;
    this.p++;
    corner[2] = this.index(this.vn.length / 3);
  }

  /** A one-based index, or one relative to the end when negative. */
  private index(n: number): number {
    const { bytes, end } = this;
    let p = this.p;
    while (p < end && (bytes[p] === SPACE || (bytes[p] >= TAB && bytes[p] <= CR))) p++;
    const negative = bytes[p] === MINUS;
    if (p < end && (negative || bytes[p] === PLUS)) p++;
    let i = 0;
    while (p < end && bytes[p] >= ZERO && bytes[p] < ZERO + 10) i = Math.min(10 * i + bytes[p++] - ZERO, 0x7fffffff);
    while (p < end && bytes[p] !== SLASH && !blank(bytes[p])) p++;
    this.p = p;
    if (i === 0) throw new AssetError(`zero or missing index in line ${this.lineNumber} of OBJ file`);
    return negative ? n - i : i - 1;
  }

  private reals(list: FloatList, n: number): void {
    for (let k = 0; k < n; k++) list.push(this.real());
  }

  /** Parses digit by digit, with the same rounding as tinyobjloader; anything but a number is 0. */
  private real(): number {
    const { bytes } = this;
    this.skipBlanks();
    let p = this.p;
    let end = p;
    while (end < this.end && !blank(bytes[end])) end++;
    this.p = end;
    const negative = bytes[p] === MINUS;
    if (p < end && (negative || bytes[p] === PLUS)) p++;
    let value = 0;
    const start = p;
    while (p < end && isDigit(bytes[p])) value = value * 10 + (bytes[p++] - ZERO);
    if (p === start && bytes[p] !== DOT) return 0;
    if (p < end && bytes[p] === DOT) {
      p++;
      for (let k = 1; p < end && isDigit(bytes[p]); k++) {
        value += (bytes[p++] - ZERO) * (k < 64 ? NEGATIVE_POWER_OF_10[k] : pow(10, -k));
      }
    }
    if (p < end && (bytes[p] | 32) === CHAR_E) {
      p++;
      const small = bytes[p] === MINUS;
      if (p < end && (small || bytes[p] === PLUS)) p++;
      if (p >= end || !isDigit(bytes[p])) return 0;
      let exponent = 0;
      while (p < end && isDigit(bytes[p])) exponent = Math.min(10 * exponent + bytes[p++] - ZERO, 9999);
      value = timesPowerOf10(value, small ? -exponent : exponent);
    }
    return negative ? -value : value;
  }

  private skipBlanks(): void {
    while (this.p < this.end && blank(this.bytes[this.p])) this.p++;
  }

  private at(p: number): number {
    return p < this.end ? this.bytes[p] : 0;
  }
}

const corner = new Int32Array(3);

function blank(c: number): boolean {
  return c === SPACE || c === TAB;
}

function isDigit(c: number): boolean {
  return c >= ZERO && c < ZERO + 10;
}

// m 10^e as (m 5^e) 2^e: only the first product rounds
function timesPowerOf10(m: number, e: number): number {
  if (e === 0) return m;
  let five = 1;
  for (let k = Math.min(Math.abs(e), 400); k > 0; k--) five *= 5;
  return m * (e < 0 ? 1 / five : five) * 2 ** e;
}
