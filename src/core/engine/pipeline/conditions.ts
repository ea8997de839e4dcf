/** Conditions and arguments of the steps in `steps.table.ts`. */
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { RunMode } from './runMode.ts';

/** @inline */
export function hasFlex(m: Model): boolean {
  return m.nflex > 0;
}

/** Whether the metric of the solver can be another than M, or was in the last step.
 *  @inline */
export function mayHaveMetric(m: Model, d: Data): boolean {
  return m.nflex > 0 || isDiscrete(m) || d.efm_active !== 0;
}

/** Whether the metric of the solver is another than M.
 *  @inline */
export function hasMetric(d: Data): boolean {
  return d.efm_active !== 0;
}

/** @inline */
export function isDiscrete(m: Model): boolean {
  return m.opt.integrator === Integrator.DISCRETE;
}

/** @inline */
export function runsSensors(mode: int): boolean {
  return (mode & RunMode.SKIP_SENSOR) === 0;
}

/** Whether the flag `energy` is on and no sensor has computed kinetic energy.
 *  @inline */
export function needsKineticEnergy(m: Model, d: Data): boolean {
  return (m.opt.enableflags & Enable.ENERGY) !== 0 && d.flg_energyvel === 0;
}

/** @inline */
export function comparesInverse(m: Model): boolean {
  return (m.opt.enableflags & Enable.FWDINV) !== 0;
}

/** RK4 too: `step2` with RK4 falls back to Euler.
 *  @inline */
export function usesEuler(m: Model): boolean {
  const { integrator } = m.opt;
  return integrator === Integrator.EULER || integrator === Integrator.RK4;
}

/** @inline */
export function usesImplicit(m: Model): boolean {
  const { integrator } = m.opt;
  return integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
}

/** @inline */
export function usesSpringDamper(m: Model): boolean {
  return m.opt.integrator === Integrator.IMPLICITSPRINGDAMPER;
}

/** 1 if the integrator reuses its last factorization.
 *  @inline */
export function skipFactor(mode: int): int {
  return (mode & RunMode.SKIP_FACTOR) !== 0 ? 1 : 0;
}

/** 1 if the state advances at the weighted rates of Runge-Kutta.
 *  @inline */
export function rk4Rates(mode: int): int {
  return (mode & RunMode.RK4_RATES) !== 0 ? 1 : 0;
}
