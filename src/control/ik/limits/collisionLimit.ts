/** Distances between geoms. */
import { expectFinite, expectObject } from '../../../core/expect.ts';
import { GeomType, geomDistance, type Model, ObjType } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { chainDofs, objectLabel } from '../frame.ts';
import type { Rows } from '../rows.ts';
import { findPairs, type GeomGroup } from './geomPairs.ts';
import { Limit } from './limit.ts';

/** Options of collision avoidance. */
export interface CollisionOptions {
  /** Pairs of groups; each geom of one avoids each of the other. Default: every pair that may collide in MuJoCo. */
  pairs?: readonly (readonly [GeomGroup, GeomGroup])[];
  /** Minimum distance in meters (default: 0.005). */
  minimumDistance?: number;
  /** Distance below which pairs are limited (default: 0.05). */
  detectionDistance?: number;
  /** Fraction of the distance that one step may close (default: 0.85). */
  gain?: number;
  /** Force, in units of cost, that separates pairs below the minimum distance (default: 10000). */
  repulsion?: number;
}

/** A bound of distances for pairs that are always limited. */
const MAX_DISTANCE = 1e6;

const fromto = new Float64Array(6);
const normal = new Float64Array(3);

/** Keep geoms separate: n.(v2 - v1) >= -gain (distance - minimum), along the normal n at the nearest points. Pairs below the minimum
 *  distance are separated. MuJoCo's filters apply: masks, welded bodies, parents and children.
 *
 *  ```ts
 *  const limit = new CollisionAvoidanceLimit(robot, { pairs: [[{ subtree: 'left arm' }, { subtree: 'right arm' }]] });
 *  ``` */
export class CollisionAvoidanceLimit extends Limit {
  /** Geoms of each pair: two numbers. */
  readonly pairs: Int32Array;
  readonly minimumDistance: number;
  readonly detectionDistance: number;
  readonly gain: number;
  /** Dofs that move each body of a pair, by body. */
  readonly chains: readonly Int32Array[];
  /** Pairs that passed the bounding spheres in the last call. */
  readonly near: Int32Array;
  /** Additional distance for each pair in the next solve, beyond the linear model; set by `solveCertified`. */
  readonly deficits: Float64Array;
  private readonly repulsion: number;
  private readonly radii: Float64Array;

  constructor(model: Model, options: CollisionOptions = {}) {
    const label = 'CollisionAvoidanceLimit';
    const { pairs, minimumDistance = 0.005, detectionDistance = 0.05 } = expectObject(`${label}: options`, options);
    const list = findPairs(model, pairs);
    super(label, model, list.length / 2);
    const { gain = 0.85, repulsion = 1e4 } = options;
    this.pairs = list;
    this.minimumDistance = expectFinite(`${label}: minimumDistance`, minimumDistance, 0);
    this.detectionDistance = expectFinite(`${label}: detectionDistance`, detectionDistance, minimumDistance);
    this.gain = expectFinite(`${label}: gain`, gain, Number.MIN_VALUE, 1);
    this.repulsion = expectFinite(`${label}: repulsion`, repulsion, 0);
    const used = new Set(Array.from(list, (g) => model.geom_bodyid[g]));
    this.chains = Array.from({ length: model.nbody }, (_, b) => (used.has(b) ? chainDofs(model, b) : new Int32Array()));
    this.near = new Int32Array(list.length / 2);
    this.deficits = new Float64Array(list.length / 2);
    this.radii = Float64Array.from(list, (_, k) => model.geom_rbound[list[k]]);
  }

  override addTo(rows: Rows, configuration: Configuration): void {
    const { pairs, near, detectionDistance, minimumDistance, gain, repulsion, model, deficits } = this;
    const count = this.findNear(configuration, detectionDistance);
    for (let i = 0; i < count; i++) {
      const p = near[i];
      const g1 = pairs[2 * p];
      const g2 = pairs[2 * p + 1];
      const reach = deficits[p] > 0 ? Infinity : detectionDistance;
      const distance = geomDistance(model, configuration.data, g1, g2, Math.min(reach, MAX_DISTANCE), fromto);
      if (distance >= reach) continue;
      this.findNormal(configuration, distance, g1, g2);
      const lower = deficits[p] - gain * (distance - minimumDistance);
      // hard if zero motion satisfies it
      const at = rows.addRow(p, lower, Infinity, lower > 0 ? repulsion : Infinity);
      const { A } = rows.problem;
      this.addPoint(A, at, configuration, g1, 0, -1);
      this.addPoint(A, at, configuration, g2, 3, 1);
    }
  }

  /** Writes the pairs whose bounding spheres are within a distance, or that have a deficit, to `near`; returns their number. A plane has no
   *  sphere: its height counts. */
  findNear({ data }: Configuration, distance: number): number {
    const { pairs, near, radii, model, deficits } = this;
    const { geom_xpos, geom_xmat } = data;
    const { geom_type } = model;
    let count = 0;
    for (let p = 0; p < near.length; p++) {
      const g1 = pairs[2 * p];
      const g2 = pairs[2 * p + 1];
      const x = geom_xpos[3 * g2] - geom_xpos[3 * g1];
      const y = geom_xpos[3 * g2 + 1] - geom_xpos[3 * g1 + 1];
      const z = geom_xpos[3 * g2 + 2] - geom_xpos[3 * g1 + 2];
      const reach = radii[2 * p] + radii[2 * p + 1] + distance;
      if (deficits[p] > 0) near[count++] = p;
      else if (radii[2 * p] > 0 && radii[2 * p + 1] > 0) {
        if (x * x + y * y + z * z <= reach * reach) near[count++] = p;
      } else if (geom_type[g1] === GeomType.PLANE) {
        const m = 9 * g1;
        if (geom_xmat[m + 2] * x + geom_xmat[m + 5] * y + geom_xmat[m + 8] * z <= reach) near[count++] = p;
      } else if (geom_type[g2] === GeomType.PLANE) {
        const m = 9 * g2;
        if (-(geom_xmat[m + 2] * x + geom_xmat[m + 5] * y + geom_xmat[m + 8] * z) <= reach) near[count++] = p;
      } else near[count++] = p;
    }
    return count;
  }

  /** Smallest distance of a pair at a configuration, at most the detection distance. */
  smallestDistance(configuration: Configuration): { distance: number; pair: number } {
    const { pairs, near, detectionDistance, model } = this;
    const result = { distance: detectionDistance, pair: -1 };
    const count = this.findNear(configuration, detectionDistance);
    for (let i = 0; i < count; i++) {
      const p = near[i];
      const distance = geomDistance(model, configuration.data, pairs[2 * p], pairs[2 * p + 1], result.distance, null);
      if (distance < result.distance) {
        result.distance = distance;
        result.pair = p;
      }
    }
    return result;
  }

  /** From geom 1 to geom 2, of length 1: along the segment of the nearest points, reversed for penetrating geoms. */
  private findNormal({ data }: Configuration, distance: number, g1: number, g2: number): void {
    const sign = distance < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) normal[k] = sign * (fromto[3 + k] - fromto[k]);
    let length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
    if (length < 1e-9) {
      // the geoms touch: away from each other's center
      for (let k = 0; k < 3; k++) normal[k] = data.geom_xpos[3 * g2 + k] - data.geom_xpos[3 * g1 + k];
      length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
    }
    if (length < 1e-12) [normal[2], length] = [1, 1];
    for (let k = 0; k < 3; k++) normal[k] /= length;
  }

  /** A += s n' J of the nearest point at `f` of `fromto`, on a geom */
  private addPoint(A: Float64Array, at: number, { data }: Configuration, geom: number, f: number, s: number): void {
    const { model, chains } = this;
    const { cdof, subtree_com } = data;
    const body = model.geom_bodyid[geom];
    const root = 3 * model.body_rootid[body];
    const x = fromto[f] - subtree_com[root];
    const y = fromto[f + 1] - subtree_com[root + 1];
    const z = fromto[f + 2] - subtree_com[root + 2];
    // n.(v + w x r) = n.v + w.(r x n)
    const u = y * normal[2] - z * normal[1];
    const v = z * normal[0] - x * normal[2];
    const w = x * normal[1] - y * normal[0];
    const dofs = chains[body];
    for (let a = 0; a < dofs.length; a++) {
      const c = 6 * dofs[a];
      const linear = normal[0] * cdof[c + 3] + normal[1] * cdof[c + 4] + normal[2] * cdof[c + 5];
      A[at + dofs[a]] += s * (linear + u * cdof[c] + v * cdof[c + 1] + w * cdof[c + 2]);
    }
  }

  /** Options that make the same limit of the same model, in another thread. */
  settings(): CollisionOptions {
    const { pairs, minimumDistance, detectionDistance, gain, repulsion } = this;
    const list = Array.from({ length: pairs.length / 2 }, (_, p) => [pairs[2 * p], pairs[2 * p + 1]] as const);
    return { pairs: list, minimumDistance, detectionDistance, gain, repulsion };
  }

  /** Names of the geoms of a pair. */
  describePair(pair: number): string {
    const [a, b] = [this.pairs[2 * pair], this.pairs[2 * pair + 1]];
    const label = (g: number) => objectLabel(this.model, 'geom', ObjType.GEOM, g);
    return `${label(a)} and ${label(b)}`;
  }

  override describe(detail: number): string {
    return `${this.label}: ${this.describePair(detail)}`;
  }
}
