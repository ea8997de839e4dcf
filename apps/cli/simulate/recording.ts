/** Numbers of a run, written as they come, so that long runs need no memory: CSV, JSON or NPY. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Data } from '../../../src/index.ts';
import { parseField, type Reading } from '../../shared/fields.ts';
import { UsageError } from '../args.ts';
import { npyHeader } from '../npy.ts';
import { explainWriting } from '../open.ts';

/** What a run is written to. */
export interface Recording {
  /** One row: the numbers as they are now. */
  add(): void;
  end(): void;
}

/** Readings of a list such as `time,qpos[0:3]`. Arrays that grow with contacts need a range, because the columns of a
 *  table do not grow. */
export function chosenFields(d: Data, list: string): Reading[] {
  return list.split(',').flatMap((field) => {
    const readings = parseField(d, field);
    if (typeof readings === 'string') throw new UsageError(`--fields: ${readings}`);
    if (/^\s*(contact|efc|iefc|island)_/.test(field) && !field.includes('['))
      throw new UsageError(`--fields: ${field} grows with contacts; choose a part of it, such as ${field.trim()}[0:3]`);
    return readings;
  });
}

const CHUNK = 1 << 16;

/** Begin to write; a file that cannot be written is refused before the run. */
export function recordingTo(file: string | undefined, readings: readonly Reading[]): Recording {
  const kind = file === undefined ? 'csv' : /\.(csv|json|npy)$/.exec(file)?.[1];
  if (kind === undefined)
    throw new UsageError(`--output: expected a file that ends in .csv, .json or .npy, found '${file}'`);
  if (kind === 'npy') return npyTo(openFile(file!), readings);
  const sink = file === undefined ? terminal() : toFile(openFile(file));
  return kind === 'csv' ? csvTo(sink, readings) : jsonTo(sink, readings);
}

interface Sink {
  write(text: string): void;
  end(): void;
}

function openFile(file: string): number {
  try {
    return openSync(file, 'w');
  } catch (error) {
    throw explainWriting(error, file);
  }
}

function toFile(handle: number): Sink {
  return { write: (text) => writeSync(handle, text), end: () => closeSync(handle) };
}

function terminal(): Sink {
  return { write: (text) => process.stdout.write(text), end: () => {} };
}

/** Collects small pieces into larger ones. */
function buffered(sink: Sink): Sink {
  let text = '';
  const flush = () => {
    if (text !== '') sink.write(text);
    text = '';
  };
  return {
    write(more) {
      text += more;
      if (text.length > CHUNK) flush();
    },
    end() {
      flush();
      sink.end();
    },
  };
}

function csvTo(sink: Sink, readings: readonly Reading[]): Recording {
  const out = buffered(sink);
  out.write(`${readings.map(({ label }) => label).join(',')}\n`);
  return {
    add: () => out.write(`${readings.map(({ read }) => read()).join(',')}\n`),
    end: () => out.end(),
  };
}

function jsonTo(sink: Sink, readings: readonly Reading[]): Recording {
  const out = buffered(sink);
  out.write(`{"columns":${JSON.stringify(readings.map(({ label }) => label))},"rows":[`);
  let first = true;
  return {
    add() {
      out.write(`${first ? '' : ','}\n${JSON.stringify(readings.map(({ read }) => read()))}`);
      first = false;
    },
    end() {
      out.write('\n]}\n');
      out.end();
    },
  };
}

/** The header tells how many rows follow, so it is written again at the end. */
function npyTo(handle: number, readings: readonly Reading[]): Recording {
  const width = readings.length;
  const perChunk = Math.max(1, Math.floor(CHUNK / (8 * width)));
  const chunk = new Float64Array(perChunk * width);
  let [rows, filled] = [0, 0];
  writeSync(handle, npyHeader(0, width));
  const flush = () => {
    writeSync(handle, new Uint8Array(chunk.buffer, 0, 8 * width * filled));
    filled = 0;
  };
  return {
    add() {
      for (let c = 0; c < width; c++) chunk[filled * width + c] = readings[c]!.read();
      rows++;
      if (++filled === perChunk) flush();
    },
    end() {
      if (filled > 0) flush();
      const header = npyHeader(rows, width);
      writeSync(handle, header, 0, header.length, 0);
      closeSync(handle);
    },
  };
}
