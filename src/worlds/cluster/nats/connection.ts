/** A NATS server with JetStream: the queue of tasks, the stream of results, the store of files. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';

/** How to reach a server. What is not given is taken from the environment. */
export interface ServerOptions {
  /** Address such as `nats://cluster.example:4222`, or several with commas; `TENON_NATS`. */
  server?: string;
  /** `TENON_NATS_TOKEN` */
  token?: string;
  /** File with credentials of a user; `TENON_NATS_CREDENTIALS`. */
  credentials?: string;
  /** Whether the line must be encrypted; a path names the certificate of the authority. `TENON_NATS_TLS` */
  tls?: boolean | string;
}

export const TASKS = 'TENON_TASKS';
export const RESULTS = 'TENON_RESULTS';
/** Attempts at tasks that did not end with an answer. */
export const ATTEMPTS = 'TENON_ATTEMPTS';
export const WORKERS = 'workers';
const FILES = 'tenon-files';

const SECOND = 1e9;
/** A worker that is silent for so long has died, and its task goes to another one: the first time, the second, and so on. The task goes to
 *  whoever has waited longest, and in a cluster whose workers are replaced in turns that is the one which goes next: with equal times a
 *  task was seen to meet a dying worker for ever. So each time is longer than the last, and no two keep step with anything. */
export const SILENCE_SECONDS: readonly number[] = [2, 2.7, 3.6, 4.9, 6.4];
/** Seconds that a server which has just been started may take until its streams are there. */
const PATIENCE = 10;
const DAY = 24 * 3600 * SECOND;

/** What is used of a server. */
export interface Cluster {
  connection: NatsConnection;
  js: JetStreamClient;
  manager: JetStreamManager;
  files: ObjectStore;
  close(): Promise<void>;
}

/** The address of the server that is to be used; undefined if there is none. */
function serverAddress(options: ServerOptions): string | undefined {
  return options.server ?? (process.env['TENON_NATS'] || undefined);
}

/** @param patience seconds to wait for a server that does not answer yet; one that refuses us will not think better of it */
export async function openCluster(options: ServerOptions, patience = 0, signal?: AbortSignal): Promise<Cluster> {
  const { server, token, credentials, tls } = readCredentials(options);
  if (server === undefined) throw new Error('which server? give its address, or set TENON_NATS');
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
    // one that opens when nobody waits for it any longer
    opened.then((late) => late.close()).catch(() => {});
    signal?.throwIfAborted();
    throw new Error(`no server answers at ${server}: ${error.message}`, { cause: error });
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
    throw new Error(`${server}: ${(error as Error).message}; does the server run with JetStream (nats-server -js)?`, {
      cause: error,
    });
  }
}

/** Options with what the environment says where they say nothing. */
export function withEnvironment<T extends ServerOptions>(options: T): T {
  const { TENON_NATS_TOKEN: token, TENON_NATS_TLS: tls, TENON_NATS_CREDENTIALS: credentials } = process.env;
  const known = Object.entries({ server: serverAddress(options), token, tls, credentials });
  const found = known.filter(([name, value]) => value !== undefined && options[name as keyof T] === undefined);
  return { ...options, ...Object.fromEntries(found) };
}

/** What is needed to be let in, read before anybody waits. */
function readCredentials(options: ServerOptions) {
  const { server, token, tls, credentials } = withEnvironment(options);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  return { server, token, tls, credentials: credentials ? new Uint8Array(readFileSync(credentials)) : undefined };
}

/** Closes a connection behind what was sent on it; without a server there is nobody to wait for. */
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
    // no end; a server before 2.10 wants a number when there are times
    max_deliver: 1_000_000,
  });
}

async function packages() {
  try {
    return await Promise.all([import('@nats-io/transport-node'), import('@nats-io/jetstream'), import('@nats-io/obj')]);
  } catch (error) {
    const install = 'npm install @nats-io/transport-node @nats-io/jetstream @nats-io/obj';
    throw new Error(`tenon/cluster needs the packages of NATS: \`${install}\``, { cause: error });
  }
}

/** How long something is tried. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** Default: for ever. */
  seconds?: number;
}

/** Do something until it works: a server that is started again is away for a moment.
 *  @throws what is not temporary, at once */
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

/** Wait; a signal cuts it short.
 *  @throws what the signal was aborted with */
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

/** What a promise gives, unless a signal comes first. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await promise;
  // it may fail when nobody waits for it any longer
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

/** Result of a promise that settles in time.
 *  @throws Error that says 'timeout', which is temporary */
export async function inTime<T>(promise: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout: no answer after ${seconds} s`)), 1000 * seconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}

/** No answer in time, nobody there, or a line that was cut. */
export function isTemporary(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  return /timeout|no responders|disconnect|not available|unavailable|connection refused|stream is offline/i.test(
    `${name} ${message}`,
  );
}
