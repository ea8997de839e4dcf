/** From a spec tree to a Model, for those who have the compiler at hand. */
import { compile } from '../compiler/compile.ts';
import type { Model } from '../core/model/model.ts';
import type { Spec } from '../formats/spec/spec.ts';
import { equipped } from './engine.ts';
import type { EngineOptions } from './options.ts';

/** A compiled spec, ready to be stepped by the engine that was asked for. */
export function finish(spec: Spec, options: EngineOptions): Model {
  return compile(spec, equipped(options));
}
