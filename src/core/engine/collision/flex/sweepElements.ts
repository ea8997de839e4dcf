import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { elementElement } from './elements.ts';

/** True if element e is in a layer that collides. */
export function isActive(m: Model, f: int, e: int): boolean {
  const { flex_dim, flex_elemlayer, flex_elemadr, flex_activelayers } = m;
  return flex_dim[f] < 3 || flex_elemlayer[flex_elemadr[f] + e] < flex_activelayers[f];
}

/** Contacts of the elements of flex f with each other, in the order of a sweep along an axis: each element with those
 *  that began before it and have not ended. Endpoints are compared in single precision, ties by index.
 *  writes d: work_flex_order work_flex_order2 work_flex_open */
export function sweepElements(m: Model, d: Data, f: int, axis: int): void {
  const { work_flex_order: order, work_flex_open: open } = d;
  const n = sortElements(m, d, f, axis);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const e = order[k];
    const start = begin(m, d, f, e, axis);
    let openCount = 0;
    for (let j = 0; j < count; j++) {
      const other = open[j];
      const end = finish(m, d, f, other, axis);
      if (end < start || (end === start && other < e)) continue;
      open[openCount++] = other;
    }
    count = openCount;
    for (let j = 0; j < count; j++) elementElement(m, d, f, open[j], f, e);
    open[count++] = e;
  }
}

function begin(m: Model, d: Data, f: int, e: int, axis: int): number {
  const i = 6 * (m.flex_elemadr[f] + e) + axis;
  return Math.fround(d.flexelem_aabb[i] - d.flexelem_aabb[i + 3]);
}

function finish(m: Model, d: Data, f: int, e: int, axis: int): number {
  const i = 6 * (m.flex_elemadr[f] + e) + axis;
  return Math.fround(d.flexelem_aabb[i] + d.flexelem_aabb[i + 3]);
}

/** Sorts the active elements by their start, by merging runs of doubling length; returns their number. */
function sortElements(m: Model, d: Data, f: int, axis: int): int {
  const { work_flex_order: order, work_flex_order2: buffer } = d;
  let n = 0;
  for (let e = 0; e < m.flex_elemnum[f]; e++) if (isActive(m, f, e)) order[n++] = e;
  for (let run = 1; run < n; run *= 2) {
    for (let from = 0; from < n; from += 2 * run) {
      const middle = Math.min(from + run, n);
      const end = Math.min(from + 2 * run, n);
      let i = from;
      let j = middle;
      for (let k = from; k < end; k++) {
        const first = j >= end || (i < middle && begin(m, d, f, order[i], axis) <= begin(m, d, f, order[j], axis));
        buffer[k] = first ? order[i++] : order[j++];
      }
    }
    for (let k = 0; k < n; k++) order[k] = buffer[k];
  }
  return n;
}
