/** The names, types and shapes of the arrays of a result, computed before the task runs. */
import { Batch, type WorldField } from '../../batch.ts';
import { type Model, StateBit, stateSize } from '../../index.ts';
import type { JobSpec } from './jobSpec.ts';

/** An array of a result. */
export interface ResultColumn {
  /** Name of the typed array: `Float64Array`, ... */
  kind: string;
  /** Bytes of a row. */
  bytes: number;
}

/** Arrays of a result: states, sensors, and a field each. */
export interface ResultShape {
  /** Rows of each world. */
  rows: number;
  /** Values per state. */
  state: number;
  names: WorldField[];
  columns: ResultColumn[];
}

/** @throws RangeError for unknown fields of Data */
export function resultShape(m: Model, { nstep, every, fields = [] }: JobSpec): ResultShape {
  // every result includes sensors
  const names = [...new Set(fields)].filter((name) => name !== 'sensordata') as WorldField[];
  const state = stateSize(m, StateBit.FULLPHYSICS);
  const batch = new Batch(m, 1, { fields: names });
  try {
    const arrays = [batch.sensordata, ...names.map((name) => batch.field(name) as ArrayBufferView)];
    const columns = arrays.map((array) => ({ kind: array.constructor.name, bytes: array.byteLength }));
    return {
      rows: Math.floor(nstep / (every ?? nstep)),
      state,
      names,
      columns: [{ kind: 'Float64Array', bytes: 8 * state }, ...columns],
    };
  } finally {
    batch.free();
  }
}

/** Result bytes per world. */
export function bytesOfWorld({ rows, columns }: ResultShape): number {
  return rows * columns.reduce((sum, { bytes }) => sum + bytes, 0);
}
