/** The functions of the drop-in API that take a model and a data and nothing else worth converting. */

import { checkAcc, checkPos, checkVel } from '../engine/check.ts';
import { collide } from '../engine/collide.ts';
import { forward, forwardSkip, fwdConstraint, fwdKinematics, fwdPosition, fwdVelocity } from '../engine/forward.ts';
import { fwdActuation } from '../engine/fwdActuation.ts';
import { compareFwdInv, inverse, inverseSkip, invPosition } from '../engine/inverse.ts';
import { resetData, resetDataKeyframe } from '../engine/reset.ts';
import { callbacksOf } from '../engine/runtime/callbacks.ts';
import { runGrowing, stagesOf } from '../engine/runtime/engine.ts';
import { handleOf, modelHandle, run as runPart } from '../engine/runtime/run.ts';
import type { Stages } from '../engine/runtime/stages.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from '../engine/sensing.ts';
import { integrate, rungeKutta, step, step1, step2 } from '../engine/step.ts';
import type { Data } from '../model/data.ts';
import { Cone, JacobianType, type ObjType, Solver, type Stage } from '../model/enums.ts';
import { expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { id2name, name2id } from '../model/names.ts';
import { resetCtrl } from '../model/reset.ts';
import { copyState, extractState, getState, setState, stateSize } from '../query/state.ts';
import { inDoubles, neededDoubles, type Out } from './buffers.ts';
import type { MjData } from './data.ts';
import { derivativeFunctions } from './derivative.ts';
import { inner, mujocoError } from './handle.ts';
import type { MjModel } from './model.ts';
import { queryFunctions } from './query.ts';

type Run = (m: MjModel, d: MjData) => void;

/** A function of ours on Model and Data, which looks at them itself, under the handles of the drop-in API. */
function call(fn: (m: Model, d: Data) => void): Run {
  return (m, d) => fn(inner(m), inner(d));
}

/** A part of the pipeline under the handles of the drop-in API. */
function run(name: string, fn: (m: Model, d: Data) => void): Run {
  return call((m, d) => runPart(name, m, d, fn));
}

type PlainStage = { [K in keyof Stages]: Parameters<Stages[K]> extends [Model, Data] ? K : never }[keyof Stages];

/** One stage of the engine that runs the model. */
function stage(name: PlainStage): Run {
  return run(name, (m, d) => (stagesOf(m)[name] as (m: Model, d: Data) => void)(m, d));
}

/** One stage that may ask for a larger arena. */
function growing(name: PlainStage): Run {
  return run(name, (m, d) => runGrowing(stagesOf(m)[name] as (m: Model, d: Data) => number, m, d));
}

const functions = {
  ...queryFunctions,
  ...derivativeFunctions,

  // pipeline
  mj_step: call(step),
  mj_step1: call(step1),
  mj_step2: call(step2),
  mj_forward: call(forward),
  mj_inverse: call(inverse),
  mj_forwardSkip: (m: MjModel, d: MjData, skipstage: number, skipsensor: number) =>
    call((mm, dd) => forwardSkip(mm, dd, skipstage as Stage, skipsensor !== 0))(m, d),
  mj_inverseSkip: (m: MjModel, d: MjData, skipstage: number, skipsensor: number) =>
    call((mm, dd) => inverseSkip(mm, dd, skipstage as Stage, skipsensor !== 0))(m, d),
  mj_fwdKinematics: run('mj_fwdKinematics', fwdKinematics),
  mj_fwdPosition: run('mj_fwdPosition', fwdPosition),
  mj_fwdVelocity: run('mj_fwdVelocity', fwdVelocity),
  mj_fwdActuation: run('mj_fwdActuation', fwdActuation),
  mj_fwdAcceleration: stage('fwdAcceleration'),
  mj_fwdConstraint: run('mj_fwdConstraint', fwdConstraint),
  mj_invPosition: run('mj_invPosition', invPosition),
  mj_invVelocity: run('mj_invVelocity', fwdVelocity),
  mj_invConstraint: stage('invConstraint'),
  mj_compareFwdInv: run('mj_compareFwdInv', compareFwdInv),
  mj_Euler: run('mj_Euler', (m, d) => integrate(m, d)),
  mj_implicit: run('mj_implicit', (m, d) => integrate(m, d)),
  mj_RungeKutta: (m: MjModel, d: MjData, order: number) => {
    if (order !== 4) throw mujocoError(`only order 4 is there, found ${order}`);
    run('mj_RungeKutta', rungeKutta)(m, d);
  },
  mj_checkPos: run('mj_checkPos', checkPos),
  mj_checkVel: run('mj_checkVel', checkVel),
  mj_checkAcc: run('mj_checkAcc', checkAcc),

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
  mj_passive: run('mj_passive', (m, d) => {
    stagesOf(m).passive(m, d);
    callbacksOf(m).passive?.(modelHandle(m), handleOf(d));
  }),
  mj_subtreeVel: stage('subtreeVel'),
  mj_rnePostConstraint: stage('rnePostConstraint'),
  mj_collision: run('mj_collision', collide),
  mj_makeConstraint: growing('makeConstraint'),
  mj_island: stage('island'),
  mj_projectConstraint: growing('projectConstraint'),
  mj_referenceConstraint: stage('referenceConstraint'),
  mj_sensorPos: run('mj_sensorPos', sensorPos),
  mj_sensorVel: run('mj_sensorVel', sensorVel),
  mj_sensorAcc: run('mj_sensorAcc', sensorAcc),
  mj_energyPos: run('mj_energyPos', energyPos),
  mj_energyVel: run('mj_energyVel', energyVel),

  // state
  mj_resetData: call(resetData),
  mj_resetDataKeyframe: (m: MjModel, d: MjData, key: number) => {
    // a key out of range leaves the reference configuration, as there
    const valid = key >= 0 && key < inner(m).nkey;
    call((mm, dd) => (valid ? resetDataKeyframe(mm, dd, key) : resetData(mm, dd)))(m, d);
  },
  mj_resetCtrl: run('mj_resetCtrl', resetCtrl),
  mj_stateSize: (m: MjModel, sig: number) => stateSize(inner(m), sig),
  mj_getState: (m: MjModel, d: MjData, out: Out, sig: number) => {
    const target = neededDoubles(out);
    getState(inner(m), inner(d), sig, target.array);
    target.finish();
  },
  mj_setState: (m: MjModel, d: MjData, state: ArrayLike<number>, sig: number) =>
    setState(inner(m), inner(d), inDoubles(state), sig),
  mj_copyState: (m: MjModel, from: MjData, to: MjData, sig: number) => copyState(inner(m), inner(from), inner(to), sig),
  mj_extractState: (m: MjModel, state: ArrayLike<number>, sig: number, out: Out, wanted: number) => {
    const target = neededDoubles(out);
    target.array.set(extractState(inner(m), inDoubles(state), sig, wanted));
    target.finish();
  },

  // names and facts
  mj_id2name: (m: MjModel, type: number, id: number) => id2name(inner(m), type as ObjType, id) ?? '',
  mj_name2id: (m: MjModel, type: number, name: string) => name2id(inner(m), type as ObjType, name),
  mj_isPyramidal: (m: MjModel) => Number(expectModel('mj_isPyramidal', inner(m)).opt.cone === Cone.PYRAMIDAL),
  mj_isSparse: (m: MjModel) => {
    const { opt, nv } = expectModel('mj_isSparse', inner(m));
    return Number(opt.jacobian === JacobianType.SPARSE || (opt.jacobian === JacobianType.AUTO && nv >= 60));
  },
  mj_isDual: (m: MjModel) => {
    const { solver, noslip_iterations } = expectModel('mj_isDual', inner(m)).opt;
    return Number(solver === Solver.PGS || noslip_iterations > 0);
  },
  mj_version: () => 3012000,
  mj_versionString: () => '3.12.0',
};

/** Every function of the drop-in API. What they throw reads as errors of the package do. */
export const mujocoFunctions = Object.fromEntries(
  Object.entries(functions).map(([name, fn]) => [name, guarded(fn as Call)]),
) as unknown as typeof functions;

type Call = (...args: unknown[]) => unknown;

function guarded(fn: Call): Call {
  return (...args) => {
    try {
      return fn(...args);
    } catch (error) {
      throw mujocoError(error);
    }
  };
}
