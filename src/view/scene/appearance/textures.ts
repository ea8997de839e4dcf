/** Textures of the model: 2D pictures, and cubes of six square faces stacked vertically. */
import { CubeTexture, DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three';
import { type Model, TextureType } from '../../../index.ts';
import { type ColorMode, textureSpace } from './colors.ts';

/** Whether the first channel of a pixel is the lowest byte of its word. */
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const OPAQUE = 0xff000000;

export type AnyTexture = { cube: false; map: DataTexture } | { cube: true; map: CubeTexture };

export class Textures {
  readonly #m: Model;
  readonly #colors: ColorMode;
  readonly #cache = new Map<number, AnyTexture>();

  constructor(m: Model, colors: ColorMode) {
    this.#m = m;
    this.#colors = colors;
  }

  get(id: number): AnyTexture | undefined {
    if (id < 0 || id >= this.#m.ntex) return undefined;
    let texture = this.#cache.get(id);
    if (!texture) {
      texture = this.#make(id);
      this.#cache.set(id, texture);
    }
    return texture;
  }

  /** The first skybox of the model. */
  sky(): CubeTexture | undefined {
    const id = this.#m.tex_type.indexOf(TextureType.SKYBOX);
    const texture = this.get(id);
    return texture?.cube ? texture.map : undefined;
  }

  dispose(): void {
    for (const { map } of this.#cache.values()) map.dispose();
  }

  #make(id: number): AnyTexture {
    const width = this.#m.tex_width[id]!;
    const height = this.#m.tex_height[id]!;
    if (this.#m.tex_type[id] === TextureType['2D']) {
      const map = new DataTexture(this.#rgba(id, 0, width * height), width, height, RGBAFormat);
      map.wrapS = map.wrapT = RepeatWrapping;
      map.colorSpace = textureSpace(this.#colors);
      smooth(map);
      return { cube: false, map };
    }
    const faces = [0, 1, 2, 3, 4, 5].map((k) => {
      // a cube with a single face shows it on every side
      const at = height >= 6 * width ? k * width * width : 0;
      const face = new DataTexture(this.#rgba(id, at, width * width), width, width, RGBAFormat);
      face.needsUpdate = true;
      return face;
    });
    const map = new CubeTexture(faces as never, undefined, undefined, undefined, LinearFilter, LinearFilter);
    map.format = RGBAFormat;
    map.colorSpace = textureSpace(this.#colors);
    map.needsUpdate = true;
    return { cube: true, map };
  }

  /** Pixels with four channels, for any number of channels in the model. */
  #rgba(id: number, from: number, count: number): Uint8Array<ArrayBuffer> {
    const n = this.#m.tex_nchannel[id]!;
    const base = this.#m.tex_adr[id]! + n * from;
    const data = this.#m.tex_data;
    const pixels = new Uint8Array(4 * count);
    if (n === 4) {
      pixels.set(data.subarray(base, base + 4 * count));
      return pixels;
    }
    if (n === 3 && LITTLE_ENDIAN) {
      // a pixel at a time: a skybox has more than a million
      const words = new Uint32Array(pixels.buffer);
      for (let i = 0, k = base; i < count; i++, k += 3)
        words[i] = data[k]! | (data[k + 1]! << 8) | (data[k + 2]! << 16) | OPAQUE;
      return pixels;
    }
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) pixels[4 * i + k] = data[base + n * i + (n < 3 ? 0 : k)]!;
      pixels[4 * i + 3] = n === 4 || n === 2 ? data[base + n * i + n - 1]! : 255;
    }
    return pixels;
  }
}

function smooth(map: DataTexture): void {
  map.magFilter = LinearFilter;
  map.minFilter = LinearMipmapLinearFilter;
  map.generateMipmaps = true;
  map.anisotropy = 8;
  map.needsUpdate = true;
}
