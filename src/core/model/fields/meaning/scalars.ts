import type { dataScalars } from '../index.ts';
import type { Meaning } from './meaning.ts';

/** Scalars of a `Data`: meaning of each. */
export const scalarsMeaning = {
  time: 'simulation time',
  ncon: 'number of contacts',
  ne: 'number of equality rows',
  nf: 'number of friction rows',
  nl: 'number of limit rows',
  nefc: 'number of constraint rows',
  nJ: 'entries of efc_J',
  nY: 'entries of efc_Y',
  nA: 'entries of efc_AR',
  nisland: 'number of islands',
  nidof: 'degrees of freedom in islands',
  efm_active: '1: the metric of the solver is not M alone',
  nefmT: 'tendons in the metric',
  nefmA: 'actuators in the metric',
  nefmK: 'entries of efm_K',
  nefmdof: 'points of flexes with a block in efm_L',
  nefmL: 'entries of efm_L',
  ntree_awake: 'trees that are awake',
  nbody_awake: 'bodies that are awake or static',
  nparent_awake: 'bodies whose parent is awake or static',
  nv_awake: 'degrees of freedom that are awake',
  solver_unconverged: 'solves since the last reset that reached opt.iterations before the tolerance',
  flg_energypos: '1: the potential energy is up to date',
  flg_energyvel: '1: the kinetic energy is up to date',
  flg_subtreevel: '1: subtree_linvel and subtree_angmom are up to date',
  flg_rnepost: '1: cacc, cfrc_int and cfrc_ext are up to date',
} as const satisfies Meaning<typeof dataScalars>;
