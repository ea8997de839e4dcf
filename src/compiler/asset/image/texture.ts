/** type: 0 2D, 1 cube, 2 skybox. builtin: 0 none 1 gradient 2 checker 3 flat. mark: 0 none 1 edge 2 cross 3 random.
 *  colorspace: 0 auto 1 linear 2 sRGB (MuJoCo's enums). */
export interface TextureOptions {
  type: number;
  colorspace: number;
  builtin: number;
  mark: number;
  rgb1: ArrayLike<number>;
  rgb2: ArrayLike<number>;
  markrgb: ArrayLike<number>;
  random: number;
  width: number;
  height: number;
  nchannel: number;
  gridsize: ArrayLike<number>; // 2
  gridlayout: string; // up to 12 symbols
  hflip: boolean;
  vflip: boolean;
}

export interface TextureData {
  width: number;
  height: number;
  nchannel: number;
  colorspace: number;
  data: Uint8Array;
}

export interface ImageFile {
  bytes: Uint8Array;
  filename: string;
  contentType?: string;
}

export declare function builtinTexture(o: TextureOptions): TextureData;
/** a 2D texture */
export declare function textureFromFile(o: TextureOptions, file: ImageFile): TextureData;
/** a cube from one file, repeated or laid out as a grid */
export declare function textureFromGrid(o: TextureOptions, file: ImageFile): TextureData;
/** a cube from up to six files: right left up down front back */
export declare function textureFromFaces(o: TextureOptions, files: (ImageFile | null)[]): TextureData;
