/** Sensors and energy, stage by stage, with the callback for user sensors. */
import type { Data } from '../model/data.ts';
import { Enable, SensorType, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { chooseShapes } from '../plugin/shapes.ts';
import { callbacksOf } from './runtime/callbacks.ts';
import { stagesOf } from './runtime/engine.ts';
import { sensorPlugins } from './runtime/plugins.ts';
import { handleOf, modelHandle } from './runtime/run.ts';

/** Sensors that need only positions. */
export function sensorPos(m: Model, d: Data): void {
  if (m.nplugin > 0) chooseShapes(m);
  if (stagesOf(m).sensorPos(m, d) > 0) userSensors(m, d, Stage.POS);
  if (m.nplugin > 0) sensorPlugins(m, d, Stage.POS);
}

/** Sensors that need velocities. */
export function sensorVel(m: Model, d: Data): void {
  if (stagesOf(m).sensorVel(m, d) > 0) userSensors(m, d, Stage.VEL);
  if (m.nplugin > 0) sensorPlugins(m, d, Stage.VEL);
}

/** Sensors that need accelerations or forces. */
export function sensorAcc(m: Model, d: Data): void {
  if (m.nplugin > 0) chooseShapes(m);
  d.flg_rnepost = 0;
  if (stagesOf(m).sensorAcc(m, d) > 0) userSensors(m, d, Stage.ACC);
  if (m.nplugin > 0) sensorPlugins(m, d, Stage.ACC);
}

function userSensors(m: Model, d: Data, stage: Stage): void {
  callbacksOf(m).sensor?.(modelHandle(m), handleOf(d), stage);
  stagesOf(m).cutoffSensors(m, d, stage, SensorType.USER);
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
