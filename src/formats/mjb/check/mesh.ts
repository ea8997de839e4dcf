/** Meshes: their vertices, faces, normals and texture coordinates, the graphs of their convex hulls, and the polygons of
 *  these. */
import type { Model } from '../../../core/model/model.ts';
import { expectAllWithin, expectPacked, expectSize, expectValue, expectWithin, fail, Packing } from './expect.ts';

export function checkMeshes(m: Model): void {
  const { nmesh, mesh_face, mesh_facenormal, mesh_facetexcoord, mesh_texcoordnum } = m;
  expectPacked('mesh_vertadr', m.mesh_vertadr, 'mesh_vertnum', m.mesh_vertnum, 'nmeshvert', m.nmeshvert);
  expectPacked('mesh_faceadr', m.mesh_faceadr, 'mesh_facenum', m.mesh_facenum, 'nmeshface', m.nmeshface);
  expectPacked('mesh_normaladr', m.mesh_normaladr, 'mesh_normalnum', m.mesh_normalnum, 'nmeshnormal', m.nmeshnormal);
  expectPacked(
    ...(['mesh_texcoordadr', m.mesh_texcoordadr, 'mesh_texcoordnum', mesh_texcoordnum] as const),
    ...(['nmeshtexcoord', m.nmeshtexcoord] as const),
  );
  for (let k = 0; k < nmesh; k++) {
    if (m.mesh_vertnum[k] === 0) fail('mesh_vertnum', k, 'at least 1', 0);
    const from = 3 * m.mesh_faceadr[k];
    const to = from + 3 * m.mesh_facenum[k];
    expectAllWithin('mesh_face', mesh_face, from, to, 0, m.mesh_vertnum[k]);
    expectAllWithin('mesh_facenormal', mesh_facenormal, from, to, -1, m.mesh_normalnum[k]);
    // faces in some files have no normals or coordinates; without any coordinates their indices are unused
    const texcoords = mesh_texcoordnum[k] || Number.POSITIVE_INFINITY;
    expectAllWithin('mesh_facetexcoord', mesh_facetexcoord, from, to, -1, texcoords);
  }
}

/** The graph of a hull: numbers of vertices and faces, start of the list of neighbors of each vertex, the vertex of the
 * mesh, the lists (each ends with -1), and the vertices of faces. */
export function checkHulls(m: Model): void {
  const { nmesh, mesh_graphadr, mesh_graph, mesh_extrema } = m;
  const graphs = new Packing('nmeshgraph', m.nmeshgraph);
  for (let k = 0; k < nmesh; k++) {
    const adr = mesh_graphadr[k];
    let numvert = 0;
    if (adr !== -1) {
      expectValue('mesh_graphadr', mesh_graphadr, k, graphs.end, 'after the previous graph');
      if (adr + 2 > m.nmeshgraph) fail('mesh_graphadr', k, `less than ${m.nmeshgraph - 1}`, adr);
      expectWithin('mesh_graph', mesh_graph, adr, 1, m.mesh_vertnum[k] + 1);
      expectWithin('mesh_graph', mesh_graph, adr + 1, 1, m.nmeshgraph);
      numvert = mesh_graph[adr];
      graphs.add('mesh_graphadr', mesh_graphadr, k, 'mesh_graph', 2 + 3 * numvert + 6 * mesh_graph[adr + 1]);
      checkGraph(m, k, adr);
    }
    expectAllWithin('mesh_extrema', mesh_extrema, 27 * k, 27 * k + 27, 0, Math.max(1, numvert));
  }
  graphs.finish();
}

function checkGraph(m: Model, mesh: number, adr: number): void {
  const { mesh_graph: graph } = m;
  const numvert = graph[adr];
  const lists = adr + 2;
  const numbers = lists + numvert;
  const neighbors = numbers + numvert;
  const faces = neighbors + numvert + 3 * graph[adr + 1];
  expectAllWithin('mesh_graph', graph, numbers, neighbors, 0, m.mesh_vertnum[mesh]);
  let e = neighbors;
  for (let v = 0; v < numvert; v++) {
    expectValue('mesh_graph', graph, lists + v, e - neighbors, 'after the previous list');
    const first = e;
    while (e < faces && graph[e] !== -1) {
      expectWithin('mesh_graph', graph, e, 0, numvert);
      e++;
    }
    if (e === faces) fail('mesh_graph', e - 1, '-1 at the end of a list of neighbors', graph[e - 1]);
    if (e === first) fail('mesh_graph', e, 'a neighbor of each vertex', -1);
    e++;
  }
  if (e !== faces) fail('mesh_graph', adr + 1, 'a number of faces that matches the lists of neighbors', graph[adr + 1]);
  expectAllWithin('mesh_graph', graph, faces, faces + 3 * graph[adr + 1], 0, m.mesh_vertnum[mesh]);
}

export function checkPolygons(m: Model): void {
  const { nmesh, mesh_polyadr, mesh_polynum, mesh_vertadr, mesh_vertnum, mesh_polyvertnum, mesh_polymapnum } = m;
  const { mesh_polyvertadr, mesh_polymapadr, mesh_polyvert, mesh_polymap } = m;
  expectPacked('mesh_polyadr', mesh_polyadr, 'mesh_polynum', mesh_polynum, 'nmeshpoly', m.nmeshpoly);
  expectPacked(
    ...(['mesh_polyvertadr', mesh_polyvertadr, 'mesh_polyvertnum', mesh_polyvertnum] as const),
    ...(['nmeshpolyvert', m.nmeshpolyvert] as const),
  );
  expectPacked(
    ...(['mesh_polymapadr', mesh_polymapadr, 'mesh_polymapnum', mesh_polymapnum] as const),
    ...(['nmeshpolymap', m.nmeshpolymap] as const),
  );
  for (let k = 0; k < nmesh; k++) {
    for (let p = mesh_polyadr[k]; p < mesh_polyadr[k] + mesh_polynum[k]; p++) {
      const from = mesh_polyvertadr[p];
      expectAllWithin('mesh_polyvert', mesh_polyvert, from, from + mesh_polyvertnum[p], 0, mesh_vertnum[k]);
    }
    for (let v = mesh_vertadr[k]; v < mesh_vertadr[k] + mesh_vertnum[k]; v++) {
      const from = mesh_polymapadr[v];
      expectAllWithin('mesh_polymap', mesh_polymap, from, from + mesh_polymapnum[v], 0, mesh_polynum[k]);
    }
  }
  expectSize('npolygonmax', m.npolygonmax, largest(mesh_polyvertnum));
  expectSize('nmeshdegmax', m.nmeshdegmax, largest(mesh_polymapnum));
}

function largest(values: Int32Array): number {
  let max = 0;
  for (let k = 0; k < values.length; k++) if (values[k] > max) max = values[k];
  return max;
}
