/** Lines to the engine: in a thread of its own where the browser allows it, otherwise in the page. */
import { Host } from './host.ts';
import type { Line, Numbered, Reply } from './protocol.ts';

/** The page draws too, so steps may take half of a frame. */
const SHARE_IN_PAGE = 0.5;

/** A thread that is free, kept for the next model because starting one takes a moment. */
let spare: Line | undefined;

/** A line that nobody else uses, to a thread unless told otherwise. */
export async function takeLine(thread = true): Promise<Line> {
  if (!thread) return lineInPage();
  const line = spare;
  spare = undefined;
  return line?.alive ? line : ((await openWorker()) ?? lineInPage());
}

/** Give back a line that has answered everything it was asked; close others. */
export function giveBack(line: Line): void {
  if (spare === undefined && line.threaded) spare = line;
  else line.close();
}

/** Undefined where threads are forbidden, as in pages that are opened from a disk. */
async function openWorker(): Promise<Line | undefined> {
  const { startThread } = await import('../../thread/start.ts');
  return new Promise((done) => {
    let heard: (reply: Reply) => void = () => {};
    try {
      const worker = startThread();
      const line: Line = {
        alive: true,
        threaded: true,
        post: (request) => worker.postMessage(request),
        listen: (listener) => {
          heard = listener;
        },
        close: () => worker.terminate(),
      };
      worker.addEventListener('error', (event) => {
        line.alive = false;
        heard({ type: 'broken', message: event.message || 'the thread of the engine has stopped' });
        done(undefined);
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
        if (data.type === 'ready') done(line);
        else heard(data);
      });
    } catch {
      done(undefined);
    }
  });
}

/** The same conversation without a thread. */
function lineInPage(): Line {
  let heard: (reply: Reply) => void = () => {};
  let open = true;
  const host = new Host((reply) => {
    if (open) heard(reply);
  }, SHARE_IN_PAGE);
  return {
    alive: true,
    threaded: false,
    post: (request: Numbered) => host.receive(request),
    listen: (listener) => {
      heard = listener;
    },
    close: () => {
      open = false;
    },
  };
}
