/** What runs in a thread: models, and worlds of batches, each under its number. */
import { startData } from '../../../core/engine/reset.ts';
import { setPlainStages, setStages } from '../../../core/engine/runtime/engine.ts';
import { jsStages } from '../../../core/engine/runtime/stages.ts';
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import { suppressConsoleWarnings } from '../../../core/engine/runtime/warning.ts';
import type { TypedArray } from '../../../core/model/block/block.ts';
import { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { addMujocoPlugins } from '../../../core/plugins/index.ts';
import { wasmStagesOf } from '../../../core/wasm/compileEngine.ts';
import { bind } from '../../../core/wasm/module.gen.js';
import { type Column, makeArray } from '../fields.ts';
import { freeModel, type ModelSnapshot, modelFromSnapshot } from '../modelSnapshot.ts';
import { type Chunk, runChunk } from '../rollout/chunk.ts';
import { type PolicyModule, resolvePolicy, type SerializablePolicy } from '../rolloutPolicy.ts';
import { Worlds } from '../worlds.ts';
import { type EngineModules, type Requests, serializeError, type ThreadReply, type ThreadRequest } from './protocol.ts';
import { isShared, transferable } from './sharing.ts';

interface WorkerModel {
  model: Model;
  data: Data;
  /** Whether a policy has been given the model. */
  exposedToUserCode: boolean;
  policy?: Promise<PolicyModule | undefined>;
}

interface WorkerWorlds {
  worlds: Worlds;
  columns: readonly Column[];
  arrays: readonly TypedArray[];
}

let engine: EngineModules = { growing: undefined, fixed: undefined };
/** Models by their numbers, or why a thread could not keep one. */
const models = new Map<number, WorkerModel | { error: unknown }>();
const batches = new Map<number, WorkerWorlds>();

const handlers: { [K in keyof Requests]: (...args: Parameters<Requests[K]>) => unknown } = {
  prepare(modules) {
    engine = modules;
    addMujocoPlugins();
    setPlainStages(jsStages);
  },
  model(id, snapshot) {
    try {
      const model = buildModel(snapshot);
      models.set(id, { model, data: new Data(model), exposedToUserCode: hasUserCode(model) });
    } catch (error) {
      models.set(id, { error });
      throw error;
    }
  },
  forget(id) {
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
  worlds(id, snapshot, first, count, columns, arrays) {
    const worlds = new Worlds(buildModel(snapshot), first, count, columns, arrays);
    batches.set(id, { worlds, columns, arrays });
  },
  step(id, nstep, inputs) {
    const { worlds, columns, arrays } = batches.get(id)!;
    inputs?.forEach((input, c) => {
      if (input) arrays[c].set(input);
    });
    worlds.step(nstep);
    return inputs && columns.map((_, c) => arrays[c].slice());
  },
  reset(id, indices, start) {
    const { worlds, columns, arrays } = batches.get(id)!;
    worlds.reset(indices, start);
    if (arrays.every(isShared)) return undefined;
    return columns.map((column, c) => selectRows(column, arrays[c], indices));
  },
  patches: (id, indices, patches) => batches.get(id)!.worlds.setPatches(indices, patches),
};

function findModel(id: number): WorkerModel {
  const entry = models.get(id);
  if (entry && 'model' in entry) return entry;
  throw entry?.error ?? new Error('the thread has forgotten the model');
}

async function rollOut(entry: WorkerModel, chunk: Chunk, sent: SerializablePolicy | undefined): Promise<unknown> {
  // all chunks of a rollout have the same one
  entry.policy ??= resolvePolicy(sent);
  const policy = await entry.policy;
  entry.exposedToUserCode ||= policy !== undefined;
  const warnings = await runChunk(entry.model, entry.data, chunk, policy);
  const { state, outputs } = chunk;
  const travels = [state, ...outputs].some((array) => array && !isShared(array));
  return { warnings, state: travels ? state : undefined, outputs: travels ? outputs : undefined };
}

/** Some rows of an array. */
function selectRows(column: Column, array: TypedArray, indices: Int32Array): TypedArray {
  const rows = makeArray(column, indices.length);
  indices.forEach((i, k) => {
    rows.set(array.subarray(i * column.width, (i + 1) * column.width), k * column.width);
  });
  return rows;
}

/** A model of this thread with its engine. */
function buildModel(snapshot: ModelSnapshot): Model {
  const model = modelFromSnapshot(snapshot);
  model.initData = (data) => startData(data.model, data);
  suppressConsoleWarnings(model);
  const module = engine.growing ?? engine.fixed;
  if (!snapshot.plain && module && model.heap.memory) {
    setStages(model, wasmStagesOf({ module, fixed: () => engine.fixed ?? module, bind }, model.heap));
  }
  return model;
}

interface Port {
  postMessage(reply: ThreadReply, transfer: ArrayBuffer[]): void;
  onMessage(listen: (request: ThreadRequest) => void): void;
}

function port(): Port {
  const { parentPort } =
    typeof process === 'undefined' ? {} : (process.getBuiltinModule?.('node:worker_threads') ?? {});
  if (parentPort) {
    return {
      postMessage: (reply, transfer) => parentPort.postMessage(reply, transfer),
      onMessage: (listen) => void parentPort.on('message', listen),
    };
  }
  const scope = globalThis as unknown as DedicatedScope;
  return {
    postMessage: (reply, transfer) => scope.postMessage(reply, transfer),
    onMessage: (listen) => scope.addEventListener('message', ({ data }) => listen(data)),
  };
}

interface DedicatedScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(kind: 'message', listen: (event: { data: ThreadRequest }) => void): void;
}

const { postMessage, onMessage } = port();
// one after the other: a policy may have to be loaded first
let last: Promise<void> = Promise.resolve();
onMessage((request) => {
  last = last.then(() => handleRequest(request));
});

async function handleRequest({ number, name, args }: ThreadRequest): Promise<void> {
  try {
    const result = await (handlers[name] as (...args: unknown[]) => unknown)(...args);
    postMessage({ number, result }, transferable(arraysIn(result)));
  } catch (error) {
    postMessage({ number, error: serializeError(error) }, []);
  }
}

/** Arrays of an answer, which this thread does not need any more. */
function arraysIn(result: unknown): TypedArray[] {
  if (Array.isArray(result)) return result;
  const { state, outputs = [] } = (result ?? {}) as { state?: TypedArray; outputs?: TypedArray[] };
  return state ? [state, ...outputs] : outputs;
}
