/** Controls of a headless run: from a table, from a script, or none. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cellLocation, cellNumber, type TableRow, tableRows } from '../../../src/formats/record/table.ts';
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

/** A step does not wait for a promise: its result would come too late. */
function expectDone(result: unknown): void {
  if (!(result instanceof Promise)) return;
  // its result is ignored
  result.catch(() => {});
  throw new TypeError('expected a synchronous function, found an async one');
}

/** Location in the script, as `:line:column`. */
function lineOf(error: unknown, file: string): string {
  const { stack } = error as Error;
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const at = stack?.indexOf(name) ?? -1;
  return at < 0 ? '' : (/^(?:\?[^:]*)?(:\d+:\d+)/.exec(stack!.slice(at + name.length))?.[1] ?? '');
}

/** Rows of values. An optional header names actuators in any order, and `time` for rows that apply from that time on.
 * Otherwise one row per step; the last row is held. */
function fromTable(m: Model, file: string): Controller {
  const { columns, rows } = withUsageErrors(() => readControls(m, readFileSync(file, 'utf8'), file));
  const clock = columns.indexOf(TIME);
  let at = 0;
  return (d, k) => {
    if (clock < 0) at = Math.min(k, rows.length - 1);
    else {
      // a run that was reset starts over
      if (d.time < rows[at]![clock]!) at = 0;
      while (at + 1 < rows.length && rows[at + 1]![clock]! <= d.time + 1e-9) at++;
    }
    const row = rows[at]!;
    for (let c = 0; c < columns.length; c++) if (columns[c]! >= 0) d.ctrl[columns[c]!] = row[c]!;
  };
}

const TIME = -1;

/** An error in a file is a usage error. */
function withUsageErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message, 1);
  }
}

interface Controls {
  /** Control set by each column; TIME for none. */
  columns: number[];
  rows: Float64Array[];
}

function readControls(m: Model, text: string, file: string): Controls {
  const lines = tableRows(text, file);
  const first = lines.next().value;
  if (first === undefined) throw new Error(`${file}: expected controls, found none`);
  const worded = first.cells.some((cell) => cell !== '' && !isNumber(cell));
  const columns = worded ? matchColumns(m, first.cells, file) : Array.from({ length: m.nu }, (_, u) => u);
  const rows: Float64Array[] = [];
  const clock = columns.indexOf(TIME);
  for (const row of worded ? lines : [first, ...lines]) {
    rows.push(readRow(row, columns.length, file));
    const [now, before] = rows.slice(-2).toReversed();
    if (clock >= 0 && before && now![clock]! < before[clock]!) {
      const where = cellLocation(file, row.line, clock);
      throw new Error(
        `${where}: expected a time of at least ${before[clock]} (the time of the previous row), found ${now![clock]}`,
      );
    }
  }
  if (rows.length === 0) throw new Error(`${file}: expected controls, found none`);
  return { columns, rows };
}

function isNumber(cell: string): boolean {
  try {
    cellNumber(cell, () => '');
    return true;
  } catch {
    return false;
  }
}

function readRow({ line, cells }: TableRow, width: number, file: string): Float64Array {
  if (cells.length !== width) throw new Error(`${file}:${line}: expected ${width} numbers, found ${cells.length}`);
  return Float64Array.from(cells, (cell, column) => {
    const where = () => cellLocation(file, line, column);
    const value = cellNumber(cell, where);
    if (Number.isFinite(value)) return value;
    throw new Error(`${where()}: expected a finite number, found '${cell}'`);
  });
}

/** Control set by each column: by the name of its actuator, or by its name in recordings. */
function matchColumns(m: Model, head: readonly string[], file: string): number[] {
  const names = controlNames(m);
  const numbered = names.map((_, u) => `ctrl[${u}]`);
  const find = (word: string) => (names.includes(word) ? names.indexOf(word) : numbered.indexOf(word));
  const known = head.some((word) => word === 'time' || word.startsWith('ctrl[') || find(word) >= 0);
  if (!known && head.length === m.nu) return head.map((_, u) => u);
  const columns: number[] = [];
  head.forEach((word, column) => {
    const u = word === 'time' ? TIME : find(word);
    if (u < 0 && word !== 'time') {
      throw new Error(`${file}:1: unknown actuator '${word}'. Expected one of ${names.join(', ') || 'none'}`);
    }
    const before = columns.indexOf(u);
    if (before >= 0) throw new Error(`${cellLocation(file, 1, column)}: '${word}' duplicates column ${before + 1}`);
    columns.push(u);
  });
  return columns;
}

function controlNames(m: Model): string[] {
  const names: string[] = Array.from({ length: m.nu }, (_, u) => `ctrl[${u}]`);
  for (let i = 0; i < m.nactuator; i++) {
    const name = id2name(m, ObjType.ACTUATOR, i);
    if (name !== undefined && m.actuator_ctrlnum[i] === 1) names[m.actuator_ctrladr[i]!] = name;
  }
  return names;
}
