/** Types of textures: the options of `<texture>`, and the resulting pixels. */

import type { TextureBuiltin, TextureMark } from '../../core/model/enums/spec.ts';
import type { ColorSpace, TextureType } from '../../core/model/enums.ts';

export interface TextureOptions {
  type: TextureType;
  colorspace: ColorSpace;
  builtin: TextureBuiltin;
  mark: TextureMark;
  rgb1: ArrayLike<number>;
  rgb2: ArrayLike<number>;
  markrgb: ArrayLike<number>;
  random: number;
  width: number;
  height: number;
  nchannel: number;
  gridsize: ArrayLike<number>; // rows, columns
  gridlayout: string; // up to 12 symbols
  hflip: boolean;
  vflip: boolean;
}

/** Values of tex_width, tex_height, tex_nchannel, tex_colorspace and tex_data. */
export interface TextureData {
  width: number;
  height: number;
  nchannel: number;
  colorspace: ColorSpace;
  data: Uint8Array;
}

/** A texture that may still have to be drawn, on zeroed bytes: the main cost of large pictures is first touching their
 * memory, so they are drawn directly into the Model. */
export type TexturePlan = Omit<TextureData, 'data'> & { data?: Uint8Array; draw?: (data: Uint8Array) => void };

/** Bytes of a texture in tex_data. */
export function textureBytes(texture: TexturePlan): number {
  return texture.data?.length ?? texture.width * texture.height * texture.nchannel;
}
