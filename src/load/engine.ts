/** Selects the engine of a Model and makes sure that it is ready. */
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

/** Attach an engine to a Model and its later copies. */
export function attachEngine(model: Model, engine: LoadOptions['engine']): void {
  attachHooks(model);
  model.attachEngine = (copy) => attachEngine(copy, engine);
  if (engine !== 'js' && compiled && model.heap.memory) {
    setStages(model, wasmStagesOf(compiled, model.heap));
  } else if (!hasPlainStages()) throw notPrepared(engine);
}

/** Compiler options for Models that the selected engine steps. */
export function compileOptions(options: EngineOptions): { attachEngine: (model: Model) => void } {
  return { attachEngine: (model) => attachEngine(model, options.engine) };
}

/** The error for a Model requested before `prepare()`. */
export function notPrepared(engine: LoadOptions['engine']): Error {
  // without options, the compiled engine is missing only if nothing was prepared
  const call = engine === 'js' || compiled ? "prepare({ engine: 'js' })" : 'prepare()';
  return new Error(
    `the engine is not prepared. Call \`await ${call}\` once before making models, or use \`await loadModel(...)\``,
  );
}
