/** The engine inside a thread, and the models that it computes with. */
import { attachHooks } from '../engine/reset.ts';
import { setPlainStages, setStages } from '../engine/runtime/engine.ts';
import { jsStages } from '../engine/runtime/stages.ts';
import { suppressConsoleWarnings } from '../engine/runtime/warning.ts';
import type { Model } from '../model/model.ts';
import { addMujocoPlugins } from '../plugins/index.ts';
import { wasmStagesOf } from '../wasm/compileEngine.ts';
import { bind } from '../wasm/module.gen.js';
import type { EngineModules } from './engineModules.ts';
import { modelFromSnapshot } from './modelSnapshot.ts';
import type { ThreadModel } from './threadModel.ts';

let engine: EngineModules = { growing: undefined, fixed: undefined };

/** Set the engine of this thread. */
export function prepareThread(modules: EngineModules): void {
  engine = modules;
  addMujocoPlugins();
  setPlainStages(jsStages);
}

/** A model of this thread with its engine. */
export function buildModel({ snapshot, plain }: ThreadModel): Model {
  const model = modelFromSnapshot(snapshot);
  attachHooks(model);
  suppressConsoleWarnings(model);
  const module = engine.growing ?? engine.fixed;
  if (!plain && module && model.heap.memory) {
    setStages(model, wasmStagesOf({ module, fixed: () => engine.fixed ?? module, bind }, model.heap));
  }
  return model;
}
