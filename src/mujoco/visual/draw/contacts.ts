/** Contacts: points, frames, forces, and moving surfaces. */
import { contactForce } from '../../../core/engine/tree/contactForce.ts';
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { cross3, dot3, norm3 } from '../../../core/math/vec3.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import { GeomType, ObjType } from '../../../core/model/enums.ts';
import { id2name } from '../../../core/model/names/names.ts';
import { type Drawing, setLabel, vec3 } from '../drawing.ts';
import { Frame, Label, VisFlag } from '../enums.ts';
import { islandColor } from './island.ts';

const NAME_LENGTH = 47;
/** Seconds of motion shown by the arrow of a moving surface. */
const SURFACE_TIME = 0.5;

export function drawContacts(draw: Drawing): void {
  const { m, d, opt } = draw;
  const points = draw.has(VisFlag.CONTACTPOINT);
  const frames = opt.frame === Frame.CONTACT;
  if (!points && !draw.has(VisFlag.CONTACTFORCE) && !frames) return;
  const { framelength, framewidth } = m.vis.scale;
  const scl = m.stat.meansize;
  for (let i = 0; i < d.ncon; i++) {
    if (points) drawPoint(draw, i);
    // axes as columns: the normal is the first
    const mat = transposed(d.contact_frame.subarray(9 * i, 9 * i + 9));
    if (frames) draw.frame(i, vec3(d.contact_pos, i), mat, (framelength * scl) / 2, (framewidth * scl) / 2);
    if (d.contact_efc_address[i] >= 0 && draw.has(VisFlag.CONTACTFORCE)) drawForce(draw, i, mat);
  }
}

function transposed(a: ArrayLike<number>): Float64Array {
  return Float64Array.of(a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]);
}

/** A flat cylinder along the normal. */
function drawPoint(draw: Drawing, i: number): void {
  const { m, d, opt } = draw;
  const scl = m.stat.meansize;
  const [nx, ny, nz, ax, ay, az, bx, by, bz] = d.contact_frame.subarray(9 * i, 9 * i + 9);
  const mat = [ax, bx, nx, ay, by, ny, az, bz, nz];
  const height = Math.max(Math.fround(m.vis.scale.contactheight * scl), Math.fround(-d.contact_dist[i] / 2));
  const size = [m.vis.scale.contactwidth * scl, height];
  const rgba = pointColor(draw, i);
  draw.shape({ id: i }, { type: GeomType.CYLINDER, size, pos: vec3(d.contact_pos, i), mat, rgba }, (geom) => {
    if (opt.label === Label.CONTACTPOINT) setLabel(geom, `${partyName(draw, i, 0)} | ${partyName(draw, i, 1)}`);
  });
  for (let side = 0; side < 2; side++) drawSurface(draw, i, side, rgba);
}

function pointColor(draw: Drawing, i: number): ArrayLike<number> {
  const { m, d } = draw;
  const row = d.contact_efc_address[i];
  if (draw.has(VisFlag.ISLAND) && row >= 0) {
    return islandColor(d.nisland > 0 ? d.island_dofadr[d.efc_island[row]] : -1, true);
  }
  return row >= 0 ? m.vis.rgba.contactpoint : m.vis.rgba.contactgap;
}

/** The name of a contact partner: a geom, or an element or vertex of a flex. */
function partyName({ m, d }: Drawing, i: number, side: number): string {
  const k = 2 * i + side;
  const [g, f, e] = [d.contact_geom[k], d.contact_flex[k], d.contact_elem[k]];
  const name = g >= 0 ? (id2name(m, ObjType.GEOM, g) ?? `g${g}`) : (id2name(m, ObjType.FLEX, f) ?? `f${f}`);
  const part = e >= 0 ? `.e${e}` : `.v${d.contact_vert[k]}`;
  return `${name}${g >= 0 ? '' : part}`.slice(0, NAME_LENGTH);
}

/** An arrow along the tangential velocity of a moving surface. */
function drawSurface(draw: Drawing, i: number, side: number, rgba: ArrayLike<number>): void {
  const { m, d } = draw;
  const g = d.contact_geom[2 * i + side];
  if (g < 0 || !m.geom_surfacevel.subarray(6 * g, 6 * g + 6).some((x) => x !== 0)) return;
  const pos = vec3(d.contact_pos, i);
  const normal = d.contact_frame.subarray(9 * i, 9 * i + 3);
  const velocity = surfaceVelocity(draw, g, pos);
  const along = dot3(velocity, 0, normal, 0);
  for (let k = 0; k < 3; k++) velocity[k] -= along * normal[k];
  if (norm3(velocity, 0) < MINVAL) return;
  const width = m.vis.scale.forcewidth * m.stat.meansize;
  const from = pos.map((x, k) => x + normal[k] * (side ? 0.5 : -0.5) * width);
  const to = from.map((x, k) => x + velocity[k] * SURFACE_TIME);
  draw.connector({ id: i }, GeomType.ARROW, width, from, to, rgba);
}

function surfaceVelocity({ m, d }: Drawing, g: number, point: Float64Array): Float64Array {
  const linear = new Float64Array(3);
  const angular = new Float64Array(3);
  mulMatVec3(linear, 0, d.geom_xmat, 9 * g, m.geom_surfacevel, 6 * g);
  mulMatVec3(angular, 0, d.geom_xmat, 9 * g, m.geom_surfacevel, 6 * g + 3);
  cross3(
    angular,
    0,
    angular,
    0,
    point.map((x, k) => x - d.geom_xpos[3 * g + k]),
    0,
  );
  return linear.map((x, k) => x + angular[k]);
}

/** Arrows of the force, or separately of normal and friction. */
function drawForce(draw: Drawing, i: number, mat: Float64Array): void {
  const { m, d, opt } = draw;
  const wrench = new Float64Array(6);
  contactForce(m, d, i, wrench, 0);
  const dim = d.contact_dim[i];
  const force = wrench.map((x, k) => (k < Math.min(3, dim) ? x : 0)).subarray(0, 3);
  if (norm3(force, 0) < MINVAL) return;
  const bodies = [0, 1].map((side) => m.geom_bodyid[d.contact_geom[2 * i + side]]);
  const split = draw.has(VisFlag.CONTACTSPLIT) && dim > 1;
  const parts = split
    ? [
        [force[0], 0, 0],
        [0, force[1], force[2]],
      ]
    : [Array.from(force)];
  const both = bodies[0] > 0 && bodies[1] > 0 && !split;
  const scale = (bodies[0] > bodies[1] ? -1 : 1) * (m.vis.map.force / m.stat.meanmass);
  const from = vec3(d.contact_pos, i);
  const width = m.vis.scale.forcewidth * m.stat.meansize;
  parts.forEach((part, k) => {
    const vec = Float64Array.from(part);
    mulMatVec3(vec, 0, mat, 0, vec, 0);
    const to = from.map((x, c) => x + vec[c] * scale);
    const { contactforce, contactfriction } = m.vis.rgba;
    const type = both ? GeomType.ARROW2 : GeomType.ARROW;
    draw.connector({ id: i }, type, width, from, to, k === 1 ? contactfriction : contactforce, (geom) => {
      if (opt.label === Label.CONTACTFORCE && k === 0) setLabel(geom, shortNumber(norm3(force, 0)));
    });
  });
}

/** Formats a number like %.3g. */
function shortNumber(x: number): string {
  const exponent = Number(x.toExponential(2).split('e')[1]);
  if (exponent >= -4 && exponent < 3) return String(Number(x.toPrecision(3)));
  return x
    .toExponential(2)
    .replace(/\.?0+e/, 'e')
    .replace(/e([+-])(\d)$/, 'e$10$2');
}
