/** Types of textures: the options of `<texture>`, and the pixels that they become. */

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

/** What goes into tex_width, tex_height, tex_nchannel, tex_colorspace, tex_data. */
export interface TextureData {
  width: number;
  height: number;
  nchannel: number;
  colorspace: ColorSpace;
  data: Uint8Array;
}

/** A texture that may still have to be drawn, on bytes that are black: large pictures cost most where memory is first touched,
 *  so they are drawn where they are to lie. */
export type TexturePlan = Omit<TextureData, 'data'> & { data?: Uint8Array; draw?: (data: Uint8Array) => void };

/** Bytes that a texture takes in tex_data. */
export function textureBytes(texture: TexturePlan): number {
  return texture.data?.length ?? texture.width * texture.height * texture.nchannel;
}
