/// <reference lib="esnext.disposable" preserve="true" />
/** `Data`: the user's handle of a simulation state. Its memory is a `DataBlock`. */
import { BLOCK, defineArrays, defineScalars, PLAIN } from './block/block.ts';
import { DataBlock, exposeArray, releaseBlock } from './block/dataBlock.ts';
import { freedPrototype } from './block/freed.ts';
import { dataLayout } from './block/layout.ts';
import { arenaTable, capacities, type DataFields, dataScalars, dataTable } from './fields/index.ts';
import type { ScalarRow } from './fields/row.ts';
import { disown, releaseOwned } from './memory/owners.ts';
import { layoutOf, type Model } from './model.ts';
import { type Contact, listContacts } from './names/contact.ts';
import { describeData } from './names/describe.ts';
import { printAsText } from './names/inspect.ts';
import { defineNamedData } from './names/named.ts';
import type { NamedData } from './names/namedTypes.ts';
import { clearData } from './reset.ts';

export interface Data extends DataFields, NamedData {}

/** The state of a simulation and all results computed from it: arrays with MuJoCo's names.
 *
 *  An array stays valid as long as it is referenced. Arrays that grow with contacts (`contact_*`, `efc_*`, island
 *  arrays) are replaced by larger ones when a step needs more capacity. Assigning to a field copies into it: `data.ctrl
 *  = controls`.
 *
 *  @example
 *  const data = new Data(model);
 *  data.qpos[0] = 0.5;
 *  console.log(data.joint('j').qpos[0]); // -> 0.5 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class Data {
  /** @internal */
  declare readonly [BLOCK]: DataBlock;

  constructor(model: Model) {
    const layout = layoutOf(model, 'new Data');
    const block = new DataBlock(model, layout, this);
    Object.defineProperty(this, BLOCK, { value: block, configurable: true });
    onLoss?.register(this, block.owner.id, block);
    try {
      if (model.initData) model.initData(block);
      else clearData(model, block);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /** The Model that this was created for. */
  get model(): Model {
    return this[BLOCK].model;
  }

  /** Address of the block, for the compiled engine. @internal */
  get ptr(): number {
    return this[BLOCK].ptr;
  }

  /** @internal */
  get [PLAIN](): object {
    return this[BLOCK][PLAIN];
  }

  /** Every contact of the last `forward` or `step`: geoms, bodies and their names, position, frame, distance, and the force in the
   *  contact frame and in the world. They are copies. Forces act on the second body of a contact.
   *
   *  @throws Error for a Model that no engine runs
   *  @example
   *  for (const { bodyNames, worldForce } of data.contacts()) console.log(bodyNames.join(' on '), worldForce[2]); */
  contacts(): Contact[] {
    const { contactForce } = this.model[BLOCK];
    if (!contactForce) throw new Error('contacts: no engine runs this model. Load it with loadModel or modelFromXml');
    return listContacts(blockOf(this), contactForce);
  }

  /** Free the memory immediately, instead of when the garbage collector finds this `Data` unreachable. Using the `Data`
   *  afterward is an error; arrays that were read from it before stay valid.
   *
   *  ```ts
   *  const trial = new Data(model);
   *  step(model, trial, 100);
   *  trial.free();
   *  ``` */
  free(): void {
    const block = Object.getOwnPropertyDescriptor(this, BLOCK)?.value as DataBlock | undefined;
    if (!block) return;
    if (block.busy) throw new Error('free: not allowed from a callback: this Data is being stepped');
    onLoss?.unregister(block);
    disown(block.owner);
    releaseBlock(block);
    delete (this as { [BLOCK]?: DataBlock })[BLOCK];
    Object.setPrototypeOf(this, freed);
  }

  /** Time, counts and the state, as `console.log` prints them in Node. */
  toString(): string {
    return Object.hasOwn(this, BLOCK) ? describeData(blockOf(this)) : 'Data (freed)';
  }

  /** The same as `free`, for `using data = new Data(model)`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

// as of Model
Object.defineProperty(Data, 'name', { value: 'Data' });
defineNamedData(Data.prototype);
printAsText(Data.prototype);
defineScalars(Data.prototype, dataLayout, new Map(dataScalars.map(([name]) => [name, name])));
limitCounts(Data.prototype);
defineArrays<Data>(Data.prototype, [...dataTable, ...arenaTable], (d, k) => exposeArray(d[BLOCK], k));
const freed = freedPrototype(Data.prototype, 'Data');

const MAX_ROWS = 2 ** 31 - 1;

function isCapacity(name: string | undefined): boolean {
  return (capacities as readonly (string | undefined)[]).includes(name);
}

/** Limits of counts that users set. Capacities are read-only, because the engine trusts both. Counts of the arena may
 *  exceed its capacities: a stage that runs out continues counting to report its need. */
function limitCounts(prototype: Data): void {
  for (const [name, , max] of dataScalars as readonly ScalarRow[]) {
    const capacity = isCapacity(name);
    if (max === undefined && !capacity) continue;
    const set = Object.getOwnPropertyDescriptor(prototype, name)!.set!;
    Object.defineProperty(prototype, name, {
      set(this: Data, value: number) {
        if (capacity) throw new TypeError(`${name} depends on the memory of the Data and cannot be set`);
        const limit = typeof max === 'number' ? max : isCapacity(max) ? MAX_ROWS : this.model[max as 'nv'];
        if (!(value >= 0 && value <= limit)) {
          throw new RangeError(`${name}: expected an integer between 0 and ${limit}, found ${value}`);
        }
        set.call(this, value);
      },
    });
  }
}

export { growArena } from './block/dataBlock.ts';

/** The block that the engine works on: the same fields, read without exposing arrays. */
export function blockOf(d: Data): Data {
  return d[BLOCK];
}

// memory of unreachable Data objects returns to the heap of their model
const onLoss = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry<number>(releaseOwned);
