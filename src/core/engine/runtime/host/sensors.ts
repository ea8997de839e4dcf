/** Sensors that callbacks and plugins compute. */
import type { Data } from '../../../model/data.ts';
import { SensorType, type Stage } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { modelCallbacks } from '../callbacks.ts';
import { stagesOf } from '../engine.ts';
import { sensorPlugins } from '../plugins.ts';
import { modelHandle, publicData } from '../withEngine.ts';

/** Runs user sensors and plugin sensors of a stage; `users` is the number of user sensors. */
export function runUserSensors(m: Model, d: Data, stage: Stage, users: number): void {
  if (users > 0) callSensorCallback(m, d, stage);
  if (m.nplugin > 0) sensorPlugins(m, d, stage);
}

function callSensorCallback(m: Model, d: Data, stage: Stage): void {
  modelCallbacks(m).sensor?.(modelHandle(m), publicData(d), stage);
  stagesOf(m).cutoffSensors(m, d, stage, SensorType.USER);
}
