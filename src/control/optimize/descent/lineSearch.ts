/** Line search for the strong Wolfe conditions (Nocedal, Wright: Numerical Optimization, algorithms 3.5 and 3.6). */

/** A point of the line, with the derivative of the cost along it. */
export interface LinePoint {
  size: number;
  cost: number;
  slope: number;
  x: Float64Array;
  gradient: Float64Array;
}

/** Part of the linear decrease that a step must achieve. */
const DECREASE = 1e-4;
/** Part of the initial slope that may remain. */
const CURVATURE = 0.9;
const MAX_EVALUATIONS = 40;

/** A point that fulfills the conditions, or at least decreases the cost; undefined if none was found. */
export function wolfeSearch(
  at: (size: number) => LinePoint,
  start: LinePoint,
  first: number,
  max: number,
): LinePoint | undefined {
  let before = start;
  let size = Math.min(first, max);
  for (let k = 0; k < MAX_EVALUATIONS; k++) {
    const point = at(size);
    // NaN is too far
    if (!decreases(point, start) || (k > 0 && !(point.cost < before.cost))) return zoom(at, start, before, point);
    if (Math.abs(point.slope) <= -CURVATURE * start.slope) return point;
    if (point.slope >= 0) return zoom(at, start, point, before);
    if (size >= max) return point;
    before = point;
    size = Math.min(4 * size, max);
  }
  return before === start ? undefined : before;
}

function decreases(point: LinePoint, start: LinePoint): boolean {
  return point.cost <= start.cost + DECREASE * point.size * start.slope;
}

/** Narrows [low, high] or [high, low]; `low` has the lower cost and decreases it enough. */
function zoom(at: (size: number) => LinePoint, start: LinePoint, a: LinePoint, b: LinePoint): LinePoint | undefined {
  let [low, high] = [a, b];
  for (let k = 0; k < MAX_EVALUATIONS; k++) {
    const width = Math.abs(high.size - low.size);
    if (width <= 1e-16 * Math.max(low.size, high.size)) break;
    const point = at(between(low, high));
    if (!decreases(point, start) || !(point.cost < low.cost)) {
      high = point;
      continue;
    }
    if (Math.abs(point.slope) <= -CURVATURE * start.slope) return point;
    if (point.slope * (high.size - low.size) >= 0) high = low;
    low = point;
  }
  return low.size > 0 && low.cost < start.cost ? low : undefined;
}

/** Minimum of the cubic through both points, kept away from the ends. */
function between(low: LinePoint, high: LinePoint): number {
  const [from, to] = [low.size, high.size];
  const middle = 0.5 * (from + to);
  if (!Number.isFinite(high.cost) || !Number.isFinite(high.slope)) return from + 0.1 * (to - from);
  const d1 = low.slope + high.slope - (3 * (low.cost - high.cost)) / (from - to);
  const square = d1 * d1 - low.slope * high.slope;
  if (!(square >= 0)) return middle;
  const d2 = Math.sign(to - from) * Math.sqrt(square);
  const cubic = to - ((to - from) * (high.slope + d2 - d1)) / (high.slope - low.slope + 2 * d2);
  const margin = 0.1 * Math.abs(to - from);
  if (!(cubic > Math.min(from, to) + margin && cubic < Math.max(from, to) - margin)) return middle;
  return cubic;
}
