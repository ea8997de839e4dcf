import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { elementNodes, MAX_NODES, strainElement } from '../flex/finiteElement.ts';

const nodes = new Int32Array(MAX_NODES);

/** Fills the rows of flex equality `id` from row e on, from the inverse weights of edges, of the bodies of vertices, or
 *  the average over the nodes of a cell; returns their number.
 *  writes d: efc_diagA */
export function flexDiagonal(m: Model, d: Data, e: int, id: int): int {
  const { eq_type, eq_obj1id, flex_edgeadr, flexedge_rigid, flexedge_invweight0 } = m;
  const { flex_vertadr, flex_vertbodyid, body_invweight0 } = m;
  const { efc_type, efc_id, efc_diagA, nefc } = d;
  const f = eq_obj1id[id];
  const weight = eq_type[id] === EqType.FLEXSTRAIN ? cellWeight(m, f, id) : 0;
  let edge = flex_edgeadr[f] - 1;
  let row = e;
  for (; row < nefc && efc_type[row] === ConstraintType.EQUALITY && efc_id[row] === id; row++) {
    if (eq_type[id] === EqType.FLEX) {
      edge++;
      while (flexedge_rigid[edge] !== 0) edge++;
      efc_diagA[row] = flexedge_invweight0[edge];
    } else if (eq_type[id] === EqType.FLEXVERT) {
      efc_diagA[row] = body_invweight0[2 * flex_vertbodyid[flex_vertadr[f] + ((row - e) >> 1)]];
    } else {
      efc_diagA[row] = weight;
    }
  }
  return row - e;
}

function cellWeight(m: Model, f: int, id: int): number {
  const { flex_nodebodyid, body_invweight0 } = m;
  const n = elementNodes(m, f, strainElement(m, id), nodes);
  let sum: number = 0;
  for (let k = 0; k < n; k++) sum += body_invweight0[2 * flex_nodebodyid[nodes[k]]];
  return sum / n;
}
