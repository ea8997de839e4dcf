import type { int } from '../../../../math/int.ts';
import { dist3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';

/** Records the error of the computed contact `con` relative to the contact that is differentiated, that of the exact
 *  shapes: distance, normal (length of the difference, approximately an angle), position.
 *  writes d: work_con_error */
export function recordContactError(
  d: Data,
  con: int,
  dist: number,
  pos: Float64Array,
  p: int,
  normal: Float64Array,
  n: int,
): void {
  const { work_con_error, contact_dist, contact_pos, contact_frame } = d;
  work_con_error[3 * con] = Math.abs(dist - contact_dist[con]);
  work_con_error[3 * con + 1] = dist3(normal, n, contact_frame, 9 * con);
  work_con_error[3 * con + 2] = dist3(pos, p, contact_pos, 3 * con);
}
