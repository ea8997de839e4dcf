import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { Status } from '../runtime/status.ts';
import { cacheElements, cacheOrder, elementEnd, restoreCachedOrder } from './orderCache.ts';
import { hasManyLimbs, listParts } from './parts.ts';
import { constraintEnd, hasManyParts, isOrdered, problemCount } from './problem.ts';

/*  Fill-reducing ordering: the elimination order of the parts of a problem that keeps the factor of the Hessian sparse. Minimum
 *  degree on a quotient graph (Amestoy, Davis and Duff 1996, An approximate minimum degree ordering algorithm);
 *  docs/derivations/solver.md has the formulas.
 *
 *  Variables are parts (`parts.ts`), except trunks, which are always last. Elements are sets of parts that depend on each other:
 *  constraints, and eliminated parts. Eliminating a part merges its elements into one that takes its name, a column of the factor.
 *  Elements below nbody are eliminated parts, element nbody + e is constraint e.
 *
 *  `lists` is the memory of all lists. It is the array work_H_col, which is free until `makePattern` writes the Hessian's columns:
 *    [ parts of constraint 0, 1, ... | elements of each part (work_order_list) | parts of each eliminated part (work_order_adr) ] */

/** Orders the parts of all problems that are large enough.
 *  reads  d: nisland island_* map_itree2tree efc_J_* map_iefc2efc iefc_* efc_*
 *  writes d: work_problem work_part_order work_dof_part work_order_* work_element_* work_cached_* work_H_col work_sol_int */
export function orderProblems(m: Model, d: Data): int {
  const { nisland, island_ntree, island_itreeadr, island_iefcadr, island_nefc, work_problem, work_part_order } = d;
  const problems = problemCount(d);
  d.work_sol_int[SolverIntSlot.NEW_ORDERS] = 0;
  let at = 0;
  for (let k = 0; k < problems; k++) {
    const p = Problem.SIZE * k;
    work_problem[p + Problem.NPART] = 0;
    if (!isOrdered(m)) continue;
    const trees = nisland > 0 ? island_ntree[k] : m.ntree;
    const parts = listParts(m, d, nisland > 0 ? island_itreeadr[k] : 0, trees, at);
    if (!hasManyParts(parts)) continue;
    work_problem[p + Problem.PART] = at;
    work_problem[p + Problem.NPART] = parts;
    const row = nisland > 0 ? island_iefcadr[k] : 0;
    const rows = nisland > 0 ? island_nefc[k] : d.nefc;
    let trunks = 0;
    while (trunks < parts && isTrunk(m, work_part_order[at + parts - 1 - trunks])) trunks++;
    if (orderParts(m, d, at, parts - trunks, row, row + rows) !== Status.OK) return Status.ARENA_FULL;
    at += parts;
  }
  return Status.OK;
}

/** True if a part is a trunk. */
function isTrunk(m: Model, body: int): boolean {
  const t = m.body_treeid[body];
  return body === m.tree_bodyadr[t] && hasManyLimbs(m, t);
}

/** Sorts work_part_order[first, first + parts) into elimination order. The rows of the problem are [row, end). */
function orderParts(m: Model, d: Data, first: int, parts: int, row: int, end: int): int {
  const { work_part_order, work_order_head, work_order_num, work_sol_int } = d;
  const elements = listElements(m, d, first, parts, row, end);
  if (elements < 0) return Status.ARENA_FULL;
  if (first === 0 && restoreCachedOrder(d, parts, elements)) return Status.OK;
  work_sol_int[SolverIntSlot.NEW_ORDERS]++;
  if (first === 0) cacheElements(d, parts, elements);
  let at = listElementsOfParts(m, d, first, parts, elements);
  if (at < 0) return Status.ARENA_FULL;
  startDegrees(m, d, first, parts);
  let minDegree = 0;
  for (let k = 0; k < parts; k++) {
    while (work_order_head[minDegree] < 0) minDegree++;
    const part = work_order_head[minDegree];
    unlink(d, part);
    work_part_order[first + k] = part;
    // the new element has at most the remaining parts
    if (at + parts - k > d.H_cap) {
      d.H_need = 2 * (at + parts - k);
      return Status.ARENA_FULL;
    }
    joinElements(m, d, part, at);
    at += work_order_num[part];
    minDegree = updateDegrees(m, d, part, parts - k - 1, minDegree);
  }
  if (first === 0) cacheOrder(d, parts, elements);
  return Status.OK;
}

/** Elements of the constraints in rows [row, end). Returns their number, or -1 if the arena is full. */
function listElements(m: Model, d: Data, first: int, parts: int, row: int, end: int): int {
  const { work_part_order, work_order_count, work_H_col: lists } = d;
  const { work_element_adr, work_element_num, work_element_left } = d;
  for (let k = first; k < first + parts; k++) work_order_count[work_part_order[k]] = 0;
  let at = 0;
  let elements = 0;
  let e = row;
  while (e < end) {
    const n = listTouchedParts(d, e, at);
    if (n < 0) return -1;
    if (n > 1 && !isRepeated(d, elements, at, n)) {
      work_element_adr[elements] = at;
      work_element_num[elements] = n;
      work_element_left[elements] = -1;
      for (let k = at; k < at + n; k++) work_order_count[lists[k]]++;
      at += n;
      elements++;
    }
    e = constraintEnd(m, d, e, end);
  }
  return elements;
}

/** Writes the parts of a row to lists[at...], increasing. Returns their number, or -1 if the arena is full. */
function listTouchedParts(d: Data, row: int, at: int): int {
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_H_col: lists, work_dof_part } = d;
  const e = map_iefc2efc[row];
  const from = efc_J_rowadr[e];
  if (at + efc_J_rownnz[e] > d.H_cap) {
    d.H_need = 2 * (at + efc_J_rownnz[e]);
    return -1;
  }
  let n = 0;
  let last = -1;
  for (let c = from; c < from + efc_J_rownnz[e]; c++) {
    const part = work_dof_part[efc_J_colind[c]];
    if (part < 0 || part === last) continue;
    lists[at + n] = part;
    last = part;
    n++;
  }
  return n;
}

/** Whether the n parts at `at` equal those of the last element: bodies may touch at many points. */
function isRepeated(d: Data, elements: int, at: int, n: int): boolean {
  const { work_element_adr, work_element_num, work_H_col: lists } = d;
  if (elements === 0 || work_element_num[elements - 1] !== n) return false;
  const other = work_element_adr[elements - 1];
  for (let k = 0; k < n; k++) if (lists[at + k] !== lists[other + k]) return false;
  return true;
}

/** Lists the elements of each part, from the parts of each element. Returns the end of the lists, or -1 if the arena is full. */
function listElementsOfParts(m: Model, d: Data, first: int, parts: int, elements: int): int {
  const { work_part_order, work_order_count, work_order_list, work_H_col: lists } = d;
  const { work_element_adr, work_element_num } = d;
  let to = elementEnd(d, elements);
  for (let k = first; k < first + parts; k++) {
    const part = work_part_order[k];
    work_order_list[part] = to;
    to += work_order_count[part];
    work_order_count[part] = 0;
  }
  if (to > d.H_cap) {
    d.H_need = 2 * to;
    return -1;
  }
  for (let e = 0; e < elements; e++) {
    const from = work_element_adr[e];
    for (let k = from; k < from + work_element_num[e]; k++) {
      const part = lists[k];
      lists[work_order_list[part] + work_order_count[part]] = m.nbody + e;
      work_order_count[part]++;
    }
  }
  return to;
}

/** Links every part into the list of its degree, an upper bound of the number of parts that it shares elements with. */
function startDegrees(m: Model, d: Data, first: int, parts: int): void {
  const { work_part_order, work_order_head, work_order_mark, work_order_left, work_order_num } = d;
  const { work_order_list, work_order_count, work_H_col: lists } = d;
  work_order_head.fill(-1, 0, parts);
  for (let k = first; k < first + parts; k++) {
    const part = work_part_order[k];
    work_order_mark[part] = -1;
    work_order_left[part] = -1;
    work_order_num[part] = 0;
    let degree = 0;
    const from = work_order_list[part];
    for (let c = from; c < from + work_order_count[part]; c++) degree += elementNum(m, d, lists[c]) - 1;
    link(d, part, Math.min(degree, parts - 1));
  }
}

/** Merges the elements of a part into a new element at lists[at...]: their parts without the part itself. */
function joinElements(m: Model, d: Data, part: int, at: int): void {
  const { work_order_list, work_order_count, work_order_mark, work_order_adr, work_order_num, work_H_col: lists } = d;
  const from = work_order_list[part];
  let n = 0;
  work_order_mark[part] = part;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = lists[c];
    const adr = elementAdr(m, d, e);
    for (let k = adr; k < adr + elementNum(m, d, e); k++) {
      const other = lists[k];
      if (work_order_mark[other] === part) continue;
      work_order_mark[other] = part;
      lists[at + n] = other;
      n++;
    }
    clearElement(m, d, e);
  }
  work_order_adr[part] = at;
  work_order_num[part] = n;
}

/** Updates the degrees of the parts of a new element; `remaining` parts are not eliminated. Returns a lower bound of all degrees. */
function updateDegrees(m: Model, d: Data, element: int, remaining: int, minDegree: int): int {
  const { work_order_adr, work_order_num, work_order_degree, work_H_col: lists } = d;
  const from = work_order_adr[element];
  const n = work_order_num[element];
  for (let k = from; k < from + n; k++) countOutside(m, d, lists[k]);
  let lowest = minDegree;
  for (let k = from; k < from + n; k++) {
    const part = lists[k];
    const outside = addElementToPart(m, d, part, element);
    const degree = Math.min(n - 1 + outside, work_order_degree[part] + n - 1, remaining - 1);
    unlink(d, part);
    link(d, part, degree);
    lowest = Math.min(lowest, degree);
  }
  for (let k = from; k < from + n; k++) clearLeft(m, d, lists[k]);
  return lowest;
}

/** Removes merged elements from the list of a part, and counts down how many parts of the others are outside the new element. */
function countOutside(m: Model, d: Data, part: int): void {
  const { work_order_list, work_order_count, work_H_col: lists } = d;
  const from = work_order_list[part];
  let write = from;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = lists[c];
    const n = elementNum(m, d, e);
    if (n === 0) continue;
    lists[write] = e;
    write++;
    const left = elementLeft(m, d, e);
    setLeft(m, d, e, (left < 0 ? n : left) - 1);
  }
  work_order_count[part] = write - from;
}

/** Adds the new element to a part and absorbs elements inside it. Returns how many parts the other elements have outside. */
function addElementToPart(m: Model, d: Data, part: int, element: int): int {
  const { work_order_list, work_order_count, work_H_col: lists } = d;
  const from = work_order_list[part];
  let write = from;
  let outside = 0;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = lists[c];
    const left = elementLeft(m, d, e);
    if (left === 0) {
      clearElement(m, d, e);
      continue;
    }
    outside += left;
    lists[write] = e;
    write++;
  }
  // at least one element was merged into the new one, so there is room
  lists[write] = element;
  work_order_count[part] = write + 1 - from;
  return outside;
}

/** Resets the counts of `countOutside`. */
function clearLeft(m: Model, d: Data, part: int): void {
  const { work_order_list, work_order_count, work_H_col: lists } = d;
  const from = work_order_list[part];
  for (let c = from; c < from + work_order_count[part]; c++) setLeft(m, d, lists[c], -1);
}

function elementAdr(m: Model, d: Data, e: int): int {
  return e < m.nbody ? d.work_order_adr[e] : d.work_element_adr[e - m.nbody];
}

function elementNum(m: Model, d: Data, e: int): int {
  return e < m.nbody ? d.work_order_num[e] : d.work_element_num[e - m.nbody];
}

function elementLeft(m: Model, d: Data, e: int): int {
  return e < m.nbody ? d.work_order_left[e] : d.work_element_left[e - m.nbody];
}

function setLeft(m: Model, d: Data, e: int, left: int): void {
  if (e < m.nbody) d.work_order_left[e] = left;
  else d.work_element_left[e - m.nbody] = left;
}

/** Marks an element as merged: it has no parts. */
function clearElement(m: Model, d: Data, e: int): void {
  if (e < m.nbody) d.work_order_num[e] = 0;
  else d.work_element_num[e - m.nbody] = 0;
}

/** Inserts a part into the list of its degree. */
function link(d: Data, part: int, degree: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_head[degree];
  work_order_degree[part] = degree;
  work_order_next[part] = next;
  work_order_prev[part] = -1;
  if (next >= 0) work_order_prev[next] = part;
  work_order_head[degree] = part;
}

/** Removes a part from the list of its degree. */
function unlink(d: Data, part: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_next[part];
  const prev = work_order_prev[part];
  if (prev >= 0) work_order_next[prev] = next;
  else work_order_head[work_order_degree[part]] = next;
  if (next >= 0) work_order_prev[next] = prev;
}
