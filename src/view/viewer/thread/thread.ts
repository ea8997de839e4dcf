/** The program of the viewer's worker. */
import { serveParent } from '../../../core/worker/server.ts';
import type { Events, Requests } from '../sim/remote/protocol.ts';
import { SimulationServer } from '../sim/remote/simulationServer.ts';

/** Share of a frame for steps. The page does not wait for the worker, so this is nearly all. */
const SHARE = 0.9;

serveParent<Requests, Events>((emit) => new SimulationServer(emit, SHARE).handlers);
