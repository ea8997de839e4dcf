/** Memory layout of the block of a Model or a `Data`. A block starts with a header: one 32-bit address per field
 *  (absolute in its memory), then one 8-byte slot per scalar; the arrays follow. Header offsets are the same for every
 *  block of a kind, so compiled code reaches a field with two loads. */
import {
  arenaTable,
  dataScalars,
  dataTable,
  modelSizes,
  modelTable,
  ownScalars,
  recordScalars,
} from '../fields/index.ts';
import type { Dim, Kind, Row, ScalarRow } from '../fields/row.ts';

/** Offsets in the header of one kind of block. */
export interface Layout {
  /** Byte offset of the address of each field. */
  readonly field: ReadonlyMap<string, { offset: number; kind: Kind }>;
  /** Byte offset of each scalar. */
  readonly scalar: ReadonlyMap<string, { offset: number; kind: 'f64' | 'f32' | 'i32' }>;
  /** Bytes of the header. */
  readonly bytes: number;
}

/** Blocks and the arrays in them start at multiples of this many bytes. */
const ALIGN = 16;

const sizeScalars: readonly ScalarRow[] = modelSizes.map((name) => [name, 'i32']);

/** Header of a Model. Its scalars are the sizes, then `opt.timestep`, `stat.extent`, ... */
export const modelLayout = makeLayout(modelTable, [...sizeScalars, ...recordScalars, ...ownScalars]);

/** Header of a `Data`. */
export const dataLayout = makeLayout([...dataTable, ...arenaTable], dataScalars);

/** Size of an element in bytes. */
export const elementBytes: Record<Kind, number> = { f64: 8, f32: 4, i32: 4, u8: 1 };

function makeLayout(rows: readonly Row[], scalars: readonly ScalarRow[]): Layout {
  const field = new Map<string, { offset: number; kind: Kind }>();
  const scalar = new Map<string, { offset: number; kind: 'f64' | 'f32' | 'i32' }>();
  let offset = 0;
  // by index: this runs at every start, and destructuring rows is most of its cost
  for (let k = 0; k < rows.length; k++) {
    const name = rows[k][0];
    const kind = rows[k][1];
    if (field.has(name)) throw new Error(`field ${name} occurs twice in the tables`);
    field.set(name, { offset, kind });
    offset += 4;
  }
  offset = align(offset);
  for (let k = 0; k < scalars.length; k++) {
    const name = scalars[k][0];
    const kind = scalars[k][1];
    if (field.has(name) || scalar.has(name)) throw new Error(`scalar ${name} occurs twice in the tables`);
    scalar.set(name, { offset, kind });
    offset += 8;
  }
  return { field, scalar, bytes: align(offset) };
}

/** Next multiple of ALIGN. */
export function align(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN;
}

/** Number of elements of a row, for given sizes. */
export function rowLength(row: Row, sizes: Readonly<Record<string, number>>): number {
  return product(factorsOf(row[2]), sizes) * product(factorsOf(row[3]), sizes);
}

/** Factors of a dimension: numbers, and names of sizes. */
type Factors = readonly (number | string)[];

function factorsOf(dim: Dim): Factors {
  if (typeof dim === 'number') return [dim];
  return dim.split('*').map((factor) => (/^\d+$/.test(factor) ? Number(factor) : factor));
}

function product(factors: Factors, sizes: Readonly<Record<string, number>>, more?: typeof sizes): number {
  let result = 1;
  for (const factor of factors) result *= typeof factor === 'number' ? factor : (more?.[factor] ?? sizes[factor]);
  if (Number.isNaN(result)) throw new Error(`unknown size in dimension ${factors.join('*')}`);
  return result;
}

/** Offsets of the consecutive arrays of a table, for given sizes. */
export interface Plan {
  /** Number of elements of each array. */
  readonly lengths: Float64Array;
  /** Byte offset of each array. */
  readonly offsets: Float64Array;
  /** Total size in bytes. */
  readonly bytes: number;
}

/** A table with its dimensions extracted: hundreds of rows have few different dimensions. */
interface Dimensions {
  readonly factors: readonly Factors[];
  /** Indices of the two dimensions of each row. */
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  /** Element size of each row in bytes. */
  readonly bytes: Uint8Array;
}

const taken = new WeakMap<readonly Row[], Dimensions>();

function dimensionsOf(rows: readonly Row[]): Dimensions {
  let dimensions = taken.get(rows);
  if (!dimensions) {
    const indices = new Map<Dim, number>();
    const indexOfDim = (dim: Dim): number => {
      if (!indices.has(dim)) indices.set(dim, indices.size);
      return indices.get(dim)!;
    };
    const first = Uint8Array.from(rows, (row) => indexOfDim(row[2]));
    const second = Uint8Array.from(rows, (row) => indexOfDim(row[3]));
    if (indices.size > 256) throw new Error('a table has more different dimensions than a byte can index');
    const bytes = Uint8Array.from(rows, (row) => elementBytes[row[1]]);
    dimensions = { factors: [...indices.keys()].map(factorsOf), first, second, bytes };
    taken.set(rows, dimensions);
  }
  return dimensions;
}

/** Plan of a table. Sizes may be in two records, because merging hundreds of them is slow. */
export function planLayout(rows: readonly Row[], sizes: Readonly<Record<string, number>>, more?: typeof sizes): Plan {
  const { factors, first, second, bytes } = dimensionsOf(rows);
  const counts = new Float64Array(factors.length);
  for (let k = 0; k < factors.length; k++) counts[k] = product(factors[k], sizes, more);
  const lengths = new Float64Array(rows.length);
  const offsets = new Float64Array(rows.length);
  let end = 0;
  for (let k = 0; k < rows.length; k++) {
    const length = counts[first[k]] * counts[second[k]];
    lengths[k] = length;
    offsets[k] = end;
    end += align(length * bytes[k]);
  }
  return { lengths, offsets, bytes: end };
}
