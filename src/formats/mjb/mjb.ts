/** Binary models in the format of MuJoCo: five numbers, the sizes, the records `opt`, `vis` and `stat` with C layout,
 *  two flags, then every array in the order of the field tables. */

import { BLOCK } from '../../core/model/block/block.ts';
import { elementBytes, planLayout } from '../../core/model/block/layout.ts';
import { reclaimExposedArrays } from '../../core/model/block/modelBlock.ts';
import { modelSizes, modelTable, recordScalars } from '../../core/model/fields/index.ts';
import { recordArrays } from '../../core/model/fields/options.ts';
import type { Row } from '../../core/model/fields/row.ts';
import { Model } from '../../core/model/model.ts';
import { MUJOCO_VERSION_NUMBER } from '../../core/model/mujocoVersion.ts';
import { checkModel } from './check/index.ts';
import { checkBytes, checkModelSize, checkSizes, type Sizes } from './check/sizes.ts';
import { BinaryProblem } from './problem.ts';

const ID = 54321;
const SIZE_BYTES = 8;
const FLAG_BYTES = 2;
/** Maximum length that a file may request, so that a damaged one fails with a message. */
const MAX_BYTES = 2 ** 31;

const arrays: readonly Row[] = modelTable.filter(([name]) => !name.includes('.'));
const header = [ID, Float64Array.BYTES_PER_ELEMENT, modelSizes.length, MUJOCO_VERSION_NUMBER, arrays.length];
const headerWords = [
  'not a binary model',
  'numbers of another precision',
  'another number of sizes',
  'another version of MuJoCo',
  'another number of arrays',
];

type Kind = 'f64' | 'f32' | 'i32';
type Member = readonly [path: string, kind: Kind, count: number];
const scalars: readonly Member[] = recordScalars.map(([path, kind]) => [path, kind, 1]);
const lists: readonly Member[] = recordArrays.map(([path, kind, , count]) => [path, kind, count]);
const under = (members: readonly Member[], path: string) => members.filter(([name]) => name.startsWith(`${path}.`));

/** Arrays between the scalars of `opt`: the scalar before each. */
const optArrays: Readonly<Record<string, readonly string[]>> = {
  'opt.sleep_tolerance': ['opt.gravity', 'opt.wind', 'opt.magnetic'],
  'opt.o_margin': ['opt.o_solref', 'opt.o_solimp', 'opt.o_friction'],
};

/** The members of all records in C order. */
const records: readonly Member[] = [
  ...under(scalars, 'opt').flatMap((member) => [
    member,
    ...(optArrays[member[0]] ?? []).map((name) => lists.find(([path]) => path === name)!),
  ]),
  ...['global', 'quality', 'headlight', 'map', 'scale', 'rgba'].flatMap((part) => [
    ...under(lists, `vis.${part}`),
    ...under(scalars, `vis.${part}`),
  ]),
  ...under(scalars, 'stat'),
  ...under(lists, 'stat'),
];

/** Bytes of the records: C pads each to whole doubles. */
function recordEnds(): { offsets: number[]; bytes: number } {
  let at = 0;
  const offsets: number[] = [];
  records.forEach(([path, kind, count], k) => {
    if (k > 0 && path.slice(0, 3) !== records[k - 1][0].slice(0, 3) && path.startsWith('vis'))
      at = Math.ceil(at / 8) * 8;
    offsets.push(at);
    at += elementBytes[kind] * count;
  });
  return { offsets, bytes: at };
}

const layout = recordEnds();

/** Bytes of one element in a file: addresses in textures have 64 bits there. */
function fileBytes([name, kind]: Row): number {
  return name === 'tex_adr' ? SIZE_BYTES : elementBytes[kind];
}

/** Bytes of a model in a file. */
export function binarySize(m: Model): number {
  const fixed = 4 * header.length + SIZE_BYTES * modelSizes.length + layout.bytes + FLAG_BYTES;
  return arrays.reduce((sum, row) => sum + fileBytes(row) * modelArray(m, row).length, fixed);
}

/** Bytes of MuJoCo's block for these arrays: each starts at a multiple of 64. */
function bufferBytes(m: Model): number {
  return arrays.reduce((end, row) => Math.ceil(end / 64) * 64 + fileBytes(row) * modelArray(m, row).length, 0);
}

/** Encode a model. */
export function writeBinary(m: Model): Uint8Array {
  const bytes = new Uint8Array(binarySize(m));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const number of header) {
    view.setInt32(at, number, true);
    at += 4;
  }
  const sizes = { nbuffer: bufferBytes(m) } as Readonly<Record<string, number>>;
  for (const name of modelSizes) {
    view.setBigInt64(at, BigInt(sizes[name] ?? m[name]), true);
    at += SIZE_BYTES;
  }
  records.forEach(([path, kind, count], k) => {
    writeMember(view, at + layout.offsets[k], kind, valuesAt(m, path, count));
  });
  at += layout.bytes;
  bytes[at++] = Number(m.body_gravcomp.some((x) => x !== 0));
  bytes[at++] = Number(m.geom_surfacevel.some((x) => x !== 0));
  for (const row of arrays) at = writeArray(view, bytes, at, row, modelArray(m, row));
  return bytes;
}

/** Decode a model; `attachEngine` attaches the engine. The file is untrusted: for a Model that passes the checks, no
 * stage accesses memory outside its arrays.
 *  @param modelBytes maximum size of the Model, and of a `Data` of it
 *  @throws BinaryProblem if the file is invalid */
export function readBinary(bytes: Uint8Array, attachEngine: (m: Model) => void, modelBytes: number): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 4 * header.length + SIZE_BYTES * modelSizes.length + layout.bytes + FLAG_BYTES;
  if (bytes.length < start) throw new BinaryProblem(`the file has only ${bytes.length} bytes`);
  header.forEach((number, k) => {
    const found = view.getInt32(4 * k, true);
    if (found !== number) throw new BinaryProblem(`${headerWords[k]}: expected ${number}, found ${found}`);
  });
  const sizes = readSizes(view);
  const { lengths } = planLayout(arrays, sizes);
  const expected = arrays.reduce((sum, row, k) => sum + fileBytes(row) * lengths[k], start);
  if (expected !== bytes.length || expected > MAX_BYTES) {
    throw new BinaryProblem(`expected ${expected} bytes, according to its sizes, found ${bytes.length}`);
  }
  checkSizes(sizes);
  const m = new Model(sizes, undefined, (model, data) => checkBytes(sizes, model, data, modelBytes));
  try {
    readRecords(view, start - FLAG_BYTES - layout.bytes, m);
    let at = start;
    for (const row of arrays) at = readArray(view, bytes, at, row, modelArray(m, row));
    checkModel(m);
    attachEngine(m);
  } catch (error) {
    // exposed arrays would stay allocated until the next garbage collection
    reclaimExposedArrays(m[BLOCK]);
    m.free();
    throw error;
  }
  return m;
}

function readSizes(view: DataView): Sizes {
  const entries = modelSizes.map((name, k) => {
    const size = Number(view.getBigInt64(4 * header.length + SIZE_BYTES * k, true));
    return [name, checkModelSize(name, size)];
  });
  return Object.fromEntries(entries) as Sizes;
}

function readRecords(view: DataView, at: number, m: Model): void {
  records.forEach(([path, kind, count], k) => {
    const values = readMember(view, at + layout.offsets[k], kind, count);
    const { owner, key } = resolveField(m, path);
    if (ArrayBuffer.isView(owner[key])) (owner[key] as Float64Array).set(values);
    else owner[key] = values[0];
  });
}

const getters = {
  f64: (view: DataView, at: number) => view.getFloat64(at, true),
  f32: (view: DataView, at: number) => view.getFloat32(at, true),
  i32: (view: DataView, at: number) => view.getInt32(at, true),
} as const;
const setters = {
  f64: (view: DataView, at: number, x: number) => view.setFloat64(at, x, true),
  f32: (view: DataView, at: number, x: number) => view.setFloat32(at, x, true),
  i32: (view: DataView, at: number, x: number) => view.setInt32(at, x, true),
} as const;

function readMember(view: DataView, at: number, kind: Kind, count: number): number[] {
  const values: number[] = [];
  for (let k = 0; k < count; k++) values.push(getters[kind](view, at + k * elementBytes[kind]));
  return values;
}

function writeMember(view: DataView, at: number, kind: Kind, values: ArrayLike<number>): void {
  for (let k = 0; k < values.length; k++) setters[kind](view, at + k * elementBytes[kind], values[k]);
}

function resolveField(m: Model, path: string): { owner: Record<string, unknown>; key: string } {
  const last = path.lastIndexOf('.');
  const names = path.slice(0, last).split('.');
  return {
    owner: names.reduce<Record<string, unknown>>(
      (owner, name) => owner[name] as Record<string, unknown>,
      m as unknown as Record<string, unknown>,
    ),
    key: path.slice(last + 1),
  };
}

function valuesAt(m: Model, path: string, count: number): ArrayLike<number> {
  const { owner, key } = resolveField(m, path);
  return count === 1 && typeof owner[key] === 'number' ? [owner[key]] : (owner[key] as Float64Array);
}

function modelArray(m: Model, [name]: Row): Float64Array {
  return m[name as 'qpos0'];
}

/** @returns the offset of the next array */
function writeArray(view: DataView, bytes: Uint8Array, at: number, row: Row, array: Float64Array): number {
  if (row[0] === 'tex_adr') {
    array.forEach((x, k) => {
      view.setBigInt64(at + SIZE_BYTES * k, BigInt(x), true);
    });
  } else {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
  }
  return at + fileBytes(row) * array.length;
}

function readArray(view: DataView, bytes: Uint8Array, at: number, row: Row, array: Float64Array): number {
  const end = at + fileBytes(row) * array.length;
  if (row[0] === 'tex_adr') {
    for (let k = 0; k < array.length; k++) array[k] = addressAt(view, at + SIZE_BYTES * k, k);
  } else {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes.subarray(at, end));
  }
  return end;
}

/** A 64-bit address, which is an integer here. */
function addressAt(view: DataView, at: number, k: number): number {
  const address = Number(view.getBigInt64(at, true));
  if (address >= -1 && address < MAX_BYTES) return address;
  throw new BinaryProblem(`tex_adr[${k}]: expected less than ${MAX_BYTES}, found ${address}`);
}
