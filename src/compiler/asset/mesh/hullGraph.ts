import { MINVAL } from '../../../core/math/constants.ts';
import { AssetError } from '../../../formats/bytes/assetError.ts';
import { type ConvexHull, convexHull } from '../../hull/convexHull.ts';
import { HullError } from '../../hull/polytope.ts';
import type { MeshOptions } from './types.ts';

/** Convex hull of the vertices as MuJoCo's graph: numvert, numface, vert_edgeadr, vert_globalid, edge_localid (the
 * neighbors of each vertex, then -1), face_globalid. */
export function hullGraph(vert: Float64Array, o: MeshOptions): Int32Array {
  checkDegenerate(vert, o.name);
  const { vertices, faces, start, neighbors } = hullOf(vert, o);
  const numvert = vertices.length;
  const numface = faces.length / 3;
  const graph = new Int32Array(2 + 3 * numvert + 6 * numface);
  graph[0] = numvert;
  graph[1] = numface;
  graph.set(vertices, 2 + numvert);
  const edges = 2 + 2 * numvert;
  let adr = 0;
  for (let i = 0; i < numvert; i++) {
    graph[2 + i] = adr;
    graph.set(neighbors.subarray(start[i], start[i + 1]), edges + adr);
    adr += start[i + 1] - start[i];
    graph[edges + adr++] = -1;
  }
  if (adr !== numvert + 3 * numface) throw new AssetError(`convex hull of mesh '${o.name}' is not closed`);
  graph.set(faces, edges + adr);
  return graph;
}

function hullOf(vert: Float64Array, o: MeshOptions): ConvexHull {
  try {
    return convexHull(vert, o.maxhullvert);
  } catch (e) {
    if (!(e instanceof HullError)) throw e;
    throw new AssetError(`cannot compute convex hull of mesh '${o.name}': ${e.message}`);
  }
}

/** Points that coincide, or are on one line or in one plane, have no hull. */
function checkDegenerate(v: Float64Array, name: string): void {
  const fail = (what: string, instead: string): AssetError =>
    new AssetError(
      `mesh '${name}' has ${what} vertices, so its convex hull cannot be computed. Use ${instead} instead`,
    );
  const n = v.length;
  let [e0, e1, e2, len1] = [0, 0, 0, 0];
  let second = 3;
  for (; second < n; second += 3) {
    [e0, e1, e2] = [v[second] - v[0], v[second + 1] - v[1], v[second + 2] - v[2]];
    len1 = Math.sqrt(e0 * e0 + e1 * e1 + e2 * e2);
    if (len1 > MINVAL) break;
  }
  if (second >= n) throw fail('colocated', 'a small sphere');
  let [n0, n1, n2] = [0, 0, 0];
  let third = 3;
  for (; third < n; third += 3) {
    if (third === second) continue;
    const [f0, f1, f2] = [v[third] - v[0], v[third + 1] - v[1], v[third + 2] - v[2]];
    const len2 = Math.sqrt(f0 * f0 + f1 * f1 + f2 * f2);
    if (len2 < MINVAL) continue;
    [n0, n1, n2] = [e1 * f2 - e2 * f1, e2 * f0 - e0 * f2, e0 * f1 - e1 * f0];
    const norm = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
    if (norm > MINVAL * len1 * len2) {
      [n0, n1, n2] = [n0 / norm, n1 / norm, n2 / norm];
      break;
    }
  }
  if (third >= n) throw fail('collinear', 'a thin capsule');
  const d = n0 * v[0] + n1 * v[1] + n2 * v[2];
  for (let i = 0; i < n; i += 3) {
    if (Math.abs(n0 * v[i] + n1 * v[i + 1] + n2 * v[i + 2] - d) > MINVAL * len1) return;
  }
  throw fail('coplanar', 'a primitive geom type (plane or thin box)');
}
