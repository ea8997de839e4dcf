/** Callbacks and plugins that apply forces and set controls. */
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { modelCallbacks } from '../callbacks.ts';
import { passivePlugins } from '../plugins.ts';
import { modelHandle, publicData } from '../withEngine.ts';

/** Passive forces of callbacks and plugins. */
export function applyPassiveCallback(m: Model, d: Data): void {
  modelCallbacks(m).passive?.(modelHandle(m), publicData(d));
  if (m.nplugin > 0) passivePlugins(m, d);
}

/** Calls the callback that sets controls. */
export function runControlCallback(m: Model, d: Data): void {
  modelCallbacks(m).control?.(modelHandle(m), publicData(d));
}
