import { zero } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { elementBoxes } from './boxes.ts';
import { edgeLengths } from './edges.ts';
import { vertexStrains } from './vertexStrains.ts';
import { vertexPositions } from './vertices.ts';

/** Flexes: vertex positions, element boxes, edge lengths and vertex strains with their Jacobians. Flexes never sleep,
 *  except those attached only to static bodies.
 *  reads  m: flex_* flexedge_* flexvert_* bvh_* body_*   d: xpos xmat cdof subtree_com
 *  writes d: flexvert_xpos flexelem_aabb bvh_aabb_dyn flexedge_length flexedge_J flexvert_length flexvert_J */
export function flex(m: Model, d: Data): void {
  const { nflex, nJfe, nJfv, flex_rigid, flex_interp, flex_dim, flex_edgeequality } = m;
  zero(d.flexedge_J, 0, nJfe);
  zero(d.flexvert_J, 0, 2 * nJfv);
  for (let f = 0; f < nflex; f++) {
    vertexPositions(m, d, f);
    elementBoxes(m, d, f);
    if (flex_rigid[f] !== 0 || flex_interp[f] !== 0) continue;
    edgeLengths(m, d, f);
    if (flex_dim[f] === 2 && flex_edgeequality[f] === 2) vertexStrains(m, d, f);
  }
}
