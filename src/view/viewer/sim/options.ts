/** Numbers of a model that are changed while it runs. */
import type { Model } from '../../../index.ts';

/** An option of the physics (`timestep`), or what a picture is drawn with (`vis.map.force`); of an array, one component. */
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
