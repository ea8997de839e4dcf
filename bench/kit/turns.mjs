// Candidates interleaved in turns of one or two milliseconds in one process: other load on the machine affects all of them alike, and the
// median of the ratios of neighboring turns hardly changes even if the speed of the machine changes by a third.
import { median } from './measure.mjs';

/** Does the same units of work with each candidate `{ run(n), rewind?() }`, turn by turn; the first candidate changes from turn to turn.
 *  Before that, each runs for `warmup` seconds, and at least twice, so that its code is compiled.
 *  @param {{ run: (n: number) => void, rewind?: () => void }[]} candidates
 *  @param {{ seconds?: number, turn?: number, warmup?: number, minTurns?: number }} [options] seconds in total, per turn and for warm-up,
 *  and the minimum number of turns
 *  @returns {number[][]} seconds per unit, of each candidate in each turn */
export function inTurns(candidates, { seconds = 2, turn = 0.0015, warmup = 0.25, minTurns = 7 } = {}) {
  for (const { run } of candidates) {
    const from = performance.now();
    do run(1);
    while (performance.now() - from < 1000 * warmup);
    run(1);
  }
  const n = unitsOf(candidates[0], turn);
  // all start in the same state, and stay in lockstep
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

/** Number of units that take about the given seconds. */
function unitsOf({ run }, seconds) {
  for (let n = 1; ; n *= 2) {
    const from = performance.now();
    run(n);
    const taken = (performance.now() - from) / 1000;
    if (taken > seconds / 2) return Math.max(1, Math.round((n * seconds) / taken));
  }
}

/** Median over turns of the time of a over that of b.
 *  @param {number[]} a @param {number[]} b */
export function ratioOf(a, b) {
  return median(a.map((t, k) => t / b[k]));
}
