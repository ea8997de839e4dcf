/** Options and visual settings as a model has them now, back into the tree that it was made from. */

import type { Options, Visual } from '../../../core/model/fields/index.ts';
import type { SpecTree } from '../../spec/specTree.ts';

/** A model, as far as its settings go. */
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

/** What has changed is taken over; a number that only lost digits in 32 bits has not. */
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
