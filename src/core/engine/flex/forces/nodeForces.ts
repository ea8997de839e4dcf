import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { addTo3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { applyFT } from '../../tree/applyFT.ts';

const none = new Float64Array(3);
const local = new Float64Array(3);

/** Forces on the nodes of flex f, from work_flex_spring and work_flex_damper.
 *  adds to d: qfrc_spring qfrc_damper */
export function applyNodeForces(m: Model, d: Data, f: int): void {
  const { flex_nodeadr, flex_nodenum } = m;
  const { work_flex_spring, work_flex_damper, qfrc_spring, qfrc_damper } = d;
  const end = flex_nodeadr[f] + flex_nodenum[f];
  for (let n = flex_nodeadr[f]; n < end; n++) {
    applyForce(m, d, f, n, qfrc_spring, work_flex_spring);
    applyForce(m, d, f, n, qfrc_damper, work_flex_damper);
  }
}

/** Force on node n: along the sliders of its body, or at the position of a pinned node. */
function applyForce(m: Model, d: Data, f: int, n: int, qfrc: Float64Array, force: Float64Array): void {
  const { flex_nodebodyid, flex_centered, flex_node, body_dofnum, body_dofadr } = m;
  const { xmat, work_flex_node } = d;
  const body = flex_nodebodyid[n];
  const inside = flex_node[3 * n] === 0 && flex_node[3 * n + 1] === 0 && flex_node[3 * n + 2] === 0;
  if (body_dofnum[body] > 0 && (flex_centered[f] !== 0 || inside)) {
    mulMatTVec3(local, 0, xmat, 9 * body, force, 3 * n);
    addTo3(qfrc, body_dofadr[body], local, 0);
  } else applyFT(m, d, qfrc, 0, force, 3 * n, none, 0, work_flex_node, 3 * n, body);
}
