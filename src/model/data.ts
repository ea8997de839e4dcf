import { grownCapacity, initialCapacities } from './arena.ts';
import { defineScalars, HEADER, type Header, headerAt, placeArrays, shapedObject } from './block.ts';
import {
  arenaTable,
  type Capacity,
  capacities,
  type DataFields,
  dataScalars,
  dataTable,
  modelSizes,
} from './fields/index.ts';
import type { ArrayOf, Kind } from './fields/row.ts';
import { dataLayout, tableBytes } from './layout.ts';
import type { Model } from './model.ts';
import { defineNamedData, type NamedData } from './named.ts';
import { clearData } from './reset.ts';

export interface Data extends DataFields, NamedData {}

/** The state of a simulation and everything computed from it: arrays with MuJoCo's names in the memory of its Model.
 *  The arrays stay valid as long as the Data lives; only those that grow with contacts (`contact_*`, `efc_*`, island
 *  arrays) are replaced by larger ones when a step needs more room.
 *
 *  @example
 *  const data = new Data(model);
 *  data.qpos[0] = 0.5;
 *  console.log(data.joint('j').qpos[0]); // -> 0.5 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class Data {
  declare readonly model: Model;
  /** @internal */
  declare readonly ptr: number;

  constructor(model: Model) {
    const { heap } = model;
    const fixedBytes = dataLayout.bytes + tableBytes(dataTable, sizesOf(model));
    const ptr = heap.allocate(fixedBytes);
    const header = headerAt(heap.buffer, ptr, dataLayout);
    const views = placeArrays(heap.buffer, ptr + dataLayout.bytes, dataTable, sizesOf(model), dataLayout, header);
    const caps = initialCapacities(sizesOf(model));
    const arena = placeArena(model, header, caps);
    const hidden = { [HEADER]: { value: header }, model: { value: model }, ptr: { value: ptr } };
    const data = shapedObject([...views, ...arena.views], hidden, new.target.prototype) as Data;
    const blocks: Blocks = { fixed: { address: ptr, bytes: fixedBytes }, arena: arena.block };
    blocksOf.set(data, blocks);
    reclaim?.register(data, { heap, blocks }, data);
    if (model.initData) model.initData(data);
    else clearData(model, data);
    // biome-ignore lint/correctness/noConstructorReturn: the object is built from the table of fields
    return data;
  }
}

defineNamedData(Data.prototype);
defineScalars(Data.prototype, dataLayout, new Map(dataScalars.map(([name]) => [name, name])));

interface Block {
  address: number;
  bytes: number;
}
interface Blocks {
  fixed: Block;
  arena: Block;
}

const blocksOf = new WeakMap<Data, Blocks>();

// memory of Datas that nobody holds any more goes back to the heap of their model
const reclaim =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<{ heap: Model['heap']; blocks: Blocks }>(({ heap, blocks }) => {
        heap.release(blocks.fixed.address, blocks.fixed.bytes);
        heap.release(blocks.arena.address, blocks.arena.bytes);
      });

/** Give the memory of a Data back at once, instead of when the garbage collector finds it. Nobody may use it afterwards. */
export function releaseData(data: Data): void {
  const blocks = blocksOf.get(data);
  if (!blocks) return;
  blocksOf.delete(data);
  reclaim?.unregister(data);
  const { heap } = data.model;
  heap.release(blocks.fixed.address, blocks.fixed.bytes);
  heap.release(blocks.arena.address, blocks.arena.bytes);
}

/** Enlarge the arena after a stage wrote to `..._need` and returned ARENA_FULL: capacities that ran out at least double,
 *  contents are kept, and the views of the Data are replaced. Every other array stays as it is. */
export function growArena(data: Data): void {
  const { model } = data;
  const old = blocksOf.get(data)!;
  const header = (data as unknown as { [HEADER]: Header })[HEADER];
  const caps = Object.fromEntries(
    capacities.map((cap) => {
      const need = data[needOf(cap)];
      return [cap, need > data[cap] ? grownCapacity(data[cap], need) : data[cap]];
    }),
  ) as Record<Capacity, number>;
  const before = arenaTable.map(([name]) => data[name]);
  const { block, views } = placeArena(model, header, caps, old.arena);
  // from the last to the first: where the block has grown in place every array moves up
  for (let k = views.length - 1; k >= 0; k--) {
    const [name, view] = views[k];
    view.set(before[k] as never);
    view.fill(0, before[k].length);
    (data as unknown as Record<string, ArrayOf[Kind]>)[name] = view;
  }
  if (block.address !== old.arena.address) model.heap.release(old.arena.address, old.arena.bytes);
  old.arena = block;
}

type Need = 'con_need' | 'efc_need' | 'J_need' | 'Y_need' | 'A_need' | 'H_need';

function needOf(cap: Capacity): Need {
  return cap.replace('cap', 'need') as Need;
}

/** The arrays of an arena, in a block of its own or in that of the last arena if it can be made larger. */
function placeArena(model: Model, header: Header, caps: Record<Capacity, number>, last?: Block) {
  const { heap } = model;
  const sizes = { ...sizesOf(model), ...caps };
  const bytes = tableBytes(arenaTable, sizes);
  const extended = last !== undefined && heap.extend(last.address, last.bytes, bytes);
  const address = extended ? last.address : heap.allocate(bytes);
  const views = placeArrays(model.heap.buffer, address, arenaTable, sizes, dataLayout, header);
  for (const cap of capacities) header.i32[dataLayout.scalar.get(cap)!.offset >> 2] = caps[cap];
  return { block: { address, bytes }, views };
}

function sizesOf(model: Model): Record<string, number> {
  return Object.fromEntries(modelSizes.map((name) => [name, model[name]]));
}
