/** A progress bar on standard error, drawn at most ten times a second, and only on a terminal. */
export interface Progress {
  at(done: number): void;
  end(): void;
}

const WIDTH = 30;

export function progress(total: number, wanted: boolean): Progress {
  if (!wanted || !process.stderr.isTTY) return { at: () => {}, end: () => {} };
  const from = performance.now();
  let last = 0;
  return {
    at(done) {
      const now = performance.now();
      if (now - last < 100) return;
      last = now;
      const share = done / total;
      const left = ((now - from) * (1 - share)) / share / 1000;
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      process.stderr.write(`\r${bar} ${(100 * share).toFixed(0).padStart(3)} %  ${left.toFixed(0)} s left `);
    },
    end() {
      process.stderr.write(`\r${' '.repeat(WIDTH + 24)}\r`);
    },
  };
}
