/** Callbacks and plugins between the stages of actuation. */
import type { Data } from '../../../model/data.ts';
import { BiasType, Disable, DynType, GainType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { modelCallbacks, numberFrom } from '../callbacks.ts';
import { computePlugins, pluginActDot } from '../plugins.ts';
import { modelHandle, publicData } from '../withEngine.ts';

/** Activation rates of callbacks and plugins; gains and biases of callbacks. */
export function runUserActuators(m: Model, d: Data): void {
  callActuatorCallbacks(m, d);
  if (hasPlugins(m)) pluginActDot(m, d);
}

/** Actuator forces of plugins. */
export function runActuatorPlugins(m: Model, d: Data): void {
  if (hasPlugins(m)) computePlugins(m, d, 'actuator');
}

function hasPlugins(m: Model): boolean {
  return m.nplugin > 0 && m.nactuator > 0 && !(m.opt.disableflags & Disable.ACTUATION);
}

/** Activation rates, gains and biases of user type. */
function callActuatorCallbacks(m: Model, d: Data): void {
  const { actDyn, actGain, actBias } = modelCallbacks(m);
  if (!(actDyn || actGain || actBias) || m.opt.disableflags & Disable.ACTUATION) return;
  const model = modelHandle(m);
  const handle = publicData(d);
  for (let i = 0; i < m.nactuator; i++) {
    if (actDyn && m.actuator_dyntype[i] === DynType.USER && m.actuator_actnum[i] > 0) {
      const rate = actDyn(model, handle, i);
      if (m.actuator_actnum[i] === 1) d.act_dot[m.actuator_actadr[i]] = numberFrom('actDyn', i, rate);
    }
    const gain = actGain && m.actuator_gaintype[i] === GainType.USER ? actGain(model, handle, i) : undefined;
    const bias = actBias && m.actuator_biastype[i] === BiasType.USER ? actBias(model, handle, i) : undefined;
    if (gain !== undefined) d.work_gain[i] = numberFrom('actGain', i, gain);
    if (bias !== undefined) d.work_bias[i] = numberFrom('actBias', i, bias);
  }
}
