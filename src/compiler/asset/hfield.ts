/** Height fields: elevations from a PNG, a binary file or attributes. */
import { AssetError, type Claim, unlimited } from '../../formats/bytes/assetError.ts';
import { decodePng } from '../../formats/bytes/png.ts';
import { EPS } from '../../formats/pose/frame.ts';
import { assetContentType } from './contentType.ts';

export interface HFieldData {
  nrow: number;
  ncol: number;
  data: Float32Array; // row major, first row at negative y
}

/** Elevations from a PNG (gray levels) or MuJoCo's binary file (the default for unknown extensions), before
 * normalization. */
export function decodeHField(
  bytes: Uint8Array,
  filename: string,
  contentType = '',
  claim: Claim = unlimited,
): HFieldData {
  const type = assetContentType(filename, contentType) || 'image/vnd.mujoco.hfield';
  if (type === 'image/png') return fromPng(bytes, claim);
  if (type === 'image/vnd.mujoco.hfield') return fromBinary(bytes);
  throw new AssetError(`unsupported content type: '${type}'`);
}

function fromPng(bytes: Uint8Array, claim: Claim): HFieldData {
  // a byte of the picture becomes a float
  const { width: ncol, height: nrow, data: gray } = decodePng(bytes, 1, (n) => claim(4 * n));
  const data = new Float32Array(nrow * ncol);
  // pictures start at the top, height fields at the bottom
  for (let r = 0; r < nrow; r++) data.set(gray.subarray((nrow - 1 - r) * ncol, (nrow - r) * ncol), r * ncol);
  return { nrow, ncol, data };
}

/** nrow, ncol, then the elevations as floats. */
function fromBinary(bytes: Uint8Array): HFieldData {
  if (bytes.length < 1) throw new AssetError('empty hfield file');
  if (bytes.length < 8) throw new AssetError('hfield file has no header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nrow = view.getInt32(0, true);
  const ncol = view.getInt32(4, true);
  if (nrow < 1 || ncol < 1) throw new AssetError(`non-positive hfield dimensions ${nrow} x ${ncol}`);
  if (bytes.length !== 4 * nrow * ncol + 8) {
    throw new AssetError(
      `unexpected size of hfield file: expected ${4 * nrow * ncol + 8} bytes, found ${bytes.length}`,
    );
  }
  return { nrow, ncol, data: new Float32Array(bytes.slice(8).buffer) };
}

/** Normalize elevations to [0, 1]; a constant field becomes 0. Inline elevation is passed here directly. */
export function normalizeHField(field: HFieldData): HFieldData {
  const { nrow, ncol } = field;
  if (nrow < 1 || ncol < 1 || field.data.length === 0) throw new AssetError('hfield not specified');
  if (field.data.length !== nrow * ncol) {
    throw new AssetError(
      `elevation data length must match nrow*ncol: expected ${nrow * ncol}, found ${field.data.length}`,
    );
  }
  const data = field.data.slice();
  let min = Math.fround(1e10);
  let max = -min;
  for (let i = 0; i < data.length; i++) {
    if (data[i] < min) min = data[i];
    if (data[i] > max) max = data[i];
  }
  if (min > max) throw new AssetError('invalid data range in hfield');
  const span = Math.fround(max - min);
  for (let i = 0; i < data.length; i++) {
    data[i] -= min;
    if (span > EPS) data[i] /= span;
  }
  return { nrow, ncol, data };
}
