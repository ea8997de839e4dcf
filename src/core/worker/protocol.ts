/** Messages between a program and its worker, for every protocol. A protocol is two interfaces: the requests that the worker
 *  handles and the events that it emits, each as functions by name. */
import type { SerializedError } from './errors.ts';

/** Functions by name; their parameters and results are the message contents. */
export type Protocol<P> = { [K in keyof P]: (...args: never[]) => unknown };

/** Arguments of a request or an event. */
export type ArgsOf<P extends Protocol<P>, K extends keyof P> = Parameters<P[K]>;

/** To a worker. Without an id there is no response. */
export type Request<R extends Protocol<R>> = {
  [K in keyof R]: { readonly id?: number; readonly name: K; readonly args: ArgsOf<R, K> };
}[keyof R];

/** The result of the request with this id, or its error. */
export type Response = { readonly id: number } & ({ readonly result: unknown } | { readonly error: SerializedError });

/** From a worker, unrequested. */
export type Event<E extends Protocol<E>> = {
  [K in keyof E]: { readonly name: K; readonly args: ArgsOf<E, K> };
}[keyof E];

/** No events. */
export type NoEvents = Record<never, never>;

/** Sends an event. Buffers in `transfer` are moved, not copied. */
export type Emit<E extends Protocol<E>> = <K extends keyof E>(
  name: K,
  args: ArgsOf<E, K>,
  transfer?: Transferable[],
) => void;

/** Functions that handle requests. They may be async. A request starts when the previous one is done. */
export type Handlers<R extends Protocol<R>> = {
  [K in keyof R]: (...args: ArgsOf<R, K>) => HandlerResult<ReturnType<R[K]>>;
};

export type HandlerResult<T> = T | Transferred<T> | Promise<T | Transferred<T>>;

/** A result with buffers that are moved, not copied. */
export class Transferred<T> {
  readonly result: T;
  readonly transfer: Transferable[];

  constructor(result: T, transfer: Transferable[]) {
    this.result = result;
    this.transfer = transfer;
  }
}
