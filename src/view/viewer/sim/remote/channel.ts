/** Channels to an engine: in a worker where the browser allows it, otherwise in the page. */
import { Channel } from '../../../../core/worker/channel.ts';
import { connectLocal, connectWebWorker } from '../../../../core/worker/port.ts';
import type { Events, Requests } from './protocol.ts';
import { SimulationServer } from './simulationServer.ts';

export type EngineChannel = Channel<Requests, Events>;

/** Share of a frame for steps. The page also draws. */
const SHARE_IN_PAGE = 0.5;

const workerChannels = new WeakSet<EngineChannel>();

/** A worker without a model, for the next one: starting a worker takes a moment. */
let idleChannel: EngineChannel | undefined;

/** A channel that nothing else uses.
 *  @param thread whether it may be to a worker */
export async function acquireChannel(thread = true): Promise<EngineChannel> {
  if (!thread) return openPageChannel();
  const channel = idleChannel;
  idleChannel = undefined;
  if (channel && channel.failure === undefined) return channel;
  return (await openWorkerChannel()) ?? openPageChannel();
}

/** Return a channel without pending frames. */
export function releaseChannel(channel: EngineChannel): void {
  if (idleChannel === undefined && workerChannels.has(channel)) idleChannel = channel;
  else void channel.close();
}

/** Undefined where workers are not allowed, as in pages from a disk. */
async function openWorkerChannel(): Promise<EngineChannel | undefined> {
  const { threadProgram } = await import('../../thread/start.ts');
  try {
    const channel: EngineChannel = new Channel(connectWebWorker(threadProgram()));
    await channel.call('ready', []);
    workerChannels.add(channel);
    return channel;
  } catch {
    return undefined;
  }
}

function openPageChannel(): EngineChannel {
  return new Channel(connectLocal<Requests, Events>((emit) => new SimulationServer(emit, SHARE_IN_PAGE).handlers));
}
