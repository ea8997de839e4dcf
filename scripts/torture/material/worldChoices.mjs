// Random choices of the campaign of batches: the models of worlds, their differences, and the actions on them.

/** @typedef {import('./random.mjs').Random} Random */
/** Difference of a field between worlds: a factor or a value for all its elements.
 *  @typedef {{ field: string, by: 'factor' | 'value', numbers: number[] }} Change */
/** An action on a Batch. @typedef {{ act: 'step', steps: number } | { act: 'write', field: string, value: number }
 *  | { act: 'reset', worlds: number[], to: 'start' | 'key' | 'state' } | { act: 'parameters', worlds: number[], changes: Change[] }} Act */
/** @typedef {{ options: Record<string, number>, sleep: boolean, engine: 'wasm' | 'js', userCode: boolean }} Setting */

/** Real fields that differ between worlds; those that a model does not have are skipped. */
const reals = [
  ...[
    'body_mass',
    'body_inertia',
    'body_pos',
    'body_ipos',
    'body_gravcomp',
    'dof_damping',
    'dof_armature',
    'dof_frictionloss',
  ],
  ...['jnt_stiffness', 'jnt_range', 'jnt_axis', 'jnt_pos', 'geom_size', 'geom_friction', 'geom_solref', 'geom_solimp'],
  ...['geom_margin', 'geom_gap', 'geom_pos', 'geom_rbound', 'site_pos', 'pair_friction', 'eq_solref', 'eq_data'],
  ...['tendon_stiffness', 'tendon_damping', 'tendon_range', 'tendon_lengthspring', 'actuator_gainprm', 'qpos0'],
  ...['actuator_biasprm', 'actuator_dynprm', 'actuator_gear', 'actuator_ctrlrange', 'actuator_forcerange', 'key_qpos'],
  ...[
    'actuator_delay',
    'sensor_delay',
    'sensor_cutoff',
    'sensor_interval',
    'hfield_size',
    'flex_radius',
    'qpos_spring',
  ],
  ...['flex_damping', 'flex_stiffness', 'flex_edgestiffness', 'body_invweight0', 'dof_invweight0', 'numeric_data'],
  ...['opt.gravity', 'opt.timestep', 'opt.wind', 'opt.magnetic', 'opt.impratio', 'opt.tolerance', 'stat.meaninertia'],
];

/** Integer fields that differ between worlds, with their values. @type {Record<string, readonly number[]>} */
const switches = {
  geom_contype: [0, 1, 3],
  geom_conaffinity: [0, 1, 3],
  geom_condim: [1, 3, 4, 6],
  jnt_limited: [0, 1],
  tendon_limited: [0, 1],
  actuator_ctrllimited: [0, 1],
  actuator_forcelimited: [0, 1],
  eq_active0: [0, 1],
  pair_dim: [1, 3, 4, 6],
  'opt.integrator': [0, 1, 2, 3],
  'opt.solver': [0, 1, 2],
  'opt.cone': [0, 1],
  'opt.iterations': [1, 5, 100],
  'opt.noslip_iterations': [0, 2],
  'opt.disableflags': [0, 1, 16, 64, 128, 1024],
};

/** Options of a whole Model. @type {Record<string, readonly number[]>} */
const settings = {
  integrator: [0, 1, 2, 3],
  solver: [0, 1, 2],
  cone: [0, 1],
  jacobian: [0, 1, 2],
  iterations: [2, 20, 100],
  noslip_iterations: [0, 0, 3],
  timestep: [0.002, 0.005],
  enableflags: [0, 2, 4, 8],
};

/** Fields of a Data that are requested in addition to the default ones. */
const results = [
  ...[
    'xpos',
    'xquat',
    'qacc',
    'qacc_warmstart',
    'qfrc_applied',
    'xfrc_applied',
    'mocap_pos',
    'mocap_quat',
    'eq_active',
  ],
  ...[
    'userdata',
    'history',
    'plugin_state',
    'ncon',
    'nefc',
    'cvel',
    'actuator_force',
    'energy',
    'tree_asleep',
    'cfrc_ext',
  ],
  ...['cacc', 'ten_length', 'subtree_com', 'qfrc_constraint', 'act_dot', 'site_xpos', 'geom_xpos', 'solver_fwdinv'],
];

/** Inputs that are written between steps. */
const inputs = ['ctrl', 'ctrl', 'ctrl', 'qvel', 'qpos', 'act', 'qfrc_applied', 'xfrc_applied', 'mocap_pos', 'time'];

/** @param {Random} random @returns {Setting} */
export function setting(random) {
  const names = Object.keys(settings).filter(() => random.chance(0.4));
  return {
    options: Object.fromEntries(names.map((name) => [name, random.pick(settings[name])])),
    sleep: random.chance(0.3),
    engine: random.chance(0.85) ? 'wasm' : 'js',
    userCode: random.chance(0.15),
  };
}

/** Random requested fields. @param {Random} random */
export function pickFields(random) {
  const share = random.pick([0, 0.1, 0.5]);
  return results.filter(() => random.chance(share));
}

/** Differences between `n` worlds. @param {Random} random @param {number} n @returns {Change[]} */
export function changes(random, n) {
  return random.list(1 + random.int(3), () => change(random, n));
}

/** @param {Random} random @param {number} n @returns {Change} */
function change(random, n) {
  const names = Object.keys(switches);
  const field = random.chance(0.3) ? random.pick(names) : random.pick(reals);
  const isSwitch = field in switches;
  const number = isSwitch ? () => random.pick(switches[field]) : () => 0.6 + 0.8 * random.next();
  return { field, by: isSwitch ? 'value' : 'factor', numbers: random.list(random.chance(0.2) ? 1 : n, number) };
}

/** An action on a Batch of `n` worlds. @param {Random} random @param {number} n @returns {Act} */
export function act(random, n) {
  const kind = random.next();
  const some = () => Array.from({ length: n }, (_, i) => i).filter(() => random.chance(0.5));
  if (kind < 0.45) return { act: 'step', steps: random.chance(0.1) ? 0 : 1 + random.int(random.chance(0.2) ? 25 : 4) };
  if (kind < 0.7) return { act: 'write', field: random.pick(inputs), value: random.next() - 0.5 };
  if (kind < 0.85) return { act: 'reset', worlds: some(), to: random.pick(['start', 'key', 'state']) };
  const worlds = some();
  return { act: 'parameters', worlds, changes: changes(random, Math.max(1, worlds.length)) };
}
