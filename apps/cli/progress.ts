/** A progress bar on standard error for long runs: drawn at most ten times per second, and only on a terminal that does
 * not show the output itself. */
export interface Progress {
  at(done: number): void;
  end(): void;
}

const WIDTH = 30;
const PATIENCE_MS = 400;

/** @param enabled false if the user disabled it, or the output goes to the same terminal */
export function progress(total: number, wanted: boolean): Progress {
  if (!wanted || !process.stderr.isTTY) return { at: () => {}, end: () => {} };
  const from = performance.now();
  let last = from + PATIENCE_MS - 100;
  let drawn = false;
  return {
    at(done) {
      const now = performance.now();
      if (now - last < 100) return;
      last = now;
      drawn = true;
      const share = done / total;
      const left = ((now - from) * (1 - share)) / share / 1000;
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      process.stderr.write(`\r${bar} ${(100 * share).toFixed(0).padStart(3)} %  ${left.toFixed(0)} s left `);
    },
    end() {
      if (drawn) process.stderr.write(`\r${' '.repeat(WIDTH + 24)}\r`);
    },
  };
}

/** A status line that is removed at the end. It is printed immediately: compiling a model blocks further output. */
export function status(): { update(text: string): void; end(): void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const wide = Math.max(20, (process.stderr.columns ?? 80) - 1);
  let length = 0;
  const write = (text: string) => {
    process.stderr.write(`\r${text.padEnd(length)}${text === '' ? '\r' : ''}`);
    length = text.length;
  };
  return { update: (text) => write(text.slice(0, wide)), end: () => length > 0 && write('') };
}
