// needs: a browser
/** `tenon render`: pictures and videos, rendered by a real browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildViewer } from '../../../scripts/viewer.mjs';
import { Data, loadModel, type Model, step } from '../../../src/index.ts';
import { npzPieces, Recorder } from '../../../src/record.ts';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-render-test-'));
const model = 'examples/pendulum.xml';
let printed = '';

beforeAll(async () => {
  await buildViewer();
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text) => {
      printed += `${text}\n`;
    });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a picture has the requested size', async () => {
  const file = join(folder, 'p.png');
  expect(await main(['render', model, '--size', '64x48', '--seconds', '0.1', '--output', file]), printed).toBe(0);
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 48]);
  expect(printed).toContain('64x48, one picture');
});

test('a video has every frame at its time', async () => {
  const file = join(folder, 'f.webm');
  const args = ['--size', '64x48', '--seconds', '0.5', '--fps', '20', '--output', file, '--show', 'no-shadow'];
  expect(await main(['render', model, ...args])).toBe(0);
  expect(frameTimes(readFileSync(file))).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 400, 450]);
});

test('an MP4 has the requested number of frames of equal duration, with correct offsets', async () => {
  const file = join(folder, 'f.mp4');
  const args = ['--size', '64x48', '--seconds', '0.5', '--fps', '24', '--output', file, '--show', 'no-shadow'];
  expect(await main(['render', model, ...args]), printed).toBe(0);
  const film = readFileSync(file);
  const boxes = boxesOf(film, 0, film.length);
  expect(boxes.get('mdhd')!.readUInt32BE(12)).toBe(24_000);
  // one run of frames with a duration of 1000 units
  expect([8, 12].map((at) => boxes.get('stts')!.readUInt32BE(at))).toEqual([12, 1000]);
  const sizes = Array.from({ length: 12 }, (_, k) => boxes.get('stsz')!.readUInt32BE(12 + 4 * k));
  const media = boxes.get('mdat')!;
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(media.length);
  expect(boxes.get('stco')!.readUInt32BE(8)).toBe(media.byteOffset - film.byteOffset);
  expect(boxes.get('stss')!.readUInt32BE(8)).toBe(1);
});

test('states come from a recording: the picture equals that of the simulation, and a video has the length of the recording', async () => {
  const m = await loadModel(model);
  const d = new Data(m);
  const recorder = new Recorder(d, ['time', 'qpos', 'qvel']);
  d.qpos[0] = 0.7;
  for (let k = 0; k < 251; k++) {
    recorder.add();
    step(m, d);
  }
  const run = join(folder, 'run.npz');
  writeFileSync(run, Buffer.concat(npzPieces(recorder.arrays())));
  const pictures = [];
  for (const [k, seconds] of [0, 0.4].entries()) {
    const file = join(folder, `replay${k}.png`);
    const args = ['--replay', run, '--size', '64x48', '--camera', '0', '--seconds', String(seconds), '--output', file];
    expect(await main(['render', model, ...args]), printed).toBe(0);
    pictures.push(readFileSync(file));
  }
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  const file = join(folder, 'still.png');
  const still = modelWithAngle(m, 0.7);
  writeFileSync(join(folder, 'still.xml'), still);
  expect(
    await main(['render', join(folder, 'still.xml'), '--size', '64x48', '--camera', '0', '-k', 'still', '-o', file]),
  ).toBe(0);
  expect(readFileSync(file).equals(pictures[0]!)).toBe(true);
  const film = join(folder, 'run.webm');
  expect(await main(['render', model, '--replay', run, '--fps', '10', '--size', '64x48', '--output', film])).toBe(0);
  expect(frameTimes(readFileSync(film))).toEqual([0, 100, 200, 300, 400]);
});

/** The pendulum with a keyframe at an angle. */
function modelWithAngle(m: Model, angle: number): string {
  expect(m.nq).toBe(1);
  return readFileSync(model, 'utf8').replace(
    '</mujoco>',
    `<keyframe><key name="still" qpos="${angle}"/></keyframe></mujoco>`,
  );
}

test('the default camera is the first that shows the whole model; it can be a free view, or one given by numbers', async () => {
  const pictures = [];
  for (const [k, camera] of [[], ['-c', 'free'], ['-c', '30,-40,2,0,0,1'], ['-c', '0']].entries()) {
    const file = join(folder, `view${k}.png`);
    expect(await main(['render', model, '--size', '64x48', '--output', file, ...camera]), printed).toBe(0);
    pictures.push(readFileSync(file).toString('base64'));
  }
  expect(new Set(pictures).size).toBe(3);
  expect(pictures[3]).toBe(pictures[0]);
});

test.each([
  [['--size', 'large'], "--size: expected two even numbers from 16 to 8192, such as 1280x720, found 'large'", 2],
  [['--replay', 'run.npz', '--key', '0'], '--key: cannot be combined with --replay', 2],
  [['--replay', 'nope.npz'], "no such file 'nope.npz'", 1],
  [['--output', 'film.avi'], "--output: expected a file .png, .webm or .mp4, found 'film.avi'", 2],
  [['--camera', 'frnt'], "--camera: unknown name or id 'frnt'. Did you mean 'front'?", 1],
])('%s is rejected with a message', async (args, words, code) => {
  printed = '';
  expect(await main(['render', model, ...args])).toBe(code);
  expect(printed).toContain(words);
});

/** Contents of all boxes of an MP4 file, by name. */
function boxesOf(film: Buffer, from: number, to: number): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = from; at < to; at += film.readUInt32BE(at)) {
    const name = film.toString('latin1', at + 4, at + 8);
    const end = at + film.readUInt32BE(at);
    found.set(name, film.subarray(at + 8, end));
    if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(name))
      for (const [inner, content] of boxesOf(film, at + 8, end)) found.set(inner, content);
  }
  return found;
}

/** Milliseconds of every block of a WebM file: its cluster's and its own. */
function frameTimes(film: Buffer): number[] {
  const times: number[] = [];
  let cluster = 0;
  const walk = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const idLength = Math.clz32(film[at]!) - 23;
      const id = film.readUIntBE(at, idLength);
      const length = film.readUIntBE(at + idLength + 1, 6) * 256 + film[at + idLength + 7]!;
      const start = at + idLength + 8;
      if (id === 0x18538067 || id === 0x1f43b675) walk(start, start + length);
      else if (id === 0xe7) cluster = film.readUIntBE(start, length);
      else if (id === 0xa3) times.push(cluster + film.readInt16BE(start + 1));
      at = start + length;
    }
  };
  walk(0, film.length);
  return times;
}
