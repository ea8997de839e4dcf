/** Start of the thread that runs the engine. */
import { Host } from '../sim/remote/host.ts';
import type { Numbered, Reply } from '../sim/remote/protocol.ts';

/** The page waits for nothing here, so steps may take nearly all of the time. */
const SHARE = 0.9;

const port = globalThis as unknown as {
  postMessage(reply: Reply, handedOver?: Transferable[]): void;
  addEventListener(type: 'message', heard: (event: MessageEvent<Numbered>) => void): void;
};
const host = new Host((reply, handedOver) => port.postMessage(reply, handedOver), SHARE);
port.addEventListener('message', ({ data }) => host.receive(data));
port.postMessage({ type: 'ready' });
