/** Recordings: read, write and replay NPZ, NPY, CSV, MCAP and LeRobot data sets; scenes and motions as glTF.
 *
 *  ```ts
 *  import { readFileSync } from 'node:fs';
 *  import { readNpz, Replay } from 'tenon/record';
 *  const replay = new Replay(model, await readNpz(readFileSync('run.npz')));
 *  replay.seek(data, 1.5);
 *  ```
 *
 *  @module */

export type { GlbOptions, GlbRecorder } from './formats/gltf/record.ts';
export { recordGlb } from './formats/gltf/record.ts';
export { readCsv } from './formats/record/csv.ts';
export type { LerobotEpisode, LerobotOptions, LerobotVideo, ParquetWriterLike } from './formats/record/lerobot.ts';
export { lerobotFiles } from './formats/record/lerobot.ts';
export type { McapRecorder, McapWriterLike } from './formats/record/mcap.ts';
export { recordMcap } from './formats/record/mcap.ts';
export type { NamedArray } from './formats/record/npy.ts';
export { npyHeader, readNpy } from './formats/record/npy.ts';
export type { NamedArrays } from './formats/record/npz.ts';
export { MAX_BYTES as MAX_NPZ_BYTES, npzPieces, readNpz } from './formats/record/npz.ts';
export { Recorder, Replay } from './formats/record/trajectory.ts';
