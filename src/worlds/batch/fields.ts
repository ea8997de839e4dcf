/** Fields of a `Data` that can be arrays over worlds, and their widths. */
import { BLOCK, type TypedArray } from '../../core/model/block/block.ts';
import { rowLength } from '../../core/model/block/layout.ts';
import { arenaTable, type DataFields, dataScalars, dataTable } from '../../core/model/fields/index.ts';
import type { Kind } from '../../core/model/fields/row.ts';
import { describeType } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { suggestion } from '../../core/model/names/suggest.ts';

/** Name of a `Data` field that has the same size in every world. */
export type WorldField =
  | Exclude<(typeof dataTable)[number][0], `work_${string}`>
  | Exclude<Scalar, `${string}_cap` | `${string}_need`>;

/** Fields that are a single value. */
type Scalar = { [K in keyof DataFields]: DataFields[K] extends number ? K : never }[keyof DataFields];

/** The array over worlds of a field. */
export type WorldArray<K extends WorldField> = DataFields[K] extends number
  ? K extends 'time'
    ? Float64Array
    : Int32Array
  : DataFields[K];

/** A field as an array over worlds. */
export interface Column {
  readonly name: WorldField;
  readonly kind: Kind;
  /** Values per world. */
  readonly width: number;
  /** A scalar property of the `Data`, such as `time`, instead of an array. */
  readonly scalar: boolean;
  /** An input of a step, copied from the array into the `Data` before each step. All others are results. */
  readonly input: boolean;
}

/** Inputs of a step. */
const inputs: ReadonlySet<string> = new Set([
  'time',
  'qpos',
  'qvel',
  'act',
  'history',
  'qacc_warmstart',
  'plugin_state',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
]);

/** Fields that a step computes only if a sensor needs them. */
const forces: ReadonlySet<string> = new Set(['cacc', 'cfrc_int', 'cfrc_ext']);

/** Whether body forces and accelerations must be computed after a step. */
export function needsPostConstraint(columns: readonly Column[]): boolean {
  return columns.some(({ name }) => forces.has(name));
}

const rows = new Map(dataTable.filter(([name]) => !name.startsWith('work_')).map((row) => [row[0] as string, row]));
const scalars = new Map(
  dataScalars.filter(([name]) => !/_(cap|need)$/.test(name)).map((row) => [row[0] as string, row]),
);
const growingNames: ReadonlySet<string> = new Set(arenaTable.map(([name]) => name));

/** The columns of the default and the requested fields, each once.
 *  @throws RangeError for unknown fields, and for fields whose length differs between worlds */
export function selectColumns(
  caller: string,
  m: Model,
  names: readonly string[],
  requested: readonly string[] = [],
): Column[] {
  if (!Array.isArray(requested))
    throw new TypeError(`${caller}: fields: expected an array of names, found ${describeType(requested)}`);
  const { sizes } = m[BLOCK].dataLayout;
  return [...new Set([...names, ...requested])].map((name) => {
    const base = { name: name as WorldField, input: inputs.has(name) };
    const row = rows.get(name);
    if (row) return { ...base, kind: row[1], width: rowLength(row, sizes), scalar: false };
    const scalar = scalars.get(name);
    if (scalar) return { ...base, kind: scalar[1], width: 1, scalar: true };
    throw unknownField(caller, name);
  });
}

function unknownField(caller: string, name: string): RangeError {
  if (growingNames.has(name)) {
    return new RangeError(
      `${caller}: the field '${String(name)}' differs in length between worlds. Copy the world to a Data and read it there`,
    );
  }
  const known = [...rows.keys(), ...scalars.keys()];
  return new RangeError(`${caller}: Data has no field '${String(name)}'${suggestion(String(name), known)}`);
}

const arrays = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array };

/** A zeroed array for `count` worlds, in the memory that `makeBuffer` allocates. */
export function makeArray(
  { kind, width }: Pick<Column, 'kind' | 'width'>,
  count: number,
  makeBuffer: (bytes: number) => ArrayBufferLike = (bytes) => new ArrayBuffer(bytes),
): TypedArray {
  const ArrayType = arrays[kind];
  const bytes = count * width * ArrayType.BYTES_PER_ELEMENT;
  try {
    return new ArrayType(makeBuffer(bytes) as ArrayBuffer);
  } catch (error) {
    throw new RangeError(`an array of ${count} rows of ${width} values needs ${bytes} bytes, more than are available`, {
      cause: error,
    });
  }
}
