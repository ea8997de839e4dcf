/** Where everything lies in the block of a Model or a Data. A block starts with a header: one 32-bit address per field
 *  (absolute in its memory), then one 8-byte slot per scalar; the arrays follow. The offsets are the same for every
 *  block of a kind, so compiled code reaches a field with two loads. */
import { arenaTable, dataScalars, dataTable, modelSizes, modelTable, recordScalars } from './fields/index.ts';
import type { Dim, Kind, Row, ScalarRow } from './fields/row.ts';

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

/** Header of a Model. Sizes come first among the scalars, then `opt.timestep`, `stat.extent`, ... */
export const modelLayout = makeLayout(modelTable, [...sizeScalars, ...recordScalars]);

/** Header of a Data. */
export const dataLayout = makeLayout([...dataTable, ...arenaTable], dataScalars);

/** Bytes of one element. */
export const elementBytes: Record<Kind, number> = { f64: 8, f32: 4, i32: 4, u8: 1 };

function makeLayout(rows: readonly Row[], scalars: readonly ScalarRow[]): Layout {
  const field = new Map<string, { offset: number; kind: Kind }>();
  const scalar = new Map<string, { offset: number; kind: 'f64' | 'f32' | 'i32' }>();
  let offset = 0;
  for (const [name, kind] of rows) {
    if (field.has(name)) throw new Error(`field ${name} stands twice in the tables`);
    field.set(name, { offset, kind });
    offset += 4;
  }
  offset = align(offset);
  for (const [name, kind] of scalars) {
    if (field.has(name) || scalar.has(name)) throw new Error(`scalar ${name} stands twice in the tables`);
    scalar.set(name, { offset, kind });
    offset += 8;
  }
  return { field, scalar, bytes: align(offset) };
}

/** Next multiple of ALIGN. */
export function align(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN;
}

/** Number of elements of a row, given the sizes it names. */
export function rowLength(row: Row, sizes: Readonly<Record<string, number>>): number {
  return dimension(row[2], sizes) * dimension(row[3], sizes);
}

function dimension(dim: Dim, sizes: Readonly<Record<string, number>>): number {
  if (typeof dim === 'number') return dim;
  let factors = products.get(dim);
  if (!factors) {
    factors = dim.split('*').map((factor) => (/^\d+$/.test(factor) ? Number(factor) : factor));
    products.set(dim, factors);
  }
  let product = 1;
  for (const factor of factors) product *= typeof factor === 'number' ? factor : sizes[factor];
  if (Number.isNaN(product)) throw new Error(`unknown size in dimension ${dim}`);
  return product;
}

/** Dimensions that have been taken apart before. */
const products = new Map<string, readonly (number | string)[]>();

/** Where the arrays of a table lie behind each other, for given sizes. */
export interface Plan {
  /** Elements of each array. */
  readonly lengths: readonly number[];
  /** Bytes from the start to each array. */
  readonly offsets: readonly number[];
  /** Bytes of all of them. */
  readonly bytes: number;
}

/** The plan of a table. */
export function planOf(rows: readonly Row[], sizes: Readonly<Record<string, number>>): Plan {
  const lengths: number[] = [];
  const offsets: number[] = [];
  let bytes = 0;
  for (const row of rows) {
    const length = rowLength(row, sizes);
    lengths.push(length);
    offsets.push(bytes);
    bytes += align(length * elementBytes[row[1]]);
  }
  return { lengths, offsets, bytes };
}
