/** `DataBlock`: the memory of a `Data`. The engine works on it; the `Data` is the handle for users. */

import { NISLAND } from '../constants.ts';
import type { Data } from '../data.ts';
import { arenaTable, type Capacity, capacities, dataScalars, dataTable } from '../fields/index.ts';
import type { Row } from '../fields/row.ts';
import { copyBetween, type Heap, type Held } from '../memory/heap.ts';
import { type Owner, own, type Ranges, releaseUnreachable } from '../memory/owners.ts';
import type { Model } from '../model.ts';
import { grownCapacity, initialCapacities } from './arena.ts';
import {
  arrayBytes,
  BLOCK,
  defineArrays,
  defineScalars,
  emptyView,
  type Header,
  headerAt,
  makeView,
  noHeader,
  PLAIN,
  type ScalarAccessors,
  type TypedArray,
} from './block.ts';
import { align, dataLayout, type Plan, planLayout } from './layout.ts';
import { shapedObject } from './shaped.ts';

/** Keys of the header in the plain object. */
const REALS = Symbol('reals');
const INTS = Symbol('ints');

/** All arrays, in the order of their addresses in the header: the fixed part, then the arena. */
export const dataRows: readonly Row[] = [...dataTable, ...arenaTable];
const FIXED = dataTable.length;

/** Layout shared by `Data` objects. A `Data` fits every Model with its layout. */
export interface DataLayout extends DataShape {
  readonly heap: Heap;
}

/** Offsets of the arrays of a `Data` in its block, for any heap. */
interface DataShape {
  /** Sizes that determine the layout of a `Data`. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly fixed: Plan;
  readonly capacities: Record<Capacity, number>;
  readonly arena: Plan;
}

/** Sizes of a Model, and sizes of a `Data` that follow from them. */
function sizesOfData(modelSizes: Readonly<Record<string, number>>): Record<string, number> {
  // a model with few trees cannot have many islands, whose statistics would dominate a small Data
  const nislandstat = Math.min(NISLAND, Math.max(1, modelSizes.ntree));
  // meshes have large bounding volume trees, but only flexes need a stack of this size
  const nflexstack = modelSizes.nflex > 0 ? modelSizes.nbvh : 0;
  // the metric that flexes change
  const nmetric = modelSizes.nflex > 0 ? modelSizes.nv : 0;
  // terms of the metric of the integrator `discrete` that couple dofs: of tendons, and of outputs of actuators
  const ncoupling = modelSizes.ntendon + modelSizes.nout;
  const nJcoupling = modelSizes.nJten + modelSizes.nJmom;
  return { ...modelSizes, nislandstat, nflexstack, nmetric, ncoupling, nJcoupling };
}

/** Layout of `Data` objects for a Model of these sizes. */
export function layoutFor(modelSizes: Readonly<Record<string, number>>): DataShape {
  const sizes = sizesOfData(modelSizes);
  const caps = initialCapacities(sizes);
  return {
    sizes,
    fixed: planLayout(dataTable, sizes),
    capacities: caps,
    arena: planLayout(arenaTable, sizes, caps),
  };
}

/** Describes where two layouts differ; undefined if a `Data` of one fits a Model of the other. */
export function sizeDifference(a: DataLayout, b: DataLayout): string | undefined {
  if (a.sizes === b.sizes) return undefined;
  shaping ??= shapingSizes();
  const name = shaping.find((size) => a.sizes[size] !== b.sizes[size]);
  return name && `${name} is ${a.sizes[name]} in one and ${b.sizes[name]} in the other`;
}

let shaping: readonly string[] | undefined;

/** Sizes that the arrays of a `Data` depend on. */
function shapingSizes(): string[] {
  const dims = dataRows.flatMap(([, , rows, columns]) => `${rows}*${columns}`.split('*'));
  return [...new Set(dims)].filter((dim) => /^n/.test(dim));
}

/** Size of a new `Data` in bytes. */
export function dataBytes({ fixed, arena }: DataShape): number {
  return dataLayout.bytes + fixed.bytes + arena.bytes;
}

export interface DataBlock extends Data {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class DataBlock implements Header {
  readonly [BLOCK]: DataBlock = this;
  declare readonly model: Model;
  declare readonly ptr: number;
  layout: DataLayout;
  i32: Int32Array;
  f64: Float64Array;
  f32: Float32Array;
  /** Nonzero while the pipeline works on this `Data`. */
  busy = 0;
  /** Restores the state if user code throws in the rest of the step. */
  undo: (() => void) | undefined;
  /** True if nothing has been written since the heap provided zeroed memory. */
  pristine = true;
  /** The `Data` of the user. */
  readonly handle: Data;
  /** Plugin instances. */
  plugins: unknown;
  /** Memory to release when the garbage collector finds the `Data` unreachable. */
  readonly ranges: Ranges;
  readonly owner: Owner;
  /** Views for the engine's own use, created on first use. */
  readonly views: (TypedArray | undefined)[] = [];
  /** Arrays exposed to user code. They are outside the block, so that it can be reused immediately. */
  readonly exposed: (TypedArray | undefined)[] = [];
  arena: Plan;
  plain: object | undefined;
  heldFixed: Held | undefined;
  heldArena: Held | undefined;
  readonly weight: ArrayBuffer | undefined;

  constructor(model: Model, layout: DataLayout, handle: Data) {
    const { heap, fixed, arena } = layout;
    const bytes = dataLayout.bytes + fixed.bytes;
    const ptr = heap.allocate(bytes, 'a Data', releaseUnreachable);
    const arenaAt = allocateArena(heap, ptr, bytes, arena.bytes);
    const { i32, f64, f32 } = headerAt(heap, ptr, dataLayout);
    this.i32 = i32;
    this.f64 = f64;
    this.f32 = f32;
    this.model = model;
    this.ptr = ptr;
    this.layout = layout;
    this.handle = handle;
    this.ranges = { fixed: { address: ptr, bytes }, arena: { address: arenaAt, bytes: arena.bytes } };
    this.owner = own(heap, this.ranges);
    this.arena = arena;
    this.weight = heap.weigh(bytes + arena.bytes);
    placeArrays(i32, 0, ptr + dataLayout.bytes, fixed);
    placeArrays(i32, FIXED, arenaAt, arena);
    writeCapacities(i32, layout.capacities);
  }

  /** The object that the plain JavaScript engine works on, with every array as an own property. */
  get [PLAIN](): object {
    this.plain ??= shapedObject(
      dataRows.map(([name], k) => [name, dataArrayView(this, k)]),
      { [BLOCK]: { value: this }, [REALS]: { value: this.f64 }, [INTS]: { value: this.i32 } },
      plainPrototype(),
    );
    return this.plain;
  }
}

const scalarNames = new Map(dataScalars.map(([name]) => [name, name]));
let plain: object | undefined;

/** Properties other than own arrays, created when the plain engine is first used. */
function plainPrototype(): object {
  if (plain) return plain;
  plain = {
    get ptr(): number {
      return (this as unknown as Data)[BLOCK].ptr;
    },
  };
  defineScalars(plain, dataLayout, scalarNames, plainAccessors());
  return plain;
}

defineScalars(DataBlock.prototype, dataLayout, scalarNames);
defineArrays<DataBlock>(DataBlock.prototype, dataRows, dataArrayView);

interface PlainOwner {
  readonly [REALS]: Float64Array;
  readonly [INTS]: Int32Array;
}

/** The plain engine reads scalars in its loops. These functions see objects of only one shape, so V8 can inline them;
 *  those of the handles see many. */
function plainAccessors(): ScalarAccessors {
  return {
    f64: (at) => ({
      get(this: PlainOwner): number {
        return this[REALS][at];
      },
      set(this: PlainOwner, value: number) {
        this[REALS][at] = value;
      },
    }),
    i32: (at) => ({
      get(this: PlainOwner): number {
        return this[INTS][at];
      },
      set(this: PlainOwner, value: number) {
        this[INTS][at] = value;
      },
    }),
    f32: () => {
      throw new Error('a Data has no scalars of this kind');
    },
  };
}

function dataArrayView(b: DataBlock, k: number): TypedArray {
  return b.views[k] ?? makeOwnView(b, k);
}

function makeOwnView(b: DataBlock, k: number): TypedArray {
  const view = makeView(b.layout.heap.buffer, b.i32[k] >>> 0, dataRows[k][1], arrayLength(b, k));
  b.views[k] = view;
  return view;
}

function arrayLength(b: DataBlock, k: number): number {
  return k < FIXED ? b.layout.fixed.lengths[k] : b.arena.lengths[k - FIXED];
}

/** The array of a row for the user. On first access it moves out of the block: its bytes then belong only to this
 *  array, and are not reused while it is reachable. */
export function exposeArray(b: DataBlock, k: number): TypedArray {
  return b.exposed[k] ?? moveOut(b, k);
}

function moveOut(b: DataBlock, k: number): TypedArray {
  const kind = dataRows[k][1];
  const length = arrayLength(b, k);
  const bytes = arrayBytes(kind, length);
  if (bytes === 0) {
    b.exposed[k] = emptyView(kind);
    return b.exposed[k];
  }
  const { heap } = b.layout;
  const address = heap.allocate(bytes, `the array ${dataRows[k][0]}`);
  const { buffer, ranges } = heldFor(b, k, address + bytes);
  ranges.push({ address, bytes });
  heap.copy(address, b.i32[k] >>> 0, bytes);
  b.i32[k] = address;
  replaceView(b, k);
  b.exposed[k] = makeView(buffer, address, kind, length);
  return b.exposed[k];
}

/** Buffer object of the user's arrays in the fixed part, or in the arena, if it is long enough. */
function heldFor(b: DataBlock, k: number, end: number): Held {
  const part = k < FIXED ? 'heldFixed' : 'heldArena';
  let held = b[part];
  if (!held || held.buffer.byteLength < end) {
    held = b.layout.heap.hold();
    b[part] = held;
  }
  return held;
}

/** Invalidate the engine's view of an array that has moved. */
function replaceView(b: DataBlock, k: number): void {
  b.views[k] = undefined;
  if (b.plain) (b.plain as Record<string, TypedArray>)[dataRows[k][0]] = dataArrayView(b, k);
}

/** Copy an array from a `Data` to another with the same layout and an arena at least as large. */
export function copyArray(to: DataBlock, from: DataBlock, k: number): void {
  const bytes = arrayBytes(dataRows[k][1], arrayLength(from, k));
  if (bytes > 0) copyBetween(to.layout.heap, to.i32[k] >>> 0, from.layout.heap, from.i32[k] >>> 0, bytes);
}

/** Zero every array. */
export function zeroArrays(b: DataBlock): void {
  if (b.pristine) return;
  const { heap } = b.layout;
  const { fixed, arena } = b.ranges;
  heap.zero(fixed.address + dataLayout.bytes, fixed.bytes - dataLayout.bytes);
  heap.zero(arena.address, arena.bytes);
  for (const array of b.exposed) array?.fill(0);
}

const MORE_ROOM = 'an arena for more contacts and constraints';

/** Enlarge the arena after a stage wrote to `..._need` and returned ARENA_FULL: exhausted capacities at least double,
 *  contents are kept, and exposed arrays of the arena are replaced by larger ones. Other arrays do not change. */
export function growArena(d: Data): void {
  const b = d[BLOCK];
  const { heap, sizes } = b.layout;
  const caps = neededCapacities(b);
  const plan = planLayout(arenaTable, sizes, caps);
  const old = b.ranges.arena;
  const extended = plan.bytes > old.bytes && heap.extend(old.address, old.bytes, plan.bytes);
  const address = extended ? old.address : heap.allocate(plan.bytes, MORE_ROOM, releaseUnreachable);
  moveArena(b, plan, address);
  if (!extended) heap.release(old.address, old.bytes);
  b.ranges.arena = { address, bytes: plan.bytes };
  writeCapacities(b.i32, caps);
}

/** Copies every array of the arena to its offset in a new plan, and clears the added elements. From last to first,
 *  because every array moves up if the arena grew in place. */
function moveArena(b: DataBlock, plan: Plan, address: number): void {
  const { heap } = b.layout;
  const before = b.arena;
  b.arena = plan;
  b.heldArena = undefined;
  b.exposed.length = Math.min(b.exposed.length, FIXED);
  b.pristine = false;
  for (let k = plan.lengths.length - 1; k >= 0; k--) {
    const kind = arenaTable[k][1];
    const bytes = arrayBytes(kind, Math.min(before.lengths[k], plan.lengths[k]));
    const to = address + plan.offsets[k];
    heap.copy(to, b.i32[FIXED + k] >>> 0, bytes);
    const end = align(arrayBytes(kind, plan.lengths[k]));
    if (end > align(bytes)) heap.zero(to + align(bytes), end - align(bytes));
    b.i32[FIXED + k] = to;
    replaceView(b, FIXED + k);
  }
}

function neededCapacities(b: DataBlock): Record<Capacity, number> {
  const caps = capacities.map((cap) => {
    const need = b[cap.replace('cap', 'need') as 'con_need'];
    return [cap, need > b[cap] ? grownCapacity(b[cap], need) : b[cap]];
  });
  return Object.fromEntries(caps);
}

/** Free the memory of a `Data`, except exposed arrays. */
export function releaseBlock(b: DataBlock): void {
  const { heap } = b.layout;
  heap.release(b.ranges.fixed.address, b.ranges.fixed.bytes);
  heap.release(b.ranges.arena.address, b.ranges.arena.bytes);
  b.views.length = b.exposed.length = 0;
  b.heldFixed = b.heldArena = b.plain = undefined;
  Object.assign(b, noHeader);
}

function allocateArena(heap: Heap, ptr: number, bytes: number, arenaBytes: number): number {
  try {
    return heap.allocate(arenaBytes, 'a Data', releaseUnreachable);
  } catch (error) {
    heap.release(ptr, bytes);
    throw error;
  }
}

function placeArrays(i32: Int32Array, first: number, address: number, { offsets }: Plan): void {
  for (let k = 0; k < offsets.length; k++) i32[first + k] = address + offsets[k];
}

function writeCapacities(i32: Int32Array, caps: Record<Capacity, number>): void {
  for (const cap of capacities) i32[dataLayout.scalar.get(cap)!.offset >> 2] = caps[cap];
}
