export interface PngImage {
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  data: Uint8Array; // 8 bits per channel, rows from the top
  srgb: boolean; // the file has an sRGB chunk
}

/** Decode and convert to 8 bits and this number of channels. */
export declare function decodePng(bytes: Uint8Array, channels: 1 | 3 | 4): PngImage;
