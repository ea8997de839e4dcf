/** Dijkstra's smoothsort (EWD796a): a heap of Leonardo trees, whose sizes are 1, 1, 3, 5, 9, 15...
 *
 * Hull merges are sorted with it, because MuJoCo's C library does so, and the order of the many equal elements depends
 * on the algorithm. `compare` need not be consistent for equals. */
export function smoothsort<T>(a: T[], compare: (x: T, y: T) => number): void {
  if (a.length < 2) return;
  const high = a.length - 1;
  const size = [1, 1];
  while (size[size.length - 1] < a.length) size.push(size[size.length - 1] + size[size.length - 2] + 1);
  // orders of the trees, the last tree ends at head
  const trees = [1];
  let head = 0;
  for (; head < high; head++) {
    const order = trees[trees.length - 1];
    if (trees[trees.length - 2] === order + 1) {
      // two trees and the next element make a larger one
      sift(a, compare, size, head, order);
      trees.length -= 2;
      trees.push(order + 2);
      continue;
    }
    // a tree that will not grow any further is ordered with those before it
    if (order === 0 || size[order - 1] >= high - head) trinkle(a, compare, size, trees, trees.length, head, false);
    else sift(a, compare, size, head, order);
    trees.push(order === 1 ? 0 : 1);
  }
  trinkle(a, compare, size, trees, trees.length, head, false);
  for (; trees.length > 1 || trees[0] !== 1; head--) {
    const order = trees.pop() as number;
    if (order <= 1) continue;
    // remove the root, and order the two subtrees
    trees.push(order - 1);
    trinkle(a, compare, size, trees, trees.length, head - 1 - size[order - 2], true);
    trees.push(order - 2);
    trinkle(a, compare, size, trees, trees.length, head - 1, true);
  }
}

/** Sifts the root of a tree down to its position. */
function sift<T>(a: T[], compare: (x: T, y: T) => number, size: number[], head: number, order: number): void {
  const value = a[head];
  while (order > 1) {
    const right = head - 1;
    const left = head - 1 - size[order - 2];
    if (compare(value, a[left]) >= 0 && compare(value, a[right]) >= 0) break;
    if (compare(a[left], a[right]) >= 0) {
      a[head] = a[left];
      head = left;
      order -= 1;
    } else {
      a[head] = a[right];
      head = right;
      order -= 2;
    }
  }
  a[head] = value;
}

/** Moves the root of the n-th tree to the tree before it while that has a larger root, then sifts it down. */
function trinkle<T>(
  a: T[],
  compare: (x: T, y: T) => number,
  size: number[],
  trees: number[],
  n: number,
  head: number,
  trusted: boolean,
): void {
  const value = a[head];
  let order = trees[n - 1];
  while (n > 1) {
    const before = head - size[order];
    if (compare(a[before], value) <= 0) break;
    if (!trusted && order > 1) {
      const right = head - 1;
      const left = head - 1 - size[order - 2];
      if (compare(a[right], a[before]) >= 0 || compare(a[left], a[before]) >= 0) break;
    }
    a[head] = a[before];
    head = before;
    n--;
    order = trees[n - 1];
    trusted = false;
  }
  a[head] = value;
  if (!trusted) sift(a, compare, size, head, order);
}
