/** Writes contact pairs, excludes, equalities and tendons into the Model. */

import { EqType, ObjType, WrapType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import type { CompileState } from '../compileState.ts';

/** Equalities whose objects can be of one kind only. */
const ONE_KIND: readonly EqType[] = [EqType.JOINT, EqType.TENDON, EqType.FLEX, EqType.FLEXVERT, EqType.FLEXSTRAIN];

export function writeRelations(state: CompileState, m: Model): void {
  for (const { id: i, spec, geom1, geom2, signature } of state.pairs) {
    m.pair_dim[i] = spec.condim;
    m.pair_geom1[i] = geom1.id;
    m.pair_geom2[i] = geom2.id;
    m.pair_signature[i] = signature;
    m.pair_solref.set(spec.solref, 2 * i);
    m.pair_solreffriction.set(spec.solreffriction, 2 * i);
    m.pair_solimp.set(spec.solimp, 5 * i);
    m.pair_margin[i] = spec.margin;
    m.pair_gap[i] = spec.gap;
    m.pair_adhesion[i] = spec.adhesion;
    m.pair_friction.set(spec.friction, 5 * i);
  }
  for (const { id, signature } of state.excludes) m.exclude_signature[id] = signature;
  for (const { id: i, spec, obj1, obj2 } of state.equalities) {
    m.eq_type[i] = spec.type;
    m.eq_obj1id[i] = obj1;
    m.eq_obj2id[i] = obj2;
    // the type is stored only if there is a choice
    m.eq_objtype[i] = ONE_KIND.includes(spec.type) ? ObjType.UNKNOWN : spec.objtype;
    m.eq_active0[i] = Number(spec.active);
    m.eq_solref.set(spec.solref, 2 * i);
    m.eq_solimp.set(spec.solimp, 5 * i);
    m.eq_data.set(spec.data, 11 * i);
  }
  writeTendons(state, m);
}

function writeTendons(state: CompileState, m: Model): void {
  let at = 0;
  for (const tendon of state.tendons) {
    const { id: i, spec, path } = tendon;
    m.tendon_adr[i] = at;
    m.tendon_num[i] = path.length;
    m.tendon_matid[i] = tendon.matid;
    m.tendon_group[i] = spec.group;
    m.tendon_limited[i] = Number(tendon.limited);
    m.tendon_actfrclimited[i] = Number(tendon.actfrclimited);
    m.tendon_width[i] = spec.width;
    m.tendon_solref_lim.set(spec.solref_limit, 2 * i);
    m.tendon_solimp_lim.set(spec.solimp_limit, 5 * i);
    m.tendon_solref_fri.set(spec.solref_friction, 2 * i);
    m.tendon_solimp_fri.set(spec.solimp_friction, 5 * i);
    m.tendon_range.set(spec.range, 2 * i);
    m.tendon_actfrcrange.set(spec.actfrcrange, 2 * i);
    m.tendon_margin[i] = spec.margin;
    m.tendon_stiffness[i] = spec.stiffness[0];
    m.tendon_stiffnesspoly.set(spec.stiffness.slice(1, 3), 2 * i);
    m.tendon_damping[i] = spec.damping[0];
    m.tendon_dampingpoly.set(spec.damping.slice(1, 3), 2 * i);
    m.tendon_armature[i] = spec.armature;
    m.tendon_frictionloss[i] = spec.frictionloss;
    m.tendon_lengthspring.set(spec.springlength, 2 * i);
    m.tendon_user.set(spec.userdata, m.nuser_tendon * i);
    m.tendon_rgba.set(spec.rgba, 4 * i);
    for (const wrap of path) {
      const geom = wrap.type === WrapType.SPHERE || wrap.type === WrapType.CYLINDER;
      m.wrap_type[at] = wrap.type;
      m.wrap_objid[at] = wrap.obj?.id ?? -1;
      m.wrap_prm[at] = geom ? (wrap.side?.id ?? -1) : wrap.prm;
      at++;
    }
  }
}
