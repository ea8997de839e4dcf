/** Small sets as arrays. Where Qhull fills the gap of a removed element with the last one, so does this. */

import { HullError } from './polytope.ts';

export function removeUnordered<T>(set: T[], e: T): boolean {
  const i = set.indexOf(e);
  if (i < 0) return false;
  removeAtUnordered(set, i);
  return true;
}

export function removeAtUnordered<T>(set: T[], i: number): void {
  const last = set.pop() as T;
  if (i < set.length) set[i] = last;
}

export function removeOrdered<T>(set: T[], e: T): void {
  const i = set.indexOf(e);
  if (i >= 0) set.splice(i, 1);
}

export function replace<T>(set: T[], from: T, to: T): void {
  const i = set.indexOf(from);
  if (i < 0) throw new HullError('facets disagree about their neighbors');
  set[i] = to;
}

/** Inserts before the last element. */
export function insertBeforeLast<T>(set: T[], e: T): void {
  set.push(set[set.length - 1]);
  set[set.length - 2] = e;
}

/** Elements in both; both are in descending order of id. */
export function intersection<T extends { id: number }>(a: T[], b: T[]): T[] {
  const res: T[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      res.push(a[i]);
      i++;
      j++;
    } else if (a[i].id > b[j].id) i++;
    else j++;
  }
  return res;
}

/** Elements in either; all are in descending order of id. */
export function union<T extends { id: number }>(a: T[], b: T[]): T[] {
  const res: T[] = [];
  let j = 0;
  for (const e of a) {
    while (j < b.length && b[j].id > e.id) res.push(b[j++]);
    if (j < b.length && b[j] === e) j++;
    res.push(e);
  }
  while (j < b.length) res.push(b[j++]);
  return res;
}
