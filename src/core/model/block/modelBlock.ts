/** `ModelBlock`: the memory of a Model. The engine works on it; the `Model` is the handle for users. */

import { expectNumber } from '../../expect.ts';
import type { Data } from '../data.ts';
import { modelSizes, modelTable, ownScalars, recordScalars } from '../fields/index.ts';
import { heapFor } from '../memory/currentHeap.ts';
import type { Heap, Held } from '../memory/heap.ts';
import type { Model } from '../model.ts';
import type { ContactForce } from '../names/contact.ts';
import { printFields } from '../names/inspect.ts';
import {
  arrayBytes,
  assign,
  BLOCK,
  defineScalars,
  emptyView,
  expectInt,
  type Header,
  headerAt,
  makeView,
  noHeader,
  type ScalarAccessors,
  type TypedArray,
} from './block.ts';
import { type DataLayout, dataBytes, layoutFor } from './dataBlock.ts';
import { freedPrototype } from './freed.ts';
import { align, modelLayout, type Plan, planLayout } from './layout.ts';

/** Index of the sizes in the header. */
const sizesAt = modelSizes.map((name) => modelLayout.scalar.get(name)!.offset >> 2);

const PICTURES = modelTable.findIndex(([name]) => name === 'tex_data');

const groups = ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'];

export class ModelBlock implements Header {
  readonly heap: Heap;
  readonly ptr: number;
  readonly bytes: number;
  readonly sizes: Readonly<Record<string, number>>;
  readonly plan: Plan;
  /** Layout of the `Data` objects that fit this Model. */
  dataLayout: DataLayout;
  i32: Int32Array;
  f64: Float64Array;
  f32: Float32Array;
  /** Exposed arrays. */
  readonly views: (TypedArray | undefined)[] = [];
  /** Buffer object of all views of this Model. */
  held: Held | undefined;
  readonly records: Record<string, object>;
  readonly weight: ArrayBuffer | undefined;
  /** The Model of the user. */
  readonly handle: Model;
  plain: object | undefined;
  stages: unknown;
  callbacks: unknown;
  /** Plugins by instance, created on first use. */
  plugins: unknown;
  /** Scratch of derivatives, created on first use: `derivative/scratchData.ts` and `derivative/workspace.ts`. */
  scratchData: Data | undefined;
  workspace: unknown;
  initData: ((data: Data) => void) | undefined;
  attachEngine: ((copy: Model) => void) | undefined;
  contactForce: ContactForce | undefined;
  /** Draws the built-in textures of this Model, or of a copy of it, on first access: most programs do not need them. */
  paint: ((m: Model) => void) | undefined;

  /** @param like a Model of the same sizes, whose heap is used if possible */
  constructor(
    handle: Model,
    sizes: Readonly<Record<string, number>>,
    like?: ModelBlock,
    check?: (modelBytes: number, dataBytes: number) => void,
  ) {
    const plan = like?.plan ?? planLayout(modelTable, sizes);
    const bytes = modelLayout.bytes + plan.bytes;
    const layout = like?.dataLayout ?? layoutFor(sizes);
    check?.(plan.bytes, layout.fixed.bytes);
    const wanted = bytes + dataBytes(layout);
    const { limit } = like?.heap ?? heapFor(bytes);
    if (wanted > limit) throw tooLarge(wanted, limit);
    const heap = like?.heap.hasRoom(bytes) ? like.heap : heapFor(bytes, dataBytes(layout));
    const ptr = heap.allocate(bytes, 'the model');
    const { i32, f64, f32 } = headerAt(heap, ptr, modelLayout);
    this.handle = handle;
    this.heap = heap;
    this.ptr = ptr;
    this.bytes = bytes;
    this.sizes = sizes;
    this.plan = plan;
    this.dataLayout = like?.heap === heap ? like.dataLayout : { ...layout, heap };
    this.i32 = i32;
    this.f64 = f64;
    this.f32 = f32;
    this.weight = heap.weigh(bytes);
    for (let k = 0; k < plan.offsets.length; k++) i32[k] = ptr + modelLayout.bytes + plan.offsets[k];
    for (let k = 0; k < modelSizes.length; k++) i32[sizesAt[k]] = sizes[modelSizes[k]];
    this.held = heap.hold();
    this.held.ranges.push({ address: ptr, bytes });
    const vis = Object.fromEntries(groups.map((name) => [name, record(this, `vis.${name}`)]));
    this.records = { opt: record(this, 'opt'), stat: record(this, 'stat'), vis };
  }
}

function tooLarge(bytes: number, limit: number): RangeError {
  const megabytes = (n: number) => Math.ceil(n / (1 << 20));
  return new RangeError(`the model needs ${megabytes(bytes)} MB, more than the limit of ${megabytes(limit)} MB`);
}

/** Array of a row. */
export function modelArrayView(b: ModelBlock, k: number): TypedArray {
  return b.views[k] ?? makeOwnView(b, k);
}

function makeOwnView(b: ModelBlock, k: number): TypedArray {
  const kind = modelTable[k][1];
  const length = b.plan.lengths[k];
  const view = length === 0 ? emptyView(kind) : makeView(b.held!.buffer, b.i32[k] >>> 0, kind, length);
  b.views[k] = view;
  if (k === PICTURES) finishPictures(b);
  return view;
}

/** Draws the textures if this has not been done: before they, or all memory of the Model, are read. */
export function finishPictures(b: ModelBlock): void {
  const { paint } = b;
  b.paint = undefined;
  paint?.(b.handle);
}

/** Clears the set of exposed arrays, after user code has released all of them. */
export function reclaimExposedArrays(b: ModelBlock): void {
  b.views.length = 0;
  b.plain = undefined;
}

/** Free the memory of a Model, except exposed arrays: these are freed when they become unreachable. */
export function releaseBlock(b: ModelBlock): void {
  const { ranges } = b.held!;
  ranges.splice(
    ranges.findIndex(({ address }) => address === b.ptr),
    1,
  );
  let from = b.ptr;
  const release = (to: number) => b.heap.release(from, to - from);
  b.plan.lengths.forEach((length, k) => {
    if (!b.views[k] || length === 0) return;
    const range = { address: b.i32[k] >>> 0, bytes: arrayBytes(modelTable[k][1], length) };
    ranges.push(range);
    release(range.address);
    from = range.address + align(range.bytes);
  });
  release(b.ptr + b.bytes);
  freeRecords(b.records);
  b.views.length = 0;
  b.held =
    b.plain =
    b.stages =
    b.callbacks =
    b.plugins =
    b.scratchData =
    b.workspace =
    b.initData =
    b.attachEngine =
    b.contactForce =
      undefined;
  b.paint = undefined;
  Object.assign(b, noHeader);
}

/** A nested record (`opt`, `vis.map`, ...), with accessors for its scalars and arrays. */
function record(b: ModelBlock, prefix: string): object {
  return Object.defineProperty(Object.create(recordPrototype(prefix)), BLOCK, { value: b });
}

interface RecordOwner {
  readonly [BLOCK]: ModelBlock;
}

/** Options are read in loops too, so their accessors are separate functions, as for `DataBlock`. */
const ofRecord: ScalarAccessors = {
  f64: (at, name) => ({
    get(this: RecordOwner): number {
      return this[BLOCK].f64[at];
    },
    set(this: RecordOwner, value: number) {
      this[BLOCK].f64[at] = typeof value === 'number' ? value : expectNumber(name, value);
    },
  }),
  f32: (at, name) => ({
    get(this: RecordOwner): number {
      return this[BLOCK].f32[at];
    },
    set(this: RecordOwner, value: number) {
      this[BLOCK].f32[at] = typeof value === 'number' ? value : expectNumber(name, value);
    },
  }),
  i32: (at, name) => ({
    get(this: RecordOwner): number {
      return this[BLOCK].i32[at];
    },
    set(this: RecordOwner, value: number) {
      this[BLOCK].i32[at] = expectInt(name, value);
    },
  }),
};

const prototypes = new Map<string, object>();

function recordPrototype(prefix: string): object {
  let prototype = prototypes.get(prefix);
  if (!prototype) {
    prototype = {};
    const start = `${prefix}.`;
    const names = [...recordScalars, ...ownScalars].map(([name]) => name).filter((name) => name.startsWith(start));
    defineScalars(prototype, modelLayout, new Map(names.map((name) => [name.slice(start.length), name])), ofRecord);
    for (let k = 0; k < modelTable.length; k++) {
      const name = modelTable[k][0];
      if (name.startsWith(start)) defineArray(prototype, name.slice(start.length), k);
    }
    printFields(prototype);
    prototypes.set(prefix, prototype);
  }
  return prototype;
}

function defineArray(prototype: object, property: string, k: number): void {
  Object.defineProperty(prototype, property, {
    enumerable: true,
    configurable: true,
    get(this: { [BLOCK]: ModelBlock }) {
      return modelArrayView(this[BLOCK], k);
    },
    set(this: { [BLOCK]: ModelBlock }, values: ArrayLike<number>) {
      assign(property, modelArrayView(this[BLOCK], k), values);
    },
  });
}

const freedRecord = freedPrototype({}, 'Model');

/** Makes records that are still referenced report that their Model was freed. */
function freeRecords({ opt, stat, vis }: Record<string, object>): void {
  for (const part of [opt, stat, ...Object.values(vis)]) Object.setPrototypeOf(part, freedRecord);
}
