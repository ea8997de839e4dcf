/** Slack tendons under gravity, drawn as catenaries. */
import { exp, log, pow } from '../../../core/math/elementary/exp.ts';
import { dist3, dot3, norm3, normalize3 } from '../../../core/math/vec3.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import type { Data } from '../../../core/model/data.ts';
import { Disable, TrnType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

const TOLERANCE = 1e-9;
const NPOLY = 2;

/** Length of a tendon drawn as a catenary; undefined for others. */
export function ropeLength(m: Model, d: Data, i: number): number | undefined {
  const any = (one: Float64Array, more: Float64Array): boolean =>
    one[i] !== 0 || more.subarray(NPOLY * i, NPOLY * i + NPOLY).some((x) => x !== 0);
  const stiff = any(m.tendon_stiffness, m.tendon_stiffnesspoly);
  const spring = stiff && m.tendon_lengthspring[2 * i] === 0 && m.tendon_lengthspring[2 * i + 1] > 0;
  const [lower, upper] = m.tendon_range.subarray(2 * i, 2 * i + 2);
  const limit = !stiff && m.tendon_limited[i] === 1 && lower === 0 && d.ten_length[i] < upper;
  const heavy = (m.opt.disableflags & Disable.GRAVITY) === 0 && norm3(m.opt.gravity, 0) > MINVAL;
  const plain = m.tendon_num[i] === 2 && !any(m.tendon_damping, m.tendon_dampingpoly) && m.tendon_frictionloss[i] === 0;
  if (!heavy || !plain || spring === limit || isActuated(m, i)) return undefined;
  return limit ? upper : m.tendon_lengthspring[2 * i + 1];
}

function isActuated(m: Model, tendon: number): boolean {
  return m.actuator_trntype.some((type, j) => type === TrnType.TENDON && m.actuator_trnid[2 * j] === tendon);
}

/** Points of a rope of this length between two points; at most `count`. */
export function ropePoints(
  x0: Float64Array,
  x1: Float64Array,
  gravity: Float64Array,
  length: number,
  count: number,
): number[][] {
  const ends = [Array.from(x0), Array.from(x1)];
  if (dist3(x0, 0, x1, 0) > length) return ends;
  const up = Float64Array.from(gravity, (g) => -g);
  normalize3(up, 0);
  const along = Float64Array.from(x1, (x, k) => x - x0[k]);
  const rise = dot3(up, 0, along, 0);
  const across = along.map((x, k) => x - up[k] * rise);
  if (normalize3(across, 0) < MINVAL) across.fill(0);
  const h = dot3(along, 0, across, 0);
  const at = (horizontal: number, vertical: number): number[] =>
    ends[0].map((x, k) => x + across[k] * horizontal + up[k] * vertical);
  // nearly vertical: the rope hangs straight down
  if (length > 100 * h) {
    const down = -0.5 * (Math.sqrt(length * length - h * h) - rise);
    return [ends[0], at((h * down) / (2 * down - rise), down), ends[1]];
  }
  const bh = flatness(rise, h, length) * h;
  const hOffset = -0.5 * (log((length + rise) / (length - rise)) * bh - h);
  const vOffset = -cosh(hOffset / bh) * bh;
  const inner = Array.from({ length: count - 2 }, (_, k) => {
    const horizontal = ((k + 1) * h) / count;
    return at(horizontal, bh * cosh((horizontal - hOffset) / bh) + vOffset);
  });
  return [ends[0], ...inner, ends[1]];
}

function cosh(x: number): number {
  const e = exp(x);
  return 0.5 * (e + 1 / e);
}

function sinh(x: number): number {
  const e = exp(x);
  return 0.5 * (e - 1 / e);
}

/** Solves 1/sqrt(2 b sinh(1/(2b)) - 1) = 1/sqrt(sqrt(L^2 - v^2)/h - 1) for b by Newton steps with backtracking. */
function flatness(v: number, h: number, length: number): number {
  const intercept = 1 / Math.sqrt(Math.sqrt(length * length - v * v) / h - 1);
  const residual = (b: number): number => 1 / Math.sqrt(2 * b * sinh(0.5 / b) - 1) - intercept;
  let b = intercept / Math.sqrt(24);
  for (let k = 0; k < 50; k++) {
    const value = residual(b);
    if (Math.abs(value) < TOLERANCE) break;
    const a = 0.5 / b;
    const slope = (a * cosh(a) - sinh(a)) * pow(2 * b * sinh(a) - 1, -1.5);
    let step = -value / slope;
    for (let j = 0; j < 10 && !(Math.abs(residual(b + step)) < Math.abs(value)); j++) step *= 0.5;
    b += step;
  }
  return b;
}
