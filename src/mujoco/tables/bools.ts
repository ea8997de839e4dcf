/** Fields that the drop-in API exposes as booleans. */

const bools: ReadonlySet<string> = new Set([
  'jnt_limited',
  'jnt_actfrclimited',
  'jnt_actgravcomp',
  'light_castshadow',
  'light_active',
  'flex_internal',
  'flex_rigid',
  'flexedge_rigid',
  'flex_centered',
  'flex_flatskin',
  'mat_texuniform',
  'eq_active0',
  'tendon_limited',
  'tendon_actfrclimited',
  'actuator_actlimited',
  'actuator_actearly',
  'actuator_forcelimited',
  'actuator_ctrllimited',
  'eq_active',
  'bvh_active',
]);

export function isBool(field: string): boolean {
  return bools.has(field);
}
