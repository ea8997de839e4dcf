/** Controls for a headless run: from a table, from a script, or none. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Data, id2name, type Model, ObjType } from '../../../src/index.ts';
import { UsageError } from '../args.ts';
import { requireFile } from '../open.ts';

/** Sets the controls before step `k`. */
export type Controller = (d: Data, k: number) => void;

export async function controller(m: Model, file: string | undefined): Promise<Controller> {
  if (file === undefined) return () => {};
  requireFile(file);
  return /\.[cm]?[jt]s$/.test(file) ? fromScript(m, file) : fromTable(m, file);
}

async function fromScript(m: Model, file: string): Promise<Controller> {
  let script: { default?: unknown };
  try {
    script = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n')[0]}`, 1);
  }
  if (typeof script.default !== 'function')
    throw new UsageError(`${file}: expected a default export (model, data) => void`, 1);
  const act = script.default as (model: Model, data: Data) => unknown;
  return (d, k) => {
    try {
      expectDone(act(m, d));
    } catch (error) {
      throw new UsageError(`${file}${lineOf(error, file)}: step ${k}: ${(error as Error).message ?? error}`, 1);
    }
  };
}

/** A step does not wait for a promise: what it sets would come too late. */
function expectDone(result: unknown): void {
  if (!(result instanceof Promise)) return;
  // what becomes of it is of no interest any more
  result.catch(() => {});
  throw new TypeError('expected a function that is done when it returns, found an async one');
}

/** Where in the script it happened, as `:line:column`. */
function lineOf(error: unknown, file: string): string {
  const { stack } = error as Error;
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const at = stack?.indexOf(name) ?? -1;
  return at < 0 ? '' : (/^(?:\?[^:]*)?(:\d+:\d+)/.exec(stack!.slice(at + name.length))?.[1] ?? '');
}

/** Rows of numbers. A first row of words is a head: names of actuators in any order, and `time` for rows that hold from
 *  that moment on. Otherwise one row per step; the last row holds. */
function fromTable(m: Model, file: string): Controller {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const head = lines[0]!.split(/[,;\t]/).map((word) => word.trim().replace(/^"(.*)"$/, '$1'));
  const worded = head.some((word) => word !== '' && Number.isNaN(Number(word)));
  const columns = worded ? columnsOf(m, head, file) : Array.from({ length: m.nu }, (_, u) => u);
  const rows = readRows(lines, worded ? 1 : 0, columns.length, file);
  const clock = columns.indexOf(TIME);
  let at = 0;
  return (d, k) => {
    if (clock < 0) at = Math.min(k, rows.length - 1);
    else {
      // a run that was reset begins again
      if (d.time < rows[at]![clock]!) at = 0;
      while (at + 1 < rows.length && rows[at + 1]![clock]! <= d.time + 1e-9) at++;
    }
    const row = rows[at]!;
    for (let c = 0; c < columns.length; c++) if (columns[c]! >= 0) d.ctrl[columns[c]!] = row[c]!;
  };
}

const TIME = -1;

/** Which control each column sets. */
function columnsOf(m: Model, head: readonly string[], file: string): number[] {
  const names = controlNames(m);
  const known = head.some((word) => word === 'time' || names.includes(word));
  if (!known && head.length === m.nu) return head.map((_, u) => u);
  return head.map((word) => {
    const u = names.indexOf(word);
    if (u < 0 && word !== 'time')
      throw new UsageError(
        `${file}:1: no actuator is called '${word}'; the model has ${names.join(', ') || 'none'}`,
        1,
      );
    return word === 'time' ? TIME : u;
  });
}

function controlNames(m: Model): string[] {
  const names: string[] = Array.from({ length: m.nu }, (_, u) => `ctrl[${u}]`);
  for (let i = 0; i < m.nactuator; i++) {
    const name = id2name(m, ObjType.ACTUATOR, i);
    if (name !== undefined && m.actuator_ctrlnum[i] === 1) names[m.actuator_ctrladr[i]!] = name;
  }
  return names;
}

function readRows(lines: readonly string[], from: number, width: number, file: string): Float64Array[] {
  const rows: Float64Array[] = [];
  for (let k = from; k < lines.length; k++) {
    if (lines[k]!.trim() === '') continue;
    const cells = lines[k]!.split(/[,;\t]/);
    const row = Float64Array.from(cells, (cell) => (cell.trim() === '' ? Number.NaN : Number(cell)));
    const bad = row.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) throw new UsageError(`${file}:${k + 1}: column ${bad + 1} is not a number`, 1);
    if (row.length !== width)
      throw new UsageError(`${file}:${k + 1}: expected ${width} numbers, found ${row.length}`, 1);
    rows.push(row);
  }
  if (rows.length === 0) throw new UsageError(`${file}: no controls in it`, 1);
  return rows;
}
