/** Pulls and rotates a body with the pointer: a critically damped spring that acts through `xfrc_applied`. */
import { type Data, JointType, type Model } from '../../../index.ts';

type Vec = [number, number, number];
type Quat = [number, number, number, number];

export type Grip = 'pull' | 'turn';

/** A perturbation, as sent to the thread of the engine. */
export interface PerturbationState {
  body: number;
  grip: Grip | undefined;
  local: readonly number[];
  target: readonly number[];
  rotation: readonly number[];
}

export class Perturbation {
  readonly #m: Model;
  readonly #d: Data;
  /** Selected body, or -1. */
  body = -1;
  grip: Grip | undefined;
  /** The grabbed point in the body frame. */
  readonly local: Vec = [0, 0, 0];
  /** Target of the grabbed point. */
  readonly target: Vec = [0, 0, 0];
  readonly #rotation: Quat = [1, 0, 0, 0];

  constructor(m: Model, d: Data) {
    this.#m = m;
    this.#d = d;
  }

  select(body: number, point?: readonly number[]): void {
    this.release();
    this.body = body;
    if (body < 0) return;
    const world: Vec = point ? [point[0]!, point[1]!, point[2]!] : at3(this.#d.xpos, body);
    const offset = sub(world, at3(this.#d.xpos, body));
    for (let k = 0; k < 3; k++) {
      // rows of xmat are world axes, so the body frame needs the transpose
      this.local[k] = [0, 1, 2].reduce((sum, r) => sum + this.#d.xmat[9 * body + 3 * r + k]! * offset[r]!, 0);
    }
  }

  /** Whether the selected body can be perturbed. */
  get movable(): boolean {
    return this.body > 0 && (this.#m.body_weldid[this.body] !== 0 || this.#m.body_mocapid[this.body]! >= 0);
  }

  /** Grab the selected body. */
  start(grip: Grip): void {
    if (!this.movable) return;
    this.grip = grip;
    const [x, y, z] = this.point();
    this.target[0] = x;
    this.target[1] = y;
    this.target[2] = z;
    for (let k = 0; k < 4; k++) this.#rotation[k] = this.#d.xquat[4 * this.body + k]!;
  }

  get state(): PerturbationState {
    const { body, grip, local, target } = this;
    return { body, grip, local: [...local], target: [...target], rotation: [...this.#rotation] };
  }

  set state({ body, grip, local, target, rotation: turn }: PerturbationState) {
    if (body !== this.body || grip === undefined) this.release();
    this.body = body;
    this.grip = grip;
    for (let k = 0; k < 3; k++) this.local[k] = local[k]!;
    for (let k = 0; k < 3; k++) this.target[k] = target[k]!;
    for (let k = 0; k < 4; k++) this.#rotation[k] = turn[k]!;
  }

  /** Effective mass for a force on the body, or inertia for a torque. */
  #resistance(of: 'force' | 'torque'): number {
    const weight = this.#m.body_invweight0[2 * this.body + (of === 'force' ? 0 : 1)]!;
    if (weight > 0) return 1 / weight;
    return of === 'force' ? this.#m.body_mass[this.body]! : 1;
  }

  /** Rotate the target orientation about a world axis. */
  rotate(axis: readonly number[], angle: number): void {
    const s = Math.sin(angle / 2);
    const q: Quat = [Math.cos(angle / 2), s * axis[0]!, s * axis[1]!, s * axis[2]!];
    const result = multiply(q, this.#rotation);
    for (let k = 0; k < 4; k++) this.#rotation[k] = result[k]!;
  }

  release(): void {
    this.grip = undefined;
    if (this.body >= 0) this.#d.xfrc_applied.fill(0, 6 * this.body, 6 * this.body + 6);
  }

  /** World position of the grabbed point. */
  point(): Vec {
    const { xpos, xmat } = this.#d;
    const b = this.body;
    return [0, 1, 2].map(
      (r) => xpos[3 * b + r]! + [0, 1, 2].reduce((sum, k) => sum + xmat[9 * b + 3 * r + k]! * this.local[k]!, 0),
    ) as Vec;
  }

  /** Compute the force for the next step. */
  apply(): void {
    if (!this.grip || !this.movable) return;
    const mocap = this.#m.body_mocapid[this.body]!;
    if (mocap >= 0) this.#placeMocap(mocap);
    else if (this.grip === 'pull') this.#applySpring();
    else this.#applyTorque();
  }

  /** While paused: move a free body to the pointer. */
  applyPose(): boolean {
    if (!this.grip || !this.movable) return false;
    const mocap = this.#m.body_mocapid[this.body]!;
    if (mocap >= 0) {
      this.#placeMocap(mocap);
      return true;
    }
    const j = this.#m.body_jntadr[this.body]!;
    if (this.#m.body_jntnum[this.body] !== 1 || this.#m.jnt_type[j] !== JointType.FREE) return false;
    const at = this.#m.jnt_qposadr[j]!;
    if (this.grip === 'pull') {
      const shift = sub(this.target, this.point());
      for (let k = 0; k < 3; k++) this.#d.qpos[at + k]! += shift[k]!;
    } else {
      for (let k = 0; k < 4; k++) this.#d.qpos[at + 3 + k] = this.#rotation[k]!;
    }
    return true;
  }

  // f = -k m (x - x_target) - sqrt(k) m v: a mass m on a critically damped spring
  #applySpring(): void {
    const { m, d, b } = { m: this.#m, d: this.#d, b: this.body };
    const point = this.point();
    const stiffness = m.vis.map.stiffness;
    const { linear, angular } = this.#velocity(point);
    const offset = sub(point, this.target);
    const mass = this.#resistance('force');
    const force = offset.map((x, k) => -mass * (stiffness * x + Math.sqrt(stiffness) * linear[k]!)) as Vec;
    const torque = cross(sub(point, at3(d.xipos, b)), force);
    // the spring does not prevent rotation about its own axis: damp it
    const length = Math.hypot(...offset);
    if (length > 1e-9) {
      const axis = offset.map((x) => x / length) as Vec;
      const damping = Math.sqrt(m.vis.map.stiffnessrot) * this.#resistance('torque') * dot(axis, angular);
      for (let k = 0; k < 3; k++) torque[k]! -= damping * axis[k]!;
    }
    d.xfrc_applied.set([...force, ...torque], 6 * b);
  }

  #applyTorque(): void {
    const { m, d, b } = { m: this.#m, d: this.#d, b: this.body };
    const stiffness = m.vis.map.stiffnessrot;
    const now = Array.from(d.xquat.subarray(4 * b, 4 * b + 4)) as Quat;
    const error = rotationVector(multiply(this.#rotation, [now[0], -now[1], -now[2], -now[3]]));
    const { angular } = this.#velocity(this.point());
    const inertia = this.#resistance('torque');
    const torque = error.map((e, k) => inertia * (stiffness * e - Math.sqrt(stiffness) * angular[k]!));
    d.xfrc_applied.set([0, 0, 0, ...torque], 6 * b);
  }

  #placeMocap(mocap: number): void {
    if (this.grip === 'pull') {
      const shift = sub(this.target, this.point());
      for (let k = 0; k < 3; k++) this.#d.mocap_pos[3 * mocap + k]! += shift[k]!;
    } else this.#d.mocap_quat.set(this.#rotation, 4 * mocap);
  }

  // cvel is about the center of mass of the kinematic tree, angular part first
  #velocity(point: Vec): { linear: Vec; angular: Vec } {
    const { cvel, subtree_com } = this.#d;
    const angular = at3(cvel, 2 * this.body);
    const arm = sub(point, at3(subtree_com, this.#m.body_rootid[this.body]!));
    const spin = cross(angular, arm);
    const linear = at3(cvel, 2 * this.body + 1).map((v, k) => v + spin[k]!) as Vec;
    return { linear, angular };
  }
}

function at3(array: Float64Array, i: number): Vec {
  return [array[3 * i]!, array[3 * i + 1]!, array[3 * i + 2]!];
}

function sub(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function multiply(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

function rotationVector(q: Quat): Vec {
  const sign = q[0] < 0 ? -1 : 1;
  const s = Math.hypot(q[1], q[2], q[3]);
  if (s < 1e-12) return [0, 0, 0];
  const angle = 2 * Math.atan2(s, Math.abs(q[0]));
  return [q[1], q[2], q[3]].map((x) => (sign * x * angle) / s) as Vec;
}
