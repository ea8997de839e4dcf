/** Ports: transport of messages to a worker of Node, to a worker of a browser, or to a server in the same thread. */
import type { Emit, Handlers, Protocol, Request } from './protocol.ts';
import { Server } from './server.ts';

/** The program's end of a connection. */
export interface Port {
  post(message: unknown, transfer: Transferable[]): void;
  /** Resolves when the worker has ended. */
  close(): Promise<unknown>;
  /** Whether the Node process stays alive for this worker. */
  keepAlive(on: boolean): void;
}

export interface PortListener {
  onMessage(message: unknown): void;
  /** Called when the worker dies, once or more. */
  onFailure(message: string): void;
}

export type Connect = (listener: PortListener) => Port;

/** Start a worker of Node or of a browser from the source of its program, which calls `serveParent`. A string needs no URL, so
 *  every bundler can carry it (docs/decisions/0005-worker-programs.md). */
export function connectWorker(source: string): Connect {
  const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  return isNode ? (listener) => nodePort(source, listener) : connectWebWorker(source);
}

/** The same in a page. The channel's constructor throws where workers are not allowed. */
export function connectWebWorker(source: string): Connect {
  return (listener) => webPort(source, listener);
}

function nodePort(source: string, { onMessage, onFailure }: PortListener): Port {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(source, { eval: true, name: 'tenon' });
  worker.on('message', onMessage);
  worker.on('messageerror', (error) => onFailure(`a thread failed: ${error.message}`));
  worker.on('error', (error) => onFailure(`a thread failed: ${error.message}`));
  worker.on('exit', (code) => onFailure(`a thread ended with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    close: () => worker.terminate(),
    keepAlive: (on) => (on ? worker.ref() : worker.unref()),
  };
}

function webPort(source: string, { onMessage, onFailure }: PortListener): Port {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const revoke = () => URL.revokeObjectURL(url);
  let worker: Worker;
  try {
    worker = new Worker(url, { name: 'tenon' });
  } catch (error) {
    revoke();
    throw error;
  }
  worker.addEventListener('message', ({ data }) => {
    revoke();
    onMessage(data);
  });
  worker.addEventListener('messageerror', () => onFailure('a thread failed: its message could not be read'));
  worker.addEventListener('error', ({ message }) => {
    const reason = message || 'it could not be started. Check whether the page forbids workers from blob: addresses';
    onFailure(`a thread failed: ${reason}`);
  });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    close: async () => {
      revoke();
      worker.terminate();
    },
    keepAlive: () => {},
  };
}

/** Serve requests in this thread. Messages are not copied; handlers that are not async run before `post` or `call` return. */
export function connectLocal<R extends Protocol<R>, E extends Protocol<E>>(
  createHandlers: (emit: Emit<E>) => Handlers<R>,
): Connect {
  return ({ onMessage }) => {
    const server = new Server<R, E>(createHandlers, onMessage);
    return {
      post: (message) => server.receive(message as Request<R>),
      close: async () => {},
      keepAlive: () => {},
    };
  };
}
