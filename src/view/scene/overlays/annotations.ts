/** Overlays of model and simulation: tendons, contacts, forces, joints, inertia. */
import {
  ConstraintType,
  contactForce,
  type Data,
  EqType,
  GeomType,
  JointType,
  type Model,
  ObjType,
  SensorType,
} from '../../../index.ts';
import type { Perturb } from '../perturb.ts';
import type { ViewSettings } from '../settings.ts';
import { drawActuators, drawTendons } from './drives.ts';
import type { LineBatch } from './lineBatch.ts';
import { along, at3, at9, plus, toWorld, transpose } from './vectors.ts';

/** Inputs of the parts of an annotation. */
export interface Drawing {
  m: Model;
  d: Data;
  s: ViewSettings;
  lines: LineBatch;
  /** What is drawn here is seen through the surfaces that hide it. */
  hidden: LineBatch;
  /** Mean size of the bodies, the unit of decorations. */
  size: number;
}

/** Draw everything enabled in the settings. */
export function annotate(
  m: Model,
  d: Data,
  s: ViewSettings,
  { lines, hidden }: Pick<Drawing, 'lines' | 'hidden'>,
  perturb: Perturb,
  /** Id of the model camera in use, or -1. */
  through: number,
): void {
  const drawing: Drawing = { m, d, s, lines, hidden, size: Math.max(m.stat.meansize, 1e-4) };
  const { flags } = s;
  if (flags.tendon) drawTendons(drawing);
  if (flags.joint) drawJoints(drawing);
  if (flags.actuator) drawActuators(drawing);
  if (flags.inertia) drawInertia(drawing);
  if (flags.com) drawCom(drawing);
  if (flags.autoConnect) drawSkeleton(drawing);
  if (flags.equality) drawEqualities(drawing);
  if (flags.rangefinder) drawRangefinders(drawing);
  if (flags.contactPoint || flags.contactForce || s.frame === 'contact') drawContacts(drawing);
  if (flags.camera) drawCameras(drawing, through);
  if (flags.light) drawLights(drawing);
  if (flags.perturbForce) drawForces(drawing);
  if (flags.perturbObject) drawPerturb(drawing, perturb);
  if (s.frame !== 'none' && s.frame !== 'contact') drawFrames(drawing);
}

function drawJoints({ m, d, s, lines, size }: Drawing): void {
  const length = m.vis.scale.jointlength * size;
  const width = m.vis.scale.jointwidth * size;
  const limits = limitImpedances(d);
  for (let j = 0; j < m.njnt; j++) {
    if (!s.shows('joint', m.jnt_group[j]!)) continue;
    const imp = limits.get(j) ?? 0;
    const rgba = [0, 1, 2].map((k) => (1 - imp) * m.vis.rgba.joint[k]! + imp * m.vis.rgba.constraint[k]!);
    const anchor = at3(d.xanchor, j);
    const mat = at9(d.xmat, m.jnt_bodyid[j]!);
    const half = [0.3 * length, 0.3 * length, 0.3 * length];
    switch (m.jnt_type[j]) {
      case JointType.FREE:
        lines.block('box', anchor, mat, half, rgba);
        break;
      case JointType.BALL:
        lines.ball(anchor, 0.3 * length, rgba);
        break;
      default:
        lines.arrow(anchor, along(anchor, at3(d.xaxis, j), length), width, rgba);
    }
  }
}

/** Impedance of each active joint limit. */
function limitImpedances(d: Data): Map<number, number> {
  const result = new Map<number, number>();
  for (let k = d.ne + d.nf; k < d.ne + d.nf + d.nl; k++) {
    if (d.efc_type[k] === ConstraintType.LIMIT_JOINT) result.set(d.efc_id[k]!, d.efc_KBIP[4 * k + 2]!);
  }
  return result;
}

/** Boxes of uniform density with the mass and inertia of each body. */
function drawInertia({ m, d, s, lines }: Drawing): void {
  for (let b = 1; b < m.nbody; b++) {
    const mass = m.body_mass[b]!;
    if (!(mass > 0)) continue;
    const [ix, iy, iz] = at3(m.body_inertia, b);
    // I_x = mass/3 (b^2 + c^2) for half sizes a, b, c
    let half = [iy + iz - ix, iz + ix - iy, ix + iy - iz].map((sum) => Math.sqrt(Math.max(0, (1.5 * sum) / mass)));
    if (s.flags.scaleInertia) half = half.map((x) => x * waterScale(mass, half));
    lines.block(
      m.vis.global.ellipsoidinertia ? 'ball' : 'box',
      at3(d.xipos, b),
      at9(d.ximat, b),
      half,
      m.vis.rgba.inertia,
    );
  }
}

/** Scale factor that gives a box of this mass the density of water. */
function waterScale(mass: number, half: readonly number[]): number {
  const volume = 8 * half[0]! * half[1]! * half[2]!;
  return Math.cbrt(mass / Math.max(1e-15, volume) / 1000);
}

function drawCom({ m, d, lines, size }: Drawing): void {
  for (let b = 1; b < m.nbody; b++) {
    if (m.body_parentid[b] === 0 && m.body_subtreemass[b]! > 0)
      lines.ball(at3(d.subtree_com, b), m.vis.scale.com * size, m.vis.rgba.com);
    else if (m.body_mass[b]! > 0) lines.ball(at3(d.xipos, b), 0.5 * m.vis.scale.com * size, m.vis.rgba.com);
  }
}

function drawSkeleton({ m, d, lines, size }: Drawing): void {
  const width = m.vis.scale.connect * size;
  for (let b = 1; b < m.nbody; b++) {
    const parent = m.body_parentid[b]!;
    let from = at3(d.xipos, b);
    for (let j = m.body_jntadr[b]! + m.body_jntnum[b]! - 1; m.body_jntnum[b]! > 0 && j >= m.body_jntadr[b]!; j--) {
      const to = at3(d.xanchor, j);
      lines.rod(from, to, width, m.vis.rgba.connect);
      from = to;
    }
    if (parent > 0) lines.rod(from, at3(d.xipos, parent), width, m.vis.rgba.connect);
  }
}

function drawEqualities({ m, d, lines, size }: Drawing): void {
  const radius = m.vis.scale.constraint * size;
  for (let e = 0; e < m.neq; e++) {
    if (!d.eq_active[e]) continue;
    const type = m.eq_type[e];
    if (type !== EqType.CONNECT && type !== EqType.WELD) continue;
    const ends = [m.eq_obj1id[e]!, m.eq_obj2id[e]!].map((id, k) => equalityEnd(m, d, e, id, k));
    lines.ball(ends[0]!, radius, m.vis.rgba.constraint);
    lines.ball(ends[1]!, radius, m.vis.rgba.constraint);
    lines.rod(ends[0]!, ends[1]!, 0.4 * radius, m.vis.rgba.constraint);
  }
}

function equalityEnd(m: Model, d: Data, e: number, id: number, k: number): number[] {
  if (m.eq_objtype[e] === ObjType.SITE) return at3(d.site_xpos, id);
  // a weld stores the anchor of its second body first
  const at = 11 * e + (m.eq_type[e] === EqType.WELD ? 3 * (1 - k) : 3 * k);
  return toWorld(d.xpos, d.xmat, id, m.eq_data.subarray(at, at + 3));
}

function drawRangefinders({ m, d, lines, size }: Drawing): void {
  for (let i = 0; i < m.nsensor; i++) {
    if (m.sensor_type[i] !== SensorType.RANGEFINDER || m.sensor_objtype[i] !== ObjType.SITE) continue;
    const distance = d.sensordata[m.sensor_adr[i]!]!;
    if (!(distance > 0)) continue;
    const site = m.sensor_objid[i]!;
    const from = at3(d.site_xpos, site);
    const mat = at9(d.site_xmat, site);
    lines.rod(from, along(from, [mat[2]!, mat[5]!, mat[8]!], distance), 0.03 * size, m.vis.rgba.rangefinder);
  }
}

function drawContacts({ m, d, s, lines, hidden, size }: Drawing): void {
  const { rgba, scale, map } = m.vis;
  const wrench = new Float64Array(6);
  for (let c = 0; c < d.ncon; c++) {
    const pos = at3(d.contact_pos, c);
    const frame = d.contact_frame.subarray(9 * c, 9 * c + 9);
    const normal = [frame[0]!, frame[1]!, frame[2]!];
    const active = d.contact_efc_address[c]! >= 0;
    if (s.flags.contactPoint) {
      const h = scale.contactheight * size;
      const color = active ? rgba.contactpoint : rgba.contactgap;
      lines.rod(along(pos, normal, -h), along(pos, normal, h), scale.contactwidth * size, color);
    }
    // rows of a contact frame are its axes
    if (s.frame === 'contact')
      lines.frame(pos, transpose(frame), 0.5 * scale.framelength * size, 0.5 * scale.framewidth * size);
    if (!s.flags.contactForce || !active) continue;
    contactForce(m, d, c, wrench);
    const length = map.force / Math.max(m.stat.meanmass, 1e-9);
    const world = [0, 1, 2].map((k) => length * [0, 1, 2].reduce((sum, r) => sum + frame[3 * r + k]! * wrench[r]!, 0));
    const width = scale.forcewidth * size;
    // forces point into bodies, which hide them
    const arrow = (vector: readonly number[], color: Float32Array) => {
      for (const batch of [lines, hidden]) batch.arrow(pos, plus(pos, vector), width, color);
    };
    if (s.flags.contactSplit) {
      const up = normal.map((x) => x * length * wrench[0]!);
      arrow(up, rgba.contactforce);
      arrow(
        world.map((x, k) => x - up[k]!),
        rgba.contactfriction,
      );
    } else arrow(world, rgba.contactforce);
  }
}

function drawCameras({ m, d, lines, size }: Drawing, through: number): void {
  const r = m.vis.scale.camera * size;
  for (let c = 0; c < m.ncam; c++) {
    if (c === through) continue;
    const pos = at3(d.cam_xpos, c);
    const mat = at9(d.cam_xmat, c);
    const back = [mat[2]!, mat[5]!, mat[8]!];
    lines.block('box', pos, mat, [0.6 * r, 0.4 * r, 0.8 * r], m.vis.rgba.camera);
    lines.rod(along(pos, back, -0.8 * r), along(pos, back, -1.3 * r), 0.35 * r, m.vis.rgba.camera);
  }
}

function drawLights({ m, d, lines, size }: Drawing): void {
  const r = m.vis.scale.light * size;
  for (let i = 0; i < m.nlight; i++) {
    const pos = at3(d.light_xpos, i);
    lines.arrow(pos, along(pos, at3(d.light_xdir, i), 4 * r), 0.8 * r, m.vis.rgba.light);
  }
}

/** External forces on bodies. */
function drawForces({ m, d, lines, size }: Drawing): void {
  const length = m.vis.map.force / Math.max(m.stat.meanmass, 1e-9);
  for (let b = 1; b < m.nbody; b++) {
    const force = Array.from(d.xfrc_applied.subarray(6 * b, 6 * b + 3), (x) => x * length);
    const from = at3(d.xipos, b);
    lines.arrow(from, plus(from, force), m.vis.scale.forcewidth * size, m.vis.rgba.force);
  }
}

/** The spring between the pointer and the perturbed body. */
function drawPerturb({ m, lines, size }: Drawing, perturb: Perturb): void {
  if (!perturb.grip || perturb.body < 0) return;
  const point = perturb.point();
  const radius = Math.max(m.vis.scale.selectpoint * size, 0.002 * m.stat.extent);
  lines.ball(point, radius, m.vis.rgba.selectpoint);
  if (perturb.grip !== 'pull') return;
  lines.rod(point, perturb.target, 0.35 * radius, m.vis.rgba.selectpoint);
  lines.ball(perturb.target, radius, m.vis.rgba.selectpoint);
}

function drawFrames({ m, d, s, lines, size }: Drawing): void {
  const length = m.vis.scale.framelength * size;
  const radius = m.vis.scale.framewidth * size;
  const each = (n: number, pos: Float64Array, mat: Float64Array) => {
    for (let i = 0; i < n; i++) lines.frame(at3(pos, i), at9(mat, i), length, radius);
  };
  if (s.frame === 'body') each(m.nbody, d.xpos, d.xmat);
  if (s.frame === 'site') each(m.nsite, d.site_xpos, d.site_xmat);
  if (s.frame === 'camera') each(m.ncam, d.cam_xpos, d.cam_xmat);
  if (s.frame === 'world') lines.frame([0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], 2 * length, 2 * radius);
  if (s.frame !== 'geom') return;
  for (let g = 0; g < m.ngeom; g++) {
    if (m.geom_type[g] !== GeomType.PLANE) lines.frame(at3(d.geom_xpos, g), at9(d.geom_xmat, g), length, radius);
  }
}
