import { copyInt, sameInts } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';

/*  Things that lie on each other touch at other points from step to step, or at more or fewer, but they are the same things: while the
 *  parts of a problem and the sets of parts that constraints tie together are what they were, so is the order of elimination. That of
 *  the first problem is kept: its lists begin at 0. */

/** Whether the first problem has the parts and elements that its order was sought for; it is then in work_part_order.
 *  reads  d: work_element_num work_H_col work_cached_*   writes d: work_part_order */
export function restoreCachedOrder(d: Data, parts: int, elements: int): boolean {
  const { work_part_order, work_element_num, work_H_col, work_sol_int } = d;
  const { work_cached_part, work_cached_order, work_cached_element_num, work_cached_element } = d;
  const same =
    work_sol_int[SolverIntSlot.CACHED_PARTS] === parts &&
    work_sol_int[SolverIntSlot.CACHED_ELEMENTS] === elements &&
    sameInts(work_cached_part, work_part_order, parts) &&
    sameInts(work_cached_element_num, work_element_num, elements) &&
    sameInts(work_cached_element, work_H_col, elementEnd(d, elements));
  if (same) copyInt(work_part_order, 0, work_cached_order, 0, parts);
  return same;
}

/** Notes parts and elements before they are ordered; no order is kept until it is noted, too.
 *  writes d: work_cached_part work_cached_element_num work_cached_element work_sol_int */
export function cacheElements(d: Data, parts: int, elements: int): void {
  const { work_part_order, work_element_num, work_H_col, work_sol_int } = d;
  const { work_cached_part, work_cached_element_num, work_cached_element } = d;
  work_sol_int[SolverIntSlot.CACHED_PARTS] = 0;
  copyInt(work_cached_part, 0, work_part_order, 0, parts);
  copyInt(work_cached_element_num, 0, work_element_num, 0, elements);
  copyInt(work_cached_element, 0, work_H_col, 0, elementEnd(d, elements));
}

/** Notes the order of the parts.
 *  writes d: work_cached_order work_sol_int */
export function cacheOrder(d: Data, parts: int, elements: int): void {
  const { work_part_order, work_cached_order, work_sol_int } = d;
  copyInt(work_cached_order, 0, work_part_order, 0, parts);
  work_sol_int[SolverIntSlot.CACHED_PARTS] = parts;
  work_sol_int[SolverIntSlot.CACHED_ELEMENTS] = elements;
}

/** Where the lists of so many elements end. */
export function elementEnd(d: Data, elements: int): int {
  return elements === 0 ? 0 : d.work_element_adr[elements - 1] + d.work_element_num[elements - 1];
}
