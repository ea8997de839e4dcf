/** The connection of a program to a worker: matches responses to requests. */
import { deserializeError } from './errors.ts';
import type { Connect, Port } from './port.ts';
import type { ArgsOf, Event, NoEvents, Protocol, Response } from './protocol.ts';

interface PendingRequest {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Channel<R extends Protocol<R>, E extends Protocol<E> = NoEvents> {
  /** Handlers of events; events without a handler are ignored. */
  events: Partial<E> = {};
  /** Called when the worker dies, not when the channel is closed, after pending requests were rejected. */
  onFailure: (message: string) => void = () => {};
  readonly #port: Port;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 0;
  #failure: string | undefined;

  constructor(connect: Connect) {
    this.#port = connect({
      onMessage: (message) => this.#receive(message as Response | Event<E>),
      onFailure: (message) => {
        if (this.#failure !== undefined) return;
        this.#end(message);
        void this.#port.close();
        this.onFailure(message);
      },
    });
    this.#port.keepAlive(false);
  }

  /** Reason why the channel rejects requests: the worker died or the channel was closed. Undefined while it is open. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Send a request. A Node process does not end while one is pending.
   *  @param transfer buffers that are moved, not copied */
  call<K extends keyof R>(name: K, args: ArgsOf<R, K>, transfer: Transferable[] = []): Promise<ReturnType<R[K]>> {
    if (this.#failure !== undefined) return Promise.reject(new Error(this.#failure));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
      try {
        this.#port.post({ id, name, args }, transfer);
      } catch (error) {
        this.#pending.delete(id);
        throw error;
      }
      this.#port.keepAlive(this.#pending.size > 0);
    });
  }

  /** Send a request that has no response. A closed channel drops it. */
  post<K extends keyof R>(name: K, args: ArgsOf<R, K>): void {
    if (this.#failure === undefined) this.#port.post({ name, args }, []);
  }

  /** End the worker and reject pending requests. The promise resolves when the worker has ended. */
  async close(): Promise<void> {
    this.#end('the thread was closed');
    await this.#port.close();
  }

  #receive(message: Response | Event<E>): void {
    // a message may arrive after the end
    if (this.#failure !== undefined) return;
    if ('name' in message) return void this.events[message.name]?.(...message.args);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (this.#pending.size === 0) this.#port.keepAlive(false);
    if ('error' in message) pending?.reject(deserializeError(message.error));
    else pending?.resolve(message.result);
  }

  #end(message: string): void {
    this.#failure ??= message;
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}
