/** `mj_` functions that run the pipeline, or a stage of it, on a model and a data. */

import { checkAcc, checkPos, checkVel } from '../../core/engine/check.ts';
import { collide } from '../../core/engine/collide.ts';
import {
  forward,
  forwardSkip,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
} from '../../core/engine/forward.ts';
import { fwdActuation } from '../../core/engine/fwdActuation.ts';
import { compareFwdInv, inverse, inverseSkip, invPosition } from '../../core/engine/inverse.ts';
import { stagesOf } from '../../core/engine/runtime/engine.ts';
import { runPart as runPlaces } from '../../core/engine/runtime/host/forward.ts';
import { Place } from '../../core/engine/runtime/places.ts';
import { begin, end, engineModel, inWords, run as runPart } from '../../core/engine/runtime/run.ts';
import type { Stages } from '../../core/engine/runtime/stages.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from '../../core/engine/sensing.ts';
import { integrate, rungeKutta, step, step1, step2 } from '../../core/engine/step.ts';
import type { Data } from '../../core/model/data.ts';
import type { Stage } from '../../core/model/enums.ts';
import { fitting } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { BindingError, mujocoError } from '../base/errors.ts';
import { INNER } from '../base/handle.ts';
import { def, named, titled } from '../base/signature.ts';
import type { MjData } from '../classes/data.ts';
import type { MjModel } from '../classes/model.ts';

type Run = (m: MjModel, d: MjData) => void;

/** A function of ours on Model and Data, which looks at them itself, under the handles of the drop-in API: without the
 *  detour over `def`, because these are called most. */
function call(fn: (m: Model, d: Data) => void): (name: string) => Run {
  const slow = def('m d', fn);
  return (name) => {
    const checked = slow(name);
    const run = (...args: unknown[]): void => {
      const [m, d] = args as [MjModel, MjData];
      const model = m?.[INNER];
      const data = d?.[INNER];
      if (args.length !== 2 || !model || !data) {
        checked(...(args as [MjModel, MjData]));
        return;
      }
      try {
        fn(model, data);
      } catch (error) {
        if ('qpos' in m) throw new BindingError(`${name}: expected (model, data), found them swapped`);
        throw mujocoError(error);
      }
    };
    return titled(run, name, 2);
  };
}

/** A part of the pipeline under the handles of the drop-in API. */
function run(name: string, fn: (m: Model, d: Data) => void): (name: string) => Run {
  return call((m, d) => runPart(name, m, d, fn));
}

type PlainStage = { [K in keyof Stages]: Parameters<Stages[K]> extends [Model, Data] ? K : never }[keyof Stages];

/** One stage of the engine that runs the model. It is looked up when the engine changes: a name that is not known where the
 *  code stands costs JavaScript as much as a small stage, and so does a call of a function that is not known. */
function stage(name: PlainStage): (name: string) => Run {
  let stages: Stages | undefined;
  let found: (m: Model, d: Data) => void;
  return call((m, d) => {
    const b = begin(name, m, d);
    try {
      if (stagesOf(m) !== stages) {
        stages = stagesOf(m);
        found = stages[name] as (m: Model, d: Data) => void;
      }
      found(engineModel(m), b);
    } catch (error) {
      throw inWords(error);
    } finally {
      end(b);
    }
  });
}

/** Places of the pipeline from one on, up to but without another. */
function places(name: string, from: Place, to: Place): (name: string) => Run {
  return run(name, (m, d) => runPlaces(m, d, from, to));
}

export const pipelineFunctions = named({
  mj_step: call(step),
  mj_step1: call(step1),
  mj_step2: call(step2),
  mj_forward: call(forward),
  mj_inverse: call(inverse),
  mj_forwardSkip: def('m d skipstage skipsensor:b', (m, d, skipstage, skipsensor) =>
    forwardSkip(m, d, skipstage as Stage, skipsensor),
  ),
  mj_inverseSkip: def('m d skipstage skipsensor:b', (m, d, skipstage, skipsensor) =>
    inverseSkip(m, d, skipstage as Stage, skipsensor),
  ),
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
  mj_RungeKutta: def('m d N', (m, d, N) => {
    if (N !== 4) throw new RangeError(`mj_RungeKutta: only order 4 is there, found ${N}`);
    runPart('mj_RungeKutta', m, d, rungeKutta);
  }),
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
  mj_passive: places('mj_passive', Place.passive, Place.referenceConstraint),
  mj_subtreeVel: stage('subtreeVel'),
  mj_rnePostConstraint: stage('rnePostConstraint'),
  mj_collision: run('mj_collision', collide),
  mj_makeConstraint: places('mj_makeConstraint', Place.makeConstraint, Place.island),
  mj_island: stage('island'),
  mj_projectConstraint: places('mj_projectConstraint', Place.projectConstraint, Place.transmission),
  mj_referenceConstraint: stage('referenceConstraint'),
  mj_sensorPos: run('mj_sensorPos', sensorPos),
  mj_sensorVel: run('mj_sensorVel', sensorVel),
  mj_sensorAcc: run('mj_sensorAcc', sensorAcc),
  mj_energyPos: run('mj_energyPos', energyPos),
  mj_energyVel: run('mj_energyVel', energyVel),
  // flexes are placed by the kinematics
  mj_flex: call((m, d) => {
    fitting('mj_flex', m, d);
  }),
});
