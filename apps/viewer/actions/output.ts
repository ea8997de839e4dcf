/** Output of the page: pictures, videos, links, states. */

import { encodePicture, type Recording, startRecording } from '../../../src/view/viewer/recorder.ts';
import type { App } from '../app.ts';
import { writeLink } from '../inputs/link.ts';
import { download } from '../ui/dom.ts';

export class OutputActions {
  readonly #app: App;
  #recording: Recording | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  screenshot(): void {
    const { session, sceneRenderer } = this.#app;
    if (session)
      void encodePicture(sceneRenderer.canvas).then((picture) => download(picture, `${fileName(session.title)}.png`));
  }

  /** Start or stop a recording. Returns whether one is running. */
  record(): boolean {
    const { session, sceneRenderer } = this.#app;
    if (this.#recording && session) {
      const name = fileName(session.title);
      const save = (video: Blob) => download(video, `${name}.${video.type.endsWith('mp4') ? 'mp4' : 'webm'}`);
      void this.#recording.stop().then(save);
      this.#recording = undefined;
    } else if (session) {
      this.#recording = startRecording(sceneRenderer.canvas);
      if (!this.#recording) this.#app.showMessage('This browser cannot record video.');
    }
    return this.#recording !== undefined;
  }

  share(): void {
    const { session } = this.#app;
    if (!session) return;
    const own = session.source.kind === 'files';
    const url = location.origin + location.pathname + writeLink(session.link());
    history.replaceState(null, '', url);
    const message = own ? 'The link contains the view, but not the files you dropped.' : 'Link copied.';
    this.#copy(url, message);
  }

  copyState(): void {
    const { session } = this.#app;
    if (session) this.#copy(session.keyframe(), 'State copied as a keyframe.');
  }

  /** Copy to the clipboard; if that is forbidden, show the text. */
  #copy(text: string, message: string): void {
    const show = () => this.#app.showMessage(text);
    if (!navigator.clipboard) show();
    else void navigator.clipboard.writeText(text).then(() => this.#app.showMessage(message), show);
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
