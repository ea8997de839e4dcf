/** Bounds of the motion of the points of a geom, from the velocities of the dofs, for all positions of the joints. */
import { norm3 } from '../../core/math/vec3.ts';
import { JointType, type Model } from '../../index.ts';
import { chainDofs } from './frame.ts';

/** Bounds of the motion of geoms: |dx| <= sum over dofs k of radius_k |dq_k| for each point of a geom. A dof that translates has radius 1;
 *  one that rotates, the largest possible distance of the geom from it. */
export class MotionBounds {
  /** By geom: dofs that move it, and their radii. */
  private readonly dofs: Int32Array[] = [];
  private readonly radii: Float64Array[] = [];
  private readonly bodies: Int32Array;

  constructor(model: Model, geoms: Iterable<number>) {
    this.bodies = model.geom_bodyid;
    for (const g of geoms) {
      this.dofs[g] = chainDofs(model, model.geom_bodyid[g]);
      this.radii[g] = Float64Array.from(this.dofs[g], (k) => radiusOf(model, g, k));
    }
  }

  /** Largest motion of a geom relative to another one at a displacement: dofs that move both as one do not count. */
  relativeMotion(g1: number, g2: number, dq: Float64Array): number {
    if (this.bodies[g1] === this.bodies[g2]) return 0;
    return this.sum(g1, this.dofs[g2], dq) + this.sum(g2, this.dofs[g1], dq);
  }

  private sum(g: number, others: Int32Array, dq: Float64Array): number {
    const dofs = this.dofs[g];
    const radii = this.radii[g];
    let sum = 0;
    // both chains ascend, and their common part comes first
    for (let a = 0; a < dofs.length; a++) {
      const size = Math.abs(dq[dofs[a]]);
      if (dofs[a] !== others[a] && size > 0) sum += radii[a] * size;
    }
    return sum;
  }
}

/** Largest distance of a point of a geom from the axis of a dof; 1 for a translation. */
function radiusOf(m: Model, geom: number, dof: number): number {
  const joint = m.dof_jntid[dof];
  const type = m.jnt_type[joint];
  if (type === JointType.SLIDE || (type === JointType.FREE && dof - m.jnt_dofadr[joint] < 3)) return 1;
  // planes and height fields have no size
  let radius = m.geom_rbound[geom] > 0 ? m.geom_rbound[geom] + length(m.geom_pos, geom) : Infinity;
  let body = m.geom_bodyid[geom];
  for (; body !== m.jnt_bodyid[joint]; body = m.body_parentid[body]) {
    radius += length(m.body_pos, body) + offsets(m, body, m.body_jntadr[body] - 1);
  }
  return radius + length(m.jnt_pos, joint) + offsets(m, body, joint);
}

/** Maximum translation of a body by its joints after one of them, within their ranges. */
function offsets(m: Model, body: number, after: number): number {
  let sum = 0;
  for (let j = Math.max(after + 1, m.body_jntadr[body]); j < m.body_jntadr[body] + m.body_jntnum[body]; j++) {
    if (m.jnt_type[j] !== JointType.SLIDE) sum += 2 * length(m.jnt_pos, j);
    else if (!m.jnt_limited[j]) return Infinity;
    else
      sum +=
        Math.max(Math.abs(m.jnt_range[2 * j]), Math.abs(m.jnt_range[2 * j + 1])) + Math.abs(m.qpos0[m.jnt_qposadr[j]]);
  }
  return sum;
}

function length(vectors: Float64Array, i: number): number {
  return norm3(vectors, 3 * i);
}
