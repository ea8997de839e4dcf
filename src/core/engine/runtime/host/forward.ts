/** What JavaScript does in the middle of forward dynamics: callbacks, plugins and warnings. */
import type { Data } from '../../../model/data.ts';
import { Disable, Stage, Warning } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolverIntSlot } from '../../../model/solverSlots.ts';
import { modelCallbacks } from '../callbacks.ts';
import { type HostHandlers, modeOf, runPipeline } from '../pipelineRunner.ts';
import { Place } from '../places.ts';
import { passivePlugins } from '../plugins.ts';
import { Status } from '../status.ts';
import { warn, warnUnconverged } from '../warning.ts';
import { modelHandle, publicData } from '../withEngine.ts';
import { runActuatorPlugins, runUserActuators } from './actuators.ts';
import { runContactFilter } from './contacts.ts';
import { runUserSensors } from './sensors.ts';

/** Work of JavaScript by place. */
export const forwardHandlers: HostHandlers = {
  [Place.filterContacts]: runContactFilter,
  // what has just been woken may touch more
  [Place.wakeContacts]: (m, d, _, mode) =>
    runPipeline(m, d, Place.collision, Place.wakeContacts, mode, forwardHandlers),
  [Place.sensorPos]: (m, d, users) => runUserSensors(m, d, Stage.POS, users),
  [Place.userForces]: applyPassiveCallback,
  [Place.sensorVel]: (m, d, users) => runUserSensors(m, d, Stage.VEL, users),
  [Place.control]: (m, d) => {
    if (!(m.opt.disableflags & Disable.ACTUATION)) runControlCallback(m, d);
  },
  [Place.actuatorDynamics]: (m, d, bad) => warn(m, d, Warning.BADCTRL, bad),
  [Place.userActuators]: runUserActuators,
  [Place.actuatorPlugins]: runActuatorPlugins,
  [Place.fwdAcceleration]: warnInertia,
  [Place.fwdConstraint]: (m, d, status) => {
    if (status === Status.UNCONVERGED) warnUnconverged(m, d);
    if (status === Status.INDEFINITE) warnInertia(m, d, d.work_sol_int[SolverIntSlot.BAD_DOF]);
  },
  [Place.sensorAcc]: (m, d, users) => runUserSensors(m, d, Stage.ACC, users),
};

/** A matrix of inertia that is not positive definite at a dof. */
export function warnInertia(m: Model, d: Data, dof: number): void {
  warn(m, d, Warning.INERTIA, dof);
}

/** Passive forces of callbacks and plugins. */
function applyPassiveCallback(m: Model, d: Data): void {
  modelCallbacks(m).passive?.(modelHandle(m), publicData(d));
  if (m.nplugin > 0) passivePlugins(m, d);
}

/** The callback that sets controls. */
export function runControlCallback(m: Model, d: Data): void {
  modelCallbacks(m).control?.(modelHandle(m), publicData(d));
}

/** Run places of forward dynamics from one on, up to but without another. */
export function runForwardSteps(m: Model, d: Data, from: Place, to: Place, mode = 0): void {
  runPipeline(m, d, from, to, mode | modeOf(m), forwardHandlers);
}
