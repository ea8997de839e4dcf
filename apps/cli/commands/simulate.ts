import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Data,
  forward,
  type Model,
  name2id,
  namesOf,
  ObjType,
  resetDataKeyframe,
  step,
  warningTexts,
} from '../../../src/index.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { npy } from '../npy.ts';
import { openModel, requireFile } from '../open.ts';
import { progress } from '../progress.ts';

export const simulate: Command = {
  name: 'simulate',
  summary: 'Run a model without a window and write what you ask for.',
  operand: '<model.xml>',
  options: {
    steps: { value: '<n>', short: 'n', help: 'how many steps (1000 unless --seconds is given)' },
    seconds: { value: '<s>', short: 's', help: 'how much simulated time' },
    key: { value: '<name>', short: 'k', help: 'keyframe to start from, by name or number' },
    control: {
      value: '<file>',
      short: 'c',
      help: 'controls: a .csv with one row per step, or a .js/.mjs whose default export is (model, data) => void',
    },
    fields: { value: '<a,b>', short: 'f', help: 'fields of the data to write (time and qpos unless given)' },
    every: { value: '<n>', short: 'e', help: 'write every n-th step (1 unless given)' },
    output: { value: '<file>', short: 'o', help: 'where to: .csv, .json or .npy; the terminal as CSV unless given' },
    quiet: { short: 'q', help: 'no progress bar, no summary' },
    json: { help: 'summary as JSON' },
  },
  examples: [
    'tenon simulate humanoid.xml --seconds 2 --fields time,qpos,energy --output run.csv',
    'tenon simulate arm.xml --key ready --control policy.mjs --output run.npy',
  ],
  async run(args) {
    const m = await openModel(args.file());
    const d = new Data(m);
    start(m, d, args.text('key'));
    const steps = stepCount(m, args);
    const control = await controller(m, args.text('control'));
    const fields = chosenFields(d, args.text('fields') ?? 'time,qpos');
    const record = new Recording(d, fields);
    const every = args.number('every', 1) ?? 1;
    const bar = progress(steps, !args.has('quiet') && steps >= 2000);
    forward(m, d);
    record.add();
    const from = performance.now();
    for (let k = 1; k <= steps; k++) {
      control(d, k - 1);
      step(m, d);
      if (k % every === 0) record.add();
      bar.at(k);
    }
    bar.end();
    write(record, args.text('output'));
    const warnings = warningTexts(m, d);
    if (!args.has('quiet')) summary(args, steps, (performance.now() - from) / 1000, d, warnings);
    return warnings.length > 0 ? 1 : 0;
  },
};

function start(m: Model, d: Data, key: string | undefined): void {
  if (key === undefined) return;
  const id = /^\d+$/.test(key) ? Number(key) : name2id(m, ObjType.KEY, key);
  if (id < 0 || id >= m.nkey) {
    const names = namesOf(m, ObjType.KEY);
    throw new UsageError(`no keyframe is called '${key}'; the model has ${names.length ? names.join(', ') : 'none'}`);
  }
  resetDataKeyframe(m, d, id);
}

function stepCount(m: Model, args: Arguments): number {
  const seconds = args.number('seconds', 0);
  const steps = args.number('steps', 0);
  if (seconds !== undefined && steps !== undefined) throw new UsageError('give --steps or --seconds, not both');
  return seconds === undefined ? Math.round(steps ?? 1000) : Math.round(seconds / m.opt.timestep);
}

type Controller = (d: Data, k: number) => void;

/** Controls from a table, from a script, or none. */
async function controller(m: Model, file: string | undefined): Promise<Controller> {
  if (file === undefined) return () => {};
  requireFile(file);
  if (file.endsWith('.csv')) return fromTable(m, file);
  const script = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  if (typeof script.default !== 'function')
    throw new UsageError(`${file}: expected a default export (model, data) => void`, 1);
  const act = script.default as (model: Model, data: Data) => void;
  return (d) => act(m, d);
}

/** One row per step; the last one holds. A first row of words is a head. */
function fromTable(m: Model, file: string): Controller {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const rows: Float64Array[] = [];
  lines.forEach((line, k) => {
    if (line.trim() === '') return;
    const row = Float64Array.from(line.split(','), Number);
    if (k === 0 && row.some(Number.isNaN)) return;
    const bad = row.findIndex(Number.isNaN);
    if (bad >= 0) throw new UsageError(`${file}:${k + 1}: column ${bad + 1} is not a number`, 1);
    if (row.length !== m.nu) throw new UsageError(`${file}:${k + 1}: expected ${m.nu} numbers, found ${row.length}`, 1);
    rows.push(row);
  });
  if (rows.length === 0) throw new UsageError(`${file}: no controls in it`, 1);
  return (d, k) => d.ctrl.set(rows[Math.min(k, rows.length - 1)]!);
}

type Numbers = ArrayLike<number> | number;

function chosenFields(d: Data, list: string): string[] {
  return list.split(',').map((field) => {
    const value = (d as unknown as Record<string, unknown>)[field];
    if (typeof value === 'number' || ArrayBuffer.isView(value)) return field;
    throw new UsageError(`the data has no field '${field}'`);
  });
}

/** Numbers collected over the run, one row per sample. */
class Recording {
  readonly head: string[];
  readonly #rows: number[][] = [];
  readonly #read: () => number[];

  constructor(d: Data, fields: readonly string[]) {
    const value = (field: string) => (d as unknown as Record<string, Numbers>)[field]!;
    this.head = fields.flatMap((field) => {
      const v = value(field);
      return typeof v === 'number' ? [field] : Array.from(v, (_, i) => `${field}[${i}]`);
    });
    this.#read = () =>
      fields.flatMap((field) => {
        const v = value(field);
        return typeof v === 'number' ? [v] : Array.from(v);
      });
  }

  add(): void {
    this.#rows.push(this.#read());
  }

  csv(): string {
    return `${[this.head, ...this.#rows].map((row) => row.join(',')).join('\n')}\n`;
  }

  json(): string {
    return JSON.stringify({ columns: this.head, rows: this.#rows });
  }

  npy(): Uint8Array {
    return npy(this.#rows.length, this.head.length, Float64Array.from(this.#rows.flat()));
  }
}

function write(record: Recording, file: string | undefined): void {
  if (file === undefined) process.stdout.write(record.csv());
  else if (file.endsWith('.csv')) writeFileSync(file, record.csv());
  else if (file.endsWith('.json')) writeFileSync(file, record.json());
  else if (file.endsWith('.npy')) writeFileSync(file, record.npy());
  else throw new UsageError(`--output: expected a file that ends in .csv, .json or .npy, found '${file}'`);
}

/** To standard error, so that it does not mix with the numbers. */
function summary(args: Arguments, steps: number, seconds: number, d: Data, warnings: readonly string[]): void {
  const rate = Math.round(steps / Math.max(seconds, 1e-9));
  if (args.has('json')) console.error(JSON.stringify({ steps, seconds, stepsPerSecond: rate, time: d.time, warnings }));
  else
    console.error(`${steps} steps in ${seconds.toFixed(2)} s, ${rate} steps/s, simulated time ${d.time.toFixed(3)} s`);
  if (!args.has('json')) for (const warning of warnings) console.error(`warning: ${warning}`);
}
