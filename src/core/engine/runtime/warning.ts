/** Warnings: counted in the Data, reported as text the first time. */
import { expectNumber } from '../../expect.ts';
import type { Data } from '../../model/data.ts';
import { Integrator, ObjType, Warning } from '../../model/enums.ts';
import { checkFits, expectModel } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { id2name } from '../../model/names/names.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { modelCallbacks } from './callbacks.ts';
import { modelHandle, publicData } from './withEngine.ts';

/** Count a warning; `info` is the index of its object. The first of its kind is reported. */
export function warn(m: Model, d: Data, kind: Warning, info: number): void {
  d.warning_lastinfo[kind] = info;
  if (d.warning_number[kind]++ > 0) return;
  emitWarning(m, d, () => `${describeWarning(m, kind, info)} Time = ${d.time.toFixed(4)}.`);
}

/** Models whose warnings are not printed: the caller reads them from the `Data`. */
const suppressed = new WeakSet<Model>();

/** Count warnings of this Model, but do not print them. */
export function suppressConsoleWarnings(m: Model): void {
  suppressed.add(m);
}

/** Maximum number of printed warnings per Model: a model that is reset after every step would print one line per
 *  step. */
const MAX_LINES = 20;
const lines = new WeakMap<Model, number>();

function emitWarning(m: Model, d: Data, text: () => string): void {
  const { warning } = modelCallbacks(m);
  if (warning) warning(text(), modelHandle(m), publicData(d));
  else if (!suppressed.has(modelHandle(m))) print(modelHandle(m), text);
}

function print(m: Model, text: () => string): void {
  const count = (lines.get(m) ?? 0) + 1;
  if (count > MAX_LINES) return;
  lines.set(m, count);
  console.warn(text());
  if (count === MAX_LINES) {
    console.warn('Further warnings of this model are suppressed. Set `model.callbacks.warning` to receive them all.');
  }
}

/** Count a solve that stopped at its iteration limit; the first since the last reset goes to the callback. MuJoCo has
 *  no such warning and the result is usable, so nothing is printed. */
export function warnUnconverged(m: Model, d: Data): void {
  if (d.solver_unconverged++ > 0) return;
  modelCallbacks(m).warning?.(
    `${describeIterationLimit(m)} Time = ${d.time.toFixed(4)}.`,
    modelHandle(m),
    publicData(d),
  );
}

function describeIterationLimit(m: Model): string {
  return `The constraint solver did not converge within its limit of ${m.opt.iterations} iterations.`;
}

/** Describe the solves that did not converge since the last reset; undefined if all did.
 *
 *  ```ts
 *  const text = describeUnconverged(m, d);
 *  if (text) console.log(text);
 *  ``` */
export function describeUnconverged(m: Model, d: Data): string | undefined {
  const { solver_unconverged } = checkFits('describeUnconverged', m, d);
  return solver_unconverged > 0 ? `${describeIterationLimit(m)} (${solver_unconverged} times)` : undefined;
}

/** Warn, once until the next reset, that nothing falls asleep with RK4. MuJoCo has no such warning. */
export function warnNoSleepUnderRK4(m: Model, d: Data): void {
  if (d.work_sleep_int[SleepSlot.RK4_WARNED]++ > 0) return;
  emitWarning(
    m,
    d,
    () => 'Sleeping is not supported with the RK4 integrator. Use another integrator or disable the sleep flag.',
  );
}

/** Describe a warning. Bad values of the state are named by joint and body.
 *
 *  @example
 *  console.log(describeWarning(m, Warning.BADQVEL, 0)); // -> NaN, infinite or huge value in qvel[0], joint 'j' of body 'arm'. The simulation is unstable. */
export function describeWarning(m: Model, kind: Warning, info: number): string {
  expectModel('describeWarning', m);
  expectNumber('describeWarning: info', info);
  switch (kind) {
    case Warning.INERTIA:
      return `The inertia matrix is not positive definite at ${dofName(m, info)}: check ${inertiaParts(m)}.`;
    case Warning.CONTACTFULL:
      return `Too many contacts: the capacity is ${info}.`;
    case Warning.CNSTRFULL:
      return `Too many constraint rows: the capacity is ${info}.`;
    case Warning.BADQPOS:
      return `NaN, infinite or huge value in qpos[${info}], ${qposName(m, info)}. The simulation is unstable.`;
    case Warning.BADQVEL:
      return `NaN, infinite or huge value in qvel[${info}], ${dofName(m, info)}. The simulation is unstable.`;
    case Warning.BADQACC:
      return `NaN, infinite or huge value in qacc[${info}], ${dofName(m, info)}. The simulation is unstable.`;
    case Warning.BADCTRL:
      return `NaN, infinite or huge value in ctrl[${info}], ${ctrlName(m, info)}. All controls are treated as 0.`;
  }
}

/** Describes the terms of the matrix that the solver and the integrator factor. */
function inertiaParts(m: Model): string {
  switch (m.opt.integrator) {
    case Integrator.IMPLICIT:
    case Integrator.IMPLICITFAST:
      return 'masses, inertias and forces that grow with velocity, which the implicit integrator adds to it';
    case Integrator.DISCRETE:
      return 'masses, inertias, damping and stiffness, which the discrete integrator adds to it';
    default:
      return 'masses, inertias and damping';
  }
}

function qposName(m: Model, q: number): string {
  let j = m.njnt - 1;
  while (j > 0 && m.jnt_qposadr[j] > q) j--;
  return jointName(m, j);
}

function dofName(m: Model, i: number): string {
  return jointName(m, m.dof_jntid[i]);
}

function jointName(m: Model, j: number): string {
  const body = m.jnt_bodyid[j];
  return `joint ${quoted(m, ObjType.JOINT, j)} of body ${quoted(m, ObjType.BODY, body)}`;
}

function ctrlName(m: Model, u: number): string {
  let i = 0;
  while (i < m.nactuator - 1 && m.actuator_ctrladr[i + 1] <= u) i++;
  return `actuator ${quoted(m, ObjType.ACTUATOR, i)}`;
}

function quoted(m: Model, type: ObjType, id: number): string {
  const name = id2name(m, type, id);
  return name === undefined ? `${id}` : `'${name}'`;
}

/** Describe every warning that a `Data` has counted, with its count.
 *
 *  @example
 *  step(m, d, 100);
 *  for (const text of describeWarnings(m, d)) console.log(text); */
export function describeWarnings(m: Model, d: Data): string[] {
  const { warning_number, warning_lastinfo } = checkFits('describeWarnings', m, d);
  return Object.values(Warning)
    .filter((kind) => warning_number[kind] > 0)
    .map((kind) => `${describeWarning(m, kind, warning_lastinfo[kind])} (${warning_number[kind]} times)`);
}
