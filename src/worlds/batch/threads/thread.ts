/** A thread: a worker of Node or of a browser, asked questions one after the other. */
import { deserializeError, type Requests, type ThreadReply } from './protocol.ts';

/** What workers of Node and of browsers have in common, once they are wrapped. */
interface Channel {
  send(message: unknown, transfer: ArrayBuffer[]): void;
  end(): void;
  /** Whether a running program waits for this worker; where there is such a thing. */
  keepAlive(wanted: boolean): void;
}

interface Listener {
  onReply(reply: ThreadReply): void;
  onFailure(message: string): void;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Thread {
  readonly #channel: Channel;
  readonly #pending = new Map<number, PendingCall>();
  #nextNumber = 0;
  /** Set once the worker has ended. */
  failure: string | undefined;

  constructor(source: string) {
    this.#channel = openChannel(source, {
      onReply: (reply) => this.#settleCall(reply),
      onFailure: (message) => this.#fail(message),
    });
    this.#channel.keepAlive(false);
  }

  /** Questions without an answer yet. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  call<K extends keyof Requests>(
    name: K,
    args: Parameters<Requests[K]>,
    transfer: ArrayBuffer[] = [],
  ): Promise<ReturnType<Requests[K]>> {
    if (this.failure !== undefined) return Promise.reject(new Error(this.failure));
    const number = this.#nextNumber++;
    return new Promise((resolve, reject) => {
      this.#channel.send({ number, name, args }, transfer);
      this.#channel.keepAlive(true);
      this.#pending.set(number, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  end(): void {
    this.#fail('the thread was closed');
    this.#channel.end();
  }

  #settleCall(reply: ThreadReply): void {
    const pending = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if (this.#pending.size === 0) this.#channel.keepAlive(false);
    if ('error' in reply) pending?.reject(deserializeError(reply.error));
    else pending?.resolve(reply.result);
  }

  #fail(message: string): void {
    this.failure ??= message;
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}

function openChannel(source: string, listener: Listener): Channel {
  const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  return isNode ? openNodeChannel(source, listener) : openWebChannel(source, listener);
}

function openNodeChannel(source: string, { onReply, onFailure }: Listener): Channel {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(source, { eval: true, name: 'tenon' });
  worker.on('message', onReply);
  worker.on('error', (error) => onFailure(`a thread failed: ${error.message}`));
  worker.on('exit', (code) => onFailure(`a thread ended with code ${code}`));
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    end: () => void worker.terminate(),
    keepAlive: (wanted) => (wanted ? worker.ref() : worker.unref()),
  };
}

function openWebChannel(source: string, { onReply, onFailure }: Listener): Channel {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module', name: 'tenon' });
  const forget = () => URL.revokeObjectURL(address);
  worker.addEventListener('message', ({ data }) => {
    forget();
    onReply(data);
  });
  worker.addEventListener('error', (event) => {
    forget();
    const words = event.message || 'it could not be started; does the page forbid workers from blob: addresses?';
    onFailure(`a thread failed: ${words}`);
  });
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    end: () => worker.terminate(),
    keepAlive: () => {},
  };
}
