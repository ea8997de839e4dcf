/** Compiles a spec tree to a Model when the compiler is already loaded. */
import { compile } from '../compiler/compile.ts';
import type { Model } from '../core/model/model.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import { compileOptions } from './engine.ts';
import type { EngineOptions } from './options.ts';

/** A compiled spec, ready for the selected engine. */
export function compileForEngine(spec: SpecTree, options: EngineOptions): Model {
  return compile(spec, compileOptions(options));
}
