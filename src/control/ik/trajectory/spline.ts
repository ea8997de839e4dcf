/** Cubic splines through points, with continuous acceleration, that start and end at rest.
 *  Source: Biagiotti and Melchiorri, "Trajectory Planning for Automatic Machines and Robots", 2008, section 4.4.4. */

/** Extremes of a coordinate within a segment. */
export interface SegmentExtremes {
  lowest: number;
  highest: number;
  speed: number;
  acceleration: number;
}

/** A spline of n coordinates. Between the first two points and between the last two there is a free knot each, so that velocity and
 *  acceleration are 0 at both ends: before and after, the coordinates rest, without a jump. */
export class RestSpline {
  readonly n: number;
  /** Times of the knots; the first is 0. */
  readonly times: Float64Array;
  /** Position and acceleration of each knot: n numbers each. */
  private readonly q: Float64Array;
  private readonly a: Float64Array;

  /** @param points n numbers each @param durations of the segments between them, above 0 */
  constructor(points: readonly ArrayLike<number>[], durations: ArrayLike<number>) {
    const n = points[0].length;
    const h = splitEnds(durations);
    const knots = h.length + 1;
    this.n = n;
    this.times = new Float64Array(knots);
    for (let k = 0; k < h.length; k++) this.times[k + 1] = this.times[k] + h[k];
    this.q = new Float64Array(n * knots);
    this.a = new Float64Array(n * knots);
    // the free knots have the value of the adjacent point until their acceleration is computed
    for (let k = 0; k < knots; k++) this.q.set(points[pointOfKnot(k, knots)], n * k);
    this.solve(h);
  }

  get duration(): number {
    return this.times[this.times.length - 1];
  }

  /** Index of the first knot of the segment that contains a time. */
  segmentAt(t: number): number {
    const { times } = this;
    let [low, high] = [0, times.length - 2];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Position, velocity and acceleration at a time in [0, duration].
   *
   *  q = (a0 s^3 + a1 u^3) / (6 h) + (q0 / h - a0 h / 6) s + (q1 / h - a1 h / 6) u, with u = t - t0 and s = t1 - t */
  read(t: number, position: Float64Array, velocity: Float64Array, acceleration: Float64Array): void {
    const { n, q, a, times } = this;
    const k = this.segmentAt(t);
    const h = times[k + 1] - times[k];
    const u = t - times[k];
    const s = times[k + 1] - t;
    for (let i = 0, at = n * k; i < n; i++, at++) {
      const [q0, q1, a0, a1] = [q[at], q[at + n], a[at], a[at + n]];
      position[i] =
        (a0 * s * s * s + a1 * u * u * u) / (6 * h) + (q0 / h - (a0 * h) / 6) * s + (q1 / h - (a1 * h) / 6) * u;
      velocity[i] = (a1 * u * u - a0 * s * s) / (2 * h) + (q1 - q0) / h - ((a1 - a0) * h) / 6;
      acceleration[i] = (a0 * s + a1 * u) / h;
    }
  }

  /** Exact extremes of a coordinate between knots k and k + 1. */
  extremes(k: number, i: number): SegmentExtremes {
    const { n, q, a, times } = this;
    const at = n * k + i;
    const h = times[k + 1] - times[k];
    const [q0, q1, a0, a1] = [q[at], q[at + n], a[at], a[at + n]];
    const v0 = (q1 - q0) / h - ((2 * a0 + a1) * h) / 6;
    const jerk = (a1 - a0) / h;
    const speedAt = (u: number) => v0 + a0 * u + (jerk * u * u) / 2;
    const positionAt = (u: number) => q0 + v0 * u + (a0 * u * u) / 2 + (jerk * u * u * u) / 6;
    let speed = Math.max(Math.abs(v0), Math.abs(speedAt(h)));
    // the acceleration is linear: the speed has an extreme where it is 0
    if (a0 * a1 < 0) speed = Math.max(speed, Math.abs(speedAt(-a0 / jerk)));
    let [lowest, highest] = [Math.min(q0, q1), Math.max(q0, q1)];
    for (const u of rootsOf(jerk / 2, a0, v0)) {
      if (!(u > 0 && u < h)) continue;
      lowest = Math.min(lowest, positionAt(u));
      highest = Math.max(highest, positionAt(u));
    }
    return { lowest, highest, speed, acceleration: Math.max(Math.abs(a0), Math.abs(a1)) };
  }

  /** Accelerations of the inner knots, from continuous velocities: h0/6 a- + (h0 + h1)/3 a + h1/6 a+ = (q+ - q)/h1 - (q - q-)/h0, where a
   *  free knot k next to an end e is at q_k = q_e + h^2/6 a_k, which keeps the end at rest. */
  private solve(h: Float64Array): void {
    const { n, q, a } = this;
    const last = h.length;
    const inner = last - 1;
    const [below, diagonal, above] = [0, 1, 2].map(() => new Float64Array(last));
    /** h^2 / 6 of free knots, 0 of others. */
    const shift = new Float64Array(last + 1);
    shift[1] = (h[0] * h[0]) / 6;
    shift[inner] = (h[inner] * h[inner]) / 6;
    for (let k = 1; k <= inner; k++) {
      const [h0, h1] = [h[k - 1], h[k]];
      below[k] = h0 / 6 - shift[k - 1] / h0;
      diagonal[k] = (h0 + h1) / 3 + shift[k] * (1 / h0 + 1 / h1);
      above[k] = h1 / 6 - shift[k + 1] / h1;
      for (let i = 0; i < n; i++) {
        const at = n * k + i;
        a[at] = (q[at + n] - q[at]) / h1 - (q[at] - q[at - n]) / h0;
      }
    }
    for (let k = 2; k <= inner; k++) {
      const factor = below[k] / diagonal[k - 1];
      diagonal[k] -= factor * above[k - 1];
      for (let i = 0; i < n; i++) a[n * k + i] -= factor * a[n * (k - 1) + i];
    }
    for (let k = inner; k >= 1; k--) {
      for (let i = 0; i < n; i++) {
        const at = n * k + i;
        a[at] = (a[at] - (k < inner ? above[k] * a[at + n] : 0)) / diagonal[k];
      }
    }
    for (const k of new Set([1, inner])) for (let i = 0; i < n; i++) q[n * k + i] += shift[k] * a[n * k + i];
  }
}

/** Durations between knots: the first and last segment have a free knot in the middle, or a single one two of them. */
function splitEnds(durations: ArrayLike<number>): Float64Array {
  const count = durations.length;
  if (count === 1) return new Float64Array(3).fill(durations[0] / 3);
  const h = new Float64Array(count + 2);
  for (let k = 1; k < count - 1; k++) h[k + 1] = durations[k];
  h.fill(durations[0] / 2, 0, 2);
  h.fill(durations[count - 1] / 2, count);
  return h;
}

/** A spline that also rests at some inner points: a chain of splines from rest to rest. */
export class StoppingSpline {
  readonly duration: number;
  /** Segments between knots, of all parts in order. */
  readonly segments: readonly {
    readonly part: RestSpline;
    readonly knot: number;
    /** Segment between points that contains it. */
    readonly ofPoints: number;
    readonly from: number;
    readonly to: number;
  }[];
  private readonly parts: readonly RestSpline[];
  private readonly starts: readonly number[];

  /** @param stops whether the spline rests at each point; it does at the ends */
  constructor(points: readonly ArrayLike<number>[], durations: readonly number[], stops: readonly boolean[]) {
    const last = points.length - 1;
    const ends = [...stops.keys()].filter((k) => k === 0 || k === last || stops[k]);
    let time = 0;
    const parts: RestSpline[] = [];
    const starts: number[] = [];
    this.segments = ends.slice(1).flatMap((end, e) => {
      const first = ends[e];
      const part = new RestSpline(points.slice(first, end + 1), durations.slice(first, end));
      const start = time;
      parts.push(part);
      starts.push(start);
      time += part.duration;
      const knots = part.times.length;
      return Array.from({ length: knots - 1 }, (_, knot) => {
        const [from, to] = [start + part.times[knot], start + part.times[knot + 1]];
        return { part, knot, ofPoints: first + pointSegment(knot, knots), from, to };
      });
    });
    this.parts = parts;
    this.starts = starts;
    this.duration = time;
  }

  /** Position, velocity and acceleration at a time in [0, duration]. */
  read(t: number, position: Float64Array, velocity: Float64Array, acceleration: Float64Array): void {
    const { parts, starts } = this;
    let k = parts.length - 1;
    while (k > 0 && starts[k] > t) k--;
    parts[k].read(Math.min(t - starts[k], parts[k].duration), position, velocity, acceleration);
  }
}

/** Point at a knot; of a free knot, the adjacent end. */
function pointOfKnot(k: number, knots: number): number {
  if (k <= 1) return 0;
  return k >= knots - 2 ? knots - 3 : k - 1;
}

/** Segment between points that contains a segment between knots. */
function pointSegment(k: number, knots: number): number {
  return Math.min(Math.max(k - 1, 0), knots - 4);
}

/** Real roots of a u^2 + b u + c. */
function rootsOf(a: number, b: number, c: number): number[] {
  const square = b * b - 4 * a * c;
  if (square < 0) return [];
  // without cancellation
  const s = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(square));
  return [s / a, c / s].filter(Number.isFinite);
}
