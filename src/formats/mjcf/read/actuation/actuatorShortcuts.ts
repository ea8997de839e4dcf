/** Shortcuts of <actuator> as gain, bias and dynamics of the general actuator. Missing values keep those of the default
 * class, which may itself be a shortcut. */

import { LimitedMode } from '../../../../core/model/enums/spec.ts';
import { BiasType, DynType, GainType } from '../../../../core/model/enums.ts';
import type { Actuator } from '../../../spec/elements/actuation.ts';

/** Numbers of the element; undefined if missing. `numbers` overwrites the given ones. */
export interface ShortcutAttributes {
  number(name: string): number | undefined;
  numbers(name: string, into: number[]): void;
}

/** Sets up an actuator; returns an error message, if any. */
export type Shortcut = (actuator: Actuator, attributes: ShortcutAttributes) => string | undefined;

function setTypes(a: Actuator, dyntype: DynType, gaintype: GainType, biastype: BiasType): void {
  a.dyntype = dyntype;
  a.gaintype = gaintype;
  a.biastype = biastype;
}

const motor: Shortcut = (a) => {
  a.gainprm[0] = 1;
  setTypes(a, DynType.NONE, GainType.FIXED, BiasType.NONE);
  return undefined;
};

/** Damping of a servo: biasprm[2] is -kv, or the damping ratio when positive. */
function setDamping(a: Actuator, attributes: ShortcutAttributes): string | undefined {
  const kv = attributes.number('kv');
  const dampratio = attributes.number('dampratio');
  if (kv !== undefined && dampratio !== undefined) return 'kv and dampratio cannot both be given';
  if (kv !== undefined) {
    if (kv < 0) return `kv cannot be negative, found ${kv}`;
    a.biasprm[2] = -kv;
  }
  if (dampratio !== undefined) {
    if (dampratio < 0) return `dampratio cannot be negative, found ${dampratio}`;
    a.biasprm[2] = dampratio;
  }
  return undefined;
}

function isGivenRange(range: readonly number[]): boolean {
  return range[0] !== 0 || range[1] !== 0;
}

const position: Shortcut = (a, attributes) => {
  const kp = attributes.number('kp') ?? a.gainprm[0]!;
  a.gainprm[0] = kp;
  a.biasprm[1] = -kp;
  const problem = setDamping(a, attributes);
  if (problem) return problem;
  const timeconst = attributes.number('timeconst');
  if (timeconst !== undefined) {
    if (timeconst < 0) return `timeconst cannot be negative, found ${timeconst}`;
    a.dynprm[0] = timeconst;
    a.dyntype = timeconst === 0 ? DynType.NONE : DynType.FILTEREXACT;
  }
  a.inheritrange = attributes.number('inheritrange') ?? a.inheritrange;
  if (a.inheritrange > 0 && isGivenRange(a.ctrlrange)) return 'ctrlrange and inheritrange cannot both be given';
  a.gaintype = GainType.FIXED;
  a.biastype = BiasType.AFFINE;
  return undefined;
};

const intvelocity: Shortcut = (a, attributes) => {
  // errors of the position servo are not reported here, as in MuJoCo; its earlier changes remain
  position(a, attributes);
  a.dyntype = DynType.INTEGRATOR;
  if (a.inheritrange > 0 && isGivenRange(a.actrange)) return 'actrange and inheritrange cannot both be given';
  return undefined;
};

const orientation: Shortcut = (a, attributes) => {
  if (attributes.number('kv') !== undefined && attributes.number('dampratio') !== undefined) {
    return 'kv and dampratio cannot both be given';
  }
  const kp = attributes.number('kp') ?? a.gainprm[0]!;
  a.gainprm[0] = kp;
  a.biasprm[1] = -kp;
  const problem = setDamping(a, attributes);
  if (problem) return problem;
  setTypes(a, DynType.NONE, GainType.SO3, BiasType.SO3);
  return undefined;
};

/** gainprm[0] integral gain, dynprm[0] bound of the integral, dynprm[1] slew rate, -biasprm[1] position gain. */
const pid: Shortcut = (a, attributes) => {
  const inherited = a.dyntype === DynType.PID ? 1 : 0;
  const kp = attributes.number('kp') ?? -a.biasprm[1]!;
  const ki = attributes.number('ki') ?? a.gainprm[0]! * inherited;
  const imax = attributes.number('imax') ?? a.dynprm[0]! * inherited;
  const slewmax = attributes.number('slewmax') ?? a.dynprm[1]! * inherited;
  attributes.numbers('posrange', a.ctrlrange);
  a.biasprm[1] = -kp;
  const problem = setDamping(a, attributes);
  if (problem) return problem;
  if (slewmax < 0) return `slewmax cannot be negative, found ${slewmax}`;
  a.gainprm[0] = ki;
  a.dynprm[1] = slewmax;
  if (ki !== 0) a.dynprm[0] = imax;
  a.inheritrange = attributes.number('inheritrange') ?? a.inheritrange;
  if (a.inheritrange > 0 && isGivenRange(a.ctrlrange)) return 'posrange and inheritrange cannot both be given';
  setTypes(a, ki !== 0 || slewmax !== 0 ? DynType.PID : DynType.NONE, GainType.PID, BiasType.AFFINE);
  return undefined;
};

const velocity: Shortcut = (a, attributes) => {
  const kv = attributes.number('kv') ?? a.gainprm[0]!;
  a.biasprm.fill(0);
  a.gainprm[0] = kv;
  a.biasprm[2] = -kv;
  setTypes(a, DynType.NONE, GainType.FIXED, BiasType.AFFINE);
  return undefined;
};

const damper: Shortcut = (a, attributes) => {
  const kv = attributes.number('kv') ?? (a.gaintype === GainType.AFFINE ? -a.gainprm[2]! : 0);
  a.gainprm.fill(0);
  a.gainprm[2] = -kv;
  a.ctrllimited = LimitedMode.TRUE;
  setTypes(a, DynType.NONE, GainType.AFFINE, BiasType.NONE);
  if (kv < 0) return `kv cannot be negative, found ${kv}`;
  if (a.ctrlrange[0]! < 0 || a.ctrlrange[1]! < 0) return 'ctrlrange of a damper cannot be negative';
  return undefined;
};

const cylinder: Shortcut = (a, attributes) => {
  a.dynprm[0] = attributes.number('timeconst') ?? a.dynprm[0]!;
  const bias = a.biasprm.slice(0, 3);
  attributes.numbers('bias', bias);
  for (let i = 0; i < 3; i++) a.biasprm[i] = bias[i]!;
  a.gainprm[0] = attributes.number('area') ?? a.gainprm[0]!;
  const diameter = attributes.number('diameter') ?? -1;
  if (diameter >= 0) a.gainprm[0] = (Math.PI / 4) * diameter * diameter;
  setTypes(a, DynType.FILTER, GainType.FIXED, BiasType.AFFINE);
  return undefined;
};

/**
 * Muscle parameters as [value for "missing", default]; gainprm = range0 range1 force scale lmin lmax vmax fpmax fvmax.
 */
const MUSCLE_GAIN: readonly (readonly [number, number])[] = [
  [1, 0.75],
  [0, 1.05],
  [0, -1],
  [0, 200],
  [0, 0.5],
  [0, 1.6],
  [0, 1.5],
  [0, 1.3],
  [0, 1.2],
];

const muscle: Shortcut = (a, attributes) => {
  const { dynprm, gainprm } = a;
  const tausmooth = attributes.number('tausmooth') ?? dynprm[2]!;
  if (dynprm[0] === 1) dynprm[0] = 0.01;
  if (dynprm[1] === 0) dynprm[1] = 0.04;
  for (let i = 0; i < 9; i++) if (gainprm[i] === MUSCLE_GAIN[i]![0]) gainprm[i] = MUSCLE_GAIN[i]![1];
  if (tausmooth < 0) return `tausmooth cannot be negative, found ${tausmooth}`;
  dynprm[2] = tausmooth;

  // negative values mean missing
  const timeconst = [-1, -1];
  attributes.numbers('timeconst', timeconst);
  for (let i = 0; i < 2; i++) if (timeconst[i]! >= 0) dynprm[i] = timeconst[i]!;
  const range = [-1, -1];
  attributes.numbers('range', range);
  const values = [
    ...range,
    ...['force', 'scale', 'lmin', 'lmax', 'vmax', 'fpmax', 'fvmax'].map((n) => attributes.number(n) ?? -1),
  ];
  for (let i = 0; i < 9; i++) if (values[i]! >= 0) gainprm[i] = values[i]!;
  for (let i = 0; i < 9; i++) a.biasprm[i] = gainprm[i]!;
  setTypes(a, DynType.MUSCLE, GainType.MUSCLE, BiasType.MUSCLE);
  return undefined;
};

const adhesion: Shortcut = (a, attributes) => {
  const gain = attributes.number('gain') ?? a.gainprm[0]!;
  a.gainprm[0] = gain;
  a.ctrllimited = LimitedMode.TRUE;
  a.gaintype = GainType.FIXED;
  a.biastype = BiasType.NONE;
  if (gain < 0) return `gain cannot be negative, found ${gain}`;
  if (a.ctrlrange[0]! < 0 || a.ctrlrange[1]! < 0) return 'ctrlrange of an adhesion actuator cannot be negative';
  return undefined;
};

/** Motor constant and resistance from constants or nominal values: omega0 = vn Ke / (Ke^2 + R B), tau0 = K vn / R. */
function motorConstants(a: Actuator, attributes: ShortcutAttributes, K0: number, R0: number): { K: number; R: number } {
  const motorconst = [K0, 0];
  const nominal = [0, 0, 0];
  attributes.numbers('motorconst', motorconst);
  attributes.numbers('nominal', nominal);
  let R = attributes.number('resistance') ?? R0;
  const [Kt = 0] = motorconst;
  let Ke = motorconst[1]!;
  const [vn = 0, tau0 = 0, omega0 = 0] = nominal;
  if (vn > 0 && Ke <= 0 && omega0 > 0) {
    const B = a.damping[0]!;
    const ideal = vn / omega0;
    if (B > 0 && R > 0) {
      const discriminant = vn * vn - 4 * R * B * omega0 * omega0;
      Ke = discriminant > 0 ? (vn + Math.sqrt(discriminant)) / (2 * omega0) : ideal;
    } else if (B > 0 && tau0 > 0) {
      const exact = vn / omega0 - (vn * B) / tau0;
      Ke = exact > 0 ? exact : ideal;
    } else {
      Ke = ideal;
    }
  }
  const K = Kt > 0 && Ke > 0 ? Math.sqrt(Kt * Ke) : Kt > 0 ? Kt : Ke;
  if (R === 0 && vn > 0 && tau0 > 0 && K > 0) R = (K * vn) / tau0;
  return { K, R };
}

/** gainprm: R K alpha T0 kp ki kd vmax; dynprm: te dimax RT C Ta sigma0 sigma1 slew imax; biasprm: cogging, friction. */
const dcmotor: Shortcut = (a, attributes) => {
  const { gainprm, dynprm, biasprm } = a;
  const inherited = a.gaintype === GainType.DCMOTOR;
  const from = (value: number | undefined) => (inherited ? (value ?? 0) : 0);
  const saturation = [0, 0, from(dynprm[1])];
  const inductance = [0, from(dynprm[0])];
  const cogging = [from(biasprm[0]), from(biasprm[1]), from(biasprm[2])];
  const controller = [gainprm[4], gainprm[5], gainprm[6], dynprm[7], dynprm[8], gainprm[7]].map(from);
  const thermal = [from(dynprm[2]), from(dynprm[3]), 0, from(gainprm[2]), from(gainprm[3]), from(dynprm[4])];
  const lugre = [dynprm[5], dynprm[6], biasprm[3], biasprm[4], biasprm[5]].map(from);
  const { K, R } = motorConstants(a, attributes, from(gainprm[1]), from(gainprm[0]));
  attributes.numbers('saturation', saturation);
  attributes.numbers('inductance', inductance);
  attributes.numbers('cogging', cogging);
  attributes.numbers('controller', controller);
  attributes.numbers('thermal', thermal);
  attributes.numbers('lugre', lugre);
  if (!(K > 0)) return `the motor constant must be positive, found ${K}`;
  if (!(R > 0)) return `the resistance must be positive, found ${R}`;
  setTypes(a, DynType.DCMOTOR, GainType.DCMOTOR, BiasType.DCMOTOR);
  gainprm[0] = R;
  gainprm[1] = K;
  [gainprm[4], gainprm[5], gainprm[6], dynprm[7], dynprm[8]] = controller as [number, number, number, number, number];
  if (controller[5]! > 0) gainprm[7] = controller[5]!;
  if (saturation[0]! > 0 || saturation[1]! > 0) {
    const torque = saturation[0] === 0 ? K * saturation[1]! : saturation[0]!;
    a.forcerange = [-torque, torque];
    a.forcelimited = LimitedMode.TRUE;
  }
  if (saturation[2]! > 0) dynprm[1] = saturation[2]!;
  for (let i = 0; i < 3; i++) biasprm[i] = cogging[i]!;
  if (inductance[0]! < 0 || inductance[1]! < 0) return 'inductance cannot be negative';
  const te = inductance[0]! > 0 ? inductance[0]! / R : inductance[1]!;
  dynprm[0] = te;

  let actdim = (te > 0 ? 1 : 0) + (controller[3]! > 0 ? 1 : 0) + (controller[1]! > 0 ? 1 : 0);
  if (thermal[0]! > 0 || thermal[1]! > 0 || thermal[2]! > 0) {
    const problem = setThermal(a, thermal);
    if (problem) return problem;
    actdim++;
  }
  if (lugre[0]! > 0) {
    [dynprm[5], dynprm[6], biasprm[3], biasprm[4], biasprm[5]] = lugre as [number, number, number, number, number];
    actdim++;
  }
  gainprm[8] = 0;
  a.actdim = actdim;
  a.actlimited = LimitedMode.FALSE;
  a.actearly = true;
  return undefined;
};

/** Of thermal resistance, capacitance and time constant, two determine the third. */
function setThermal(a: Actuator, thermal: readonly number[]): string | undefined {
  let [resistance = 0, capacitance = 0] = thermal;
  const [, , timeconst = 0, alpha = 0, reference = 0, ambient = 0] = thermal;
  if (timeconst > 0 && resistance > 0 && capacitance === 0) capacitance = timeconst / resistance;
  else if (timeconst > 0 && capacitance > 0 && resistance === 0) resistance = timeconst / capacitance;
  if (!(resistance > 0)) return 'the thermal resistance must be positive';
  if (!(capacitance > 0)) return 'the thermal capacitance must be positive';
  a.dynprm[2] = resistance;
  a.dynprm[3] = capacitance;
  a.dynprm[4] = ambient;
  a.gainprm[2] = alpha;
  a.gainprm[3] = reference;
  return undefined;
}

export const SHORTCUTS: ReadonlyMap<string, Shortcut> = new Map([
  ['motor', motor],
  ['position', position],
  ['velocity', velocity],
  ['intvelocity', intvelocity],
  ['orientation', orientation],
  ['pid', pid],
  ['damper', damper],
  ['cylinder', cylinder],
  ['muscle', muscle],
  ['adhesion', adhesion],
  ['dcmotor', dcmotor],
]);
