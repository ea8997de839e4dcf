/** Actuation, with the callbacks between its stages. */
import type { Data } from '../model/data.ts';
import { BiasType, Disable, DynType, GainType, Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { callbacksOf } from './runtime/callbacks.ts';
import { stagesOf } from './runtime/engine.ts';
import { computePlugins, pluginActDot } from './runtime/plugins.ts';
import { handleOf, modelHandle } from './runtime/run.ts';
import { warn } from './runtime/warning.ts';

/** Activation rates, actuator forces and what they do to the joints. */
export function fwdActuation(m: Model, d: Data): void {
  const stages = stagesOf(m);
  const bad = stages.actuatorDynamics(m, d);
  if (bad >= 0) warn(m, d, Warning.BADCTRL, bad);
  userActuators(m, d);
  const plugins = m.nplugin > 0 && m.nactuator > 0 && !(m.opt.disableflags & Disable.ACTUATION);
  if (plugins) pluginActDot(m, d);
  stages.actuatorForce(m, d);
  if (plugins) computePlugins(m, d, 'actuator');
  stages.applyActuators(m, d);
}

/** Activation rates, gains and biases of user type. */
function userActuators(m: Model, d: Data): void {
  const { actDyn, actGain, actBias } = callbacksOf(m);
  if (!(actDyn || actGain || actBias) || m.opt.disableflags & Disable.ACTUATION) return;
  const model = modelHandle(m);
  const handle = handleOf(d);
  for (let i = 0; i < m.nactuator; i++) {
    if (actDyn && m.actuator_dyntype[i] === DynType.USER && m.actuator_actnum[i] > 0) {
      const rate = actDyn(model, handle, i);
      if (m.actuator_actnum[i] === 1) d.act_dot[m.actuator_actadr[i]] = rate;
    }
    const gain = actGain && m.actuator_gaintype[i] === GainType.USER ? actGain(model, handle, i) : undefined;
    const bias = actBias && m.actuator_biastype[i] === BiasType.USER ? actBias(model, handle, i) : undefined;
    if (gain !== undefined) d.work_gain[i] = gain;
    if (bias !== undefined) d.work_bias[i] = bias;
  }
}
