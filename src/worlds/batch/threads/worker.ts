/** What runs in a thread: models, and worlds of batches, each under its number. */
import { startData } from '../../../core/engine/reset.ts';
import { setPlainStages, setStages } from '../../../core/engine/runtime/engine.ts';
import { jsStages } from '../../../core/engine/runtime/stages.ts';
import { runsUserCode } from '../../../core/engine/runtime/userCode.ts';
import { silence } from '../../../core/engine/runtime/warning.ts';
import type { Numbers } from '../../../core/model/block/block.ts';
import { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { addMujocoPlugins } from '../../../core/plugins/index.ts';
import { wasmStagesOf } from '../../../core/wasm/load.ts';
import { bind } from '../../../core/wasm/module.gen.js';
import { freeModel, type ModelImage, modelOf } from '../contents.ts';
import { type Column, makeArray } from '../fields.ts';
import { type PolicyModule, policyFrom, type SentPolicy } from '../policy.ts';
import { type Chunk, runChunk } from '../rollout/chunk.ts';
import { Worlds } from '../worlds.ts';
import { type Answer, type EngineModules, failureOf, type Question, type Questions } from './protocol.ts';
import { isShared, transferable } from './sharing.ts';

interface Kept {
  model: Model;
  data: Data;
  /** Whether a policy has been given the model. */
  seen: boolean;
  policy?: Promise<PolicyModule | undefined>;
}

interface KeptWorlds {
  worlds: Worlds;
  columns: readonly Column[];
  arrays: readonly Numbers[];
}

let engine: EngineModules = { growing: undefined, fixed: undefined };
/** Models by their numbers, or why a thread could not keep one. */
const models = new Map<number, Kept | { error: unknown }>();
const batches = new Map<number, KeptWorlds>();

const answers: { [K in keyof Questions]: (...args: Parameters<Questions[K]>) => unknown } = {
  prepare(modules) {
    engine = modules;
    addMujocoPlugins();
    setPlainStages(jsStages);
  },
  model(id, image) {
    try {
      const model = equipped(image);
      models.set(id, { model, data: new Data(model), seen: runsUserCode(model) });
    } catch (error) {
      models.set(id, { error });
      throw error;
    }
  },
  forget(id) {
    const kept = models.get(id);
    if (kept && 'model' in kept) {
      kept.data.free();
      freeModel(kept.model, kept.seen);
    }
    models.delete(id);
    batches.get(id)?.worlds.free();
    batches.delete(id);
  },
  rollout: (id, chunk, policy) => rollOut(keptModel(id), chunk, policy),
  worlds(id, image, first, count, columns, arrays) {
    const worlds = new Worlds(equipped(image), first, count, columns, arrays);
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
    return columns.map((column, c) => rowsOf(column, arrays[c], indices));
  },
  patches: (id, indices, patches) => batches.get(id)!.worlds.setPatches(indices, patches),
};

function keptModel(id: number): Kept {
  const kept = models.get(id);
  if (kept && 'model' in kept) return kept;
  throw kept?.error ?? new Error('the thread has forgotten the model');
}

async function rollOut(kept: Kept, chunk: Chunk, sent: SentPolicy | undefined): Promise<unknown> {
  // all chunks of a rollout have the same one
  kept.policy ??= policyFrom(sent);
  const policy = await kept.policy;
  kept.seen ||= policy !== undefined;
  const warnings = await runChunk(kept.model, kept.data, chunk, policy);
  const { state, outputs } = chunk;
  const travels = [state, ...outputs].some((array) => array && !isShared(array));
  return { warnings, state: travels ? state : undefined, outputs: travels ? outputs : undefined };
}

/** Some rows of an array. */
function rowsOf(column: Column, array: Numbers, indices: Int32Array): Numbers {
  const rows = makeArray(column, indices.length);
  indices.forEach((i, k) => {
    rows.set(array.subarray(i * column.width, (i + 1) * column.width), k * column.width);
  });
  return rows;
}

/** A model of this thread with its engine. */
function equipped(image: ModelImage): Model {
  const model = modelOf(image);
  model.initData = (data) => startData(data.model, data);
  silence(model);
  const module = engine.growing ?? engine.fixed;
  if (!image.plain && module && model.heap.memory) {
    setStages(model, wasmStagesOf({ module, fixed: () => engine.fixed ?? module, bind }, model.heap));
  }
  return model;
}

interface Port {
  postMessage(answer: Answer, transfer: ArrayBuffer[]): void;
  onMessage(listen: (question: Question) => void): void;
}

function port(): Port {
  const { parentPort } =
    typeof process === 'undefined' ? {} : (process.getBuiltinModule?.('node:worker_threads') ?? {});
  if (parentPort) {
    return {
      postMessage: (answer, transfer) => parentPort.postMessage(answer, transfer),
      onMessage: (listen) => void parentPort.on('message', listen),
    };
  }
  const scope = globalThis as unknown as DedicatedScope;
  return {
    postMessage: (answer, transfer) => scope.postMessage(answer, transfer),
    onMessage: (listen) => scope.addEventListener('message', ({ data }) => listen(data)),
  };
}

interface DedicatedScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(kind: 'message', listen: (event: { data: Question }) => void): void;
}

const { postMessage, onMessage } = port();
// one after the other: a policy may have to be loaded first
let last: Promise<void> = Promise.resolve();
onMessage((question) => {
  last = last.then(() => answer(question));
});

async function answer({ number, name, args }: Question): Promise<void> {
  try {
    const result = await (answers[name] as (...args: unknown[]) => unknown)(...args);
    postMessage({ number, result }, transferable(arraysIn(result)));
  } catch (error) {
    postMessage({ number, error: failureOf(error) }, []);
  }
}

/** Arrays of an answer, which this thread does not need any more. */
function arraysIn(result: unknown): Numbers[] {
  if (Array.isArray(result)) return result;
  const { state, outputs = [] } = (result ?? {}) as { state?: Numbers; outputs?: Numbers[] };
  return state ? [state, ...outputs] : outputs;
}
