/** Model parameters that may change during a run. */
import type { Model } from '../../../index.ts';

/** An option of the physics (`timestep`), or a visual parameter (`vis.map.force`); for an array, one component. */
export interface OptionChange {
  name: string;
  index?: number;
  value: number;
}

type OptionTree = { [name: string]: number | Float64Array | OptionTree };

export function changeOption(m: Model, { name, index, value }: OptionChange): void {
  const path = name.startsWith('vis.') ? name.split('.') : ['opt', name];
  const last = path.pop()!;
  const record = path.reduce((inside, part) => inside[part] as OptionTree, m as unknown as OptionTree);
  const old = record[last];
  if (typeof old === 'number') record[last] = value;
  else if (ArrayBuffer.isView(old) && index !== undefined) old[index] = value;
}
