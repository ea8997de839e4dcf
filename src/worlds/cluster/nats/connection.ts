/** A NATS server with JetStream: the queue of tasks, the stream of results, the store of files. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';

/** How to reach a server. Defaults come from the environment. */
export interface ServerOptions {
  /** URL such as `nats://cluster.example:4222`, or a comma-separated list (default: `TENON_NATS`). */
  server?: string;
  /** Access token (default: `TENON_NATS_TOKEN`). */
  token?: string;
  /** File with user credentials (default: `TENON_NATS_CREDENTIALS`). */
  credentials?: string;
  /** Whether to require TLS; a path selects the CA certificate (default: `TENON_NATS_TLS`). */
  tls?: boolean | string;
}

export const TASKS = 'TENON_TASKS';
export const RESULTS = 'TENON_RESULTS';
/** Stream of attempts at tasks that ended without an answer. */
export const ATTEMPTS = 'TENON_ATTEMPTS';
export const WORKERS = 'workers';
const FILES = 'tenon-files';

const SECOND = 1e9;
/** Silence, by number of deliveries, after which a worker counts as dead and its task is delivered to another one. The
 * task goes to the worker that has waited longest. If workers are replaced in turn, that is the one to be replaced
 * next: with equal times, a task met a dying worker every time. So each time is longer than the last, and they have no
 * common period. */
export const SILENCE_SECONDS: readonly number[] = [2, 2.7, 3.6, 4.9, 6.4];
/** Seconds that a newly started server may take to provide its streams. */
const PATIENCE = 10;
const DAY = 24 * 3600 * SECOND;

/** The parts of a server that are used here. */
export interface Cluster {
  connection: NatsConnection;
  js: JetStreamClient;
  manager: JetStreamManager;
  files: ObjectStore;
  close(): Promise<void>;
}

/** The URL of the server to use; undefined if there is none. */
function serverAddress(options: ServerOptions): string | undefined {
  return options.server ?? (process.env['TENON_NATS'] || undefined);
}

/** @param patience seconds to wait for a server that does not respond yet; a refused connection is not retried */
export async function openCluster(options: ServerOptions, patience = 0, signal?: AbortSignal): Promise<Cluster> {
  const { server, token, credentials, tls } = readCredentials(options);
  if (server === undefined) throw new Error('cluster: no server. Pass its URL, or set TENON_NATS');
  const [{ connect, credsAuthenticator }, { jetstream, jetstreamManager }, { Objm }] = await packages();
  const line = {
    servers: server.split(','),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    ...(token ? { token } : {}),
    ...(credentials ? { authenticator: credsAuthenticator(credentials) } : {}),
    ...tlsOf(tls),
  };
  const opened = retry(() => connect(line), { signal, seconds: patience });
  const connection = await orAborted(opened, signal).catch((error: Error) => {
    // a connection that opens after the timeout
    opened.then((late) => late.close()).catch(() => {});
    signal?.throwIfAborted();
    throw new Error(`no server responds at ${server}: ${error.message}`, { cause: error });
  });
  try {
    const js = jetstream(connection);
    const soon = <T>(run: () => Promise<T>) => retry(run, { signal, seconds: PATIENCE });
    const manager = await soon(() => jetstreamManager(connection));
    await soon(() => makeStreams(manager));
    const files = await soon(() => new Objm(js).create(FILES, { max_bytes: -1, ttl: 7 * DAY }));
    return { connection, js, manager, files, close: () => closed(connection) };
  } catch (error) {
    await connection.close();
    signal?.throwIfAborted();
    throw new Error(
      `${server}: ${(error as Error).message}. Check that the server runs with JetStream (nats-server -js)`,
      {
        cause: error,
      },
    );
  }
}

/** Options with defaults from the environment. */
export function withEnvironment<T extends ServerOptions>(options: T): T {
  const { TENON_NATS_TOKEN: token, TENON_NATS_TLS: tls, TENON_NATS_CREDENTIALS: credentials } = process.env;
  const known = Object.entries({ server: serverAddress(options), token, tls, credentials });
  const found = known.filter(([name, value]) => value !== undefined && options[name as keyof T] === undefined);
  return { ...options, ...Object.fromEntries(found) };
}

/** Credentials, read before the first await. */
function readCredentials(options: ServerOptions) {
  const { server, token, tls, credentials } = withEnvironment(options);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return { server, token, tls, credentials: credentials ? new Uint8Array(readFileSync(credentials)) : undefined };
}

/** Closes a connection after flushing it; does not wait if the server is gone. */
async function closed(connection: NatsConnection): Promise<void> {
  await inTime(connection.flush(), 1).catch(() => {});
  await connection.close();
}

function tlsOf(tls: boolean | string | undefined): object {
  if (!tls) return {};
  return { tls: typeof tls === 'string' && tls !== '1' ? { caFile: tls } : {} };
}

async function makeStreams(manager: JetStreamManager): Promise<void> {
  const { AckPolicy, RetentionPolicy } = await import('@nats-io/jetstream');
  await manager.streams.add({
    name: TASKS,
    subjects: ['tenon.task.*.*'],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: DAY,
    max_age: 7 * DAY,
  });
  await manager.streams.add({ name: RESULTS, subjects: ['tenon.result.*.*'], max_age: 7 * DAY });
  await manager.streams.add({ name: ATTEMPTS, subjects: ['tenon.attempt.*.*.*'], max_age: DAY });
  await manager.consumers.add(TASKS, {
    durable_name: WORKERS,
    ack_policy: AckPolicy.Explicit,
    backoff: SILENCE_SECONDS.map((seconds) => seconds * SECOND),
    max_ack_pending: 10_000,
    // unlimited; servers before 2.10 require a number if there are backoff times
    max_deliver: 1_000_000,
  });
}

async function packages() {
  try {
    return await Promise.all([import('@nats-io/transport-node'), import('@nats-io/jetstream'), import('@nats-io/obj')]);
  } catch (error) {
    const install = 'npm install @nats-io/transport-node @nats-io/jetstream @nats-io/obj';
    throw new Error(`tenon/cluster needs the NATS packages. Install them with \`${install}\``, { cause: error });
  }
}

/** How long to retry. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** Maximum time in seconds (default: unlimited). */
  seconds?: number;
}

/** Retry until success: a restarted server is unavailable for a moment.
 *  @throws errors that are not temporary, immediately */
export async function retry<T>(
  run: () => Promise<T>,
  { signal, seconds = Number.POSITIVE_INFINITY }: Patience = {},
): Promise<T> {
  const end = performance.now() + 1000 * seconds;
  for (let pause = 100; ; pause = Math.min(2 * pause, 5000)) {
    try {
      return await run();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTemporary(error) || performance.now() + pause > end) throw error;
      await sleep(pause, signal);
    }
  }
}

/** Wait, or until a signal aborts.
 *  @throws the reason of the signal */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await orAborted(
      new Promise<void>((resume) => {
        timer = setTimeout(resume, milliseconds);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** The result of a promise, unless a signal aborts first. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await promise;
  // it may reject after the abort
  promise.catch(() => {});
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The result of a promise, with a time limit.
 *  @throws Error with the prefix 'timeout', which is temporary */
export async function inTime<T>(promise: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout: no response after ${seconds} s`)), 1000 * seconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}

/** Whether an error is a timeout, a missing responder or a lost connection. */
export function isTemporary(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  return /timeout|no responders|disconnect|not available|unavailable|connection refused|stream is offline/i.test(
    `${name} ${message}`,
  );
}
