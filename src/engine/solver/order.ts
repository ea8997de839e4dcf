import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { Status } from '../runtime/status.ts';
import { isOrdered, problemCount } from './problem.ts';

/*  In which order the trees of a problem are eliminated, so that the factor of the Hessian has few blocks: minimum degree on a
 *  quotient graph (Amestoy, Davis and Duff 1996, An approximate minimum degree ordering algorithm).
 *
 *  Trees are variables. Constraints are elements: sets of trees that depend on each other. Eliminating a tree joins its
 *  elements to one that takes its name, a column of the factor. Each tree has a list of its elements, each element one of its
 *  trees; both lie in work_H_col, which nobody uses before the pattern of the Hessian is made. Elements below ntree are
 *  trees, the others constraints. */

/** Orders the trees of all problems that need it: work_tree_order, as map_itree2tree without islands or with them.
 *  reads  d: nisland island_* map_itree2tree efc_J_* map_iefc2efc iefc_* efc_*
 *  writes d: work_tree_order work_order_* work_element_* work_H_col */
export function orderProblems(m: Model, d: Data): int {
  const { nisland, island_ntree, island_itreeadr, island_iefcadr, island_nefc, map_itree2tree, work_tree_order } = d;
  const problems = problemCount(d);
  for (let k = 0; k < problems; k++) {
    const trees = nisland > 0 ? island_ntree[k] : m.ntree;
    if (!isOrdered(m, trees)) continue;
    const first = nisland > 0 ? island_itreeadr[k] : 0;
    const row = nisland > 0 ? island_iefcadr[k] : 0;
    const rows = nisland > 0 ? island_nefc[k] : d.nefc;
    for (let i = first; i < first + trees; i++) work_tree_order[i] = nisland > 0 ? map_itree2tree[i] : i;
    if (orderTrees(m, d, first, trees, row, row + rows) !== Status.OK) return Status.ARENA_FULL;
  }
  return Status.OK;
}

/** Puts the trees in work_tree_order, from `first` on, into the order of their elimination; the rows of the problem are `row` to
 *  `end`. */
function orderTrees(m: Model, d: Data, first: int, trees: int, row: int, end: int): int {
  const { work_tree_order, work_order_head, work_order_num } = d;
  let at = listElements(m, d, first, trees, row, end);
  if (at < 0) return Status.ARENA_FULL;
  startDegrees(m, d, first, trees);
  let least = 0;
  for (let k = 0; k < trees; k++) {
    while (work_order_head[least] < 0) least++;
    const tree = work_order_head[least];
    unlink(d, tree);
    work_tree_order[first + k] = tree;
    // a new element may have all trees that are left
    if (at + trees - k > d.H_cap) {
      d.H_need = 2 * (at + trees - k);
      return Status.ARENA_FULL;
    }
    joinElements(m, d, tree, at);
    at += work_order_num[tree];
    least = updateDegrees(m, d, tree, trees - k - 1, least);
  }
  return Status.OK;
}

/** Elements from constraints, and the list of each tree; returns where the lists end, or -1 if they have no room. */
function listElements(m: Model, d: Data, first: int, trees: int, row: int, end: int): int {
  const { iefc_type, iefc_id, work_tree_order, work_order_count } = d;
  for (let k = first; k < first + trees; k++) work_order_count[work_tree_order[k]] = 0;
  let at = 0;
  let elements = 0;
  let e = row;
  while (e < end) {
    const n = listTrees(m, d, e, at);
    if (n < 0) return -1;
    if (n > 1 && !isRepeated(d, elements, at, n)) {
      d.work_element_adr[elements] = at;
      d.work_element_num[elements] = n;
      d.work_element_left[elements] = -1;
      for (let k = at; k < at + n; k++) work_order_count[d.work_H_col[k]]++;
      at += n;
      elements++;
    }
    // rows of one constraint touch the same trees
    let next = e + 1;
    while (next < end && iefc_type[next] === iefc_type[e] && iefc_id[next] === iefc_id[e]) next++;
    e = next;
  }
  return listElementsOfTrees(m, d, first, trees, elements, at);
}

/** Trees that row e touches, increasing, into work_H_col[at..]; returns how many, or -1 if there is no room. */
function listTrees(m: Model, d: Data, row: int, at: int): int {
  const { dof_treeid } = m;
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_H_col } = d;
  const e = map_iefc2efc[row];
  const from = efc_J_rowadr[e];
  if (at + efc_J_rownnz[e] > d.H_cap) {
    d.H_need = 2 * (at + efc_J_rownnz[e]);
    return -1;
  }
  let n = 0;
  let last = -1;
  for (let c = from; c < from + efc_J_rownnz[e]; c++) {
    const tree = dof_treeid[efc_J_colind[c]];
    if (tree === last) continue;
    work_H_col[at + n] = tree;
    last = tree;
    n++;
  }
  return n;
}

/** Whether the n trees at `at` are those of the element before: bodies may touch at many points. */
function isRepeated(d: Data, elements: int, at: int, n: int): boolean {
  const { work_element_adr, work_element_num, work_H_col } = d;
  if (elements === 0 || work_element_num[elements - 1] !== n) return false;
  const other = work_element_adr[elements - 1];
  for (let k = 0; k < n; k++) if (work_H_col[at + k] !== work_H_col[other + k]) return false;
  return true;
}

/** The list of each tree, from the lists of elements; returns where they end, or -1 if there is no room. */
function listElementsOfTrees(m: Model, d: Data, first: int, trees: int, elements: int, at: int): int {
  const { work_tree_order, work_order_count, work_order_list, work_element_adr, work_element_num, work_H_col } = d;
  let to = at;
  for (let k = first; k < first + trees; k++) {
    const tree = work_tree_order[k];
    work_order_list[tree] = to;
    to += work_order_count[tree];
    work_order_count[tree] = 0;
  }
  if (to > d.H_cap) {
    d.H_need = 2 * to;
    return -1;
  }
  for (let e = 0; e < elements; e++) {
    const from = work_element_adr[e];
    for (let k = from; k < from + work_element_num[e]; k++) {
      const tree = work_H_col[k];
      work_H_col[work_order_list[tree] + work_order_count[tree]] = m.ntree + e;
      work_order_count[tree]++;
    }
  }
  return to;
}

/** Every tree in the list of those of its degree: the number of trees that it shares elements with, or more. */
function startDegrees(m: Model, d: Data, first: int, trees: int): void {
  const { work_tree_order, work_order_head, work_order_mark, work_order_left, work_order_num } = d;
  const { work_order_list, work_order_count, work_H_col } = d;
  work_order_head.fill(-1, 0, trees);
  for (let k = first; k < first + trees; k++) {
    const tree = work_tree_order[k];
    work_order_mark[tree] = -1;
    work_order_left[tree] = -1;
    work_order_num[tree] = 0;
    let degree = 0;
    const from = work_order_list[tree];
    for (let c = from; c < from + work_order_count[tree]; c++) degree += elementNum(m, d, work_H_col[c]) - 1;
    link(d, tree, Math.min(degree, trees - 1));
  }
}

/** The element that takes the place of those of a tree, into work_H_col[at..]: their trees without it. */
function joinElements(m: Model, d: Data, tree: int, at: int): void {
  const { work_order_list, work_order_count, work_order_mark, work_order_adr, work_order_num, work_H_col } = d;
  const from = work_order_list[tree];
  let n = 0;
  work_order_mark[tree] = tree;
  for (let c = from; c < from + work_order_count[tree]; c++) {
    const e = work_H_col[c];
    const adr = elementAdr(m, d, e);
    for (let k = adr; k < adr + elementNum(m, d, e); k++) {
      const other = work_H_col[k];
      if (work_order_mark[other] === tree) continue;
      work_order_mark[other] = tree;
      work_H_col[at + n] = other;
      n++;
    }
    forget(m, d, e);
  }
  work_order_adr[tree] = at;
  work_order_num[tree] = n;
}

/** Degrees of the trees of a new element, of which `remaining` are left; returns the least degree there may be. */
function updateDegrees(m: Model, d: Data, element: int, remaining: int, least: int): int {
  const { work_order_adr, work_order_num, work_order_degree, work_H_col } = d;
  const from = work_order_adr[element];
  const n = work_order_num[element];
  for (let k = from; k < from + n; k++) countOutside(m, d, work_H_col[k]);
  let lowest = least;
  for (let k = from; k < from + n; k++) {
    const tree = work_H_col[k];
    const outside = keepOutside(m, d, tree, element);
    const degree = Math.min(n - 1 + outside, work_order_degree[tree] + n - 1, remaining - 1);
    unlink(d, tree);
    link(d, tree, degree);
    lowest = Math.min(lowest, degree);
  }
  for (let k = from; k < from + n; k++) clearLeft(m, d, work_H_col[k]);
  return lowest;
}

/** Elements of a tree that are still there; how many of their trees lie outside of the new one is counted down. */
function countOutside(m: Model, d: Data, tree: int): void {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[tree];
  let kept = from;
  for (let c = from; c < from + work_order_count[tree]; c++) {
    const e = work_H_col[c];
    const n = elementNum(m, d, e);
    if (n === 0) continue;
    work_H_col[kept] = e;
    kept++;
    const left = elementLeft(m, d, e);
    setLeft(m, d, e, (left < 0 ? n : left) - 1);
  }
  work_order_count[tree] = kept - from;
}

/** Adds the new element to a tree, and drops those that lie in it; returns how many trees the others have outside. */
function keepOutside(m: Model, d: Data, tree: int, element: int): int {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[tree];
  let kept = from;
  let outside = 0;
  for (let c = from; c < from + work_order_count[tree]; c++) {
    const e = work_H_col[c];
    const left = elementLeft(m, d, e);
    if (left === 0) {
      forget(m, d, e);
      continue;
    }
    outside += left;
    work_H_col[kept] = e;
    kept++;
  }
  // at least one was joined to the new one, so there is room
  work_H_col[kept] = element;
  work_order_count[tree] = kept + 1 - from;
  return outside;
}

function clearLeft(m: Model, d: Data, tree: int): void {
  const { work_order_list, work_order_count, work_H_col } = d;
  const from = work_order_list[tree];
  for (let c = from; c < from + work_order_count[tree]; c++) setLeft(m, d, work_H_col[c], -1);
}

function elementAdr(m: Model, d: Data, e: int): int {
  return e < m.ntree ? d.work_order_adr[e] : d.work_element_adr[e - m.ntree];
}

function elementNum(m: Model, d: Data, e: int): int {
  return e < m.ntree ? d.work_order_num[e] : d.work_element_num[e - m.ntree];
}

function elementLeft(m: Model, d: Data, e: int): int {
  return e < m.ntree ? d.work_order_left[e] : d.work_element_left[e - m.ntree];
}

function setLeft(m: Model, d: Data, e: int, left: int): void {
  if (e < m.ntree) d.work_order_left[e] = left;
  else d.work_element_left[e - m.ntree] = left;
}

/** An element that has been joined to another has no trees. */
function forget(m: Model, d: Data, e: int): void {
  if (e < m.ntree) d.work_order_num[e] = 0;
  else d.work_element_num[e - m.ntree] = 0;
}

/** Puts a tree into the list of its degree. */
function link(d: Data, tree: int, degree: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_head[degree];
  work_order_degree[tree] = degree;
  work_order_next[tree] = next;
  work_order_prev[tree] = -1;
  if (next >= 0) work_order_prev[next] = tree;
  work_order_head[degree] = tree;
}

function unlink(d: Data, tree: int): void {
  const { work_order_head, work_order_next, work_order_prev, work_order_degree } = d;
  const next = work_order_next[tree];
  const prev = work_order_prev[tree];
  if (prev >= 0) work_order_next[prev] = next;
  else work_order_head[work_order_degree[tree]] = next;
  if (next >= 0) work_order_prev[next] = prev;
}
