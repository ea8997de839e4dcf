/** Plugin calls of the pipeline. Like callbacks, plugins get the public Model and Data. */
import type { Data } from '../../model/data.ts';
import { Disable, SensorType, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { clearData } from '../../model/reset.ts';
import { type DataPlugin, instancesOf, makeInstances } from '../../plugin/instances.ts';
import type { PluginKind } from '../../plugin/plugin.ts';
import { stagesOf } from './engine.ts';
import { modelHandle, publicData } from './withEngine.ts';

/** Creates the instances of a new `Data`; `init` receives it in the state after a reset. */
export function makePlugins(m: Model, d: Data): void {
  clearData(m, d);
  makeInstances(m, d);
}

/** Calls `reset` of every instance. */
export function resetPlugins(m: Model, d: Data): void {
  for (const instance of instancesOf(d)) instance.plugin.reset?.(modelHandle(m), publicData(d), instance);
}

/** Calls `compute` of the plugins of a kind. */
export function computePlugins(m: Model, d: Data, kind: Exclude<PluginKind, 'sdf'>): void {
  for (const instance of instancesOf(d)) if (instance.plugin.kind === kind) compute(m, d, instance);
}

function compute(m: Model, d: Data, instance: DataPlugin): void {
  const { plugin } = instance;
  if (plugin.kind !== 'sdf') plugin.compute(modelHandle(m), publicData(d), instance);
}

/** Activation rates of plugins. */
export function pluginActDot(m: Model, d: Data): void {
  for (const instance of instancesOf(d)) {
    const { plugin } = instance;
    if (plugin.kind === 'actuator') plugin.actDot?.(modelHandle(m), publicData(d), instance);
  }
}

/** Plugin sensors of a stage. */
export function sensorPlugins(m: Model, d: Data, stage: Stage): void {
  if (m.opt.disableflags & Disable.SENSOR) return;
  let some = false;
  for (const instance of instancesOf(d)) {
    const { plugin } = instance;
    if (plugin.kind !== 'sensor' || Math.max(plugin.stage, Stage.POS) !== stage) continue;
    prepareSensors(m, d, stage);
    compute(m, d, instance);
    some = true;
  }
  if (some) stagesOf(m).cutoffSensors(m, d, stage, SensorType.PLUGIN);
}

/** Computes the fields that plugin sensors may read. */
function prepareSensors(m: Model, d: Data, stage: Stage): void {
  if (stage === Stage.VEL && !d.flg_subtreevel) stagesOf(m).subtreeVel(m, d);
  if (stage === Stage.ACC && !d.flg_rnepost) stagesOf(m).rnePostConstraint(m, d);
}

/** Whether a plugin has an `advance` method. */
export function hasAdvance(d: Data): boolean {
  return instancesOf(d).some(({ plugin }) => plugin.advance !== undefined);
}

/** Calls `advance` of every instance. */
export function advancePlugins(m: Model, d: Data): void {
  for (const instance of instancesOf(d)) instance.plugin.advance?.(modelHandle(m), publicData(d), instance);
}
