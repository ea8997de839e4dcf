/** The lowest point of a model in a state. */
import { type Data, GeomType, type Model } from '../../../index.ts';

/** Height of the lowest point of all geoms and flexes that are no ground; undefined if there are none. */
export function lowestPoint(m: Model, d: Data): number | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  for (let g = 0; g < m.ngeom; g++) {
    if (m.geom_rgba[4 * g + 3] === 0) continue;
    lowest = Math.min(lowest, d.geom_xpos[3 * g + 2]! - depthBelowCenter(m, d, g));
  }
  for (let v = 0; v < m.nflexvert; v++) lowest = Math.min(lowest, d.flexvert_xpos[3 * v + 2]!);
  return Number.isFinite(lowest) ? lowest : undefined;
}

/** How far a geom extends below its center: the support function along -z, with (a, b, c) the third row of its rotation. */
function depthBelowCenter(m: Model, d: Data, g: number): number {
  const [x, y, z] = [m.geom_size[3 * g]!, m.geom_size[3 * g + 1]!, m.geom_size[3 * g + 2]!];
  const [a, b, c] = [d.geom_xmat[9 * g + 6]!, d.geom_xmat[9 * g + 7]!, d.geom_xmat[9 * g + 8]!];
  switch (m.geom_type[g]) {
    case GeomType.SPHERE:
      return x;
    case GeomType.ELLIPSOID:
      return Math.hypot(a * x, b * y, c * z);
    case GeomType.CAPSULE:
      return x + Math.abs(c) * y;
    case GeomType.CYLINDER:
      return x * Math.hypot(a, b) + Math.abs(c) * y;
    case GeomType.BOX:
      return Math.abs(a) * x + Math.abs(b) * y + Math.abs(c) * z;
    case GeomType.MESH:
    case GeomType.SDF:
      return depthOfMesh(m, m.geom_dataid[g]!, a, b, c);
    default:
      // ground
      return Number.NEGATIVE_INFINITY;
  }
}

function depthOfMesh(m: Model, id: number, a: number, b: number, c: number): number {
  if (id < 0) return 0;
  let depth = Number.NEGATIVE_INFINITY;
  const first = m.mesh_vertadr[id]!;
  for (let v = first; v < first + m.mesh_vertnum[id]!; v++)
    depth = Math.max(depth, -(a * m.mesh_vert[3 * v]! + b * m.mesh_vert[3 * v + 1]! + c * m.mesh_vert[3 * v + 2]!));
  return depth;
}
