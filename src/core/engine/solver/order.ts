import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { Status } from '../runtime/status.ts';
import { cacheElements, cacheOrder, elementEnd, restoreCachedOrder } from './orderCache.ts';
import { hasBranches, listParts } from './parts.ts';
import { constraintEnd, hasManyParts, isOrdered, problemCount } from './problem.ts';

/*  In which order the parts of a problem are eliminated, so that the factor of the Hessian has few blocks: minimum degree on a
 *  quotient graph (Amestoy, Davis and Duff 1996, An approximate minimum degree ordering algorithm).
 *
 *  Parts (`parts.ts`) are variables. Constraints are elements: sets of parts that depend on each other. Eliminating a part
 *  joins its elements to one that takes its name, a column of the factor. Each part has a list of its elements, each element
 *  one of its parts; both lie in work_H_col, which nobody uses before the pattern of the Hessian is made. Elements below
 *  nbody are parts, the others constraints. Trunks come last anyway and are left out. */

/** Orders the parts of all problems that need it.
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
    let rootParts = 0;
    while (rootParts < parts && isRootPart(m, work_part_order[at + parts - 1 - rootParts])) rootParts++;
    if (orderParts(m, d, at, parts - rootParts, row, row + rows) !== Status.OK) return Status.ARENA_FULL;
    at += parts;
  }
  return Status.OK;
}

function isRootPart(m: Model, body: int): boolean {
  const t = m.body_treeid[body];
  return body === m.tree_bodyadr[t] && hasBranches(m, t);
}

/** Puts the parts in work_part_order, from `first` on, into the order of their elimination; the rows of the problem are `row` to
 *  `end`. */
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
    // a new element may have all parts that are left
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

/** Elements from constraints; returns how many there are, or -1 if their lists have no room. */
function listElements(m: Model, d: Data, first: int, parts: int, row: int, end: int): int {
  const { work_part_order, work_order_count } = d;
  for (let k = first; k < first + parts; k++) work_order_count[work_part_order[k]] = 0;
  let at = 0;
  let elements = 0;
  let e = row;
  while (e < end) {
    const n = listTouchedParts(d, e, at);
    if (n < 0) return -1;
    if (n > 1 && !isRepeated(d, elements, at, n)) {
      d.work_element_adr[elements] = at;
      d.work_element_num[elements] = n;
      d.work_element_left[elements] = -1;
      for (let k = at; k < at + n; k++) work_order_count[d.work_H_col[k]]++;
      at += n;
      elements++;
    }
    e = constraintEnd(m, d, e, end);
  }
  return elements;
}

/** Parts that row e touches, increasing, into work_H_col[at..]; returns how many, or -1 if there is no room. */
function listTouchedParts(d: Data, row: int, at: int): int {
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_H_col, work_dof_part } = d;
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
    work_H_col[at + n] = part;
    last = part;
    n++;
  }
  return n;
}

/** Whether the n parts at `at` are those of the element before: bodies may touch at many points. */
function isRepeated(d: Data, elements: int, at: int, n: int): boolean {
  const { work_element_adr, work_element_num, work_H_col } = d;
  if (elements === 0 || work_element_num[elements - 1] !== n) return false;
  const other = work_element_adr[elements - 1];
  for (let k = 0; k < n; k++) if (work_H_col[at + k] !== work_H_col[other + k]) return false;
  return true;
}

/** The list of each part, from the lists of elements; returns where they end, or -1 if there is no room. */
function listElementsOfParts(m: Model, d: Data, first: int, parts: int, elements: int): int {
  const { work_part_order, work_order_count, work_order_list, work_element_adr, work_element_num, work_H_col } = d;
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
      const part = work_H_col[k];
      work_H_col[work_order_list[part] + work_order_count[part]] = m.nbody + e;
      work_order_count[part]++;
    }
  }
  return to;
}

/** Every part in the list of those of its degree: the number of parts that it shares elements with, or more. */
function startDegrees(m: Model, d: Data, first: int, parts: int): void {
  const { work_part_order, work_order_head, work_order_mark, work_order_left, work_order_num } = d;
  const { work_order_list, work_order_count, work_H_col } = d;
  work_order_head.fill(-1, 0, parts);
  for (let k = first; k < first + parts; k++) {
    const part = work_part_order[k];
    work_order_mark[part] = -1;
    work_order_left[part] = -1;
    work_order_num[part] = 0;
    let degree = 0;
    const from = work_order_list[part];
    for (let c = from; c < from + work_order_count[part]; c++) degree += elementNum(m, d, work_H_col[c]) - 1;
    link(d, part, Math.min(degree, parts - 1));
  }
}

/** The element that takes the place of those of a part, into work_H_col[at..]: their parts without it. */
function joinElements(m: Model, d: Data, part: int, at: int): void {
  const { work_order_list, work_order_count, work_order_mark, work_order_adr, work_order_num, work_H_col } = d;
  const from = work_order_list[part];
  let n = 0;
  work_order_mark[part] = part;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = work_H_col[c];
    const adr = elementAdr(m, d, e);
    for (let k = adr; k < adr + elementNum(m, d, e); k++) {
      const other = work_H_col[k];
      if (work_order_mark[other] === part) continue;
      work_order_mark[other] = part;
      work_H_col[at + n] = other;
      n++;
    }
    forget(m, d, e);
  }
  work_order_adr[part] = at;
  work_order_num[part] = n;
}

/** Degrees of the parts of a new element, of which `remaining` are left; returns the least degree there may be. */
function updateDegrees(m: Model, d: Data, element: int, remaining: int, minDegree: int): int {
  const { work_order_adr, work_order_num, work_order_degree, work_H_col } = d;
  const from = work_order_adr[element];
  const n = work_order_num[element];
  for (let k = from; k < from + n; k++) countOutside(m, d, work_H_col[k]);
  let lowest = minDegree;
  for (let k = from; k < from + n; k++) {
    const part = work_H_col[k];
    const outside = addElementToPart(m, d, part, element);
    const degree = Math.min(n - 1 + outside, work_order_degree[part] + n - 1, remaining - 1);
    unlink(d, part);
    link(d, part, degree);
    lowest = Math.min(lowest, degree);
  }
  for (let k = from; k < from + n; k++) clearLeft(m, d, work_H_col[k]);
  return lowest;
}

/** Elements of a part that are still there; how many of their parts lie outside of the new one is counted down. */
function countOutside(m: Model, d: Data, part: int): void {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[part];
  let write = from;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = work_H_col[c];
    const n = elementNum(m, d, e);
    if (n === 0) continue;
    work_H_col[write] = e;
    write++;
    const left = elementLeft(m, d, e);
    setLeft(m, d, e, (left < 0 ? n : left) - 1);
  }
  work_order_count[part] = write - from;
}

/** Adds the new element to a part, and drops those that lie in it; returns how many parts the others have outside. */
function addElementToPart(m: Model, d: Data, part: int, element: int): int {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[part];
  let write = from;
  let outside = 0;
  for (let c = from; c < from + work_order_count[part]; c++) {
    const e = work_H_col[c];
    const left = elementLeft(m, d, e);
    if (left === 0) {
      forget(m, d, e);
      continue;
    }
    outside += left;
    work_H_col[write] = e;
    write++;
  }
  // at least one was joined to the new one, so there is room
  work_H_col[write] = element;
  work_order_count[part] = write + 1 - from;
  return outside;
}

function clearLeft(m: Model, d: Data, part: int): void {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[part];
  for (let c = from; c < from + work_order_count[part]; c++) setLeft(m, d, work_H_col[c], -1);
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

/** An element that has been joined to another has no parts. */
function forget(m: Model, d: Data, e: int): void {
  if (e < m.nbody) d.work_order_num[e] = 0;
  else d.work_element_num[e - m.nbody] = 0;
}

/** Puts a part into the list of its degree. */
function link(d: Data, part: int, degree: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_head[degree];
  work_order_degree[part] = degree;
  work_order_next[part] = next;
  work_order_prev[part] = -1;
  if (next >= 0) work_order_prev[next] = part;
  work_order_head[degree] = part;
}

function unlink(d: Data, part: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_next[part];
  const prev = work_order_prev[part];
  if (prev >= 0) work_order_next[prev] = next;
  else work_order_head[work_order_degree[part]] = next;
  if (next >= 0) work_order_prev[next] = prev;
}
