/** Screenshots and videos of a canvas. */

export function encodePicture(canvas: HTMLCanvasElement, type = 'image/png'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas cannot be encoded as a picture'))),
      type,
    );
  });
}

const formats = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

/** A running recording. */
export interface Recording {
  /** Stop and return the video. */
  stop(): Promise<Blob>;
}

/** Start a recording; undefined if the browser does not support it. */
export function startRecording(canvas: HTMLCanvasElement): Recording | undefined {
  const mimeType =
    typeof MediaRecorder === 'undefined' ? undefined : formats.find((f) => MediaRecorder.isTypeSupported(f));
  if (!mimeType) return undefined;
  const parts: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType, videoBitsPerSecond: 12e6 });
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data);
  });
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: mimeType.split(';')[0]! })));
  });
  recorder.start(500);
  return {
    stop: () => {
      recorder.stop();
      return ended;
    },
  };
}
