/** The functions of the drop-in API that take a model and a data and nothing else worth converting. */

import { checkAcc, checkPos, checkVel } from '../engine/check.ts';
import { collide } from '../engine/collide.ts';
import { forward, forwardSkip, fwdConstraint, fwdKinematics, fwdPosition, fwdVelocity } from '../engine/forward.ts';
import { fwdActuation } from '../engine/fwdActuation.ts';
import { compareFwdInv, inverse, inverseSkip, invPosition } from '../engine/inverse.ts';
import { resetData, resetDataKeyframe } from '../engine/reset.ts';
import { callbacksOf } from '../engine/runtime/callbacks.ts';
import { runGrowing, stagesOf } from '../engine/runtime/engine.ts';
import type { Stages } from '../engine/runtime/stages.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from '../engine/sensing.ts';
import { integrate, rungeKutta, step, step1, step2 } from '../engine/step.ts';
import type { Data } from '../model/data.ts';
import { Cone, JacobianType, type ObjType, Solver, type Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { id2name, name2id } from '../model/names.ts';
import { resetCtrl } from '../model/reset.ts';
import { copyState, extractState, getState, setState, stateSize } from '../query/state.ts';
import { inDoubles, type Out, outDoubles } from './buffers.ts';
import type { MjData } from './data.ts';
import { derivativeFunctions } from './derivative.ts';
import { inner, mujocoError } from './handle.ts';
import type { MjModel } from './model.ts';
import { queryFunctions } from './query.ts';

type Run = (m: MjModel, d: MjData) => void;

/** A function of ours on Model and Data behind the handles of the drop-in API. */
function run(fn: (m: Model, d: Data) => void): Run {
  return (m, d) => {
    try {
      fn(inner(m), inner(d));
    } catch (error) {
      throw mujocoError(error);
    }
  };
}

type PlainStage = { [K in keyof Stages]: Parameters<Stages[K]> extends [Model, Data] ? K : never }[keyof Stages];

/** One stage of the engine that runs the model. */
function stage(name: PlainStage): Run {
  return run((m, d) => (stagesOf(m)[name] as (m: Model, d: Data) => void)(m, d));
}

/** One stage that may ask for a larger arena. */
function growing(name: PlainStage): Run {
  return run((m, d) => runGrowing(stagesOf(m)[name] as (m: Model, d: Data) => number, m, d));
}

export const mujocoFunctions = {
  ...queryFunctions,
  ...derivativeFunctions,

  // pipeline
  mj_step: run(step),
  mj_step1: run(step1),
  mj_step2: run(step2),
  mj_forward: run(forward),
  mj_inverse: run(inverse),
  mj_forwardSkip: (m: MjModel, d: MjData, skipstage: number, skipsensor: number) =>
    run((mm, dd) => forwardSkip(mm, dd, skipstage as Stage, skipsensor !== 0))(m, d),
  mj_inverseSkip: (m: MjModel, d: MjData, skipstage: number, skipsensor: number) =>
    run((mm, dd) => inverseSkip(mm, dd, skipstage as Stage, skipsensor !== 0))(m, d),
  mj_fwdKinematics: run(fwdKinematics),
  mj_fwdPosition: run(fwdPosition),
  mj_fwdVelocity: run(fwdVelocity),
  mj_fwdActuation: run(fwdActuation),
  mj_fwdAcceleration: stage('fwdAcceleration'),
  mj_fwdConstraint: run(fwdConstraint),
  mj_invPosition: run(invPosition),
  mj_invVelocity: run(fwdVelocity),
  mj_invConstraint: stage('invConstraint'),
  mj_compareFwdInv: run(compareFwdInv),
  mj_Euler: run((m, d) => integrate(m, d)),
  mj_implicit: run((m, d) => integrate(m, d)),
  mj_RungeKutta: (m: MjModel, d: MjData, order: number) => {
    if (order !== 4) throw mujocoError(`only order 4 is there, found ${order}`);
    run(rungeKutta)(m, d);
  },
  mj_checkPos: run(checkPos),
  mj_checkVel: run(checkVel),
  mj_checkAcc: run(checkAcc),

  // stages
  mj_kinematics: stage('kinematics'),
  mj_comPos: stage('comPos'),
  mj_camlight: stage('camlight'),
  mj_tendon: stage('tendon'),
  mj_transmission: stage('transmission'),
  mj_makeM: stage('makeM'),
  mj_crb: stage('makeM'),
  mj_factorM: stage('factorM'),
  mj_comVel: stage('comVel'),
  mj_passive: run((m, d) => {
    stagesOf(m).passive(m, d);
    callbacksOf(m).passive?.(m, d);
  }),
  mj_subtreeVel: stage('subtreeVel'),
  mj_rnePostConstraint: stage('rnePostConstraint'),
  mj_collision: run(collide),
  mj_makeConstraint: growing('makeConstraint'),
  mj_island: stage('island'),
  mj_projectConstraint: growing('projectConstraint'),
  mj_referenceConstraint: stage('referenceConstraint'),
  mj_sensorPos: run(sensorPos),
  mj_sensorVel: run(sensorVel),
  mj_sensorAcc: run(sensorAcc),
  mj_energyPos: run(energyPos),
  mj_energyVel: run(energyVel),

  // state
  mj_resetData: run(resetData),
  mj_resetDataKeyframe: (m: MjModel, d: MjData, key: number) => {
    // a key out of range leaves the reference configuration, as there
    const valid = key >= 0 && key < inner(m).nkey;
    run((mm, dd) => (valid ? resetDataKeyframe(mm, dd, key) : resetData(mm, dd)))(m, d);
  },
  mj_resetCtrl: run(resetCtrl),
  mj_stateSize: (m: MjModel, sig: number) => stateSize(inner(m), sig),
  mj_getState: (m: MjModel, d: MjData, out: Out, sig: number) => {
    const target = outDoubles(out)!;
    getState(inner(m), inner(d), sig, target.array);
    target.finish();
  },
  mj_setState: (m: MjModel, d: MjData, state: ArrayLike<number>, sig: number) =>
    setState(inner(m), inner(d), inDoubles(state), sig),
  mj_copyState: (m: MjModel, from: MjData, to: MjData, sig: number) => copyState(inner(m), inner(from), inner(to), sig),
  mj_extractState: (m: MjModel, state: ArrayLike<number>, sig: number, out: Out, wanted: number) => {
    const target = outDoubles(out)!;
    target.array.set(extractState(inner(m), inDoubles(state), sig, wanted));
    target.finish();
  },

  // names and facts
  mj_id2name: (m: MjModel, type: number, id: number) => id2name(inner(m), type as ObjType, id) ?? '',
  mj_name2id: (m: MjModel, type: number, name: string) => name2id(inner(m), type as ObjType, name),
  mj_isPyramidal: (m: MjModel) => Number(inner(m).opt.cone === Cone.PYRAMIDAL),
  mj_isSparse: (m: MjModel) => {
    const { opt, nv } = inner(m);
    return Number(opt.jacobian === JacobianType.SPARSE || (opt.jacobian === JacobianType.AUTO && nv >= 60));
  },
  mj_isDual: (m: MjModel) => {
    const { solver, noslip_iterations } = inner(m).opt;
    return Number(solver === Solver.PGS || noslip_iterations > 0);
  },
  mj_version: () => 3012000,
  mj_versionString: () => '3.12.0',
};
