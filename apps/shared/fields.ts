/** Fields of a `Data` by name and index: `qpos`, `xpos[3:6]`, `sensordata[0]`, `energy`. */
import type { Data } from '../../src/index.ts';

/** Every array that may be of interest. */
export function fieldNames(d: Data): string[] {
  const names: string[] = [];
  for (const name in d) {
    if (name.startsWith('work_')) continue;
    const value = (d as unknown as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(value) && (value as Float64Array).length > 0) names.push(name);
  }
  return names;
}

/** A value of a `Data`, and its name. */
export interface Reading {
  label: string;
  read: () => number;
}

/** The values of an expression such as `qpos[0:3]`, at most `maxCount`; an error message if it is invalid. */
export function parseField(d: Data, text: string, maxCount = Number.POSITIVE_INFINITY): Reading[] | string {
  const match = /^\s*(\w+)\s*(?:\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\])?\s*$/.exec(text);
  if (!match) return `'${text}': expected a field such as qpos, qpos[2] or xpos[3:6]`;
  const [, name, first, last] = match;
  const value = (d as unknown as Record<string, unknown>)[name!];
  if (typeof value === 'number' && first === undefined)
    return [{ label: name!, read: () => (d as unknown as Record<string, number>)[name!]! }];
  if (!ArrayBuffer.isView(value)) return `the data has no field '${name}'${suggestion(d, name!)}`;
  // arrays that grow with contacts are replaced by longer ones, so look the array up each time
  const array = () => (d as unknown as Record<string, Float64Array>)[name!]!;
  const from = first === undefined ? 0 : Number(first);
  const to = first === undefined ? array().length : last === undefined ? from + 1 : Number(last);
  if (from >= to) return `${name}[${from}:${to}] is empty. The range excludes its second index`;
  if (to > array().length) return `${name} has ${array().length} elements, so [${from}:${to}] is out of range`;
  return Array.from({ length: Math.min(to - from, maxCount) }, (_, k) => ({
    label: `${name}[${from + k}]`,
    read: () => array()[from + k] ?? Number.NaN,
  }));
}

function suggestion(d: Data, name: string): string {
  const best = nearest(name, fieldNames(d));
  return best === undefined ? '' : ` (did you mean '${best}'?)`;
}

/** The word with the smallest edit distance, if it is close enough. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const close = words
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(word.length / 3)));
  close.sort((a, b) => a.distance - b.distance);
  return close[0]?.candidate;
}

/** Letters to insert, remove, replace or swap with their neighbor. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const cost = a[i - 1] === b[k - 1] ? 0 : 1;
      next[k] = Math.min(next[k - 1]! + 1, row[k]! + 1, row[k - 1]! + cost);
      const swapped = i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      if (swapped) next[k] = Math.min(next[k]!, before[k - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
