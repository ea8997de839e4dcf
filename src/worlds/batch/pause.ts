/** Pauses in long work on the calling thread, so that timers, events and signals can run. */

/** Milliseconds between two pauses. */
const INTERVAL = 16;
/** Maximum number of calls between two reads of the clock. */
const MAX_CALLS = 1024;

/** Decides when a pause is due. The clock is read once per batch of calls, sized to fit the interval. */
export class Pauses {
  #paused = performance.now();
  #lastCheck = this.#paused;
  #calls = 1;
  #left = 1;

  /** Whether a pause is due; called in the inner loop. */
  get due(): boolean {
    return --this.#left <= 0 && this.#checkClock();
  }

  #checkClock(): boolean {
    const now = performance.now();
    const due = now - this.#paused >= INTERVAL;
    if (due) this.#paused = now;
    // at most twice the last batch: later calls may take longer
    const fitting = (this.#calls * INTERVAL) / Math.max(now - this.#lastCheck, 1e-3);
    this.#calls = Math.max(1, Math.min(2 * this.#calls, Math.floor(fitting / 2), MAX_CALLS));
    this.#lastCheck = now;
    this.#left = this.#calls;
    return due;
  }
}

/** Lets the event loop run once. Browser timers would add 4 ms. */
export function pause(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resume) => setImmediate(resume));
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(0);
  });
}
