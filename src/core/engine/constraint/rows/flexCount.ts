import type { int } from '../../../math/int.ts';
import { EqType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { elementNodes, MAX_NODES, stiffnessOf, strainElement } from '../../flex/finiteElement.ts';
import { chainLength } from '../../tree/chain.ts';

const nodes = new Int32Array(MAX_NODES);

/** Adds upper bounds for flex equality i: rows to count[0], elements of the Jacobian to count[1]. */
export function countFlexEquality(m: Model, i: int, count: Int32Array): void {
  const { eq_type, eq_obj1id, flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_J_rownnz } = m;
  const { flex_vertadr, flex_vertnum, flexvert_J_rownnz } = m;
  const f = eq_obj1id[i];
  if (eq_type[i] === EqType.FLEX) {
    for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
      if (flexedge_rigid[e] !== 0) continue;
      count[0] += 1;
      count[1] += flexedge_J_rownnz[e];
    }
  } else if (eq_type[i] === EqType.FLEXVERT) {
    const start = 2 * flex_vertadr[f];
    count[0] += 2 * flex_vertnum[f];
    for (let r = start; r < start + 2 * flex_vertnum[f]; r++) count[1] += flexvert_J_rownnz[r];
  } else {
    countStrain(m, i, count);
  }
}

function countStrain(m: Model, i: int, count: Int32Array): void {
  const { eq_obj1id, flex_interp, flex_stiffnessadr, flex_stiffness, flex_nodebodyid } = m;
  const f = eq_obj1id[i];
  if (flex_interp[f] === 0 || flex_stiffnessadr[f] < 0) return;
  const e = strainElement(m, i);
  const modes = flex_stiffness[stiffnessOf(m, f, e)] | 0;
  const n = elementNodes(m, f, e, nodes);
  let nnz = 0;
  for (let k = 0; k < n; k++) nnz += chainLength(m, 0, flex_nodebodyid[nodes[k]], false);
  count[0] += modes;
  count[1] += modes * nnz;
}
