/** The pairs of geoms that the Model allows to touch: masks, welds, parents, exclusions, explicit pairs. */
import { distanceByGjk, typesCollide } from '../../core/engine/collision/dispatch.ts';
import { bodiesMeet, bodyMasksMeet, canCollide, masksMeet } from '../../core/engine/collision/filter.ts';
import type { Data } from '../../core/model/data.ts';
import { GeomType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

/** Three integers per pair: two geoms, the lower type first, and the explicit pair or -1; in MuJoCo's contact order: by
 * bodies, explicit pairs first. */
export function geomPairs(m: Model, d: Data): Int32Array<ArrayBuffer> {
  const list: number[] = [];
  const add = (a: number, b: number, pair: number) => {
    const [g1, g2] = m.geom_type[a] > m.geom_type[b] ? [b, a] : [a, b];
    if (typesCollide(m.geom_type[g1], m.geom_type[g2])) list.push(g1, g2, pair);
  };
  const explicit = new Map<number, number[]>();
  for (let p = 0; p < m.npair; p++) {
    const key = m.pair_signature[p] >>> 0;
    explicit.set(key, [...(explicit.get(key) ?? []), p]);
  }
  const excluded = new Set([...m.exclude_signature].map((signature) => signature >>> 0));
  for (let b1 = 0; b1 < m.nbody; b1++) {
    for (let b2 = b1 + 1; b2 < m.nbody; b2++) {
      const signature = ((b1 << 16) + b2) >>> 0;
      const own = explicit.get(signature) ?? [];
      for (const p of own) add(m.pair_geom1[p], m.pair_geom2[p], p);
      if (excluded.has(signature) || !canCollide(m, b1) || !canCollide(m, b2)) continue;
      if (!bodyMasksMeet(m, b1, b2) || !bodiesMeet(m, d, b1, b2, false)) continue;
      addBodies(m, b1, b2, own, add);
    }
  }
  return Int32Array.from(list);
}

/** Two types of geoms, the lower first. */
export type TypePair = readonly [number, number];

/** The pairs of geom types that may touch. */
export function typesThatMeet(m: Model, pairs: Int32Array): TypePair[] {
  const found = new Map<number, TypePair>();
  for (let k = 0; k < pairs.length; k += 3) {
    const [a, b] = [m.geom_type[pairs[k]], m.geom_type[pairs[k + 1]]];
    found.set(100 * a + b, [a, b]);
  }
  return [...found.values()];
}

/** Whether contacts of two types are computed by GJK and EPA; others have a closed form, or none on a device. */
export const needsSearch = (a: number, b: number) => distanceByGjk(a, b) && (a !== GeomType.BOX || b !== GeomType.BOX);

/** All pairs of geoms of two bodies, except explicit ones. */
function addBodies(
  m: Model,
  b1: number,
  b2: number,
  own: readonly number[],
  add: (g1: number, g2: number, pair: number) => void,
): void {
  const { body_geomadr, body_geomnum, geom_contype, geom_conaffinity, pair_geom1, pair_geom2 } = m;
  const isExplicit = (g1: number, g2: number) =>
    own.some((p) => (pair_geom1[p] === g1 && pair_geom2[p] === g2) || (pair_geom1[p] === g2 && pair_geom2[p] === g1));
  for (let g1 = body_geomadr[b1]; g1 < body_geomadr[b1] + body_geomnum[b1]; g1++) {
    for (let g2 = body_geomadr[b2]; g2 < body_geomadr[b2] + body_geomnum[b2]; g2++) {
      if (isExplicit(g1, g2)) continue;
      if (masksMeet(geom_contype[g1], geom_conaffinity[g1], geom_contype[g2], geom_conaffinity[g2])) add(g1, g2, -1);
    }
  }
}
