import { copyInt, sameInts } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';

/*  The order cache: contact points between bodies appear and vanish from step to step, but the sets of parts that constraints
 *  connect change rarely. Only the first ordered problem is cached: its lists begin at 0 (`lists` is the memory of `order.ts`).
 *
 *  Key: the parts of the problem in model order; number, sizes and parts of all elements.
 *  Hit: the key is equal; the cached elimination order replaces work_part_order.
 *  Invalidated by: any difference (`cacheElements`), until `cacheOrder` stores the new order: an arena that runs full in between
 *  leaves the cache invalid. */

/** On a hit, writes the cached order of the first problem to work_part_order and returns true.
 *  reads  d: work_element_num work_H_col work_cached_*   writes d: work_part_order */
export function restoreCachedOrder(d: Data, parts: int, elements: int): boolean {
  const { work_part_order, work_element_num, work_H_col: lists, work_sol_int } = d;
  const { work_cached_part, work_cached_order, work_cached_element_num, work_cached_element } = d;
  const hit =
    work_sol_int[SolverIntSlot.CACHED_PARTS] === parts &&
    work_sol_int[SolverIntSlot.CACHED_ELEMENTS] === elements &&
    sameInts(work_cached_part, work_part_order, parts) &&
    sameInts(work_cached_element_num, work_element_num, elements) &&
    sameInts(work_cached_element, lists, elementEnd(d, elements));
  if (hit) copyInt(work_part_order, 0, work_cached_order, 0, parts);
  return hit;
}

/** Stores the key before the parts are ordered, and invalidates the cache until `cacheOrder`.
 *  writes d: work_cached_part work_cached_element_num work_cached_element work_sol_int */
export function cacheElements(d: Data, parts: int, elements: int): void {
  const { work_part_order, work_element_num, work_H_col: lists, work_sol_int } = d;
  const { work_cached_part, work_cached_element_num, work_cached_element } = d;
  work_sol_int[SolverIntSlot.CACHED_PARTS] = 0;
  copyInt(work_cached_part, 0, work_part_order, 0, parts);
  copyInt(work_cached_element_num, 0, work_element_num, 0, elements);
  copyInt(work_cached_element, 0, lists, 0, elementEnd(d, elements));
}

/** Stores the elimination order, and makes the cache valid.
 *  writes d: work_cached_order work_sol_int */
export function cacheOrder(d: Data, parts: int, elements: int): void {
  const { work_part_order, work_cached_order, work_sol_int } = d;
  copyInt(work_cached_order, 0, work_part_order, 0, parts);
  work_sol_int[SolverIntSlot.CACHED_PARTS] = parts;
  work_sol_int[SolverIntSlot.CACHED_ELEMENTS] = elements;
}

/** End of the lists of the first n elements. */
export function elementEnd(d: Data, n: int): int {
  return n === 0 ? 0 : d.work_element_adr[n - 1] + d.work_element_num[n - 1];
}
