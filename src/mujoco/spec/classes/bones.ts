/** Bones of skins: the tree has a list of bones, scripts have one list per property. */

import { type Bone, Skin } from '../../../formats/spec/elements/deformable.ts';
import type { SpecElement } from '../../../formats/spec/elements/element.ts';

/** Properties of all bones, concatenated. */
interface Columns {
  bodyname: string[];
  bindpos: number[];
  bindquat: number[];
  vertid: number[][];
  vertweight: number[][];
}

/** Lists modified by scripts; until `settleBones` they replace the bones of the skin. */
const held = new WeakMap<Skin, Columns>();

export const BONE_COLUMNS: readonly string[] = ['bodyname', 'bindpos', 'bindquat', 'vertid', 'vertweight'];

export function boneColumns(skin: Skin): Columns {
  let columns = held.get(skin);
  if (columns === undefined) {
    columns = {
      bodyname: skin.bones.map(({ body }) => body),
      bindpos: skin.bones.flatMap(({ bindpos }) => bindpos),
      bindquat: skin.bones.flatMap(({ bindquat }) => bindquat),
      vertid: skin.bones.map(({ vertid }) => vertid),
      vertweight: skin.bones.map(({ vertweight }) => vertweight),
    };
    held.set(skin, columns);
  }
  return columns;
}

/** Apply the changes of scripts to the bones of skins.
 *  @throws Error if the lists do not match */
export function settleBones(elements: Iterable<SpecElement>): void {
  for (const skin of elements) {
    const columns = skin instanceof Skin ? held.get(skin) : undefined;
    if (columns) (skin as Skin).bones = columnsToBones(skin.name, columns);
  }
}

/** Discard the changes of scripts to the bones of a skin. */
export function forgetBones(skin: SpecElement): void {
  if (skin instanceof Skin) held.delete(skin);
}

function columnsToBones(name: string, { bodyname, bindpos, bindquat, vertid, vertweight }: Columns): Bone[] {
  const count = bodyname.length;
  const sizes: [string, number, number][] = [
    ['bindpos', bindpos.length, 3 * count],
    ['bindquat', bindquat.length, 4 * count],
    ['vertid', vertid.length, count],
    ['vertweight', vertweight.length, count],
  ];
  for (const [field, found, expected] of sizes) {
    if (found === expected) continue;
    throw new Error(`skin '${name}' ${field}: expected ${expected} for ${count} bodies, found ${found}`);
  }
  return bodyname.map((body, i) => ({
    body,
    bindpos: bindpos.slice(3 * i, 3 * i + 3),
    bindquat: bindquat.slice(4 * i, 4 * i + 4),
    vertid: vertid[i],
    vertweight: vertweight[i],
  }));
}
