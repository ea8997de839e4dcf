// needs: the compiled engine
/** Invalid recordings are rejected by name, and do not change their target. */
import * as parquet from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { Data, modelFromXml, step } from '../../src/index.ts';
import { lerobotFiles, type McapWriterLike, type NamedArray, Recorder, Replay, recordMcap } from '../../src/record.ts';

const arm = modelFromXml(
  '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="6"/></body></worldbody></mujoco>',
  { engine: 'js' },
);
const hinge = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>', {
  engine: 'js',
});

const array = (shape: number[], from = 0): NamedArray => ({
  shape,
  numbers: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) => from + k),
});

test('a field that changes its size during a recording is rejected when it does', () => {
  const box = '<body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="6"/></body>';
  const plane = '<geom type="plane" size="1 1 1"/>';
  const replicated = `<replicate count="60" offset=".3 0 0">${box}</replicate>`;
  const m = modelFromXml(`<mujoco><worldbody>${plane}${replicated}</worldbody></mujoco>`, { engine: 'js' });
  const d = new Data(m);
  const recorder = new Recorder(d, ['time', 'efc_force']);
  recorder.add();
  const before = d.efc_force.length;
  step(m, d);
  expect(d.efc_force.length).not.toBe(before);
  expect(() => recorder.add()).toThrow(`recorder: 'efc_force': expected ${before} numbers, as in the first row, found`);
  expect(recorder.arrays().time.shape).toEqual([1]);
});

test('a field is recorded once, however often it is named', () => {
  expect(() => new Recorder(new Data(hinge), ['qpos', 'qpos'])).toThrow("recorder: 'qpos' is given twice");
});

const misfits: [string, Record<string, NamedArray>, string][] = [
  ['a single number', { qpos: array([]) }, 'replay: qpos: expected rows of values, found a single value'],
  [
    'rows of a different length',
    { qpos: array([3, 1]), qvel: array([2, 1]) },
    'replay: qvel: expected 3 rows of 1 values',
  ],
  [
    'rows and columns swapped',
    { qpos: array([3, 1]), qvel: array([1, 3]) },
    'replay: qvel: expected 3 rows of 1 values',
  ],
  [
    'a shape that does not match the values',
    { qpos: { shape: [3, 1], numbers: new Float64Array(2) } },
    'replay: qpos: expected 3 rows of 1 values',
  ],
  ['an invalid shape', { qpos: { shape: [-1, 1], numbers: new Float64Array(1) } }, 'replay: qpos: expected'],
  ['no rows', { qpos: array([0, 1]) }, 'replay: expected at least one row, found none'],
  [
    'an invalid time',
    { qpos: array([2, 1]), time: { shape: [2], numbers: new Float64Array([0, Number.NaN]) } },
    'replay: time: row 1: expected a finite number, found NaN',
  ],
];
test.each(misfits)('%s is rejected', (_, arrays, message) => {
  expect(() => new Replay(hinge, arrays)).toThrow(message);
});

test('an inherited array is ignored', () => {
  const arrays = Object.create({ qpos: array([1, 1]) });
  expect(() => new Replay(hinge, arrays)).toThrow("replay: expected an array 'qpos', found none");
});

test('the Data of another model is not changed', () => {
  const d = new Data(arm);
  const replay = new Replay(hinge, { qpos: array([2, 1], 5) });
  const before = [...d.qpos];
  expect(() => replay.show(d, 0)).toThrow(/replay/);
  expect([...d.qpos]).toEqual(before);
});

test('in a recording with resets, a time selects the last row that is not later', () => {
  const time = { shape: [6], numbers: new Float64Array([0, 1, 2, 0, 1, 2]) };
  const replay = new Replay(hinge, { qpos: array([6, 1]), time });
  const d = new Data(hinge);
  expect([replay.seek(d, 0.5), replay.seek(d, 1.5), replay.seek(d, 9), replay.seek(d, -1)]).toEqual([3, 4, 5, 0]);
  expect(() => replay.seek(d, Number.NaN)).toThrow('replay: expected a time, found NaN');
});

test('MCAP rejects negative times and NaN', async () => {
  const messages: object[] = [];
  const writer: McapWriterLike = {
    start: async () => {},
    registerSchema: async () => 1,
    registerChannel: async () => messages.length,
    addMessage: async (message) => void messages.push(message),
    end: async () => {},
  };
  const recorder = await recordMcap(hinge, writer);
  const d = new Data(hinge);
  for (const time of [Number.NaN, -1, Infinity, 1e11]) {
    d.time = time;
    await expect(recorder.add(d)).rejects.toThrow(`mcap: time: expected seconds from 0 to 18446744073, found ${time}`);
  }
  expect(messages).toEqual([]);
});

const episode = (features: Record<string, NamedArray>) => [{ task: 't', features }];
const sets: [string, Parameters<typeof lerobotFiles>[0], object, string][] = [
  ['no features', episode({}), {}, 'lerobot: episode 0: expected at least one feature, found none'],
  ['no frames', episode({ a: array([0, 2]) }), {}, 'lerobot: episode 0: expected at least one frame, found none'],
  [
    'a feature of more dimensions',
    episode({ a: array([2, 2, 2]) }),
    {},
    "lerobot: episode 0: 'a': expected a shape [frames] or [frames, numbers], found [2, 2, 2]",
  ],
  [
    'a single number',
    episode({ a: array([]) }),
    {},
    "lerobot: episode 0: 'a': expected a shape [frames] or [frames, numbers], found []",
  ],
  [
    'a shape that does not match the values',
    episode({ a: { shape: [2, 2], numbers: new Float64Array(3) } }),
    {},
    "lerobot: episode 0: 'a': expected 4 values, as in its shape, found 3",
  ],
  [
    'a reserved feature',
    episode({ timestamp: array([2]) }),
    {},
    "lerobot: episode 0: 'timestamp' is a standard column",
  ],
  [
    'a name that is a path',
    episode({ '../a': array([2]) }),
    {},
    "lerobot: episode 0: '../a': expected a name without / and \\",
  ],
  [
    'a video whose name is a path',
    episode({ a: array([2]) }),
    { videos: { '../x': { file: new Uint8Array(1), width: 1, height: 1, codec: 'h264' } } },
    "lerobot: videos: '../x': expected a name without / and \\",
  ],
  ['no frames per second', episode({ a: array([2]) }), { fps: 0 }, 'lerobot: fps: expected a number above 0, found 0'],
];
test.each(sets)('a data set with %s is rejected', (_, episodes, options, message) => {
  expect(() => lerobotFiles(episodes, { fps: 50, ...options }, parquet)).toThrow(message);
});

test('features may have the names of Object members', () => {
  const files = lerobotFiles(episode({ constructor: array([2]) }), { fps: 50, names: {} }, parquet);
  const info = JSON.parse(new TextDecoder().decode(files['meta/info.json']));
  expect(Object.getOwnPropertyDescriptor(info.features, 'constructor')?.value).toEqual({
    dtype: 'float32',
    shape: [1],
    names: null,
  });
});
