/** Callbacks and plugins that apply forces and set controls. */
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { modelCallbacks } from '../callbacks.ts';
import { computePlugins } from '../plugins.ts';
import { modelHandle, publicData } from '../withEngine.ts';

/** Passive forces of callbacks and plugins, unless springs and dampers are both disabled. */
export function applyPassiveCallback(m: Model, d: Data): void {
  const { SPRING, DAMPER } = Disable;
  const { disableflags } = m.opt;
  if (disableflags & SPRING && disableflags & DAMPER) return;
  modelCallbacks(m).passive?.(modelHandle(m), publicData(d));
  if (m.nplugin > 0) computePlugins(m, d, 'passive');
}

/** Calls the callback that sets controls. */
export function runControlCallback(m: Model, d: Data): void {
  modelCallbacks(m).control?.(modelHandle(m), publicData(d));
}
