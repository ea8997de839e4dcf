/** Fields of a Data by name and index: `qpos`, `xpos[3:6]`, `sensordata[0]`, `energy`. */
import type { Data } from '../../../src/index.ts';

type Loose = Record<string, unknown>;

const MOST_LINES = 12;

/** Every array that one may want to see. */
export function fieldNames(d: Data): string[] {
  return Object.keys(d).filter((name) => {
    const value = (d as unknown as Loose)[name];
    return !name.startsWith('work_') && ArrayBuffer.isView(value) && (value as Float64Array).length > 0;
  });
}

/** One line of a plot. */
export interface Line {
  label: string;
  read: () => number;
}

/** Lines that an expression stands for; a message if there are none. */
export function parseField(d: Data, text: string): Line[] | string {
  const match = /^\s*(\w+)\s*(?:\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\])?\s*$/.exec(text);
  if (!match) return `'${text}': expected a field such as qpos, qpos[2] or xpos[3:6]`;
  const [, name, first, last] = match;
  const value = (d as unknown as Loose)[name!];
  if (typeof value === 'number' && first === undefined)
    return [{ label: name!, read: () => (d as unknown as Record<string, number>)[name!]! }];
  if (!ArrayBuffer.isView(value)) return `there is no field '${name}'`;
  // arrays that grow with contacts are replaced by longer ones, so look the array up each time
  const array = () => (d as unknown as Record<string, Float64Array>)[name!]!;
  const from = first === undefined ? 0 : Number(first);
  const to = first === undefined ? array().length : last === undefined ? from + 1 : Number(last);
  if (from >= to || to > array().length) return `${name} has ${array().length} elements`;
  return Array.from({ length: Math.min(to - from, MOST_LINES) }, (_, k) => ({
    label: `${name}[${from + k}]`,
    read: () => array()[from + k] ?? Number.NaN,
  }));
}
