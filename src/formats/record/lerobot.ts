/** Data sets in the layout of LeRobot v3: concatenated episodes in Parquet files, metadata in `meta/`, videos next to them
 *  (huggingface.co/docs/lerobot/lerobot-dataset-v3). */
import type { NamedArray } from './npy.ts';

/** The part of the package `hyparquet-writer` in use. */
export interface ParquetWriterLike {
  parquetWriteBuffer(options: {
    columnData: { name: string; data: never[] }[];
    schema?: never[];
    kvMetadata?: { key: string; value: string }[];
  }): ArrayBuffer;
}

/** An episode: its task, and one row of each feature per frame. */
export interface LerobotEpisode {
  /** Description of the task, as text. */
  task: string;
  /** `observation.state`, `action` and others, by name; all with the same number of rows. */
  features: Readonly<Record<string, NamedArray>>;
}

/** A video of all episodes, concatenated. */
export interface LerobotVideo {
  /** The bytes of an MP4 file with one frame for each frame of the data set. */
  file: Uint8Array;
  width: number;
  height: number;
  /** `h264`, `av1`, ... */
  codec: string;
}

/** Properties of a data set besides its episodes. */
export interface LerobotOptions {
  /** Frames per second. */
  fps: number;
  robotType?: string;
  /** Names of the components of a feature. */
  names?: Readonly<Record<string, readonly string[]>>;
  /** Videos by feature, such as `observation.images.front`. */
  videos?: Readonly<Record<string, LerobotVideo>>;
}

/** Column types of Parquet. */
const kinds = {
  float: { type: 'FLOAT' },
  double: { type: 'DOUBLE' },
  int: { type: 'INT64' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

interface Column {
  readonly name: string;
  readonly kind: keyof typeof kinds;
  /** Whether each row is a list. */
  readonly list: boolean;
  readonly data: unknown[];
}

/** Columns of every data set that identify a frame. */
const FRAME_COLUMNS = ['timestamp', 'frame_index', 'episode_index', 'index', 'task_index'];

/** Minimum, maximum, mean and standard deviation of each component of a feature, and the number of frames. */
type Statistics = Record<'min' | 'max' | 'mean' | 'std' | 'count', number[]>;

/** Encode a data set as files, by path in its folder.
 *
 *  @param parquet the module `hyparquet-writer`
 *  @example
 *  import * as parquet from 'hyparquet-writer';
 *  const action = { shape: [2, 1], numbers: new Float64Array([0.5, 1]) };
 *  const files = lerobotFiles([{ task: 'swing', features: { action } }], { fps: 50 }, parquet);
 *  console.log(Object.keys(files)[0]); // -> data/chunk-000/file-000.parquet
 * @throws RangeError for episodes whose features differ, in names, widths or rows, and for invalid names */
export function lerobotFiles(
  episodes: readonly LerobotEpisode[],
  options: LerobotOptions,
  parquet: ParquetWriterLike,
): Record<string, Uint8Array> {
  checkOptions(options);
  const widths = widthsOf(episodes);
  const lengths = episodes.map(({ features }) => Object.values(features)[0].shape[0]);
  const tasks = [...new Set(episodes.map(({ task }) => task))];
  const all = dataColumns(episodes, lengths, tasks, options.fps);
  const text = (value: object) => new TextEncoder().encode(`${JSON.stringify(value, undefined, 4)}\n`);
  const files: Record<string, Uint8Array> = {
    'data/chunk-000/file-000.parquet': writeParquet(parquet, all),
    'meta/info.json': text(makeInfo(widths, lengths, tasks.length, options)),
    'meta/stats.json': text(Object.fromEntries(all.map((column) => [column.name, statisticsOf(column.data)]))),
    'meta/tasks.parquet': writeParquet(parquet, taskColumns(tasks), { pandas: JSON.stringify(pandasTasks) }),
    'meta/episodes/chunk-000/file-000.parquet': writeParquet(parquet, episodeColumns(episodes, lengths, all, options)),
  };
  for (const [name, { file }] of Object.entries(options.videos ?? {}))
    files[`videos/${name}/chunk-000/file-000.mp4`] = file;
  return files;
}

function checkOptions({ fps, videos = {} }: LerobotOptions): void {
  if (!(fps > 0 && Number.isFinite(fps))) throw new RangeError(`lerobot: fps: expected a number above 0, found ${fps}`);
  for (const name of Object.keys(videos)) checkName('lerobot: videos', name);
}

/** Names become parts of paths, and columns next to the standard ones. */
function checkName(where: string, name: string): void {
  if (/[/\\]/.test(name) || name === '' || name === '.' || name === '..') {
    throw new RangeError(`${where}: '${name}': expected a name without / and \\`);
  }
  if (FRAME_COLUMNS.includes(name)) throw new RangeError(`${where}: '${name}' is a standard column`);
}

/** Checks the features of an episode; returns their widths. */
function featureWidths({ features }: LerobotEpisode, episode: number): Record<string, number> {
  const where = `lerobot: episode ${episode}`;
  const entries = Object.entries(features);
  if (entries.length === 0) throw new RangeError(`${where}: expected at least one feature, found none`);
  for (const [name, { shape, numbers }] of entries) {
    checkName(where, name);
    if (shape.length !== 1 && shape.length !== 2) {
      const expected = 'expected a shape [frames] or [frames, numbers]';
      throw new RangeError(`${where}: '${name}': ${expected}, found [${shape.join(', ')}]`);
    }
    const count = shape[0] * (shape[1] ?? 1);
    if (numbers.length !== count) {
      throw new RangeError(`${where}: '${name}': expected ${count} values, as in its shape, found ${numbers.length}`);
    }
  }
  const rows = new Set(entries.map(([, { shape }]) => shape[0]));
  if (rows.size !== 1)
    throw new RangeError(`${where}: expected features of equal length, found ${[...rows].join(', ')}`);
  if (rows.has(0)) throw new RangeError(`${where}: expected at least one frame, found none`);
  return Object.fromEntries(entries.map(([name, { shape }]) => [name, shape[1] ?? 1]));
}

/** The width of each feature, which all episodes must have. */
function widthsOf(episodes: readonly LerobotEpisode[]): Record<string, number> {
  if (episodes.length === 0) throw new RangeError('lerobot: expected at least one episode, found none');
  const widths = episodes.map(featureWidths);
  const expected = JSON.stringify(widths[0]);
  const other = widths.findIndex((found) => JSON.stringify(found) !== expected);
  if (other >= 0)
    throw new RangeError(
      `lerobot: episode ${other}: expected features ${expected}, found ${JSON.stringify(widths[other])}`,
    );
  return widths[0];
}

/** All frames of all episodes, with the columns that identify them. */
function dataColumns(
  episodes: readonly LerobotEpisode[],
  lengths: readonly number[],
  tasks: readonly string[],
  fps: number,
): Column[] {
  const features = Object.keys(episodes[0].features).map((name): Column => {
    const data = episodes.flatMap((episode) => float32Rows(episode.features[name]));
    return { name, kind: 'float', list: true, data };
  });
  const frames = <T>(value: (frame: number, episode: number) => T): T[] =>
    lengths.flatMap((length, episode) => Array.from({ length }, (_, frame) => value(frame, episode)));
  let index = 0n;
  return [
    ...features,
    { name: 'timestamp', kind: 'float', list: false, data: frames((frame) => frame / fps) },
    { name: 'frame_index', kind: 'int', list: false, data: frames((frame) => BigInt(frame)) },
    { name: 'episode_index', kind: 'int', list: false, data: frames((_, episode) => BigInt(episode)) },
    { name: 'index', kind: 'int', list: false, data: frames(() => index++) },
    {
      name: 'task_index',
      kind: 'int',
      list: false,
      data: frames((_, episode) => BigInt(tasks.indexOf(episodes[episode].task))),
    },
  ];
}

/** Rows in single precision, as stored. */
function float32Rows({ shape: [rows, width = 1], numbers }: NamedArray): number[][] {
  return Array.from({ length: rows }, (_, k) =>
    Array.from(Float32Array.from(numbers.subarray(k * width, (k + 1) * width))),
  );
}

function taskColumns(tasks: readonly string[]): Column[] {
  return [
    { name: 'task_index', kind: 'int', list: false, data: tasks.map((_, k) => BigInt(k)) },
    { name: 'task', kind: 'text', list: false, data: [...tasks] },
  ];
}

/** Pandas metadata of a table whose index is the task. */
const pandasTasks = {
  index_columns: ['task'],
  column_indexes: [],
  columns: [
    { name: 'task_index', field_name: 'task_index', pandas_type: 'int64', numpy_type: 'int64', metadata: null },
    { name: 'task', field_name: 'task', pandas_type: 'unicode', numpy_type: 'object', metadata: null },
  ],
};

/** Location and statistics of each episode. */
function episodeColumns(
  episodes: readonly LerobotEpisode[],
  lengths: readonly number[],
  all: readonly Column[],
  { fps, videos = {} }: LerobotOptions,
): Column[] {
  const ends = lengths.map((_, k) => lengths.slice(0, k + 1).reduce((sum, length) => sum + length, 0));
  const ints = (name: string, value: (k: number) => number): Column => {
    return { name, kind: 'int', list: false, data: episodes.map((_, k) => BigInt(value(k))) };
  };
  const seconds = (name: string, frame: (k: number) => number): Column => {
    return { name, kind: 'double', list: false, data: episodes.map((_, k) => frame(k) / fps) };
  };
  const first = (k: number) => ends[k] - lengths[k];
  return [
    ints('episode_index', (k) => k),
    { name: 'tasks', kind: 'text', list: true, data: episodes.map(({ task }) => [task]) },
    ints('length', (k) => lengths[k]),
    ints('data/chunk_index', () => 0),
    ints('data/file_index', () => 0),
    ints('dataset_from_index', first),
    ints('dataset_to_index', (k) => ends[k]),
    ...Object.keys(videos).flatMap((name) => [
      ints(`videos/${name}/chunk_index`, () => 0),
      ints(`videos/${name}/file_index`, () => 0),
      seconds(`videos/${name}/from_timestamp`, first),
      seconds(`videos/${name}/to_timestamp`, (k) => ends[k]),
    ]),
    ...all.flatMap(({ name, data }) =>
      statisticsColumns(
        name,
        ends.map((end, k) => data.slice(first(k), end)),
      ),
    ),
    ints('meta/episodes/chunk_index', () => 0),
    ints('meta/episodes/file_index', () => 0),
  ];
}

/** A column for each statistic of a feature, by episode. */
function statisticsColumns(name: string, parts: readonly unknown[][]): Column[] {
  const found = parts.map(statisticsOf);
  return (['min', 'max', 'mean', 'std', 'count'] as const).map((key) => {
    const kind = key === 'count' ? 'int' : 'double';
    return {
      name: `stats/${name}/${key}`,
      kind,
      list: true,
      data: found.map((s) => (key === 'count' ? s[key].map(BigInt) : s[key])),
    };
  });
}

function statisticsOf(data: readonly unknown[]): Statistics {
  const rows = data.map((row) => (Array.isArray(row) ? row : [row]).map(Number));
  const by = (f: (column: number[]) => number) => rows[0].map((_, k) => f(rows.map((row) => row[k])));
  const mean = (column: readonly number[]) => column.reduce((sum, x) => sum + x, 0) / column.length;
  const spread = (column: number[]) => {
    const middle = mean(column);
    return Math.sqrt(mean(column.map((x) => (x - middle) ** 2)));
  };
  return {
    min: by((column) => column.reduce((a, b) => Math.min(a, b))),
    max: by((column) => column.reduce((a, b) => Math.max(a, b))),
    mean: by(mean),
    std: by(spread),
    count: [rows.length],
  };
}

/** `meta/info.json` */
function makeInfo(
  widths: Readonly<Record<string, number>>,
  lengths: readonly number[],
  tasks: number,
  { fps, robotType, names, videos = {} }: LerobotOptions,
): object {
  const single = (dtype: string) => ({ dtype, shape: [1], names: null });
  const file = 'chunk-{chunk_index:03d}/file-{file_index:03d}';
  return {
    codebase_version: 'v3.0',
    robot_type: robotType ?? null,
    total_episodes: lengths.length,
    total_frames: lengths.reduce((sum, length) => sum + length, 0),
    total_tasks: tasks,
    chunks_size: 1000,
    data_files_size_in_mb: 100,
    video_files_size_in_mb: 200,
    fps,
    splits: { train: `0:${lengths.length}` },
    data_path: `data/${file}.parquet`,
    video_path: Object.keys(videos).length > 0 ? `videos/{video_key}/${file}.mp4` : null,
    features: {
      ...Object.fromEntries(
        Object.entries(widths).map(([name, width]) => [
          name,
          { dtype: 'float32', shape: [width], names: names && Object.hasOwn(names, name) ? names[name] : null },
        ]),
      ),
      ...Object.fromEntries(Object.entries(videos).map(([name, video]) => [name, videoFeature(video, fps)])),
      timestamp: single('float32'),
      ...Object.fromEntries(FRAME_COLUMNS.slice(1).map((name) => [name, single('int64')])),
    },
  };
}

function videoFeature({ width, height, codec }: LerobotVideo, fps: number): object {
  return {
    dtype: 'video',
    shape: [height, width, 3],
    names: ['height', 'width', 'channels'],
    info: {
      'video.height': height,
      'video.width': width,
      'video.codec': codec,
      'video.pix_fmt': 'yuv420p',
      'video.is_depth_map': false,
      'video.fps': fps,
      'video.channels': 3,
      has_audio: false,
    },
  };
}

/** Write columns as a Parquet file; lists have the three levels of the format. */
function writeParquet(
  { parquetWriteBuffer }: ParquetWriterLike,
  columns: readonly Column[],
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const schema = columns.flatMap(({ name, kind, list }) => {
    const element = kinds[kind];
    if (!list) return [{ name, repetition_type: 'OPTIONAL', ...element }];
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: 'OPTIONAL', ...element },
    ];
  });
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map(({ name, data }) => ({ name, data: data as never[] })),
      schema: [{ name: 'root', num_children: columns.length }, ...schema] as never[],
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    }),
  );
}
