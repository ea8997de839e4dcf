/** From a spec tree to a Model, for those who have the compiler at hand. */
import { compile } from '../compiler/compile.ts';
import type { Model } from '../core/model/model.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import { compileOptions } from './engine.ts';
import type { EngineOptions } from './options.ts';

/** A compiled spec, ready to be stepped by the engine that was asked for. */
export function compileForEngine(spec: SpecTree, options: EngineOptions): Model {
  return compile(spec, compileOptions(options));
}
