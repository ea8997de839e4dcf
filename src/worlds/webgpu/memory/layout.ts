/** Layout of the buffer of a batch. Offsets count 32-bit words: every number takes one, whatever its type. Only fields that
 *  shaders or arrays over worlds name are in it.
 *
 *      tables | Model, or one for each world | what worlds start with | world 0 | world 1 | ...  */

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

/** One field: its name in Model or Data, where it begins in the words of its block, and how many it has. */
export interface FieldSlot {
  readonly name: string;
  readonly kind: Kind;
  readonly at: number;
  readonly length: number;
  readonly scalar: boolean;
}

/** The places of a block's fields, by the names that shaders have for them. */
export interface BlockPlan {
  readonly slots: ReadonlyMap<string, FieldSlot>;
  readonly words: number;
}

export interface Plan {
  readonly capacities: Readonly<Record<Capacity, number>>;
  readonly model: BlockPlan;
  readonly data: BlockPlan;
  /** Words of a world before its scratch, and with it. */
  readonly worldWords: number;
  /** Tables of the sources, from the beginning of the buffer on. */
  readonly tables: Uint32Array<ArrayBuffer>;
  /** Constants that shaders need: sizes, capacities and places. */
  readonly constants: ReadonlyMap<string, string>;
}

/** A row, or a scalar, of a table. */
type Entry = { readonly name: string; readonly kind: Kind; readonly length: number; readonly scalar: boolean };

/** Places for the fields that are named: `M_body_mass`, `D_qpos`, `M_opt_timestep`, and names of scratch. */
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

/** Tables stand at the beginning of the buffer, scratch behind the fields of each world. */
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

/** Words of scratch that grows with `ccd_iterations`: each iteration of EPA adds a vertex, two faces and three edges of two ends, to a
 *  tetrahedron. Keys are names of scratch in shaders. */
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

/** The words of a world, as a Data has them. What grows with contacts holds nothing yet. */
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
