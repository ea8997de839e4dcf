/** The worker's side of a channel: runs requests one after another, in the order of arrival. */
import { serializeError, withoutObjects } from './errors.ts';
import {
  type Emit,
  type Handlers,
  type NoEvents,
  type Protocol,
  type Request,
  type Response,
  Transferred,
} from './protocol.ts';

type Post = (message: unknown, transfer: Transferable[]) => void;

export class Server<R extends Protocol<R>, E extends Protocol<E>> {
  readonly #handlers: Handlers<R>;
  readonly #post: Post;
  readonly #queue: Request<R>[] = [];
  #busy = false;

  constructor(createHandlers: (emit: Emit<E>) => Handlers<R>, post: Post) {
    this.#post = post;
    this.#handlers = createHandlers((name, args, transfer = []) => post({ name, args }, transfer));
  }

  /** Handle a request, immediately if no other one is being handled. */
  receive(request: Request<R>): void {
    this.#queue.push(request);
    if (!this.#busy) void this.#drain();
  }

  /** Runs without a pause between requests, except those whose handlers are async. */
  async #drain(): Promise<void> {
    this.#busy = true;
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      const { id, name, args } = request;
      try {
        const returned = this.#handlers[name](...args);
        const value = returned instanceof Promise ? await returned : returned;
        const { result, transfer } = value instanceof Transferred ? value : new Transferred<unknown>(value, []);
        if (id !== undefined) this.#post({ id, result } satisfies Response, transfer);
      } catch (error) {
        this.#fail(id, error);
      }
    }
    this.#busy = false;
  }

  #fail(id: number | undefined, error: unknown): void {
    // no response is expected: the worker fails
    if (id === undefined) {
      queueMicrotask(() => {
        throw error;
      });
      return;
    }
    const serialized = serializeError(error);
    try {
      this.#post({ id, error: serialized } satisfies Response, []);
    } catch {
      this.#post({ id, error: withoutObjects(serialized) } satisfies Response, []);
    }
  }
}

/** Serve the program that started this worker. */
export function serveParent<R extends Protocol<R>, E extends Protocol<E> = NoEvents>(
  createHandlers: (emit: Emit<E>) => Handlers<R>,
): void {
  const { parentPort } =
    typeof process === 'undefined' ? {} : (process.getBuiltinModule?.('node:worker_threads') ?? {});
  if (parentPort) {
    const server = new Server<R, E>(createHandlers, (message, transfer) =>
      parentPort.postMessage(message, transfer as ArrayBuffer[]),
    );
    parentPort.on('message', (request) => server.receive(request));
    return;
  }
  const scope = globalThis as unknown as WorkerScope;
  const server = new Server<R, E>(createHandlers, (message, transfer) => scope.postMessage(message, transfer));
  scope.addEventListener('message', ({ data }) => server.receive(data));
}

interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(kind: 'message', listener: (event: { data: never }) => void): void;
}
