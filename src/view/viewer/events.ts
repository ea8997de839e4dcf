/** `Events`: listeners by event name. */

export class Events<Map> {
  readonly #listeners: { [K in keyof Map]?: Set<(event: Map[K]) => void> } = {};

  /** Add a listener; returns a function that removes it. */
  on<K extends keyof Map>(name: K, listener: (event: Map[K]) => void): () => void {
    const listeners: Set<(event: Map[K]) => void> = this.#listeners[name] ?? new Set();
    this.#listeners[name] = listeners;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<K extends keyof Map>(name: K, event: Map[K]): void {
    for (const listener of this.#listeners[name] ?? []) listener(event);
  }
}
