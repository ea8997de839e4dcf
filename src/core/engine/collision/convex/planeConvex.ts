import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, dist3, dot3, normalize3, set3, sub3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { HILL_CLIMB_MIN } from './shape.ts';
import { extremum } from './support/smallHull.ts';

/** Maximum number of contacts of a mesh, and their minimum distance from the first, relative to the bounding sphere. */
const MAX_CONTACTS = 3;
const APART = 0.3;

/** Relative difference between depths up to which rounding decides their order. */
const NEARLY = 1e-10;

const normal = new Float64Array(3);
const down = new Float64Array(3);
const point = new Float64Array(3);
const offset = new Float64Array(3);

/** Contacts of a plane and an ellipsoid or a convex mesh: the deepest point; for a mesh, also its neighbors on the hull
 *  (all vertices, if there is no hull) that are within the margin and not too close to the first contact. */
export function planeConvex(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_xpos, geom_xmat } = d;
  set3(normal, 0, geom_xmat[9 * g1 + 2], geom_xmat[9 * g1 + 5], geom_xmat[9 * g1 + 8]);
  set3(down, 0, -normal[0], -normal[1], -normal[2]);
  mulMatTVec3(down, 0, geom_xmat, 9 * g2, down, 0);
  if (m.geom_type[g2] === GeomType.ELLIPSOID) {
    ellipsoidPoint(m.geom_size, 3 * g2);
    return addPoint(d, g1, g2, margin, con);
  }
  // a signed distance field without a mesh
  if (m.geom_dataid[g2] < 0) return 0;
  const best = deepestVertex(m, m.geom_dataid[g2]);
  if (addPoint(d, g1, g2, margin, con) === 0) return 0;
  sub3(offset, 0, geom_xpos, 3 * g2, geom_xpos, 3 * g1);
  const threshold = dot3(normal, 0, offset, 0) - margin;
  return moreVertices(m, d, g1, g2, best, threshold, con);
}

/** Sets `point`, in the local frame, to the deepest point of an ellipsoid. */
function ellipsoidPoint(size: Float64Array, s: int): void {
  for (let k = 0; k < 3; k++) point[k] = down[k] * size[s + k];
  normalize3(point, 0);
  for (let k = 0; k < 3; k++) point[k] *= size[s + k];
}

/** Sets `point`, in the local frame, to the deepest vertex of a mesh. Returns its index in the hull if the search
 *  walked the hull, else in the mesh. */
function deepestVertex(m: Model, mesh: int): int {
  const { mesh_vert, mesh_vertadr, mesh_vertnum, mesh_graph, mesh_graphadr, mesh_extrema } = m;
  const first = 3 * mesh_vertadr[mesh];
  const graph = mesh_graphadr[mesh];
  let best = 0;
  let vertex = 0;
  if (graph < 0 || mesh_vertnum[mesh] < HILL_CLIMB_MIN) {
    let maxAlong: number = -1e10;
    for (let i = 0; i < mesh_vertnum[mesh]; i++) {
      const along = alongDown(mesh_vert, first + 3 * i);
      if (along > maxAlong) {
        maxAlong = along;
        best = i;
      }
    }
    vertex = best;
  } else {
    const numbers = graph + 2 + mesh_graph[graph];
    best = climbDown(m, mesh, mesh_extrema[27 * mesh + extremum(down[0], down[1], down[2])], true);
    // MuJoCo starts at the first vertex, which decides between equally deep vertices
    if (best < 0) best = climbDown(m, mesh, 0, false);
    vertex = mesh_graph[numbers + best];
  }
  for (let k = 0; k < 3; k++) point[k] = mesh_vert[first + 3 * vertex + k];
  return best;
}

/** Walks downhill along the edges of a hull from `start` to a vertex without deeper neighbors. With `clearly`, returns
 *  -1 if a neighbor is nearly as deep. */
function climbDown(m: Model, mesh: int, start: int, clearly: boolean): int {
  const { mesh_vert, mesh_vertadr, mesh_graph, mesh_graphadr } = m;
  const first = 3 * mesh_vertadr[mesh];
  const lists = mesh_graphadr[mesh] + 2;
  const numbers = lists + mesh_graph[lists - 2];
  const neighbors = numbers + mesh_graph[lists - 2];
  const x = down[0];
  const y = down[1];
  const z = down[2];
  let best = start;
  let v = first + 3 * mesh_graph[numbers + best];
  let maxAlong = x * mesh_vert[v] + y * mesh_vert[v + 1] + z * mesh_vert[v + 2];
  let from = -1;
  // depth of the deepest neighbor among those that are not deeper
  let second: number = 0;
  while (from !== best) {
    from = best;
    second = -MAXVAL;
    let e = neighbors + mesh_graph[lists + from];
    let next = mesh_graph[e];
    while (next >= 0) {
      v = first + 3 * mesh_graph[numbers + next];
      const along = x * mesh_vert[v] + y * mesh_vert[v + 1] + z * mesh_vert[v + 2];
      if (along > maxAlong) {
        maxAlong = along;
        best = next;
      } else if (along > second) second = along;
      e++;
      next = mesh_graph[e];
    }
  }
  return clearly && !(second < maxAlong - NEARLY * (1 + Math.abs(maxAlong))) ? -1 : best;
}

function alongDown(v: Float32Array, i: int): number {
  return down[0] * v[i] + down[1] * v[i + 1] + down[2] * v[i + 2];
}

/** Makes the first contact, at `point`, if it is within the margin. */
function addPoint(d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_xpos, geom_xmat } = d;
  mulMatVec3(point, 0, geom_xmat, 9 * g2, point, 0);
  addTo3(point, 0, geom_xpos, 3 * g2);
  sub3(offset, 0, point, 0, geom_xpos, 3 * g1);
  const dist = dot3(normal, 0, offset, 0);
  if (dist > margin) return 0;
  writePoint(con, 0, dist);
  return 1;
}

function writePoint(con: Float64Array, c: int, dist: number): void {
  startContact(con, c, dist);
  copy3(con, c + CON_POS, point, 0);
  addToScl3(con, c + CON_POS, normal, 0, -0.5 * dist);
  copy3(con, c + CON_NORMAL, normal, 0);
}

/** Adds contacts of further vertices beyond the threshold along `down`; returns the number of contacts. */
function moreVertices(m: Model, d: Data, g1: int, g2: int, best: int, threshold: number, con: Float64Array): int {
  const { mesh_vert, mesh_vertadr, mesh_vertnum, mesh_graph, mesh_graphadr, nmeshgraph } = m;
  const mesh = m.geom_dataid[g2];
  const first = 3 * mesh_vertadr[mesh];
  const graph = mesh_graphadr[mesh];
  let n = 1;
  if (graph < 0) {
    for (let i = 0; i < mesh_vertnum[mesh] && n < MAX_CONTACTS; i++) {
      const v = first + 3 * i;
      if (i !== best && alongDown(mesh_vert, v) > threshold) n += addVertex(m, d, g1, g2, v, con, n * CON);
    }
    return n;
  }
  // a small mesh was searched by mesh indices, which MuJoCo uses as hull indices here
  const num = mesh_graph[graph];
  const numbers = graph + 2 + num;
  let e = numbers + num + mesh_graph[graph + 2 + best];
  for (; e < nmeshgraph && mesh_graph[e] >= 0 && n < MAX_CONTACTS; e++) {
    const v = first + 3 * mesh_graph[numbers + mesh_graph[e]];
    if (alongDown(mesh_vert, v) > threshold) n += addVertex(m, d, g1, g2, v, con, n * CON);
  }
  return n;
}

/** Adds the contact of a vertex, unless it is close to the first contact. */
function addVertex(m: Model, d: Data, g1: int, g2: int, v: int, con: Float64Array, c: int): int {
  const { mesh_vert } = m;
  const { geom_xpos, geom_xmat } = d;
  set3(point, 0, mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2]);
  mulMatVec3(point, 0, geom_xmat, 9 * g2, point, 0);
  addTo3(point, 0, geom_xpos, 3 * g2);
  if (dist3(point, 0, con, CON_POS) < APART * m.geom_rbound[g2]) return 0;
  sub3(offset, 0, point, 0, geom_xpos, 3 * g1);
  writePoint(con, c, dot3(normal, 0, offset, 0));
  return 1;
}
