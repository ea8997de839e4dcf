/** A binary glTF file (glTF 2.0, section 4.4): a JSON description, then all numbers and pictures. */

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Component types of accessors: those of WebGL. */
const FLOAT = 5126;
const UINT = 5125;
/** Targets of buffer views: those of WebGL. */
const VERTICES = 34962;
const INDICES = 34963;

const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as const;

/** Use of an accessor. */
type Use = 'vertices' | 'animation';

type Description = Record<string, unknown>;

export class GlbFile {
  #parts: Uint8Array[] = [];
  #views: Description[] = [];
  #accessors: Description[] = [];
  #length = 0;

  /** The same contents, to which more can be added. */
  copy(): GlbFile {
    const file = new GlbFile();
    file.#parts = [...this.#parts];
    file.#views = [...this.#views];
    file.#accessors = [...this.#accessors];
    file.#length = this.#length;
    return file;
  }

  /** Add an array of numbers; returns the index of its accessor. */
  addFloats(values: Float32Array, type: keyof typeof widths, use: Use): number {
    const width = widths[type];
    const target = use === 'vertices' ? { target: VERTICES } : {};
    const bufferView = this.#addView(bytesOf(values), target);
    return this.#addAccessor(
      { bufferView, type, componentType: FLOAT, ...range(values, width) },
      values.length / width,
    );
  }

  /** Add the vertices of triangles; returns the index of the accessor. */
  addIndices(values: Uint32Array): number {
    const bufferView = this.#addView(bytesOf(values), { target: INDICES });
    return this.#addAccessor({ bufferView, type: 'SCALAR', componentType: UINT }, values.length);
  }

  /** Add the bytes of a picture; returns the index of their buffer view. */
  addBytes(bytes: Uint8Array): number {
    return this.#addView(bytes, {});
  }

  /** The file. Empty lists of the description are omitted, as the format demands. */
  bytes(description: Description): Uint8Array<ArrayBuffer> {
    const buffers = this.#length > 0 ? [{ byteLength: this.#length }] : [];
    const all = { ...description, buffers, bufferViews: this.#views, accessors: this.#accessors };
    const kept = Object.entries(all).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
    const json = padded(new TextEncoder().encode(JSON.stringify(Object.fromEntries(kept))), 0x20);
    const total = 12 + 8 + json.length + (this.#length > 0 ? 8 + this.#length : 0);
    const file = new Uint8Array(total);
    const view = new DataView(file.buffer);
    const word = (at: number, value: number) => view.setUint32(at, value, true);
    word(0, MAGIC);
    word(4, 2);
    word(8, total);
    word(12, json.length);
    word(16, JSON_CHUNK);
    file.set(json, 20);
    if (this.#length === 0) return file;
    let at = 20 + json.length;
    word(at, this.#length);
    word(at + 4, BINARY_CHUNK);
    at += 8;
    for (const part of this.#parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }

  #addView(bytes: Uint8Array, more: Description): number {
    this.#views.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...more });
    const part = padded(bytes, 0);
    this.#parts.push(part);
    this.#length += part.length;
    return this.#views.length - 1;
  }

  #addAccessor(description: Description, count: number): number {
    this.#accessors.push({ ...description, count });
    return this.#accessors.length - 1;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Extended to a multiple of four bytes. */
function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const rest = (4 - (bytes.length % 4)) % 4;
  if (rest === 0) return bytes;
  const result = new Uint8Array(bytes.length + rest).fill(filler);
  result.set(bytes);
  return result;
}

/** Smallest and largest value of each component. */
function range(values: Float32Array, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const k = i % width;
    min[k] = Math.min(min[k], values[i]);
    max[k] = Math.max(max[k], values[i]);
  }
  return { min, max };
}
