/// <reference lib="esnext.disposable" preserve="true" />
/** `Model`: the user's handle of a compiled model. Its memory is a `ModelBlock`. */
import { found } from '../expect.ts';
import { BLOCK, defineArrays, defineScalars, PLAIN } from './block/block.ts';
import type { DataLayout } from './block/dataBlock.ts';
import { freedPrototype } from './block/freed.ts';
import { modelLayout } from './block/layout.ts';
import { ModelBlock, modelArrayView, releaseBlock } from './block/modelBlock.ts';
import { shapedObject } from './block/shaped.ts';
import type { Data } from './data.ts';
import {
  type ModelFields,
  type ModelSize,
  modelSizes,
  modelTable,
  type Options,
  type Statistics,
  type Visual,
} from './fields/index.ts';
import type { Heap } from './memory/heap.ts';
import { describeModel, describeSizes } from './names/describe.ts';
import { printAsText } from './names/inspect.ts';
import { defineNamedModel } from './names/named.ts';
import type { NamedModel } from './names/namedTypes.ts';

/** Sizes of a new Model; missing ones are 0. */
export type ModelSizes = Partial<Record<ModelSize, number>>;

export interface Model extends ModelFields, NamedModel {}

/** A compiled model: constant arrays with MuJoCo's names, sizes and options. Created by the compiler; returned by
 *  `loadModel` and related functions. Assigning to an array copies into it: `model.body_mass = masses`.
 *
 *  @example
 *  model.opt.timestep = 0.001;
 *  console.log(model.nv, model.geom('hand').size[0]); // -> 1 0.1 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class Model {
  /** @internal */
  declare readonly [BLOCK]: ModelBlock;
  /** Browsers show private fields in their consoles. */
  readonly #sizes: string;

  /** @param like a Model of the same sizes, whose memory is used if it has capacity
   *  @param check called before allocation with the size of this Model and of a `Data` in bytes */
  constructor(sizes: ModelSizes, like?: Model, check?: (modelBytes: number, dataBytes: number) => void) {
    if (like !== undefined && !(like instanceof Model)) throw new TypeError('new Model: like: expected a Model');
    const all = Object.fromEntries(modelSizes.map((name) => [name, expectModelSize(name, sizes?.[name] ?? 0)]));
    this.#sizes = describeSizes(all);
    Object.defineProperty(this, BLOCK, {
      value: new ModelBlock(this, all, like?.[BLOCK], check),
      configurable: true,
    });
  }

  /** The memory of its block.
   *  @internal */
  get heap(): Heap {
    return this[BLOCK].heap;
  }

  /** Address of the block, for the compiled engine. @internal */
  get ptr(): number {
    return this[BLOCK].ptr;
  }

  /** Physics options. */
  get opt(): Options {
    return this[BLOCK].records.opt as Options;
  }

  /** Statistics of the model. */
  get stat(): Statistics {
    return this[BLOCK].records.stat as Statistics;
  }

  /** Settings for viewers. */
  get vis(): Visual {
    return this[BLOCK].records.vis as Visual;
  }

  /** Called by the engine for a new `Data`; set by the loader.
   *  @internal */
  get initData(): ((data: Data) => void) | undefined {
    return this[BLOCK].initData;
  }

  set initData(init: ((data: Data) => void) | undefined) {
    this[BLOCK].initData = init;
  }

  /** Prepares a copy of this Model for the engine; set by the loader.
   *  @internal */
  get attachEngine(): ((copy: Model) => void) | undefined {
    return this[BLOCK].attachEngine;
  }

  set attachEngine(attachEngine: ((copy: Model) => void) | undefined) {
    this[BLOCK].attachEngine = attachEngine;
  }

  /** Table of the stages that run this model; the engine defines its type and the default.
   *  @internal */
  get stages(): unknown {
    return this[BLOCK].stages;
  }

  set stages(stages: unknown) {
    this[BLOCK].stages = stages;
  }

  /** The object that the plain JavaScript engine works on, with every array and size as an own property.
   *  @internal */
  get [PLAIN](): object {
    const b = this[BLOCK];
    b.plain ??= plainOf(b);
    return b.plain;
  }

  /** Free the memory immediately, instead of when the garbage collector finds this Model unreachable. Using it, or a
   *  `Data` created for it, is an error afterward; arrays that were read from it before stay valid. */
  free(): void {
    const block = Object.getOwnPropertyDescriptor(this, BLOCK)?.value as ModelBlock | undefined;
    if (!block) return;
    releaseBlock(block);
    delete (this as { [BLOCK]?: ModelBlock })[BLOCK];
    Object.setPrototypeOf(this, freed);
  }

  /** Name, sizes and names of elements, as `console.log` prints them in Node. */
  toString(): string {
    return Object.hasOwn(this, BLOCK) ? describeModel(this, this.#sizes) : 'Model (freed)';
  }

  /** The same as `free`, for `using model = ...`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

// minified bundles rename the class; consoles of browsers print this name
Object.defineProperty(Model, 'name', { value: 'Model' });
defineNamedModel(Model.prototype);
printAsText(Model.prototype);
defineScalars(Model.prototype, modelLayout, new Map(modelSizes.map((name) => [name, name])));
fixSizes(Model.prototype);
defineArrays<Model>(Model.prototype, modelTable, (m, k) => modelArrayView(m[BLOCK], k));
const freed = freedPrototype(Model.prototype, 'Model');

/** Members other than fields that the pipeline uses. */
const plainPrototype = {
  get ptr(): number {
    return (this as unknown as Model)[BLOCK].ptr;
  },
  get stages(): unknown {
    return (this as unknown as Model)[BLOCK].stages;
  },
  get callbacks(): unknown {
    return (this as unknown as Model)[BLOCK].callbacks;
  },
};

function plainOf(b: ModelBlock): object {
  const arrays = modelTable.flatMap(([name], k) => (name.includes('.') ? [] : [[name, modelArrayView(b, k)] as const]));
  const entries = [...arrays, ...Object.entries(b.sizes), ...Object.entries(b.records)];
  return shapedObject(entries, { [BLOCK]: { value: b } }, plainPrototype);
}

/** Sizes determine the lengths of arrays: changing one would cause out-of-bounds access in the engine. */
function fixSizes(prototype: object): void {
  for (const name of modelSizes) {
    const set = (value: unknown): never => {
      throw new TypeError(`${name}: the sizes of a Model cannot change, found ${String(value)}`);
    };
    Object.defineProperty(prototype, name, { ...Object.getOwnPropertyDescriptor(prototype, name), set });
  }
}

/** Returns a size if it is valid. */
function expectModelSize(name: string, size: number): number {
  if (Number.isInteger(size)) return size;
  throw new RangeError(`new Model: ${name}: expected an integer, found ${found(size)}`);
}

/** Layout of the `Data` objects of a Model.
 *  @throws TypeError if it is not a Model */
export function layoutOf(m: Model, caller: string): DataLayout {
  if (!(m instanceof Model)) throw new TypeError(`${caller}: expected a Model, found ${typeof m}`);
  return m[BLOCK].dataLayout;
}
