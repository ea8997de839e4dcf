/** Lines to the engine: in a thread of its own where the browser allows it, otherwise in the page. */

import type { Channel, Numbered, Reply } from './protocol.ts';
import { SimulationServer } from './simulationServer.ts';

/** The page draws too, so steps may take half of a frame. */
const SHARE_IN_PAGE = 0.5;

/** A thread that is free, kept for the next model because starting one takes a moment. */
let idleChannel: Channel | undefined;

/** A line that nobody else uses, to a thread unless told otherwise. */
export async function acquireChannel(thread = true): Promise<Channel> {
  if (!thread) return openPageChannel();
  const channel = idleChannel;
  idleChannel = undefined;
  return channel?.alive ? channel : ((await openWorkerChannel()) ?? openPageChannel());
}

/** Give back a line that has answered everything it was asked; close others. */
export function releaseChannel(channel: Channel): void {
  if (idleChannel === undefined && channel.threaded) idleChannel = channel;
  else channel.close();
}

/** Undefined where threads are forbidden, as in pages that are opened from a disk. */
async function openWorkerChannel(): Promise<Channel | undefined> {
  const { startThread } = await import('../../thread/start.ts');
  return new Promise((done) => {
    let heard: (reply: Reply) => void = () => {};
    try {
      const worker = startThread();
      const channel: Channel = {
        alive: true,
        threaded: true,
        post: (request) => worker.postMessage(request),
        listen: (listener) => {
          heard = listener;
        },
        close: () => worker.terminate(),
      };
      worker.addEventListener('error', (event) => {
        channel.alive = false;
        heard({ type: 'broken', message: event.message || 'the thread of the engine has stopped' });
        done(undefined);
      });
      worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
        if (data.type === 'ready') done(channel);
        else heard(data);
      });
    } catch {
      done(undefined);
    }
  });
}

/** The same conversation without a thread. */
function openPageChannel(): Channel {
  let heard: (reply: Reply) => void = () => {};
  let open = true;
  const host = new SimulationServer((reply) => {
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
