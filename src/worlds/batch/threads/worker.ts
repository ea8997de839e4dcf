/** The program of a thread: stores models and worlds of batches by id, and steps them on request. */
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import type { TypedArray } from '../../../core/model/block/block.ts';
import { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { freeModel } from '../../../core/worker/modelSnapshot.ts';
import { type Handlers, Transferred } from '../../../core/worker/protocol.ts';
import { serveParent } from '../../../core/worker/server.ts';
import { buildModel, prepareThread } from '../../../core/worker/threadEngine.ts';
import { type Column, makeArray } from '../fields.ts';
import { type Chunk, runChunk } from '../rollout/chunk.ts';
import { type PolicyModule, resolvePolicy, type SerializablePolicy } from '../rolloutPolicy.ts';
import { Worlds } from '../worlds.ts';
import type { ChunkResult, Requests } from './protocol.ts';
import { isShared, transferable } from './sharing.ts';

interface WorkerModel {
  model: Model;
  data: Data;
  /** Whether a policy or a plugin may access arrays of the model. */
  exposedToUserCode: boolean;
  policy?: Promise<PolicyModule | undefined>;
}

interface WorkerWorlds {
  worlds: Worlds;
  columns: readonly Column[];
  arrays: readonly TypedArray[];
}

/** Models by id, or the error of adding one. */
const models = new Map<number, WorkerModel | { error: unknown }>();
const batches = new Map<number, WorkerWorlds>();

const handlers: Handlers<Requests> = {
  prepare: prepareThread,
  addModel(id, sent) {
    try {
      const model = buildModel(sent);
      models.set(id, { model, data: new Data(model), exposedToUserCode: hasUserCode(model) });
    } catch (error) {
      models.set(id, { error });
      throw error;
    }
  },
  evict(id) {
    const entry = models.get(id);
    if (entry && 'model' in entry) {
      entry.data.free();
      freeModel(entry.model, entry.exposedToUserCode);
    }
    models.delete(id);
    batches.get(id)?.worlds.free();
    batches.delete(id);
  },
  rollout: (id, chunk, policy) => rollOut(findModel(id), chunk, policy),
  addWorlds(id, sent, first, count, columns, arrays) {
    const worlds = new Worlds(buildModel(sent), first, count, columns, arrays);
    batches.set(id, { worlds, columns, arrays });
  },
  step(id, nstep, inputs) {
    const { worlds, columns, arrays } = batches.get(id)!;
    inputs?.forEach((input, c) => {
      if (input) arrays[c].set(input);
    });
    worlds.step(nstep);
    return inputs && withTransfer(columns.map((_, c) => arrays[c].slice()));
  },
  reset(id, indices, start) {
    const { worlds, columns, arrays } = batches.get(id)!;
    worlds.reset(indices, start);
    if (arrays.every(isShared)) return undefined;
    return withTransfer(columns.map((column, c) => selectRows(column, arrays[c], indices)));
  },
  setPatches: (id, indices, patches) => batches.get(id)!.worlds.setPatches(indices, patches),
};

function findModel(id: number): WorkerModel {
  const entry = models.get(id);
  if (entry && 'model' in entry) return entry;
  throw entry?.error ?? new Error('the thread does not have the model. This is a bug, please report it');
}

async function rollOut(
  entry: WorkerModel,
  chunk: Chunk,
  sent: SerializablePolicy | undefined,
): Promise<Transferred<ChunkResult>> {
  // a model with a policy is not cached, so all its chunks have the same policy
  entry.policy ??= resolvePolicy(sent);
  const policy = await entry.policy;
  entry.exposedToUserCode ||= policy !== undefined;
  const warnings = await runChunk(entry.model, entry.data, chunk, policy);
  const { state, outputs } = chunk;
  const transfer = transferable([state, ...outputs]);
  const isCopied = transfer.length > 0;
  const result = { warnings, state: isCopied ? state : undefined, outputs: isCopied ? outputs : undefined };
  return new Transferred(result, transfer);
}

function withTransfer(arrays: TypedArray[]): Transferred<TypedArray[]> {
  return new Transferred(arrays, transferable(arrays));
}

/** A copy of some rows of an array. */
function selectRows(column: Column, array: TypedArray, indices: Int32Array): TypedArray {
  const rows = makeArray(column, indices.length);
  indices.forEach((i, k) => {
    rows.set(array.subarray(i * column.width, (i + 1) * column.width), k * column.width);
  });
  return rows;
}

serveParent<Requests>(() => handlers);
