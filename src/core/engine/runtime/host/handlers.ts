/** The host handler of every pipeline step that may stop for the host: callbacks, plugins, warnings and resets. */
import type { Data } from '../../../model/data.ts';
import { Disable, Stage, Warning } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolverIntSlot } from '../../../model/solverSlots.ts';
import { type HostStep, PipelineStep } from '../../pipeline/pipelineStep.ts';
import { type HostHandler, runModeFor, runPipeline } from '../pipelineRunner.ts';
import { Status } from '../status.ts';
import { warn, warnUnconverged } from '../warning.ts';
import { runActuatorPlugins, runUserActuators } from './actuators.ts';
import { advancePluginsOrRollBack, recomputeAfterSleep, snapshotForUserCode } from './advance.ts';
import { failAcc, failState } from './badState.ts';
import { compareFwdInv } from './compareFwdInv.ts';
import { runContactFilter } from './contacts.ts';
import { applyPassiveCallback, runControlCallback } from './forces.ts';
import { runUserSensors } from './sensors.ts';

/** Host handlers by step. A step without one does not compile. */
export const hostHandlers: Readonly<Record<HostStep, HostHandler>> = {
  [PipelineStep.badPos]: (m, d, i) => failState(m, d, Warning.BADQPOS, i, hostHandlers),
  [PipelineStep.badVel]: (m, d, i) => failState(m, d, Warning.BADQVEL, i, hostHandlers),
  [PipelineStep.contactFilter]: runContactFilter,
  // trees that woke up may have more contacts
  [PipelineStep.wakeContacts]: (m, d, _, mode) =>
    runPipeline(m, d, PipelineStep.collision, PipelineStep.wakeContacts, mode, hostHandlers),
  [PipelineStep.sensorPos]: (m, d, users) => runUserSensors(m, d, Stage.POS, users),
  [PipelineStep.passiveCallback]: applyPassiveCallback,
  [PipelineStep.sensorVel]: (m, d, users) => runUserSensors(m, d, Stage.VEL, users),
  [PipelineStep.controlCallback]: (m, d) => {
    if (!(m.opt.disableflags & Disable.ACTUATION)) runControlCallback(m, d);
  },
  [PipelineStep.actuatorDynamics]: (m, d, bad) => warn(m, d, Warning.BADCTRL, bad),
  [PipelineStep.actuatorCallbacks]: runUserActuators,
  [PipelineStep.actuatorPlugins]: runActuatorPlugins,
  [PipelineStep.effActuation]: warnInertia,
  [PipelineStep.fwdAcceleration]: warnInertia,
  [PipelineStep.fwdConstraint]: (m, d, status) => {
    if (status === Status.UNCONVERGED) warnUnconverged(m, d);
    if (status === Status.INDEFINITE) warnInertia(m, d, d.work_sol_int[SolverIntSlot.BAD_DOF]);
  },
  [PipelineStep.sensorAcc]: (m, d, users) => runUserSensors(m, d, Stage.ACC, users),
  [PipelineStep.badAcc]: (m, d, i) => failAcc(m, d, i, hostHandlers),
  [PipelineStep.compareFwdInv]: compareFwdInv,
  [PipelineStep.eulerAcc]: warnInertia,
  [PipelineStep.implicitAcc]: warnInertia,
  [PipelineStep.springDamperAcc]: warnInertia,
  [PipelineStep.snapshotState]: snapshotForUserCode,
  [PipelineStep.sleep]: (m, d, _, mode) => recomputeAfterSleep(m, d, mode, hostHandlers),
  [PipelineStep.advancePlugins]: advancePluginsOrRollBack,
};

/** Warns that an inertia matrix is not positive definite at a dof. */
function warnInertia(m: Model, d: Data, dof: number): void {
  warn(m, d, Warning.INERTIA, dof);
}

/** Run the steps in [from, to) of forward dynamics. */
export function runForwardSteps(m: Model, d: Data, from: PipelineStep, to: PipelineStep, mode = 0): void {
  runPipeline(m, d, from, to, mode | runModeFor(m), hostHandlers);
}
