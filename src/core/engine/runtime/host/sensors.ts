/** Sensors that callbacks and plugins fill in. */
import type { Data } from '../../../model/data.ts';
import { SensorType, type Stage } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { callbacksOf } from '../callbacks.ts';
import { stagesOf } from '../engine.ts';
import { sensorPlugins } from '../plugins.ts';
import { handleOf, modelHandle } from '../run.ts';

/** Sensors of a stage that the engine does not know; `users` is the number of user sensors. */
export function senseByUser(m: Model, d: Data, stage: Stage, users: number): void {
  if (users > 0) userSensors(m, d, stage);
  if (m.nplugin > 0) sensorPlugins(m, d, stage);
}

function userSensors(m: Model, d: Data, stage: Stage): void {
  callbacksOf(m).sensor?.(modelHandle(m), handleOf(d), stage);
  stagesOf(m).cutoffSensors(m, d, stage, SensorType.USER);
}
