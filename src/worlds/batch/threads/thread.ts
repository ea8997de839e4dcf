/** A thread: a worker of Node or of a browser, asked questions one after the other. */
import { type Answer, errorOf, type Questions } from './protocol.ts';

/** What workers of Node and of browsers have in common, once they are wrapped. */
interface Line {
  send(message: unknown, transfer: ArrayBuffer[]): void;
  end(): void;
  /** Whether a running program waits for this worker; where there is such a thing. */
  hold(wanted: boolean): void;
}

interface Listener {
  answer(answer: Answer): void;
  lost(message: string): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Thread {
  readonly #line: Line;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  /** Set once the worker has ended. */
  lost: string | undefined;

  constructor(source: string) {
    this.#line = openLine(source, {
      answer: (answer) => this.#settle(answer),
      lost: (message) => this.#lose(message),
    });
    this.#line.hold(false);
  }

  /** Questions without an answer yet. */
  get load(): number {
    return this.#waiting.size;
  }

  ask<K extends keyof Questions>(
    name: K,
    args: Parameters<Questions[K]>,
    transfer: ArrayBuffer[] = [],
  ): Promise<ReturnType<Questions[K]>> {
    if (this.lost !== undefined) return Promise.reject(new Error(this.lost));
    const number = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#line.send({ number, name, args }, transfer);
      this.#line.hold(true);
      this.#waiting.set(number, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  end(): void {
    this.#lose('the thread was closed');
    this.#line.end();
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#line.hold(false);
    if ('error' in answer) waiting?.reject(errorOf(answer.error));
    else waiting?.resolve(answer.result);
  }

  #lose(message: string): void {
    this.lost ??= message;
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}

function openLine(source: string, listener: Listener): Line {
  const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  return isNode ? nodeLine(source, listener) : webLine(source, listener);
}

function nodeLine(source: string, { answer, lost }: Listener): Line {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(source, { eval: true, name: 'tenon' });
  worker.on('message', answer);
  worker.on('error', (error) => lost(`a thread failed: ${error.message}`));
  worker.on('exit', (code) => lost(`a thread ended with code ${code}`));
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    end: () => void worker.terminate(),
    hold: (wanted) => (wanted ? worker.ref() : worker.unref()),
  };
}

function webLine(source: string, { answer, lost }: Listener): Line {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module', name: 'tenon' });
  const forget = () => URL.revokeObjectURL(address);
  worker.addEventListener('message', ({ data }) => {
    forget();
    answer(data);
  });
  worker.addEventListener('error', (event) => {
    forget();
    const words = event.message || 'it could not be started; does the page forbid workers from blob: addresses?';
    lost(`a thread failed: ${words}`);
  });
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    end: () => worker.terminate(),
    hold: () => {},
  };
}
