/** The page that renders for `tenon render`: fetches a job from its server, and sends back the result. */
import { Data, forward, loadModel, type Model, resetDataKeyframe, step } from '../../../src/index.ts';
import { Replay } from '../../../src/record.ts';
import { cameraOfWhole } from '../../../src/view/scene/framing/initialView.ts';
import { Renderer } from '../../../src/view/viewer/renderer.ts';
import { recordingAmong } from '../inputs/recording.ts';
import type { RenderJob } from './job.ts';
import { mp4 } from './mp4.ts';
import { type EncodedPicture, webm } from './webm.ts';

/** Video codecs, best first. Every player supports H.264, but not every browser can encode it. */
const codecs = {
  webm: ['vp09.00.10.08', 'vp8'],
  mp4: ['avc1.640034', 'avc1.42003e', 'vp09.00.10.08'],
} as const;
const webmNames: Record<string, string> = { 'vp09.00.10.08': 'V_VP9', vp8: 'V_VP8' };

const send = (path: string, body: BodyInit) => fetch(path, { method: 'POST', body });

async function draw(job: RenderJob): Promise<Blob> {
  const files = new Map(Object.entries(job.files).map(([name, text]) => [name, decode(text)]));
  const model = await loadModel(job.main, { files });
  const data = new Data(model);
  if (job.key !== undefined) resetDataKeyframe(model, data, job.key);
  forward(model, data);
  const canvas = document.createElement('canvas');
  const renderer = new Renderer(model, { width: job.width, height: job.height, canvas });
  renderer.settings.flags.backdrop = true;
  renderer.settings.fromWords(job.show);
  const goTo = await motion(job, model, data);
  goTo(job.from);
  const camera = job.camera ?? cameraOfWhole(model, data, renderer.settings, job.width / job.height) ?? 'free';
  renderer.update(data, camera === 'free' ? undefined : camera);
  if (job.film) return film(job, job.film, (time) => goTo(job.from + time), renderer, canvas);
  renderer.draw();
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error('the canvas cannot be encoded as a picture'))),
      'image/png',
    ),
  );
}

/** A function that advances the data to a time after the start: by steps, or from the recording. */
async function motion({ replay }: RenderJob, model: Model, data: Data): Promise<(time: number) => void> {
  const start = data.time;
  if (!replay) return (time) => runTo(model, data, start + time);
  const { recording } = (await recordingAmong(new Map([[replay.name, decode(replay.bytes)]])))!;
  const rows = new Replay(model, recording);
  return (time) => void rows.seek(data, rows.time[0]! + time);
}

/** Takes steps up to a time: a frame shows the last state that is not later than its time. */
function runTo(model: Model, data: Data, time: number): void {
  while (data.time + 0.5 * model.opt.timestep < time) {
    const before = data.time;
    step(model, data);
    // a timestep of 0 makes no progress
    if (!(data.time > before)) break;
  }
  forward(model, data);
}

async function film(
  { width, height }: RenderJob,
  { kind, fps, frames }: NonNullable<RenderJob['film']>,
  goTo: (time: number) => void,
  renderer: Renderer,
  canvas: HTMLCanvasElement,
): Promise<Blob> {
  const pictures: EncodedPicture[] = [];
  const codec = await findCodec(kind, width, height);
  let broken: Error | undefined;
  let description: Uint8Array | undefined;
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      description ??= copyBytes(about?.decoderConfig?.description);
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ bytes, at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key' });
    },
    error: (error) => {
      broken = error;
    },
  });
  encoder.configure({ codec, width, height, framerate: fps, bitrate: Math.round(0.15 * width * height * fps) });
  for (let k = 0; k < frames; k++) {
    goTo(k / fps);
    renderer.draw();
    const frame = new VideoFrame(canvas, { timestamp: Math.round((1e6 * k) / fps), duration: Math.round(1e6 / fps) });
    encoder.encode(frame, { keyFrame: k % Math.ceil(fps) === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 8) await encoder.flush();
    if (broken) throw broken;
    if (k % 10 === 9) await send('progress', String(k + 1));
  }
  await encoder.flush();
  const track = { codec, description, width, height, fps };
  const bytes = kind === 'mp4' ? mp4(pictures, track) : webm(pictures, webmNames[codec]!, track);
  return new Blob([bytes], { type: `video/${kind}` });
}

async function findCodec(kind: 'webm' | 'mp4', width: number, height: number): Promise<string> {
  if (typeof VideoEncoder === 'undefined') throw new Error('this browser has no VideoEncoder. Use .png output instead');
  for (const codec of codecs[kind])
    if ((await VideoEncoder.isConfigSupported({ codec, width, height })).supported) return codec;
  throw new Error(`this browser supports none of ${codecs[kind].join(', ')}. Use .png output instead`);
}

function copyBytes(source: AllowSharedBufferSource | undefined): Uint8Array | undefined {
  if (source === undefined) return undefined;
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  return new Uint8Array(source).slice();
}

function decode(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

try {
  const job = (await (await fetch('job')).json()) as RenderJob;
  await send('result', await draw(job));
} catch (error) {
  await send('failed', error instanceof Error ? error.message : String(error));
}
