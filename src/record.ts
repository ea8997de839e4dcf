/** Runs in files: NumPy's NPZ and NPY, CSV, MCAP, LeRobot's data sets; and replaying them.
 *
 *  ```ts
 *  import { readFileSync } from 'node:fs';
 *  import { readNpz, Replay } from 'tenon/record';
 *  const replay = new Replay(model, await readNpz(readFileSync('run.npz')));
 *  replay.seek(data, 1.5);
 *  ```
 *
 *  @module */

export { readCsv } from './record/csv.ts';
export type { LerobotEpisode, LerobotOptions, LerobotVideo, ParquetWriterLike } from './record/lerobot.ts';
export { lerobotFiles } from './record/lerobot.ts';
export type { McapRecorder, McapWriterLike } from './record/mcap.ts';
export { recordMcap } from './record/mcap.ts';
export type { NamedArray } from './record/npy.ts';
export { npyHeader, readNpy } from './record/npy.ts';
export type { NamedArrays } from './record/npz.ts';
export { MOST_BYTES as MOST_NPZ_BYTES, npzPieces, readNpz } from './record/npz.ts';
export { Recorder, Replay } from './record/trajectory.ts';
