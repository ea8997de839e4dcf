/** Start of the thread that runs the engine. */

import type { Numbered, Reply } from '../sim/remote/protocol.ts';
import { SimulationServer } from '../sim/remote/simulationServer.ts';

/** The page waits for nothing here, so steps may take nearly all of the time. */
const SHARE = 0.9;

const port = globalThis as unknown as {
  postMessage(reply: Reply, handedOver?: Transferable[]): void;
  addEventListener(type: 'message', heard: (event: MessageEvent<Numbered>) => void): void;
};
const server = new SimulationServer((reply, handedOver) => port.postMessage(reply, handedOver), SHARE);
port.addEventListener('message', ({ data }) => server.receive(data));
port.postMessage({ type: 'ready' });
