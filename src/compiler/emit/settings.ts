/** Writes options and visual settings: everything that occurs once per model. */

import { BLOCK, expectInt } from '../../core/model/block/block.ts';
import { modelLayout } from '../../core/model/block/layout.ts';
import { modelArrayView } from '../../core/model/block/modelBlock.ts';
import { modelTable, recordScalars } from '../../core/model/fields/index.ts';
import type { Model } from '../../core/model/model.ts';
import type { SpecTree } from '../../formats/spec/specTree.ts';

/** A setting of the spec and its location in the Model. */
interface Setting {
  /** `opt`, or the part of `vis` */
  readonly record: string;
  readonly key: string;
  readonly kind: 'f64' | 'f32' | 'i32' | 'array';
  /** of a scalar, its index in the header seen as numbers of its kind; of an array, its row */
  readonly at: number;
}

let settings: readonly Setting[] | undefined;

function allSettings(): Setting[] {
  const scalars = recordScalars.map(([name, kind]): Setting => {
    const { offset } = modelLayout.scalar.get(name)!;
    return { ...splitPath(name), kind, at: kind === 'f64' ? offset >> 3 : offset >> 2 };
  });
  const arrays = modelTable.flatMap(([name], at): Setting[] =>
    name.includes('.') ? [{ ...splitPath(name), kind: 'array', at }] : [],
  );
  // statistics are computed later
  return [...scalars, ...arrays].filter(({ record }) => record !== 'stat');
}

function splitPath(name: string): Pick<Setting, 'record' | 'key'> {
  const [key, record] = name.split('.').reverse();
  return { record, key };
}

export function writeSettings(spec: SpecTree, m: Model): void {
  settings ??= allSettings();
  const records = { ...spec.visual, opt: spec.option } as unknown as Record<string, Record<string, unknown>>;
  const block = m[BLOCK];
  for (const { record, key, kind, at } of settings) {
    const value = records[record][key];
    if (kind === 'array') modelArrayView(block, at).set(value as number[]);
    else if (kind === 'i32') block.i32[at] = expectInt(`${record}.${key}`, Number(value));
    else block[kind][at] = Number(value);
  }
}
