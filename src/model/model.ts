import { initialCapacities } from './arena.ts';
import { defineScalars, HEADER, type Header, headerAt, placeArrays, shapedObject } from './block.ts';
import type { Data } from './data.ts';
import {
  arenaTable,
  dataTable,
  type ModelFields,
  type ModelSize,
  modelSizes,
  modelTable,
  type Options,
  recordScalars,
  type Statistics,
  type Visual,
} from './fields/index.ts';
import { dataLayout, modelLayout, tableBytes } from './layout.ts';
import { Heap, reserveFor } from './memory.ts';
import { defineNamedModel, type NamedModel } from './named.ts';

/** Sizes a Model is made with; those not named are 0. */
export type ModelSizes = Partial<Record<ModelSize, number>>;

/** What a Model is made of besides its sizes. */
export interface ModelOptions {
  /** Bytes to reserve for Datas and their arenas beyond the first; 128 times the first, between 16 and 128 MB, unless given. */
  reserve?: number;
}

export interface Model extends ModelFields, NamedModel {}

/** A compiled model: constant arrays with MuJoCo's names, sizes and options, all views on one memory that it shares with
 *  its Datas. Made by the compiler; `loadModel` and friends return it.
 *
 *  @example
 *  model.opt.timestep = 0.001;
 *  console.log(model.nv, model.geom('hand').size[0]); // -> 1 0.1 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class Model {
  /** @internal */
  declare readonly heap: Heap;
  /** @internal */
  declare readonly ptr: number;
  declare readonly opt: Options;
  declare readonly stat: Statistics;
  declare readonly vis: Visual;
  /** What the engine does to a new Data; set by whoever loads the model.
   *  @internal */
  declare initData?: ((data: Data) => void) | undefined;
  /** What makes a copy of this Model ready for the engine; set by whoever loads the model.
   *  @internal */
  declare equip?: ((copy: Model) => void) | undefined;
  /** The table of stages that runs this model; the engine knows its type, and what to do without one.
   *  @internal */
  declare stages: unknown;

  constructor(sizes: ModelSizes, options: ModelOptions = {}) {
    const all: Record<string, number> = Object.fromEntries(modelSizes.map((name) => [name, sizes[name] ?? 0]));
    const bytes = modelLayout.bytes + tableBytes(modelTable, all);
    const caps = initialCapacities(all);
    const dataBytes = dataLayout.bytes + tableBytes(dataTable, all) + tableBytes(arenaTable, { ...all, ...caps });
    const heap = new Heap(bytes + dataBytes, options.reserve ?? reserveFor(dataBytes));
    const ptr = heap.allocate(bytes);
    const header = headerAt(heap.buffer, ptr, modelLayout);
    const views = placeArrays(heap.buffer, ptr + modelLayout.bytes, modelTable, all, modelLayout, header);
    for (const name of modelSizes) header.i32[modelLayout.scalar.get(name)!.offset >> 2] = all[name];
    const arrays = views.filter(([name]) => name.includes('.'));
    const groups = ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'];
    const entries: [string, unknown][] = [
      ...views.filter(([name]) => !name.includes('.')),
      ...Object.entries(all),
      ['opt', record('opt', header, arrays)],
      ['stat', record('stat', header, arrays)],
      ['vis', Object.fromEntries(groups.map((k) => [k, record(`vis.${k}`, header, arrays)]))],
    ];
    const hidden = {
      [HEADER]: { value: header },
      heap: { value: heap },
      ptr: { value: ptr },
      stages: { value: undefined, writable: true },
      callbacks: { value: undefined, writable: true },
      initData: { value: undefined, writable: true },
      equip: { value: undefined, writable: true },
    };
    // biome-ignore lint/correctness/noConstructorReturn: the object is built from the table of fields
    return shapedObject(entries, hidden, new.target.prototype) as Model;
  }
}

defineNamedModel(Model.prototype);

/** One nested record (`opt`, `vis.map`, ...): scalars as accessors on the header, arrays as they are. */
function record<T>(prefix: string, header: Header, arrays: readonly (readonly [string, unknown])[]): T {
  const self = Object.create(recordPrototype(prefix));
  Object.defineProperty(self, HEADER, { value: header });
  const start = `${prefix}.`;
  for (const [name, view] of arrays) {
    if (name.startsWith(start))
      Object.defineProperty(self, name.slice(start.length), { value: view, enumerable: true });
  }
  return self;
}

const prototypes = new Map<string, object>();

function recordPrototype(prefix: string): object {
  let prototype = prototypes.get(prefix);
  if (!prototype) {
    prototype = {};
    const names = recordScalars.map(([name]) => name).filter((name) => name.startsWith(`${prefix}.`));
    defineScalars(prototype, modelLayout, new Map(names.map((name) => [name.slice(prefix.length + 1), name])));
    prototypes.set(prefix, prototype);
  }
  return prototype;
}
