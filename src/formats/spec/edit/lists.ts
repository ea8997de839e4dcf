/** The lists of each kind of elements in a spec, in the order of ids. */

import { ObjType } from '../../../core/model/enums.ts';
import type { Body } from '../elements/body.ts';
import type { SpecElement } from '../elements/element.ts';
import type { SpecTree } from '../specTree.ts';
import { subtreeBodies } from '../stateSizes.ts';

type ListOf<Owner> = { [K in keyof Owner]: Owner[K] extends SpecElement[] ? K : never }[keyof Owner];

/** Lists of the spec itself. */
export const SPEC_LISTS: ReadonlyMap<ObjType, ListOf<SpecTree>> = new Map([
  [ObjType.MESH, 'meshes'],
  [ObjType.HFIELD, 'hfields'],
  [ObjType.TEXTURE, 'textures'],
  [ObjType.MATERIAL, 'materials'],
  [ObjType.FLEX, 'flexes'],
  [ObjType.SKIN, 'skins'],
  [ObjType.PAIR, 'pairs'],
  [ObjType.EXCLUDE, 'excludes'],
  [ObjType.EQUALITY, 'equalities'],
  [ObjType.TENDON, 'tendons'],
  [ObjType.ACTUATOR, 'actuators'],
  [ObjType.SENSOR, 'sensors'],
  [ObjType.NUMERIC, 'numerics'],
  [ObjType.TEXT, 'texts'],
  [ObjType.TUPLE, 'tuples'],
  [ObjType.KEY, 'keys'],
  [ObjType.PLUGIN, 'plugins'],
]);

/** Lists of every body. */
export const BODY_LISTS: ReadonlyMap<ObjType, ListOf<Body>> = new Map([
  [ObjType.BODY, 'bodies'],
  [ObjType.FRAME, 'frames'],
  [ObjType.JOINT, 'joints'],
  [ObjType.GEOM, 'geoms'],
  [ObjType.SITE, 'sites'],
  [ObjType.CAMERA, 'cameras'],
  [ObjType.LIGHT, 'lights'],
]);

/** All elements of a kind. */
export function elementsByKind(spec: SpecTree, kind: ObjType): readonly SpecElement[] {
  const own = SPEC_LISTS.get(kind);
  if (own !== undefined) return spec[own];
  if (kind === ObjType.BODY || kind === ObjType.XBODY) return subtreeBodies(spec.worldbody);
  const list = BODY_LISTS.get(kind);
  return list === undefined ? [] : subtreeBodies(spec.worldbody).flatMap((body): SpecElement[] => body[list]);
}

/** The first element of a kind with a name. */
export function findElement(spec: SpecTree, kind: ObjType, name: string): SpecElement | undefined {
  return elementsByKind(spec, kind).find((element) => element.name === name);
}

/** The list that contains an element, and its body; undefined if the spec does not have it. */
export function findOwner(
  spec: SpecTree,
  element: SpecElement,
): { list: SpecElement[]; body: Body | null } | undefined {
  for (const name of SPEC_LISTS.values()) {
    const list: SpecElement[] = spec[name];
    if (list.includes(element)) return { list, body: null };
  }
  for (const body of subtreeBodies(spec.worldbody)) {
    for (const name of BODY_LISTS.values()) {
      const list: SpecElement[] = body[name];
      if (list.includes(element)) return { list, body };
    }
  }
  return undefined;
}
