// needs: the compiled engine
/** Recordings are readable by other programs, and are unchanged after a round trip. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { McapIndexedReader, McapWriter } from '@mcap/core';
import { afterAll, expect, test } from 'vitest';
import { Data, modelFromXml, resetData, step } from '../../index.ts';
import { npzPieces, Recorder, Replay, readCsv, readNpz, recordMcap } from '../../record.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pendulum = `<mujoco>
  <worldbody><body name="bob" pos="0 0 1"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.5 0 0"/></body></worldbody>
  <actuator><motor joint="j"/></actuator>
</mujoco>`;

function recorded() {
  const m = modelFromXml(pendulum, { engine: 'js' });
  const d = new Data(m);
  const recorder = new Recorder(d);
  for (let k = 0; k < 20; k++) {
    d.ctrl[0] = 0.1 * k;
    step(m, d);
    recorder.add();
  }
  return { m, d, arrays: recorder.arrays() };
}

const joined = async (pieces: readonly Uint8Array[]) =>
  new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());

test('a run is unchanged after a round trip, and each row restores its state', async () => {
  const { m, d, arrays } = recorded();
  const last = { qpos: [...d.qpos], qvel: [...d.qvel], xpos: [...d.xpos], time: d.time };
  const replay = new Replay(m, await readNpz(await joined(npzPieces(arrays))));
  expect(replay.rows).toBe(20);
  resetData(m, d);
  replay.show(d, 0);
  expect(d.time).toBe(0.002);
  expect(replay.seek(d, 99)).toBe(19);
  expect({ qpos: [...d.qpos], qvel: [...d.qvel], time: d.time }).toEqual({
    qpos: last.qpos,
    qvel: last.qvel,
    time: last.time,
  });
  expect(replay.seek(d, 0.0101)).toBe(4);
  expect(replay.seek(d, -1)).toBe(0);
});

test("Python's own archive reader accepts every file of a .npz", async () => {
  const file = join(folder, 'run.npz');
  writeFileSync(file, await joined(npzPieces(recorded().arrays)));
  const script = 'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist())';
  const found = execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim();
  expect(found).toBe("None ['time.npy', 'qpos.npy', 'qvel.npy', 'ctrl.npy']");
});

test('a compressed archive, as from np.savez_compressed, is read', async () => {
  const file = join(folder, 'packed.npz');
  // a .npy file of three floats in a deflated archive, made by Python's library
  const script = `
import zipfile, struct, sys
head = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }".ljust(117) + "\\n"
npy = b"\\x93NUMPY\\x01\\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<3f", 1.5, -2, 4)
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z: z.writestr("qpos.npy", npy)`;
  execFileSync('python3', ['-c', script, file]);
  const { qpos } = await readNpz(readFileSync(file));
  expect(qpos).toEqual({ shape: [3], numbers: Float64Array.from([1.5, -2, 4]) });
});

test('files that are not such archives are rejected with a message', async () => {
  const whole = await joined(npzPieces(recorded().arrays));
  const damaged = whole.slice();
  damaged[300] ^= 1;
  await expect(readNpz(new Uint8Array(3))).rejects.toThrow('not a ZIP archive');
  await expect(readNpz(deflateRawSync('x'.repeat(99)))).rejects.toThrow('not a ZIP archive');
  await expect(readNpz(damaged)).rejects.toThrow('time.npy: the archive is damaged');
});

test('a table becomes arrays, and a cell that is not a number is reported with its location', () => {
  const { time, qpos } = readCsv('time,qpos[0],qpos[1]\n0,1,2\n0.5,3,-4e-1\n');
  expect([time.shape, qpos.shape, ...qpos.numbers]).toEqual([[2], [2, 2], 1, 2, 3, -0.4]);
  expect(() => readCsv('time,a\n0,1\n0,x\n', 'run.csv')).toThrow("run.csv:3: column 2: expected a number, found 'x'");
  expect(() => readCsv('time,a\n0\n', 'run.csv')).toThrow('run.csv:2: expected 2 columns, found 1');
});

test('a run of another model is rejected', () => {
  const { m, arrays } = recorded();
  const { qpos, ...rest } = arrays;
  expect(() => new Replay(m, rest)).toThrow("expected an array 'qpos', found time, qvel, ctrl");
  const wider = { qpos: { shape: [10, 2], numbers: qpos.numbers } };
  expect(() => new Replay(m, wider)).toThrow('qpos: expected 10 rows of 1 values, as in the model, found 20');
  expect(() => new Recorder(new Data(m), ['qpso'])).toThrow("the data has no field 'qpso'");
});

test('recordMcap takes the path of a file, with the same bytes as a writer', async () => {
  const { m } = recorded();
  const d = new Data(m);
  const folder = mkdtempSync(join(tmpdir(), 'tenon-mcap-'));
  const file = join(folder, 'run.mcap');
  const pieces: Uint8Array[] = [];
  const writable = {
    position: () => BigInt(pieces.reduce((sum, { length }) => sum + length, 0)),
    write: async (bytes: Uint8Array) => void pieces.push(bytes.slice()),
  };
  const recorders = [await recordMcap(m, file), await recordMcap(m, new McapWriter({ writable }))];
  for (const recorder of recorders) {
    await recorder.add(d);
    await recorder.end();
  }
  expect(readFileSync(file).equals(Buffer.concat(pieces))).toBe(true);
  rmSync(folder, { recursive: true });
  await expect(recordMcap(m, join(folder, 'run.mcap'))).rejects.toThrow('ENOENT');
});

test('the reader of MCAP finds what was recorded', async () => {
  const { m } = recorded();
  const d = new Data(m);
  const pieces: Uint8Array[] = [];
  const size = () => pieces.reduce((sum, { length }) => sum + length, 0);
  const writable = {
    position: () => BigInt(size()),
    write: async (bytes: Uint8Array) => void pieces.push(bytes.slice()),
  };
  const recorder = await recordMcap(m, new McapWriter({ writable }));
  for (let k = 0; k < 3; k++) {
    step(m, d, 10);
    await recorder.add(d);
  }
  await recorder.end();
  const file = await joined(pieces);
  const readable = {
    size: async () => BigInt(file.length),
    read: async (from: bigint, length: bigint) => file.subarray(Number(from), Number(from + length)),
  };
  const reader = await McapIndexedReader.Initialize({ readable });
  const topics = new Map([...reader.channelsById].map(([id, { topic }]) => [id, topic]));
  const messages = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    messages.push({ topic: topics.get(channelId), logTime, ...JSON.parse(new TextDecoder().decode(data)) });
  }
  const states = messages.filter(({ topic }) => topic === '/state');
  expect(states.map(({ logTime }) => logTime)).toEqual([20000000n, 40000000n, 60000000n]);
  expect(states[2].qpos).toEqual([...d.qpos]);
  const [{ transforms }] = messages.filter(({ topic }) => topic === '/tf').slice(-1);
  expect(transforms[0]).toMatchObject({
    parent_frame_id: 'world',
    child_frame_id: 'bob',
    translation: { x: 0, y: 0, z: 1 },
  });
});
