/** mujoco.pid: a controller with proportional, integral and derivative terms.
 *
 *  f = kp e + ki integral(e) + kd de/dt,  e = setpoint - length
 *  (MuJoCo: plugin/actuator/README.md) */
import { exp } from '../math/elementary/exp.ts';
import { MINVAL, NDYN } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { DynType } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import type { PluginConfig } from '../plugin/config.ts';
import type { ActuatorPlugin } from '../plugin/plugin.ts';

/** A controller and its actuators. */
interface Controller {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
  /** Limit of the integral of the error: the limit of its force divided by ki. */
  readonly integralMax: number;
  /** Maximum rate of the setpoint; undefined: no limit. */
  readonly slew: number | undefined;
  readonly actuators: readonly number[];
}

export const pid: ActuatorPlugin<Controller> = {
  name: 'mujoco.pid',
  kind: 'actuator',
  attributes: { kp: 'number', ki: 'number', kd: 'number', imax: 'number', slewmax: 'number' },

  check(config) {
    if (config.number('imax') < 0) return `imax: expected a value of at least 0, found ${config.text('imax')}`;
    if (config.number('slewmax') < 0) return `slewmax: expected a value of at least 0, found ${config.text('slewmax')}`;
    return undefined;
  },

  init(m, _d, { id, config }) {
    const actuators = [...m.actuator_plugin.keys()].filter((i) => m.actuator_plugin[i] === id);
    if (actuators.length === 0) throw new Error('no actuator uses this instance');
    for (const i of actuators) checkActivations(m, i, config);
    return readController(config, actuators);
  },

  actDot(m, d, { data }) {
    for (const i of data.actuators) activationRates(m, d, i, data);
  },

  compute(m, d, { data }) {
    for (const i of data.actuators) d.actuator_force[m.actuator_outadr[i]] = force(m, d, i, data);
  },
};

function readController(config: PluginConfig, actuators: readonly number[]): Controller {
  const ki = config.number('ki');
  return {
    kp: config.number('kp'),
    ki,
    kd: config.number('kd'),
    integralMax: config.has('imax') && ki !== 0 ? config.number('imax') / ki : Number.POSITIVE_INFINITY,
    slew: config.has('slewmax') ? config.number('slewmax') : undefined,
    actuators,
  };
}

const ACTIVATED: readonly number[] = [DynType.FILTER, DynType.FILTEREXACT, DynType.INTEGRATOR];

/** Activations of an actuator: the integral of the error, the last setpoint, and that of its dyntype, if present. */
function checkActivations(m: Model, i: number, config: PluginConfig): void {
  const own = Number(config.number('ki') !== 0) + Number(config.has('slewmax'));
  const expected = own + Number(ACTIVATED.includes(m.actuator_dyntype[i]));
  const found = m.actuator_actnum[i];
  if (found !== expected) throw new Error(`actuator ${i}: expected actdim="${expected}", found ${found}`);
}

/** Index of the first and last activation. */
const firstAct = (m: Model, i: number) => m.actuator_actadr[i];
const lastAct = (m: Model, i: number) => m.actuator_actadr[i] + m.actuator_actnum[i] - 1;

/** The control, or the activation of the dyntype: present value, or with actearly the next value. */
function target(m: Model, d: Data, i: number, early: boolean): number {
  if (m.actuator_dyntype[i] !== DynType.NONE) return early ? nextActivation(m, d, i) : d.act[lastAct(m, i)];
  const u = m.actuator_ctrladr[i];
  const ctrl = d.ctrl[u];
  if (!m.actuator_ctrllimited[u]) return ctrl;
  return clamp(ctrl, m.actuator_ctrlrange[2 * u], m.actuator_ctrlrange[2 * u + 1]);
}

function nextActivation(m: Model, d: Data, i: number): number {
  const a = lastAct(m, i);
  const h = m.opt.timestep;
  const tau = Math.max(MINVAL, m.actuator_dynprm[NDYN * i]);
  const exact = m.actuator_dyntype[i] === DynType.FILTEREXACT;
  // an exact filter: act + rate tau (1 - exp(-h / tau))
  const next = d.act[a] + (exact ? d.act_dot[a] * tau * (1 - exp(-h / tau)) : d.act_dot[a] * h);
  return m.actuator_actlimited[i] ? clamp(next, m.actuator_actrange[2 * i], m.actuator_actrange[2 * i + 1]) : next;
}

/** Setpoint, limited by the slew rate relative to the last one, if there is one. */
function setpoint(m: Model, d: Data, i: number, { ki, slew }: Controller, early: boolean): number {
  const wanted = target(m, d, i, early);
  if (slew === undefined || d.time <= 0) return wanted;
  const last = d.act[firstAct(m, i) + Number(ki !== 0)];
  return clamp(wanted, last - slew * m.opt.timestep, last + slew * m.opt.timestep);
}

/** Integral of the error at the end of the step. */
function integral(m: Model, d: Data, i: number, error: number, { integralMax }: Controller): number {
  return clamp(d.act[firstAct(m, i)] + error * m.opt.timestep, -integralMax, integralMax);
}

/** Rates that lead to the integral and the setpoint at the end of the step. */
function activationRates(m: Model, d: Data, i: number, controller: Controller): void {
  const ctrl = setpoint(m, d, i, controller, false);
  const error = ctrl - d.actuator_length[m.actuator_outadr[i]];
  let a = firstAct(m, i);
  const lead = (to: number) => {
    d.act_dot[a] = (to - d.act[a]) / m.opt.timestep;
    a++;
  };
  if (controller.ki !== 0) lead(integral(m, d, i, error, controller));
  if (controller.slew !== undefined) lead(ctrl);
}

function force(m: Model, d: Data, i: number, controller: Controller): number {
  const { kp, ki, kd } = controller;
  const o = m.actuator_outadr[i];
  const error = setpoint(m, d, i, controller, m.actuator_actearly[i] !== 0) - d.actuator_length[o];
  const rate = m.actuator_dyntype[i] === DynType.NONE ? 0 : d.act_dot[lastAct(m, i)];
  const sum = ki === 0 ? 0 : integral(m, d, i, error, controller);
  return kp * error + kd * (rate - d.actuator_velocity[o]) + ki * sum;
}

function clamp(x: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, x));
}
