/** Choosing the engine that steps a Model, and having it ready. */
import { setPlainDerivatives } from '../core/derivative/plain.ts';
import { attachHooks } from '../core/engine/reset.ts';
import { hasPlainStages, setPlainStages, setStages } from '../core/engine/runtime/engine.ts';
import type { Model } from '../core/model/model.ts';
import { type CompiledEngine, compileEngine, wasmAllowed, wasmStagesOf } from '../core/wasm/compileEngine.ts';
import type { EngineOptions, LoadOptions } from './options.ts';

let compiled: CompiledEngine | undefined;

export async function prepareEngine(options: EngineOptions): Promise<void> {
  if (options.engine !== 'js' && wasmAllowed()) compiled ??= await compileEngine();
  else await preparePlain();
}

async function preparePlain(): Promise<void> {
  const [stages, derivatives] = await Promise.all([
    import('../core/engine/runtime/stages.ts'),
    import('../core/derivative/plainTable.ts'),
  ]);
  setPlainStages(stages.jsStages);
  setPlainDerivatives(derivatives.plainDerivatives);
}

/** Give a Model, and later its copies, the engine that runs them. */
export function attachEngine(model: Model, engine: LoadOptions['engine']): void {
  attachHooks(model);
  model.attachEngine = (copy) => attachEngine(copy, engine);
  if (engine !== 'js' && compiled && model.heap.memory) {
    setStages(model, wasmStagesOf(compiled, model.heap));
  } else if (!hasPlainStages()) throw notPrepared(engine);
}

/** Options of the compiler with which its Models can be stepped, by the engine that was asked for. */
export function compileOptions(options: EngineOptions): { attachEngine: (model: Model) => void } {
  return { attachEngine: (model) => attachEngine(model, options.engine) };
}

/** What to do where a Model was asked for before anything was prepared. */
export function notPrepared(engine: LoadOptions['engine']): Error {
  // without options, the compiled engine can be missing only because nothing was prepared
  const call = engine === 'js' || compiled ? "prepare({ engine: 'js' })" : 'prepare()';
  return new Error(
    `the engine is not prepared: \`await ${call}\` once before making models, or load them with \`await loadModel(...)\``,
  );
}
