/** Options, visual settings: everything that stands once per model. */

import { recordScalars } from '../../model/fields/index.ts';
import { recordArrays } from '../../model/fields/options.ts';
import type { Model } from '../../model/model.ts';
import type { Spec } from '../../spec/spec.ts';

type Loose = Record<string, unknown>;

/** Records of the spec by the name they have in the model; `stat` is computed later. */
function sourceOf(spec: Spec, path: readonly string[]): Loose | undefined {
  if (path[0] === 'opt') return spec.option as unknown as Loose;
  if (path[0] === 'vis') return (spec.visual as unknown as Record<string, Loose>)[path[1]];
  return undefined;
}

export function writeSettings(spec: Spec, m: Model): void {
  for (const [name] of recordScalars) {
    const path = name.split('.');
    const source = sourceOf(spec, path);
    if (source) ownerOf(m, path)[path.at(-1)!] = Number(source[path.at(-1)!]);
  }
  for (const [name] of recordArrays) {
    const path = name.split('.');
    const source = sourceOf(spec, path);
    if (source) (ownerOf(m, path)[path.at(-1)!] as Float64Array).set(source[path.at(-1)!] as number[]);
  }
}

function ownerOf(m: Model, path: readonly string[]): Loose {
  return path.slice(0, -1).reduce((owner, key) => owner[key] as Loose, m as unknown as Loose);
}
