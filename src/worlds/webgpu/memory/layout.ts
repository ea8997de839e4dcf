/** Layout of the buffer of a batch. Offsets count 32-bit words: every value takes one, whatever its type. Only fields
 * used by shaders or arrays over worlds are included.
 *
 *      tables | Model, or one for each world | initial world | world 0 | world 1 | ... */

import { FACE, FACE_INT, VERT } from '../../../core/engine/collision/convex/gjk/workspace.ts';
import { BLOCK, type TypedArray } from '../../../core/model/block/block.ts';
import { rowLength } from '../../../core/model/block/layout.ts';
import type { Data } from '../../../core/model/data.ts';
import { blockOf } from '../../../core/model/data.ts';
import {
  arenaTable,
  type Capacity,
  capacities,
  dataScalars,
  dataTable,
  modelSizes,
  modelTable,
  recordScalars,
} from '../../../core/model/fields/index.ts';
import type { Kind, Row } from '../../../core/model/fields/row.ts';
import type { Model } from '../../../core/model/model.ts';
import { scratch } from '../shaders.gen.js';

/** A field: its name in Model or Data, its offset in the words of its block, and its length. */
export interface FieldSlot {
  readonly name: string;
  readonly kind: Kind;
  readonly at: number;
  readonly length: number;
  readonly scalar: boolean;
}

/** The slots of a block's fields, by their names in shaders. */
export interface BlockPlan {
  readonly slots: ReadonlyMap<string, FieldSlot>;
  readonly words: number;
}

export interface Plan {
  readonly capacities: Readonly<Record<Capacity, number>>;
  readonly model: BlockPlan;
  readonly data: BlockPlan;
  /** Words of a world without and with its scratch. */
  readonly worldWords: number;
  /** Constant tables of the engine, from the beginning of the buffer. */
  readonly tables: Uint32Array<ArrayBuffer>;
  /** Constants used by shaders: sizes, capacities and offsets. */
  readonly constants: ReadonlyMap<string, string>;
}

/** A row, or a scalar, of a table. */
type Entry = { readonly name: string; readonly kind: Kind; readonly length: number; readonly scalar: boolean };

/** Slots for the used fields (`M_body_mass`, `D_qpos`, `M_opt_timestep`) and scratch. */
export function planBuffers(model: Model, caps: Readonly<Record<Capacity, number>>, used: ReadonlySet<string>): Plan {
  const sizes: Record<string, number> = { ...model[BLOCK].dataLayout.sizes, ...caps };
  const constants = new Map<string, string>();
  for (const name of modelSizes) constants.set(`M_${name}`, `${sizes[name]}`);
  for (const name of capacities) constants.set(`D_${name}`, `${caps[name]}`);
  const modelPlan = blockPlan('M', [...arrays(modelTable, sizes), ...scalars(recordScalars)], used, constants);
  const fields = [...arrays([...dataTable, ...arenaTable], sizes), ...scalars(dataScalars)];
  const dataPlan = blockPlan('D', fields, used, constants);
  const { tables, words } = placeScratch(used, dataPlan.words, constants, polytopeWords(model));
  return { capacities: caps, model: modelPlan, data: dataPlan, worldWords: words, tables, constants };
}

const arrays = (rows: readonly Row[], sizes: Readonly<Record<string, number>>): Entry[] =>
  rows.map((row) => ({ name: row[0], kind: row[1], length: rowLength(row, sizes), scalar: false }));

const scalars = (rows: readonly (readonly [string, 'f64' | 'f32' | 'i32', ...unknown[]])[]): Entry[] =>
  rows.map(([name, kind]) => ({ name, kind, length: 1, scalar: true }));

function blockPlan(
  letter: 'M' | 'D',
  entries: readonly Entry[],
  used: ReadonlySet<string>,
  constants: Map<string, string>,
): BlockPlan {
  const slots = new Map<string, FieldSlot>();
  let at = 0;
  for (const entry of entries) {
    const name = `${letter}_${entry.name.replaceAll('.', '_')}`;
    if (!used.has(name) || constants.has(name)) continue;
    slots.set(name, { ...entry, at });
    constants.set(name, `${at}u`);
    at += entry.length;
  }
  return { slots, words: at };
}

/** Tables are at the beginning of the buffer, scratch follows the fields of each world. */
function placeScratch(
  used: ReadonlySet<string>,
  first: number,
  constants: Map<string, string>,
  own: ReadonlyMap<string, number>,
) {
  const tables: number[] = [];
  let words = first;
  for (const [name, { length, values, real }] of Object.entries(scratch)) {
    if (!used.has(name)) continue;
    if (values) {
      constants.set(name, `${tables.length}u`);
      tables.push(...(real ? asWords(Float32Array.from(values)) : asWords(Int32Array.from(values))));
    } else {
      constants.set(name, `${words}u`);
      words += Math.min(length, own.get(name) ?? length);
    }
  }
  return { tables: Uint32Array.from(tables), words };
}

/** Words of scratch that grows with `ccd_iterations`: each iteration of EPA adds a vertex, two faces and three edges
 * with two ends to a tetrahedron. Keys are names of scratch in shaders. */
export function polytopeWords(m: Model): Map<string, number> {
  const maxVerts = m.opt.ccd_iterations + 5;
  const each = { polyVert: VERT, polyVertIndex: 2, polyFace: 2 * FACE, polyFaceInt: 2 * FACE_INT };
  const words = Object.entries(each).map(
    ([name, n]) => [`engine_collision_convex_gjk_workspace__${name}`, n * maxVerts] as const,
  );
  return new Map([...words, ['webgpu_kernel_convex_expand__rim', 6 * maxVerts]]);
}

const asWords = (numbers: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>) => new Uint32Array(numbers.buffer);

/** The words of a Model. */
export function modelImage(plan: Plan, m: Model): Uint32Array<ArrayBuffer> {
  return image(plan.model, plan.model.words, ({ name }) => {
    const path = name.split('.');
    return path.reduce<unknown>((owner, part) => (owner as Record<string, unknown>)[part], m) as TypedArray | number;
  });
}

/** The words of a world, from a `Data`. Arrays that grow with contacts are empty. */
export function dataImage(plan: Plan, d: Data): Uint32Array<ArrayBuffer> {
  const b = blockOf(d) as unknown as Record<string, TypedArray | number>;
  return image(plan.data, plan.worldWords, ({ name }) => (growing.has(name) ? [] : b[name]));
}

const growing: ReadonlySet<string> = new Set(arenaTable.map(([name]) => name));

function image(
  { slots: places }: BlockPlan,
  words: number,
  read: (slot: FieldSlot) => TypedArray | number | readonly number[],
): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(words);
  const reals = new Float32Array(result.buffer);
  const ints = new Int32Array(result.buffer);
  for (const slot of places.values()) {
    const value = read(slot);
    const numbers = typeof value === 'number' ? [value] : value;
    if (slot.kind === 'f64' || slot.kind === 'f32') reals.set(numbers, slot.at);
    else ints.set(numbers, slot.at);
  }
  return result;
}
