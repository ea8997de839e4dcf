/** SKN files: vertices, texture coordinates, triangles and bones of a skin, in MuJoCo's own binary format. */

import { AssetError } from '../../formats/bytes/assetError.ts';
import type { Bone } from '../../formats/spec/elements/deformable.ts';

export interface SkinData {
  vert: number[];
  texcoord: number[];
  face: number[];
  bones: Bone[];
}

/** 4-byte words: sizes, then everything else. */
export function decodeSkn(bytes: Uint8Array): SkinData {
  if (bytes.length === 0) throw new AssetError('the SKN file is empty');
  if (bytes.length < 16) throw new AssetError('the SKN file has an incomplete header');
  const words = new Words(bytes);
  const [nvert, ntexcoord, nface, nbone] = words.ints(4);
  if (Math.min(nvert, ntexcoord, nface, nbone) < 0)
    throw new AssetError('a size in the header of the SKN file is negative');
  const vert = words.floats(3 * nvert);
  const texcoord = words.floats(2 * ntexcoord);
  const face = words.ints(3 * nface);
  const bones: Bone[] = [];
  for (let i = 0; i < nbone; i++) bones.push(readBone(words));
  if (words.left !== 0) throw new AssetError(`the SKN file is ${4 * words.left} bytes too long`);
  return { vert, texcoord, face, bones };
}

/** Bytes of a body name. */
const NAME_BYTES = 40;

function readBone(words: Words): Bone {
  const body = words.name(NAME_BYTES);
  const bindpos = words.floats(3);
  const bindquat = words.floats(4);
  const [count] = words.ints(1);
  if (count < 1) throw new AssetError(`bone '${body}' of the SKN file: expected vertices, found ${count}`);
  return { body, bindpos, bindquat, vertid: words.ints(count), vertweight: words.floats(count) };
}

class Words {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return (this.#view.byteLength - this.#at) / 4;
  }

  ints(n: number): number[] {
    const start = this.#take(4 * n);
    return Array.from({ length: n }, (_, i) => this.#view.getInt32(start + 4 * i, true));
  }

  floats(n: number): number[] {
    const start = this.#take(4 * n);
    return Array.from({ length: n }, (_, i) => this.#view.getFloat32(start + 4 * i, true));
  }

  /** The string up to the first zero byte, at most one character less than the space for it. */
  name(bytes: number): string {
    const start = this.#take(bytes);
    const letters: number[] = [];
    for (let i = 0; i < bytes - 1 && this.#view.getUint8(start + i) !== 0; i++)
      letters.push(this.#view.getUint8(start + i));
    return new TextDecoder().decode(Uint8Array.from(letters));
  }

  #take(bytes: number): number {
    const start = this.#at;
    this.#at += bytes;
    if (this.#at > this.#view.byteLength) throw new AssetError('the SKN file is truncated');
    return start;
  }
}
