import type { int } from '../../math/int.ts';
import { zero3 } from '../../math/vec3.ts';

/*  What a pair function finds: distance, position, normal from geom 1 to geom 2, and a tangent if it knows a good one.
 *  Pair functions write these one after the other into a buffer; parameters and frames are added later (mixing.ts). */

/** Numbers per contact in the buffer, and where its parts start; the distance comes first. */
export const CON = 10;
export const CON_POS = 1;
export const CON_NORMAL = 4;
export const CON_TANGENT = 7;

/** The contact at c with no preferred tangent and the given distance. */
export function startContact(con: Float64Array, c: int, dist: number): void {
  con[c] = dist;
  zero3(con, c + CON_TANGENT);
}
