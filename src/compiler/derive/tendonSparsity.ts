/** Pattern of the tendon Jacobian: the dofs that move the path. */
import { WrapType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

export function makeTendonSparsity(m: Model): void {
  let adr = 0;
  for (let i = 0; i < m.ntendon; i++) {
    const columns = tendonColumns(m, i).sort((a, b) => a - b);
    m.ten_J_rowadr[i] = adr;
    m.ten_J_rownnz[i] = columns.length;
    m.ten_J_colind.set(columns, adr);
    adr += columns.length;
  }
}

/** One column per joint of a fixed tendon, one per dof above the bodies of a spatial one. */
function tendonColumns(m: Model, tendon: number): number[] {
  const start = m.tendon_adr[tendon];
  const end = start + m.tendon_num[tendon];
  const columns: number[] = [];
  if (m.wrap_type[start] === WrapType.JOINT) {
    for (let w = start; w < end; w++) columns.push(m.jnt_dofadr[m.wrap_objid[w]]);
    return columns;
  }
  const seen = new Set<number>();
  for (let w = start; w < end; w++) {
    for (let body = wrapBodyId(m, w); body > 0 && !seen.has(body); body = m.body_parentid[body]) {
      seen.add(body);
      for (let k = 0; k < m.body_dofnum[body]; k++) columns.push(m.body_dofadr[body] + k);
    }
  }
  return columns;
}

/** Body of a step of a path; -1 for pulleys. */
export function wrapBodyId(m: Model, wrap: number): number {
  const id = m.wrap_objid[wrap];
  switch (m.wrap_type[wrap]) {
    case WrapType.JOINT:
      return m.jnt_bodyid[id];
    case WrapType.SITE:
      return m.site_bodyid[id];
    case WrapType.SPHERE:
    case WrapType.CYLINDER:
      return m.geom_bodyid[id];
    default:
      return -1;
  }
}
