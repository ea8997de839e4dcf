import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { flexMetric } from '../flex/metric/flexMetric.ts';
import { Status } from '../runtime/status.ts';
import { isDiscrete } from '../tree/metricTerms.ts';

/** Position-dependent part of the metric: the stiffness of flexes. Decides whether the solver works in the metric M + h
 *  D + h^2 K (docs/derivations/discrete.md). Returns ARENA_FULL if a capacity is too small.
 *  reads  m: flex_* flexedge_* body_*   d: flexvert_xpos flexedge_length contact_* xmat M cdof subtree_com work_flex_node
 *  writes d: efm_active efm_K_* efm_L efm_dofid nefmT nefmA nefmK nefmdof nefmL flexelem_krot work_efm_* work_jac work_chain */
export function effBuild(m: Model, d: Data): int {
  d.efm_active = 0;
  d.nefmT = 0;
  d.nefmA = 0;
  d.nefmK = 0;
  d.nefmdof = 0;
  d.nefmL = 0;
  if (m.nflex > 0 && flexMetric(m, d) !== Status.OK) return Status.ARENA_FULL;
  if (isDiscrete(m)) d.efm_active = 1;
  return Status.OK;
}
