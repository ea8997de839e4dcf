/** mujoco.elasticity.cable: twist and bending of an inextensible rod, a chain of bodies with ball joints.
 *
 *  The stress between two bodies is that of their relative rotation per length, minus that of the reference: (G J, E
 *  Iy, E Iz) (omega - omega0) / length, and its difference is the torque on a body. (MuJoCo:
 *  plugin/elasticity/README.md) */
import { pow } from '../math/elementary/exp.ts';
import { mulQuat, negQuat, quat2Vel, rotVecQuat, subQuat } from '../math/quat.ts';
import { norm3 } from '../math/vec3.ts';
import type { Data } from '../model/data.ts';
import { GeomType } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import type { PluginConfig } from '../plugin/config.ts';
import type { PassivePlugin } from '../plugin/plugin.ts';
import { applyFT } from '../query/force.ts';

/** The consecutive bodies of a cable. */
interface Cable {
  readonly first: number;
  readonly count: number;
  /** Rest rotation vector relative to the previous body: three values per body. */
  readonly omega0: Float64Array;
  /** Stiffness divided by length: twist, and bending about both axes. Zero for the first body. */
  readonly stiffness: Float64Array;
}

const quat = new Float64Array(4);
const omega = new Float64Array(3);
const stress = new Float64Array(3);
const torque = new Float64Array(3);

export const cable: PassivePlugin<Cable> = {
  name: 'mujoco.elasticity.cable',
  kind: 'passive',
  attributes: { twist: 'number', bend: 'number', flat: 'text', vmax: 'number' },

  init(m, _d, { id, config }) {
    const bodies = [...m.body_plugin.keys()].filter((i) => m.body_plugin[i] === id);
    const [first = 0] = bodies;
    const gap = bodies.find((body, k) => body !== first + k);
    if (gap !== undefined) throw new Error(`expected consecutive bodies of a cable, found ${bodies.join(', ')}`);
    return makeCable(m, first, bodies.length, config);
  },

  compute(m, d, { data }) {
    for (let b = 0; b < data.count; b++) bend(m, d, data, b);
  },
};

function makeCable(m: Model, first: number, count: number, config: PluginConfig): Cable {
  const cable = { first, count, omega0: new Float64Array(3 * count), stiffness: new Float64Array(3 * count) };
  for (let b = 1; b < count; b++) {
    const body = first + b;
    checkJoint(m, body);
    if (config.text('flat') !== 'true')
      subQuat(cable.omega0, 3 * b, m.body_quat, 4 * body, m.qpos0, jointQuat(m, body));
    const length = norm3(m.body_pos, 3 * body);
    const [J, Iy, Iz] = crossSection(m, m.body_geomadr[body]);
    const [twist, stretch] = [config.number('twist'), config.number('bend')];
    cable.stiffness.set([(J * twist) / length, (Iy * stretch) / length, (Iz * stretch) / length], 3 * b);
  }
  return cable;
}

/** Checks that a body is the child of the previous one with a ball joint.
 *  @throws Error otherwise */
function checkJoint(m: Model, body: number): void {
  if (m.body_parentid[body] !== body - 1) throw new Error(`body ${body}: expected a child of body ${body - 1}`);
  if (m.body_dofnum[body] !== 3) throw new Error(`body ${body} of the cable: expected a ball joint`);
}

/** Address in qpos of the joint quaternion of a body. */
function jointQuat(m: Model, body: number): number {
  return m.jnt_qposadr[m.body_jntadr[body]] + m.body_dofnum[body] - 3;
}

/** Torsion constant and second moments of area (https://en.wikipedia.org/wiki/Torsion_constant#Rectangle,
 *  https://en.wikipedia.org/wiki/List_of_second_moments_of_area) of the cross-section of a geom along x. */
function crossSection(m: Model, g: number): readonly [number, number, number] {
  const [r, h, w] = m.geom_size.subarray(3 * g, 3 * g + 3);
  const type = m.geom_type[g];
  if (type === GeomType.CAPSULE || type === GeomType.CYLINDER) {
    const I = (Math.PI * pow(r, 4)) / 4;
    return [2 * I, I, I];
  }
  if (type !== GeomType.BOX) return [0, 0, 0];
  const a = Math.max(h, w);
  const b = Math.min(h, w);
  const J = a * pow(b, 3) * (16 / 3 - ((3.36 * b) / a) * (1 - pow(b, 4) / pow(a, 4) / 12));
  return [J, (pow(2 * w, 3) * 2 * h) / 12, (pow(2 * h, 3) * 2 * w) / 12];
}

/** Torque on body b of the cable: the stress toward the previous body minus that toward the next. */
function bend(m: Model, d: Data, cable: Cable, b: number): void {
  const body = cable.first + b;
  torque.fill(0);
  if (b > 0 && findStress(m, d, cable, b)) {
    // in the frame of the body itself
    negQuat(quat, 0, quat, 0);
    rotVecQuat(stress, 0, stress, 0, quat, 0);
    addScaled(torque, stress, 1);
  }
  if (b + 1 < cable.count && findStress(m, d, cable, b + 1)) addScaled(torque, stress, -1);
  if (torque.every((x) => x === 0)) return;
  rotVecQuat(torque, 0, torque, 0, d.xquat, 4 * body);
  applyFT(m, d, undefined, torque, d.xpos.subarray(3 * body, 3 * body + 3), body, d.qfrc_passive);
}

/** Stress between body b and the previous one, in the frame of the latter; quat = rotation between them. Returns false
 *  if there is none. */
function findStress(m: Model, d: Data, { first, omega0, stiffness }: Cable, b: number): boolean {
  const s = 3 * b;
  if (stiffness[s] === 0 && stiffness[s + 1] === 0 && stiffness[s + 2] === 0) return false;
  mulQuat(quat, 0, m.body_quat, 4 * (first + b), d.qpos, jointQuat(m, first + b));
  quat2Vel(omega, 0, quat, 0, 1);
  for (let k = 0; k < 3; k++) stress[k] = -stiffness[s + k] * (omega[k] - omega0[s + k]);
  return true;
}

function addScaled(sum: Float64Array, vector: Float64Array, scale: number): void {
  for (let k = 0; k < 3; k++) sum[k] += scale * vector[k];
}
