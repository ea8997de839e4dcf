// Candidates in turns of a millisecond or two, in one process: whatever else the machine does meets all of them alike, and the median of the
// ratios of neighbours hardly moves on a machine whose speed changes by a third.
import { median } from './measure.mjs';

/** Does the same units of work with each candidate `{ run(n), rewind?() }`, turn by turn, who begins changing from turn to turn. Before that
 *  each runs for `warmup` seconds, so that its code is compiled, and at least twice.
 *  @param {{ run: (n: number) => void, rewind?: () => void }[]} candidates
 *  @param {{ seconds?: number, turn?: number, warmup?: number, minTurns?: number }} [options] seconds of all of it, of one turn, of warming up, and
 *  the least number of turns
 *  @returns {number[][]} seconds per unit, of each candidate in each turn */
export function inTurns(candidates, { seconds = 2, turn = 0.0015, warmup = 0.25, minTurns = 7 } = {}) {
  for (const { run } of candidates) {
    const from = performance.now();
    do run(1);
    while (performance.now() - from < 1000 * warmup);
    run(1);
  }
  const n = unitsOf(candidates[0], turn);
  // all begin at the same place of their motion, and stay together
  for (const { rewind } of candidates) rewind?.();
  const times = candidates.map(() => /** @type {number[]} */ ([]));
  const end = performance.now() + 1000 * seconds;
  for (let k = 0; k < minTurns || performance.now() < end; k++) {
    for (let i = 0; i < candidates.length; i++) {
      const who = (i + k) % candidates.length;
      const from = performance.now();
      candidates[who].run(n);
      times[who].push((performance.now() - from) / 1000 / n);
    }
  }
  return times;
}

/** How many units take about this many seconds. */
function unitsOf({ run }, seconds) {
  for (let n = 1; ; n *= 2) {
    const from = performance.now();
    run(n);
    const taken = (performance.now() - from) / 1000;
    if (taken > seconds / 2) return Math.max(1, Math.round((n * seconds) / taken));
  }
}

/** How many times as long as b takes a, turn by turn: the median.
 *  @param {number[]} a @param {number[]} b */
export function ratioOf(a, b) {
  return median(a.map((t, k) => t / b[k]));
}
