/** Pictures and videos of the canvas, as files. */
import { download } from './dom.ts';

export function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  return new Promise((resolve) => {
    canvas.toBlob((blob) => {
      if (blob) download(blob, `${fileName(name)}.png`);
      resolve();
    }, 'image/png');
  });
}

const formats = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

export class Recorder {
  #recorder: MediaRecorder | undefined;

  get active(): boolean {
    return this.#recorder !== undefined;
  }

  /** Begin; false if this browser cannot record. */
  start(canvas: HTMLCanvasElement, name: string): boolean {
    const mimeType =
      typeof MediaRecorder === 'undefined' ? undefined : formats.find((f) => MediaRecorder.isTypeSupported(f));
    if (!mimeType) return false;
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType, videoBitsPerSecond: 12e6 });
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    recorder.addEventListener('stop', () => {
      const type = mimeType.split(';')[0]!;
      download(new Blob(parts, { type }), `${fileName(name)}.${type.endsWith('mp4') ? 'mp4' : 'webm'}`);
    });
    recorder.start(500);
    this.#recorder = recorder;
    return true;
  }

  stop(): void {
    this.#recorder?.stop();
    this.#recorder = undefined;
  }
}

function fileName(title: string): string {
  return (
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-') || 'tenon'
  );
}
