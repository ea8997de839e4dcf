/** Whether the author of a model has set its center or extent, which are otherwise computed from the reference pose. */
import { Quaternion, Vector3 } from 'three';
import { GeomType, type Model } from '../../../index.ts';

/** Minimum relative difference of an explicit value: computed ones differ only by rounding. */
const DIFFERENCE = 1e-6;

export function hasOwnStatistic(m: Model): boolean {
  const { center, extent, meansize } = m.stat;
  const { min, max } = boxAtRest(m);
  if (!(max.x > min.x)) return false;
  const size = max.clone().sub(min);
  const computed = Math.max(1e-5, size.x, size.y, size.z);
  const differs = (a: number, b: number) => Math.abs(a - b) > DIFFERENCE * computed;
  const middle = min.clone().add(max).multiplyScalar(0.5);
  if ([middle.x, middle.y, middle.z].some((x, k) => differs(x, center[k]!))) return true;
  // small models have twice the mean size of a body
  return differs(extent, computed) && differs(extent, 2 * meansize);
}

/** Box around bodies, joints, sites and geoms at qpos0, as the compiler computes it. */
function boxAtRest(m: Model): { min: Vector3; max: Vector3 } {
  const [min, max] = [new Vector3().setScalar(Infinity), new Vector3().setScalar(-Infinity)];
  const positions: Vector3[] = [];
  const rotations: Quaternion[] = [];
  const place = (body: number, pos: Float64Array, i: number) =>
    new Vector3()
      .fromArray(pos, 3 * i)
      .applyQuaternion(rotations[body]!)
      .add(positions[body]!);
  const include = (point: Vector3, radius: number) => {
    min.min(point.clone().subScalar(radius));
    max.max(point.clone().addScalar(radius));
  };
  positions.push(new Vector3());
  rotations.push(new Quaternion());
  for (let i = 1; i < m.nbody; i++) {
    const parent = m.body_parentid[i]!;
    const [w, x, y, z] = m.body_quat.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    positions.push(place(parent, m.body_pos, i));
    rotations.push(rotations[parent]!.clone().multiply(new Quaternion(x, y, z, w)));
    include(positions[i]!, 0);
    include(place(i, m.body_ipos, i), 0);
  }
  for (let j = 0; j < m.njnt; j++) include(place(m.jnt_bodyid[j]!, m.jnt_pos, j), 0);
  for (let s = 0; s < m.nsite; s++) include(place(m.site_bodyid[s]!, m.site_pos, s), 0);
  for (let g = 0; g < m.ngeom; g++) include(place(m.geom_bodyid[g]!, m.geom_pos, g), geomRadius(m, g));
  return { min, max };
}

/** Bounding radius; a tenth of the size for planes and height fields. */
function geomRadius(m: Model, g: number): number {
  const radius = m.geom_rbound[g]!;
  if (radius > 0) return radius;
  if (m.geom_type[g] === GeomType.PLANE) return 0.1 * Math.max(m.geom_size[3 * g]!, m.geom_size[3 * g + 1]!) || 0.01;
  if (m.geom_type[g] !== GeomType.HFIELD) return 0;
  const data = 4 * m.geom_dataid[g]!;
  return 0.1 * Math.max(...m.hfield_size.subarray(data, data + 4));
}
