/** `mj_print...`: writes every field of a model or data as text to a file of `FS`. */

import type { Data } from '../../core/model/data.ts';
import { arenaFields } from '../../core/model/fields/arena.ts';
import { dataFields } from '../../core/model/fields/data.ts';
import { dataScalars, modelSizes, modelTable, recordScalars } from '../../core/model/fields/index.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { modelName } from '../../core/model/names/names.ts';
import { def, named } from '../base/signature.ts';
import { usedLength } from '../classes/data.ts';
import type { MemoryFiles } from '../files/memoryFiles.ts';

type Format = (x: number) => string;
const PER_LINE = 12;

export function printFunctions(files: MemoryFiles) {
  return named({
    mj_printModel: def('m filename:s', (m, filename) => files.writeFile(filename, modelText(m, plain))),
    mj_printFormattedModel: def('m filename:s float_format:s', (m, filename, format) =>
      files.writeFile(filename, modelText(m, formatter(format))),
    ),
    mj_printData: def('m d filename:s', (m, d, filename) =>
      files.writeFile(filename, dataText(checkFits('mj_printData', m, d), plain)),
    ),
    mj_printFormattedData: def('m d filename:s float_format:s', (m, d, filename, format) =>
      files.writeFile(filename, dataText(checkFits('mj_printFormattedData', m, d), formatter(format))),
    ),
  });
}

const plain: Format = (x) => String(Number(x.toPrecision(6)));

/** Formats a number like C: %f, %e and %g with width and precision. */
export function formatter(format: string): Format {
  const found = /^%([-+ 0]*)(\d*)(?:\.(\d+))?l?([feg])$/i.exec(format);
  if (!found) throw new RangeError(`float_format: expected a format such as %.3f, found ${format}`);
  const [, flags, width, digits = '6', kind] = found;
  const n = Number(digits);
  const write: Record<string, Format> = {
    f: (x) => x.toFixed(n),
    e: (x) => x.toExponential(n).replace(/e([+-])(\d)$/, 'e$10$2'),
    g: (x) => String(Number(x.toPrecision(Math.max(1, n)))),
  };
  const pad = (text: string) => (flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width)));
  return (x) => pad((flags.includes('+') && x >= 0 ? '+' : '') + write[kind.toLowerCase()](x));
}

function modelText(m: Model, format: Format): string {
  const lines = [`MODEL ${modelName(m)}`, ''];
  for (const name of modelSizes) lines.push(`${name.padEnd(20)} ${m[name]}`);
  lines.push('');
  for (const [name] of recordScalars)
    lines.push(`${name.padEnd(28)} ${format(at(m as unknown as Record<string, unknown>, name) as number)}`);
  for (const [name] of modelTable)
    pushArray(lines, name, at(m as unknown as Record<string, unknown>, name) as Float64Array, format);
  return `${lines.join('\n')}\n`;
}

function dataText(d: Data, format: Format): string {
  const lines = ['DATA', ''];
  for (const [name] of dataScalars) lines.push(`${name.padEnd(20)} ${format(d[name])}`);
  for (const [name] of dataFields) pushArray(lines, name, d[name], format);
  for (const row of arenaFields) {
    pushArray(lines, row[0], (d[row[0]] as Float64Array).subarray(0, usedLength(row, d)), format);
  }
  return `${lines.join('\n')}\n`;
}

function at(owner: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], owner);
}

function pushArray(lines: string[], name: string, values: ArrayLike<number>, format: Format): void {
  if (values.length === 0) return;
  lines.push('', name);
  for (let k = 0; k < values.length; k += PER_LINE) {
    lines.push(
      `  ${Array.from(values)
        .slice(k, k + PER_LINE)
        .map(format)
        .join(' ')}`,
    );
  }
}
