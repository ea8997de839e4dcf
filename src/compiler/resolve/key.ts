/** Keyframes: each array is empty or has the length of the corresponding state. */

import type { Key } from '../../formats/spec/elements/custom.ts';
import type { Report } from '../report.ts';

export interface StateSizes {
  nq: number;
  nv: number;
  na: number;
  nu: number;
  nmocap: number;
}

export function checkKey(report: Report, key: Key, sizes: StateSizes): void {
  const expected: readonly [keyof Key & string, number][] = [
    ['qpos', sizes.nq],
    ['qvel', sizes.nv],
    ['act', sizes.na],
    ['ctrl', sizes.nu],
    ['mpos', 3 * sizes.nmocap],
    ['mquat', 4 * sizes.nmocap],
  ];
  for (const [name, length] of expected) {
    const found = (key[name] as number[]).length;
    if (found > 0 && found !== length) report.elementError(key, name, `expected ${length} numbers, found ${found}`);
  }
}
