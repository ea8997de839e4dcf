import type { int } from '../../math/int.ts';
import { zero3 } from '../../math/vec3.ts';

/*  Results of pair functions: distance, position, normal from geom 1 to geom 2, and a preferred tangent if there is
 *  one. Pair functions append them to a buffer; parameters and frames are added later (mixing.ts). */

/** Reals per contact in the buffer, and offsets of its parts; the distance is first. */
export const CON = 10;
export const CON_POS = 1;
export const CON_NORMAL = 4;
export const CON_TANGENT = 7;

/** Writes the distance of the contact at c, without a preferred tangent. */
export function startContact(con: Float64Array, c: int, dist: number): void {
  con[c] = dist;
  zero3(con, c + CON_TANGENT);
}
