/** What one takes away from the page: pictures, videos, links, states. */
import type { App } from '../app.ts';
import { writeLink } from '../load/link.ts';
import { Recorder, savePicture } from '../ui/recorder.ts';

export class OutputActions {
  readonly #app: App;
  readonly #recorder = new Recorder();

  constructor(app: App) {
    this.#app = app;
  }

  screenshot(): void {
    const { session, view } = this.#app;
    if (session) void savePicture(view.canvas, session.title);
  }

  /** Begin or end a recording. Returns whether one goes on. */
  record(): boolean {
    const { session, view } = this.#app;
    if (this.#recorder.active) this.#recorder.stop();
    else if (session && !this.#recorder.start(view.canvas, session.title))
      this.#app.say('This browser cannot record a video.');
    return this.#recorder.active;
  }

  share(): void {
    const { session } = this.#app;
    if (!session) return;
    const own = session.source.kind === 'files';
    const url = location.origin + location.pathname + writeLink(session.link());
    history.replaceState(null, '', url);
    const said = own ? 'The link has the view, but files you dropped stay with you.' : 'The link is copied.';
    this.#copy(url, said);
  }

  copyState(): void {
    const { session } = this.#app;
    if (session) this.#copy(session.keyframe(), 'The state is copied as a keyframe.');
  }

  /** To the clipboard; where that is forbidden, the text is shown. */
  #copy(text: string, said: string): void {
    const show = () => this.#app.say(text);
    if (!navigator.clipboard) show();
    else void navigator.clipboard.writeText(text).then(() => this.#app.say(said), show);
  }
}
