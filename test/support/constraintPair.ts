/** Pairs of engines in the same state, for tests of constraints and solvers without the other stages. */
import { Status } from '../../src/core/engine/runtime/status.ts';
import { growArena } from '../../src/core/model/data.ts';
import { copyFieldsFromOracle, mujoco, type Pair, pairFromXml, randomState } from './oracle/oracle.ts';

const before =
  `qpos qvel qacc qacc_warmstart xpos xquat xmat xipos geom_xpos geom_xmat site_xpos site_xmat subtree_com cdof cdof_dot cvel
  ten_J ten_length M qLD qLDiagInv qfrc_smooth qacc_smooth ncon contact_dist contact_pos contact_frame contact_includemargin
  contact_friction contact_solref contact_solreffriction contact_solimp contact_adhesion contact_dim contact_geom contact_exclude`
    .trim()
    .split(/\s+/);

/** Options to vary at run time, as values of MuJoCo's enums. */
export interface Settings {
  cone?: number;
  jacobian?: number;
  solver?: number;
  disableflags?: number;
  enableflags?: number;
  iterations?: number;
  ls_iterations?: number;
  ls_tolerance?: number;
  noslip_iterations?: number;
  noslip_tolerance?: number;
  tolerance?: number;
  timestep?: number;
  impratio?: number;
}

export function setOptions(pair: Pair, settings: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    (pair.m.opt as unknown as Record<string, number>)[name] = value;
    (pair.theirs.m.opt as unknown as Record<string, number>)[name] = value;
  }
}

/** Runs MuJoCo's forward in its current state, and copies all inputs of our constraint stages from it. */
export function forwardAndCopy(pair: Pair): void {
  const { d, theirs } = pair;
  // forward does not change the warm start, so both solvers start from the same point
  mujoco.mj_forward(theirs.m, theirs.d);
  if (d.con_cap < theirs.d.ncon) {
    d.con_need = theirs.d.ncon;
    growArena(d);
  }
  copyFieldsFromOracle(pair, before);
}

/** Resets both, with a random perturbation unless the seed is 0, then calls `forwardAndCopy`. */
export function prepare(pair: Pair, seed: number, scale = 0.02): void {
  mujoco.mj_resetData(pair.theirs.m, pair.theirs.d);
  randomState(pair, seed, seed === 0 ? 0 : scale);
  if (seed === 0) pair.theirs.d.qvel.fill(0.1);
  pair.d.qacc_warmstart.fill(0);
  pair.theirs.d.qacc_warmstart.fill(0);
  forwardAndCopy(pair);
}

/** Runs a stage, repeated while its arena must grow. */
export function run(pair: Pair, stage: (m: Pair['m'], d: Pair['d']) => number): void {
  for (let k = 0; stage(pair.m, pair.d) === Status.ARENA_FULL; k++) {
    if (k > 8) throw new Error(`${stage.name}: the arena keeps growing`);
    growArena(pair.d);
  }
}

/** Provides a pair to `body`, then frees MuJoCo's memory. */
export function withPair(xml: string, body: (pair: Pair) => void): void {
  const pair = pairFromXml(xml);
  try {
    body(pair);
  } finally {
    pair.theirs.d.delete();
    pair.theirs.m.delete();
  }
}
