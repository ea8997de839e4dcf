/** Data sets in LeRobot's layout, read by an independent Parquet reader. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import * as parquet from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { lerobotFiles } from '../../record.ts';

const array = (rows: number, width: number, from: number) => ({
  shape: [rows, width],
  numbers: Float64Array.from({ length: rows * width }, (_, k) => from + 0.25 * k),
});
const episodes = [
  { task: 'swing up', features: { 'observation.state': array(3, 2, 0), action: array(3, 1, 5) } },
  { task: 'stop', features: { 'observation.state': array(2, 2, 9), action: array(2, 1, 7) } },
];
const video = { file: new Uint8Array([1, 2, 3]), width: 64, height: 48, codec: 'h264' };
const files = lerobotFiles(episodes, { fps: 50, videos: { 'observation.images.front': video } }, parquet);

const bufferOf = (path: string) => files[path].buffer as ArrayBuffer;
const read = (path: string) => parquetReadObjects({ file: bufferOf(path) });
const json = (path: string) => JSON.parse(new TextDecoder().decode(files[path]));

test('frames of all episodes are concatenated', async () => {
  const rows = await read('data/chunk-000/file-000.parquet');
  expect(rows).toHaveLength(5);
  expect(rows.map((row) => row['observation.state'])).toEqual([
    [0, 0.25],
    [0.5, 0.75],
    [1, 1.25],
    [9, 9.25],
    [9.5, 9.75],
  ]);
  expect(rows.map(({ action }) => action)).toEqual([[5], [5.25], [5.5], [7], [7.25]]);
  expect(rows.map(({ index }) => index)).toEqual([0n, 1n, 2n, 3n, 4n]);
  expect(rows.map((row) => [row.episode_index, row.frame_index, row.task_index])).toEqual([
    [0n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 2n, 0n],
    [1n, 0n, 1n],
    [1n, 1n, 1n],
  ]);
  expect(rows[2].timestamp).toBe(Math.fround(0.04));
});

test('each episode has its location, task and statistics', async () => {
  const rows = await read('meta/episodes/chunk-000/file-000.parquet');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({
    episode_index: 1n,
    tasks: ['stop'],
    length: 2n,
    dataset_from_index: 3n,
    dataset_to_index: 5n,
    'data/file_index': 0n,
    'videos/observation.images.front/from_timestamp': 0.06,
    'videos/observation.images.front/to_timestamp': 0.1,
    'stats/action/min': [7],
    'stats/action/mean': [7.125],
    'stats/action/std': [0.125],
    'stats/action/count': [2n],
  });
});

test('tasks are the index of a pandas table', async () => {
  expect(await read('meta/tasks.parquet')).toEqual([
    { task_index: 0n, task: 'swing up' },
    { task_index: 1n, task: 'stop' },
  ]);
  const { key_value_metadata } = parquetMetadata(bufferOf('meta/tasks.parquet'));
  const pandas = key_value_metadata?.find(({ key }) => key === 'pandas');
  expect(JSON.parse(pandas?.value ?? '')).toMatchObject({ index_columns: ['task'] });
});

test('info and statistics describe all features', () => {
  const { codebase_version, total_frames, features, video_path } = json('meta/info.json');
  expect([codebase_version, total_frames]).toEqual(['v3.0', 5]);
  expect(features['observation.state']).toEqual({ dtype: 'float32', shape: [2], names: null });
  expect(features['observation.images.front']).toMatchObject({ dtype: 'video', shape: [48, 64, 3] });
  expect(video_path).toBe('videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4');
  expect(json('meta/stats.json').action).toMatchObject({ min: [5], max: [7.25], count: [5] });
  expect(files['videos/observation.images.front/chunk-000/file-000.mp4']).toBe(video.file);
});

test('episodes with different features are rejected by index', () => {
  const other = { task: 'stop', features: { action: array(2, 2, 0) } };
  const make = () => lerobotFiles([episodes[0], other], { fps: 50 }, parquet);
  expect(make).toThrow('episode 1: expected features {"observation.state":2,"action":1}, found {"action":2}');
});
