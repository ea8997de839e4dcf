/** Output of a run. CSV, JSON and NPY are streamed, so that long runs need no memory; NPZ is written at the end,
 * because its arrays are consecutive. */

import { NumberList } from '../../../src/formats/record/numberList.ts';
import type { Data } from '../../../src/index.ts';
import { MAX_NPZ_BYTES, npyHeader, npzPieces } from '../../../src/record.ts';
import { parseField, type Reading } from '../../shared/fields.ts';
import { UsageError } from '../args.ts';
import { type Output, openOutput } from '../output.ts';

/** The output of a run. */
export interface Recording {
  /** Add a row with the current values. */
  add(): void;
  /** All rows have been added. */
  end(): void;
  /** Discard the output of a failed run. */
  discard(): void;
}

/** A selected field, or a part of one: some columns of the table. */
export interface FieldSelection {
  name: string;
  /** Whether it is a scalar instead of an array. */
  scalar: boolean;
  readings: readonly Reading[];
}

/** Fields of a list such as `time,qpos[0:3]`. Arrays that grow with contacts need a range, because a table has a fixed
 * number of columns. */
export function selectFields(d: Data, list: string): FieldSelection[] {
  return list.split(',').map((field) => {
    const readings = parseField(d, field);
    if (typeof readings === 'string') throw new UsageError(`--fields: ${readings}`);
    if (/^\s*(contact|efc|iefc|island)_/.test(field) && !field.includes('['))
      throw new UsageError(`--fields: ${field} grows with contacts. Choose a part of it, such as ${field.trim()}[0:3]`);
    const name = field.replaceAll(/\s/g, '');
    return { name, scalar: /\[\d+\]$/.test(name) || readings[0]?.label === name, readings };
  });
}

const CHUNK = 1 << 16;

const kinds = ['csv', 'json', 'npy', 'npz'] as const;

/** Start writing; a file that cannot be written is an error before the run. */
export function recordingTo(file: string | undefined, chosen: readonly FieldSelection[]): Recording {
  const ending = /\.(\w+)$/.exec(file ?? '.csv')?.[1];
  const kind = kinds.find((known) => known === ending);
  if (kind === undefined)
    throw new UsageError(`--output: expected a file that ends in .csv, .json, .npy or .npz, found '${file}'`);
  const readings = chosen.flatMap((field) => field.readings);
  if (kind === 'npz') return npzTo(openOutput(file!), chosen);
  if (kind === 'npy') return npyTo(openOutput(file!), readings);
  const sink = file === undefined ? terminal() : toFile(openOutput(file));
  return kind === 'csv' ? csvTo(sink, readings) : jsonTo(sink, readings);
}

interface Sink {
  write(text: string): void;
  end(): void;
  discard(): void;
}

function toFile(output: Output): Sink {
  return { write: (text) => output.write(text), end: () => output.commit(), discard: () => output.discard() };
}

function terminal(): Sink {
  return { write: (text) => process.stdout.write(text), end: () => {}, discard: () => {} };
}

/** Collects small chunks into larger ones. */
function bufferSink(sink: Sink): Sink {
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
    discard() {
      // flush so that a terminal shows the rows so far
      flush();
      sink.discard();
    },
  };
}

function csvTo(sink: Sink, readings: readonly Reading[]): Recording {
  const out = bufferSink(sink);
  out.write(`${readings.map(({ label }) => label).join(',')}\n`);
  return {
    add: () => out.write(`${readings.map(({ read }) => read()).join(',')}\n`),
    end: () => out.end(),
    discard: () => out.discard(),
  };
}

function jsonTo(sink: Sink, readings: readonly Reading[]): Recording {
  const out = bufferSink(sink);
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
    discard: () => out.discard(),
  };
}

/** The header contains the number of rows, so it is rewritten at the end. */
function npyTo(output: Output, readings: readonly Reading[]): Recording {
  const width = readings.length;
  const perChunk = Math.max(1, Math.floor(CHUNK / (8 * width)));
  const chunk = new Float64Array(perChunk * width);
  let [rows, filled] = [0, 0];
  output.write(npyHeader([0, width]));
  const flush = () => {
    output.write(new Uint8Array(chunk.buffer, 0, 8 * width * filled));
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
      output.write(npyHeader([rows, width]), 0);
      output.commit();
    },
    discard: () => output.discard(),
  };
}

/** One array per field, with its name as selected. */
function npzTo(output: Output, chosen: readonly FieldSelection[]): Recording {
  const columns = chosen.map(() => new NumberList());
  const width = chosen.reduce((sum, { readings }) => sum + readings.length, 0);
  let rows = 0;
  return {
    add() {
      if (++rows * width * 8 > MAX_NPZ_BYTES / 2)
        throw new UsageError('--output: this run is too long for .npz. Use --every, or .npy', 1);
      chosen.forEach(({ readings }, k) => {
        for (const { read } of readings) columns[k]!.add(read());
      });
    },
    end() {
      const arrays = chosen.map(({ name, scalar, readings }, k) => {
        const shape = scalar ? [rows] : [rows, readings.length];
        return [name, { shape, numbers: columns[k]!.slice() }] as const;
      });
      for (const piece of npzPieces(Object.fromEntries(arrays))) output.write(piece);
      output.commit();
    },
    discard: () => output.discard(),
  };
}
