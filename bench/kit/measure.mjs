// Times several candidates interleaved in one run: on a noisy machine, ratios are more stable than times.

/** Runs each candidate in turn, round after round; returns the median seconds per unit of work for each. The first rounds are discarded: V8
 *  compiles hot code while it runs. A candidate is `{ name, run(n) }` where `run` does n units. */
export function interleaved(candidates, options) {
  return byName(candidates, timesOf(candidates, options), median);
}

/** Like `measure`, and also returns the minimum of each: the time on an undisturbed machine. */
export function interleavedWithMin(candidates, options) {
  const times = timesOf(candidates, options);
  return { median: byName(candidates, times, median), min: byName(candidates, times, (list) => Math.min(...list)) };
}

function byName(candidates, times, summary) {
  return Object.fromEntries(candidates.map((c, k) => [c.name, summary(times[k])]));
}

/** Seconds per unit of work, of each round. */
function timesOf(candidates, { rounds = 9, warmup = 3, seconds = 0.15 } = {}) {
  const units = candidates.map((c) => calibrate(c, seconds));
  const times = candidates.map(() => []);
  for (let round = -warmup; round < rounds; round++) {
    candidates.forEach((c, k) => {
      const from = performance.now();
      c.run(units[k]);
      if (round >= 0) times[k].push((performance.now() - from) / 1000 / units[k]);
    });
  }
  return times;
}

/** Number of units that fill the given time; also warms the candidate up. */
function calibrate(candidate, seconds) {
  for (let n = 1; ; n *= 2) {
    const from = performance.now();
    candidate.run(n);
    const taken = (performance.now() - from) / 1000;
    if (taken > seconds / 4) return Math.max(1, Math.round((n * seconds) / taken));
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
}
