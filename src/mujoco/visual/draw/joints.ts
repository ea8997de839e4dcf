/** Decorations of joints, actuators and equalities. */
import { clip } from '../../../core/math/array.ts';
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { MINVAL, NEQDATA } from '../../../core/model/constants.ts';
import { ConstraintType, EqType, GeomType, JointType, ObjType, TrnType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { type Drawing, inGroup, mat3, type Shape, vec3 } from '../drawing.ts';
import { Label, VisFlag } from '../enums.ts';
import type { GeomRecord } from '../records.ts';
import { forSegments } from './tendons.ts';

const f = Math.fround;
/** Actuators are drawn slightly larger than their targets. */
const INFLATION = 1.05;

export function drawJoints(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!draw.has(VisFlag.JOINT)) return;
  const { jointlength, jointwidth } = m.vis.scale;
  const [length, width] = [draw.scaled(jointlength), draw.scaled(jointwidth)];
  for (let i = 0; i < m.njnt; i++) {
    if (!inGroup(opt.jointgroup, m.jnt_group[i])) continue;
    const finish = (geom: GeomRecord): void => {
      const imp = draw.limitImpedance(ConstraintType.LIMIT_JOINT, i);
      const { joint, constraint } = m.vis.rgba;
      for (let k = 0; k < 3; k++) geom.rgba[k] = (1 - imp) * joint[k] + imp * constraint[k];
      geom.rgba[3] = 1;
      if (opt.label === Label.JOINT) draw.label(geom, ObjType.JOINT, i);
    };
    const owner = { id: i, type: ObjType.JOINT };
    const type = m.jnt_type[i];
    const pos = vec3(d.xanchor, i);
    if (type === JointType.FREE || type === JointType.BALL) {
      const size = [0.3 * length, 0.3 * length, 0.3 * length];
      const shape = type === JointType.FREE ? GeomType.BOX : GeomType.SPHERE;
      draw.shape(owner, { type: shape, size, pos, mat: mat3(d.xmat, m.jnt_bodyid[i]) }, finish);
    } else {
      const to = pos.map((x, k) => x + length * d.xaxis[3 * i + k]);
      draw.connector(owner, arrowOf(type), width, pos, to, undefined, finish);
    }
  }
}

const arrowOf = (type: number): number => (type === JointType.SLIDE ? GeomType.ARROW : GeomType.ARROW1);

export function drawActuators(draw: Drawing): void {
  const { m, opt } = draw;
  if (!draw.has(VisFlag.ACTUATOR)) return;
  for (let i = 0; i < m.nactuator; i++) {
    if (!inGroup(opt.actuatorgroup, m.actuator_group[i]) || isDisabled(m, i)) continue;
    const rgba = actuatorColor(draw, i);
    const id = m.actuator_trnid[2 * i];
    switch (m.actuator_trntype[i]) {
      case TrnType.JOINT:
      case TrnType.JOINTINPARENT:
        drawAtJoint(draw, i, id, rgba);
        break;
      case TrnType.SITE:
        drawAtSite(draw, i, id, rgba);
        break;
      case TrnType.BODY:
        drawAtBody(draw, i, id, rgba);
        break;
      case TrnType.TENDON:
        drawAtTendon(draw, i, id, rgba);
        break;
    }
  }
}

function isDisabled(m: Model, i: number): boolean {
  const group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) !== 0;
}

/** Interpolates between the colors of the lowest, middle and highest control or activation. */
function actuatorColor(draw: Drawing, i: number): number[] {
  const { m, d } = draw;
  const ctrl = m.actuator_ctrladr[i];
  const [low, middle, high] = extendedRange(draw, i, ctrl);
  const shown = draw.has(VisFlag.ACTIVATION) && m.actuator_dyntype[i] !== 0;
  // dynamics without activations show nothing
  const value = shown ? (d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1] ?? 0) : d.ctrl[ctrl];
  const act = clip(value, low, high);
  const below = f(act <= middle ? (middle - act) / Math.max(MINVAL, middle - low) : 0);
  const above = f(act <= middle ? 0 : (act - middle) / Math.max(MINVAL, high - middle));
  const mean = f(1 - (act <= middle ? below : above));
  const { actuatornegative, actuator, actuatorpositive } = m.vis.rgba;
  return [0, 1, 2, 3].map((k) =>
    f(f(f(below * actuatornegative[k]) + f(mean * actuator[k])) + f(above * actuatorpositive[k])),
  );
}

/** The range of an actuator, made symmetric about its middle. */
function extendedRange(draw: Drawing, i: number, ctrl: number): [number, number, number] {
  const { m } = draw;
  let [min, max] = [-1, 1];
  if (m.actuator_ctrllimited[ctrl]) [min, max] = m.actuator_ctrlrange.subarray(2 * ctrl, 2 * ctrl + 2);
  else if (draw.has(VisFlag.ACTIVATION) && m.actuator_actlimited[i]) {
    [min, max] = m.actuator_actrange.subarray(2 * i, 2 * i + 2);
  }
  let [low, middle, high] = [min, 0, max];
  if (min >= 0) [low, middle] = [-1, min];
  else if (max <= 0) [middle, high] = [max, 1];
  if (middle - low < MINVAL) low = middle - MINVAL;
  if (high - middle < MINVAL) high = middle + MINVAL;
  return [low, middle, high];
}

/** Color and label of the geom of an actuator. */
function finishActuator(draw: Drawing, i: number, rgba: number[], labeled = true): (geom: GeomRecord) => void {
  return (geom) => {
    geom.rgba.set(rgba);
    if (labeled && draw.opt.label === Label.ACTUATOR) draw.label(geom, ObjType.ACTUATOR, i);
  };
}

function drawAtJoint(draw: Drawing, i: number, j: number, rgba: number[]): void {
  const { m, d } = draw;
  const owner = { id: i, type: ObjType.ACTUATOR };
  const type = m.jnt_type[j];
  const pos = vec3(d.xanchor, j);
  const finish = finishActuator(draw, i, rgba);
  if (type === JointType.FREE || type === JointType.BALL) {
    const half = draw.scaled(m.vis.scale.jointlength) * 0.33;
    const shape: Shape = {
      type: type === JointType.BALL ? GeomType.SPHERE : GeomType.BOX,
      size: [half, half, half],
      pos,
    };
    draw.shape(owner, { ...shape, mat: mat3(d.xmat, m.jnt_bodyid[j]) }, finish);
    return;
  }
  const length = draw.scaled(m.vis.scale.actuatorlength);
  const to = pos.map((x, k) => x + length * d.xaxis[3 * j + k]);
  draw.connector(owner, arrowOf(type), draw.scaled(m.vis.scale.actuatorwidth), pos, to, undefined, finish);
}

function drawAtSite(draw: Drawing, i: number, site: number, rgba: number[]): void {
  const { m, d } = draw;
  const size = vec3(m.site_size, site).map((s) => s * INFLATION);
  const shape = { type: m.site_type[site], size, pos: vec3(d.site_xpos, site), mat: mat3(d.site_xmat, site) };
  draw.shape({ id: i, type: ObjType.ACTUATOR }, shape, finishActuator(draw, i, rgba));
}

/** Every primitive geom of the body. */
function drawAtBody(draw: Drawing, i: number, body: number, rgba: number[]): void {
  const { m, d } = draw;
  const without: readonly number[] = [GeomType.PLANE, GeomType.HFIELD, GeomType.MESH, GeomType.SDF];
  for (let g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; g++) {
    if (without.includes(m.geom_type[g])) continue;
    const size = vec3(m.geom_size, g).map((s) => s * INFLATION);
    const shape = { type: m.geom_type[g], size, pos: vec3(d.geom_xpos, g), mat: mat3(d.geom_xmat, g) };
    draw.shape({ id: i, type: ObjType.ACTUATOR }, shape, finishActuator(draw, i, rgba, false));
  }
}

function drawAtTendon(draw: Drawing, i: number, tendon: number, rgba: number[]): void {
  const { m } = draw;
  const owner = { id: i, type: ObjType.ACTUATOR };
  forSegments(draw, tendon, (width, from, to, first) =>
    draw.connector(owner, GeomType.CAPSULE, width * m.vis.map.actuatortendon, from, to, undefined, (geom) => {
      draw.material(geom, m.tendon_matid[tendon], m.tendon_rgba.subarray(4 * tendon, 4 * tendon + 4));
      finishActuator(draw, i, rgba, first)(geom);
    }),
  );
}

/** The two points of a connect or weld. */
export function drawEqualities(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!draw.has(VisFlag.CONSTRAINT)) return;
  const size = [draw.scaled(m.vis.scale.constraint)];
  for (let i = 0; i < m.neq; i++) {
    const weld = m.eq_type[i] === EqType.WELD;
    if (d.eq_active[i] === 0 || (!weld && m.eq_type[i] !== EqType.CONNECT)) continue;
    const one = (id: number, anchor: number, rgba: Float32Array): void => {
      const { pos, mat } = anchorFrame(draw, i, id, anchor);
      draw.shape({ id: i, type: ObjType.EQUALITY }, { type: GeomType.SPHERE, size, pos, mat, rgba }, (geom) => {
        if (opt.label === Label.CONSTRAINT) draw.label(geom, ObjType.EQUALITY, i);
      });
    };
    one(m.eq_obj1id[i], weld ? 3 : 0, m.vis.rgba.connect);
    one(m.eq_obj2id[i], weld ? 0 : 3, m.vis.rgba.constraint);
  }
}

/** A site, or an anchor of the equality in the frame of a body. */
function anchorFrame(
  { m, d }: Drawing,
  i: number,
  id: number,
  anchor: number,
): { pos: Float64Array; mat: Float64Array } {
  if (m.eq_objtype[i] === ObjType.SITE) return { pos: vec3(d.site_xpos, id), mat: mat3(d.site_xmat, id) };
  const pos = new Float64Array(3);
  mulMatVec3(pos, 0, d.xmat, 9 * id, m.eq_data, NEQDATA * i + anchor);
  return { pos: pos.map((x, k) => x + d.xpos[3 * id + k]), mat: mat3(d.xmat, id) };
}
