/** mujoco.sdf.gear: a gear with involute teeth (https://www.shadertoy.com/view/3lG3WR). */
import { acos, atan2 } from '../../math/elementary/arc.ts';
import { cos, tan } from '../../math/elementary/trig.ts';
import { shapePlugin, without } from './shape.ts';

export const gear = shapePlugin(
  'mujoco.sdf.gear',
  { alpha: 0, diameter: 2.8, teeth: 25, thickness: 0.2, innerdiameter: -1 },
  {
    check(config) {
      for (const key of ['diameter', 'teeth', 'thickness']) {
        if (config.number(key, 1) <= 0) return `${key}: expected a positive number, found ${config.text(key)}`;
      }
      return undefined;
    },
    distance(x, y, z, parameters) {
      const flat = outline(x, y, parameters);
      const above = Math.abs(z) - parameters[3] / 2;
      const [out, up] = [Math.max(flat, 0), Math.max(above, 0)];
      return Math.min(Math.max(flat, above), 0) + Math.sqrt(out * out + up * up);
    },
    box([, diameter, , thickness]) {
      const half = (diameter / 2) * 1.25;
      return [0, 0, 0, half, half, (thickness / 2) * 1.1];
    },
  },
);

/** Distance from the outline of the gear in its plane. */
function outline(x: number, y: number, [alpha, diameter, teeth, , inner]: readonly number[]): number {
  const rho = Math.sqrt(x * x + y * y);
  // teeth per diameter; addendum 1 / pitch and whole depth 2.2 / pitch
  const pitch = teeth / diameter;
  const outer = (diameter + 2 / pitch) / 2;
  const depth = 2.2 / pitch;
  const hole = inner >= 0 ? inner / 2 : outer - depth - 0.14 * diameter;
  if (hole - rho > 0) return hole - rho;
  if (outer - rho < -0.2) return rho - outer;
  const pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
  const base = (diameter * cos(pressure)) / 2;
  const tooth = flanks(rho, atan2(y, x) + alpha, diameter / 2, base, Math.PI / pitch);
  const topped = smoothIntersection(rho - outer, tooth, 0.0035 * diameter);
  const rooted = smoothUnion(rho - (outer - depth), topped, base - outer + depth);
  return without(rooted, rho - hole);
}

/** Both flanks of the teeth: involutes of the base circle, t - base (angle + acos(base / rho)). */
function flanks(rho: number, angle: number, radius: number, base: number, circularPitch: number): number {
  const stride = circularPitch / radius;
  const contact = acos(base / radius);
  const shift = stride / 2 - 2 * (tan(contact) - contact);
  const left = modulo(angle + shift / 2, stride) - shift / 2;
  const right = modulo(-angle - shift + shift / 2, stride) - shift / 2;
  const walls = Math.max(left - (stride - shift), right - (stride - shift));
  if (base >= rho) return Math.max(walls, -1e6);
  const rolled = acos(base / rho);
  const tangent = Math.sqrt(rho * rho - base * base);
  return Math.max(walls, tangent - base * (left + rolled), tangent - base * (right + rolled));
}

function modulo(x: number, y: number): number {
  return x - y * Math.floor(x / y);
}

function smoothUnion(a: number, b: number, k: number): number {
  const h = Math.max(0, Math.min(1, 0.5 + (0.5 * (b - a)) / k));
  return b * (1 - h) + a * h - k * h * (1 - h);
}

function smoothIntersection(a: number, b: number, k: number): number {
  return without(Math.max(a, b), smoothUnion(without(a, b), without(b, a), k));
}
