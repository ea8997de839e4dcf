/** Copies the current options and visual settings of a Model back to its spec tree. */

import type { Options, Visual } from '../../../core/model/fields/index.ts';
import type { SpecTree } from '../../spec/specTree.ts';

/** The settings of a model. */
export interface Settings {
  readonly opt: Options;
  readonly vis: Visual;
}

type Values = { [name: string]: unknown };

export function takeSettings(spec: SpecTree, { opt, vis }: Settings): void {
  take(spec.option as unknown as Values, opt);
  for (const part of ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const)
    take(spec.visual[part] as unknown as Values, vis[part]);
}

/** Copy changed values; values that only lost precision in 32 bits are unchanged. */
function take(into: Values, from: Values): void {
  for (const name in from) {
    const [old, now] = [into[name], from[name]];
    if (typeof old === 'number') into[name] = taken(old, now as number);
    else if (Array.isArray(old)) into[name] = old.map((x: number, k) => taken(x, (now as ArrayLike<number>)[k]!));
  }
}

function taken(old: number, now: number): number {
  return Math.fround(old) === now ? old : now;
}
