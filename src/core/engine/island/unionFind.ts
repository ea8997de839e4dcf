import type { int } from '../../math/int.ts';

/*  Disjoint sets of trees, as a forest: parent[t] = t at a root, -1 for a tree in no set. The root of a set is its
 *  smallest tree, so that numbering is deterministic. */

/** Root of the set of tree t; compresses the path to it. */
export function findRoot(parent: Int32Array, t: int): int {
  let root = t;
  while (parent[root] !== root) root = parent[root];
  let k = t;
  while (parent[k] !== root) {
    const next = parent[k];
    parent[k] = root;
    k = next;
  }
  return root;
}

/** Merges the sets of trees a and b; -1 is a body that cannot move. */
export function mergeTrees(parent: Int32Array, a: int, b: int): void {
  if (a < 0 && b < 0) return;
  const t1 = a < 0 ? b : a;
  const t2 = b < 0 ? a : b;
  if (parent[t1] < 0) parent[t1] = t1;
  if (parent[t2] < 0) parent[t2] = t2;
  if (parent[t1] === parent[t2]) return;
  const r1 = findRoot(parent, t1);
  const r2 = findRoot(parent, t2);
  if (r1 < r2) parent[r2] = r1;
  else if (r2 < r1) parent[r1] = r2;
}

/** Numbers the sets in the order of their roots: label[t] for each of n listed trees t, -1 if in no set. Returns their
 *  number. */
export function labelSets(label: Int32Array, parent: Int32Array, list: Int32Array, n: int): int {
  let sets = 0;
  for (let k = 0; k < n; k++) {
    const t = list[k];
    if (parent[t] < 0) {
      label[t] = -1;
    } else if (parent[t] === t) {
      label[t] = sets;
      sets++;
    } else {
      // parents precede children and already have labels
      label[t] = label[parent[t]];
    }
  }
  return sets;
}
