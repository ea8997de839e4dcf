import { AssetError } from './error.ts';

export interface HFieldData {
  nrow: number;
  ncol: number;
  data: Float32Array; // row major, first row at negative y
}

/** Elevations from a PNG (grey levels) or MuJoCo's binary file, not yet normalised. */
export function decodeHField(_bytes: Uint8Array, _filename: string, _contentType = ''): HFieldData {
  throw new AssetError('not yet written');
}

/** Elevations brought to [0, 1]; inline elevation goes straight in here. */
export function normalizeHField(_field: HFieldData): HFieldData {
  throw new AssetError('not yet written');
}
