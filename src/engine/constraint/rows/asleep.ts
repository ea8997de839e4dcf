import type { int } from '../../../math/int.ts';
import { BODY_ASLEEP, BODY_AWAKE } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Enable, EqType, ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/** Whether some tree sleeps, so that constraints have to be filtered. */
export function someAsleep(m: Model, d: Data): boolean {
  return (m.opt.enableflags & Enable.SLEEP) !== 0 && d.ntree_awake < m.ntree;
}

/** Whether a body sleeps. */
export function bodyAsleep(d: Data, body: int): boolean {
  return d.body_awake[body] === BODY_ASLEEP;
}

/** Whether an equality has no awake side. */
export function equalityAsleep(m: Model, d: Data, i: int): boolean {
  return !sideAwake(m, d, i, m.eq_obj1id[i]) && !sideAwake(m, d, i, m.eq_obj2id[i]);
}

function sideAwake(m: Model, d: Data, i: int, id: int): boolean {
  if (id < 0) return false;
  const { eq_type, eq_objtype, jnt_bodyid, site_bodyid, geom_bodyid } = m;
  const { body_awake } = d;
  const type = eq_type[i];
  if (type === EqType.JOINT) return body_awake[jnt_bodyid[id]] === BODY_AWAKE;
  if (type === EqType.TENDON) return tendonAwake(m, d, id);
  if (eq_objtype[i] === ObjType.SITE) return body_awake[site_bodyid[id]] === BODY_AWAKE;
  if (eq_objtype[i] === ObjType.GEOM) return body_awake[geom_bodyid[id]] === BODY_AWAKE;
  return body_awake[id] === BODY_AWAKE;
}

function tendonAwake(m: Model, d: Data, id: int): boolean {
  const { tendon_treenum, tendon_treeid } = m;
  const { tree_awake } = d;
  const n = tendon_treenum[id];
  if (n === 0) return false;
  if (n > 2) return true;
  return tree_awake[tendon_treeid[2 * id]] !== 0 || (n === 2 && tree_awake[tendon_treeid[2 * id + 1]] !== 0);
}
