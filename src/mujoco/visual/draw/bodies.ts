/** Decorations of bodies: inertias, frames, labels, centers of mass, connections, selection and perturbation. */
import { pow } from '../../../core/math/elementary/exp.ts';
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { quat2Mat } from '../../../core/math/quat.ts';
import { norm3 } from '../../../core/math/vec3.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import { GeomType, ObjType } from '../../../core/model/enums.ts';
import { categoryOf, type Drawing, mat3, setLabel, vec3 } from '../drawing.ts';
import { Frame, Label, PertBit, VisFlag } from '../enums.ts';

/** Boxes or ellipsoids with the inertias of bodies. */
export function drawInertias(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  if (!draw.has(VisFlag.INERTIA)) return;
  const ellipsoid = m.vis.global.ellipsoidinertia === 1;
  const type = ellipsoid ? GeomType.ELLIPSOID : GeomType.BOX;
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_mass[i] <= MINVAL || !draw.isShown(i)) continue;
    const size = inertiaSize(draw, i, ellipsoid);
    const shape = { type, size, pos: vec3(d.xipos, i), mat: mat3(d.ximat, i), rgba: m.vis.rgba.inertia };
    draw.shape({ id: i, type: ObjType.BODY }, shape, (geom) => {
      if (pert.select === i) draw.glow(geom);
      const selected = opt.label === Label.SELECTION && pert.select === i;
      if (opt.label === Label.BODY || selected) draw.label(geom, ObjType.BODY, i);
    });
  }
}

/** Half sizes of a shape with this inertia: for a box sqrt(3 (Iyy + Izz - Ixx) / (2 m)), for an ellipsoid with 5. */
function inertiaSize(draw: Drawing, i: number, ellipsoid: boolean): number[] {
  const { m } = draw;
  const [x, y, z] = m.body_inertia.subarray(3 * i, 3 * i + 3);
  const mass = m.body_mass[i];
  const factor = Math.sqrt(ellipsoid ? 5 : 3);
  const size = [y + z - x, x + z - y, x + y - z].map((sum) => Math.sqrt(sum / (2 * mass)) * factor);
  if (!draw.has(VisFlag.SCLINERTIA)) return size;
  const volume = (ellipsoid ? (4 / 3) * Math.PI : 8) * size[0] * size[1] * size[2];
  // scaled to the density of water
  const scale = pow((mass / Math.max(MINVAL, volume)) * 0.001, 1 / 3);
  return size.map((s) => s * scale);
}

/** The perturbation: a line to the target position, a box at the target orientation. */
export function drawPerturbation(draw: Drawing): void {
  const { m, d, pert } = draw;
  const id = pert.select;
  if (!draw.has(VisFlag.PERTOBJ) || id <= 0) return;
  const acts = pert.active | pert.active2;
  const mat = new Float64Array(9);
  quat2Mat(mat, 0, pert.refquat, 0);
  if (acts & PertBit.TRANSLATE) {
    const width = draw.scaled(m.vis.scale.constraint);
    const rgba = mixed(m.vis.rgba.constraint, pert.active & PertBit.TRANSLATE, pert.active2 & PertBit.TRANSLATE);
    draw.connector({ id }, GeomType.CAPSULE, width, selectionPoint(draw), pert.refselpos, rgba);
    draw.shape({ id }, { type: GeomType.SPHERE, size: [2 * width], pos: pert.refselpos, mat, rgba });
  }
  if (acts & PertBit.ROTATE) {
    const rgba = mixed(m.vis.rgba.inertia, pert.active & PertBit.ROTATE, pert.active2 & PertBit.ROTATE);
    const pos = new Float64Array(3);
    let size: ArrayLike<number> = [draw.scl, draw.scl, draw.scl];
    if (m.body_bvhnum[id] > 0) {
      const at = 6 * m.body_bvhadr[id];
      size = m.bvh_aabb.subarray(at + 3, at + 6);
      mulMatVec3(pos, 0, d.ximat, 9 * id, m.bvh_aabb, at);
    }
    for (let k = 0; k < 3; k++) pos[k] += d.xipos[3 * id + k];
    draw.shape({ id }, { type: GeomType.LINEBOX, size, pos, mat, rgba });
  }
}

/** The color of two perturbations: red and green are swapped for the second. */
function mixed(color: ArrayLike<number>, first: number, second: number): number[] {
  const red = Math.max(first ? color[0] : 0, second ? color[1] : 0);
  const green = Math.max(first ? color[1] : 0, second ? color[0] : 0);
  return [red, green, color[2], color[3]];
}

/** World position of the selection point. */
function selectionPoint({ d, pert }: Drawing): Float64Array {
  const point = new Float64Array(3);
  mulMatVec3(point, 0, d.xmat, 9 * pert.select, pert.localpos, 0);
  return point.map((x, k) => x + d.xpos[3 * pert.select + k]);
}

/** The world frame, or those of bodies. */
export function drawBodyFrames(draw: Drawing): void {
  const { m, d, opt } = draw;
  const { framelength, framewidth } = m.vis.scale;
  const inertial = draw.has(VisFlag.INERTIA);
  const end = opt.frame === Frame.BODY ? m.nbody : 1;
  for (let i = opt.frame === Frame.WORLD ? 0 : 1; i < end; i++) {
    if (i > 0 && categoryOf(m, i) & ~draw.catmask) continue;
    const factor = i === 0 ? 2 : 1;
    const [length, width] = [draw.scaled(framelength) * factor, draw.scaled(framewidth) * factor];
    draw.frame(i, vec3(inertial ? d.xipos : d.xpos, i), mat3(inertial ? d.ximat : d.xmat, i), length, width);
  }
}

export function drawSelection(draw: Drawing): void {
  const { m, opt, pert } = draw;
  if (pert.select <= 0 || !draw.has(VisFlag.SELECT)) return;
  const pos = selectionPoint(draw);
  const size = [draw.scaled(m.vis.scale.selectpoint)];
  draw.shape({ id: pert.select }, { type: GeomType.SPHERE, size, pos, rgba: m.vis.rgba.selectpoint }, (geom) => {
    const words = (v: Float64Array) => Array.from(v, (x) => x.toFixed(3)).join(' ');
    if (opt.label === Label.SELPNT) setLabel(geom, `${words(pos)} (local ${words(pert.localpos)})`);
  });
}

/** Body names, where no inertia shows them. */
export function drawBodyLabels(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  if (draw.has(VisFlag.INERTIA) || (opt.label !== Label.SELECTION && opt.label !== Label.BODY)) return;
  for (let i = 1; i < m.nbody; i++) {
    if ((opt.label === Label.SELECTION && pert.select !== i) || categoryOf(m, i) & ~draw.catmask) continue;
    draw.shape({ id: i }, { type: GeomType.LABEL, pos: vec3(d.xpos, i), mat: mat3(d.xmat, i) }, (geom) =>
      draw.label(geom, ObjType.BODY, i),
    );
  }
}

/** Island ids at the bodies. */
export function drawIslandLabels(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (opt.label !== Label.ISLAND || d.nisland === 0) return;
  for (let i = 1; i < m.nbody; i++) {
    const weld = m.body_weldid[i];
    if (m.body_dofnum[weld] === 0) continue;
    const island = d.dof_island[m.body_dofadr[weld]];
    if (island < 0) continue;
    draw.shape({ id: i }, { type: GeomType.LABEL, pos: vec3(d.xipos, i), mat: mat3(d.ximat, i) }, (geom) =>
      setLabel(geom, String(island)),
    );
  }
}

export function drawCentersOfMass(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.COM)) return;
  const size = [draw.scaled(m.vis.scale.com)];
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_rootid[i] !== i) continue;
    draw.shape({ id: i }, { type: GeomType.SPHERE, size, pos: vec3(d.subtree_com, i), rgba: m.vis.rgba.com });
  }
}

/** Lines from each body through its joints to its parent. */
export function drawConnections(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.AUTOCONNECT)) return;
  const width = draw.scaled(m.vis.scale.connect);
  for (let i = 1; i < m.nbody; i++) {
    const parent = m.body_parentid[i];
    if (parent === 0) continue;
    let from = vec3(d.xipos, i);
    const line = (to: Float64Array): void => {
      draw.connector({ id: i }, GeomType.CAPSULE, width, from, to, m.vis.rgba.connect);
      from = to;
    };
    for (let j = m.body_jntadr[i] + m.body_jntnum[i] - 1; m.body_jntnum[i] > 0 && j >= m.body_jntadr[i]; j--) {
      line(vec3(d.xanchor, j));
    }
    line(vec3(d.xipos, parent));
  }
}

/** Arrows of forces applied by the user. */
export function drawAppliedForces(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.PERTFORCE)) return;
  const scale = m.vis.map.force / m.stat.meanmass;
  for (let i = 1; i < m.nbody; i++) {
    if (norm3(d.xfrc_applied, 6 * i) <= MINVAL) continue;
    const from = vec3(d.xipos, i);
    const to = from.map((x, k) => x + d.xfrc_applied[6 * i + k] * scale);
    draw.connector({ id: i }, GeomType.ARROW, draw.scaled(m.vis.scale.forcewidth), from, to, m.vis.rgba.force);
  }
}
