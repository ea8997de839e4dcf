/** Sensors and energy, stage by stage, with the callback for user sensors. */
import type { Data } from '../model/data.ts';
import { Enable, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { callbacksOf } from './runtime/callbacks.ts';
import { stagesOf } from './runtime/engine.ts';
import { handleOf, modelHandle } from './runtime/run.ts';

/** Sensors that need only positions. */
export function sensorPos(m: Model, d: Data): void {
  if (stagesOf(m).sensorPos(m, d) > 0) userSensors(m, d, Stage.POS);
}

/** Sensors that need velocities. */
export function sensorVel(m: Model, d: Data): void {
  if (stagesOf(m).sensorVel(m, d) > 0) userSensors(m, d, Stage.VEL);
}

/** Sensors that need accelerations or forces. */
export function sensorAcc(m: Model, d: Data): void {
  d.flg_rnepost = 0;
  if (stagesOf(m).sensorAcc(m, d) > 0) userSensors(m, d, Stage.ACC);
}

function userSensors(m: Model, d: Data, stage: Stage): void {
  callbacksOf(m).sensor?.(modelHandle(m), handleOf(d), stage);
  stagesOf(m).cutoffUser(m, d, stage);
}

/** Potential energy if the flag `energy` is on and a sensor has not computed it; else both energies are 0. */
export function energyPos(m: Model, d: Data): void {
  if (d.flg_energypos) return;
  if (m.opt.enableflags & Enable.ENERGY) stagesOf(m).energyPos(m, d);
  else d.energy.fill(0);
}

/** Kinetic energy if the flag `energy` is on and a sensor has not computed it. */
export function energyVel(m: Model, d: Data): void {
  if (m.opt.enableflags & Enable.ENERGY && !d.flg_energyvel) stagesOf(m).energyVel(m, d);
}
