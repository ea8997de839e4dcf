/** What JavaScript does in the middle of forward dynamics: callbacks, plugins and warnings. */
import type { Data } from '../../../model/data.ts';
import { Disable, Stage, Warning } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolInt } from '../../../model/solverSlots.ts';
import { callbacksOf } from '../callbacks.ts';
import { drive, type HostWork, modeOf } from '../drive.ts';
import { Place } from '../places.ts';
import { passivePlugins } from '../plugins.ts';
import { handleOf, modelHandle } from '../run.ts';
import { Status } from '../status.ts';
import { warn, warnUnconverged } from '../warning.ts';
import { actByUser, forceByPlugins } from './actuators.ts';
import { filterByUser } from './contacts.ts';
import { senseByUser } from './sensors.ts';

/** Work of JavaScript by place. */
export const forwardWork: HostWork = {
  [Place.filterContacts]: filterByUser,
  // what has just been woken may touch more
  [Place.wakeContacts]: (m, d, _, mode) => drive(m, d, Place.collision, Place.wakeContacts, mode, forwardWork),
  [Place.sensorPos]: (m, d, users) => senseByUser(m, d, Stage.POS, users),
  [Place.userForces]: pushByUser,
  [Place.sensorVel]: (m, d, users) => senseByUser(m, d, Stage.VEL, users),
  [Place.control]: (m, d) => {
    if (!(m.opt.disableflags & Disable.ACTUATION)) controlByUser(m, d);
  },
  [Place.actuatorDynamics]: (m, d, bad) => warn(m, d, Warning.BADCTRL, bad),
  [Place.userActuators]: actByUser,
  [Place.actuatorPlugins]: forceByPlugins,
  [Place.fwdAcceleration]: warnInertia,
  [Place.fwdConstraint]: (m, d, status) => {
    if (status === Status.UNCONVERGED) warnUnconverged(m, d);
    if (status === Status.INDEFINITE) warnInertia(m, d, d.work_sol_int[SolInt.BAD_DOF]);
  },
  [Place.sensorAcc]: (m, d, users) => senseByUser(m, d, Stage.ACC, users),
};

/** A matrix of inertia that is not positive definite at a dof. */
export function warnInertia(m: Model, d: Data, dof: number): void {
  warn(m, d, Warning.INERTIA, dof);
}

/** Passive forces of callbacks and plugins. */
function pushByUser(m: Model, d: Data): void {
  callbacksOf(m).passive?.(modelHandle(m), handleOf(d));
  if (m.nplugin > 0) passivePlugins(m, d);
}

/** The callback that sets controls. */
export function controlByUser(m: Model, d: Data): void {
  callbacksOf(m).control?.(modelHandle(m), handleOf(d));
}

/** Run places of forward dynamics from one on, up to but without another. */
export function runPart(m: Model, d: Data, from: Place, to: Place, mode = 0): void {
  drive(m, d, from, to, mode | modeOf(m), forwardWork);
}
