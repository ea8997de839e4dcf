/** Pairs of geoms that can collide. */
import { expectObject, found } from '../../../core/expect.ts';
import { Disable, type Model, ObjType } from '../../../index.ts';
import { findObject } from '../frame.ts';

/** Geoms: one by name or id, or those of a body, or those of a body and its subtree. */
export type GeomGroup =
  | string
  | number
  | { readonly body: string | number }
  | { readonly subtree: string | number }
  | readonly GeomGroup[];

/** Geoms of the pairs, two numbers each, without those that cannot collide in MuJoCo. */
export function findPairs(m: Model, pairs?: readonly (readonly [GeomGroup, GeomGroup])[]): Int32Array {
  const all = () => [...m.geom_bodyid.keys()];
  const groups = pairs?.map(([a, b]) => [geomsOf(m, a), geomsOf(m, b)]) ?? [[all(), all()]];
  const seen = new Set<number>();
  const list: number[] = [];
  for (const [left, right] of groups) {
    for (const a of left) {
      for (const b of right) {
        const [g1, g2] = a < b ? [a, b] : [b, a];
        const key = g1 * m.ngeom + g2;
        if (seen.has(key) || !mayCollide(m, g1, g2)) continue;
        seen.add(key);
        list.push(g1, g2);
      }
    }
  }
  return Int32Array.from(list);
}

function geomsOf(m: Model, group: GeomGroup): number[] {
  if (Array.isArray(group)) return [...new Set(group.flatMap((each: GeomGroup) => geomsOf(m, each)))];
  if (typeof group === 'string' || typeof group === 'number') return [findObject(m, 'geom', ObjType.GEOM, group)];
  const { body, subtree } = expectObject('geoms', group) as { body?: string | number; subtree?: string | number };
  const name = body ?? subtree;
  if (name === undefined) throw new TypeError(`geoms: expected { body } or { subtree }, found ${found(group)}`);
  const top = findObject(m, 'body', ObjType.BODY, name);
  const belongs = (b: number): boolean =>
    b === top || (subtree !== undefined && b > top && belongs(m.body_parentid[b]));
  return [...m.geom_bodyid.keys()].filter((g) => belongs(m.geom_bodyid[g]));
}

/** MuJoCo's filters: masks, at least one moving body, bodies other than parent and child. */
function mayCollide(m: Model, g1: number, g2: number): boolean {
  const { geom_contype, geom_conaffinity, geom_bodyid, body_weldid, body_parentid, body_dofnum } = m;
  const masks = (geom_contype[g1] & geom_conaffinity[g2]) | (geom_contype[g2] & geom_conaffinity[g1]);
  const [w1, w2] = [body_weldid[geom_bodyid[g1]], body_weldid[geom_bodyid[g2]]];
  if (masks === 0 || w1 === w2 || (body_dofnum[w1] === 0 && body_dofnum[w2] === 0)) return false;
  if (m.exclude_signature.includes(signature(geom_bodyid[g1], geom_bodyid[g2]))) return false;
  const isStatic = w1 === 0 || w2 === 0;
  if (isStatic || m.opt.disableflags & Disable.FILTERPARENT) return true;
  return w1 !== body_weldid[body_parentid[w2]] && w2 !== body_weldid[body_parentid[w1]];
}

/** Encoding of excluded body pairs in the model. */
function signature(b1: number, b2: number): number {
  return (Math.min(b1, b2) << 16) + Math.max(b1, b2);
}
