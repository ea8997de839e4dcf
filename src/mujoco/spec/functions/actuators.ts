/**
 * `mjs_setToMotor` and similar: the actuator shortcuts of MJCF with positional parameters. They return '' or an error
 * message.
 */

import { SHORTCUTS } from '../../../formats/mjcf/read/actuation/actuatorShortcuts.ts';
import type { Actuator } from '../../../formats/spec/elements/actuation.ts';
import { type Input, toInput } from '../../base/buffers.ts';
import { expectHandle } from '../classes/classes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values of a parameter: one, several, or undefined for null. */
function toNumbers(value: unknown): number[] | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return [value];
  const numbers = toInput(value as Input, 'd');
  return numbers && numbers.length > 0 ? Array.from(numbers) : undefined;
}

function apply(tag: string, name: string, actuator: unknown, getValues: (a: Actuator) => Values): string {
  const { raw } = expectHandle<Actuator>(name, actuator, 'MjsActuator');
  const values = getValues(raw);
  const shortcut = SHORTCUTS.get(tag);
  const problem = shortcut?.(raw, {
    number: (key) => toNumbers(values[key])?.[0],
    numbers: (key, into) => {
      toNumbers(values[key])?.forEach((x, i) => {
        into[i] = x;
      });
    },
  });
  return problem ?? '';
}

type Call = (...args: unknown[]) => unknown;

/** A function with these parameters after the actuator. */
function setTo(title: string, tag: string, names: readonly string[]): [string, Call] {
  const name = `mjs_setTo${title}`;
  return [
    name,
    (actuator, ...args) => apply(tag, name, actuator, () => Object.fromEntries(names.map((key, i) => [key, args[i]]))),
  ];
}

/** The same with the inputs of the actuator as last parameter. */
function withInputs(
  title: string,
  tag: string,
  names: readonly string[],
  rest: (a: Actuator) => Values,
): [string, Call] {
  const name = `mjs_setTo${title}`;
  return [
    name,
    (actuator, ...args) => {
      const given = Object.fromEntries(names.map((key, i) => [key, args[i] ?? undefined]));
      const problem = apply(tag, name, actuator, (a) => {
        const filled = Object.entries(rest(a)).map(([key, value]) => [key, given[key] ?? value]);
        return { ...given, ...Object.fromEntries(filled) };
      });
      const { raw } = expectHandle<Actuator>(name, actuator, 'MjsActuator');
      if (problem === '') raw.ctrlspec = Number(args[names.length] ?? 0);
      return problem;
    },
  ];
}

const SERVO = ['kp', 'kv', 'dampratio', 'timeconst', 'inheritrange'];
const MUSCLE = ['timeconst', 'tausmooth', 'range', 'force', 'scale', 'lmin', 'lmax', 'vmax', 'fpmax', 'fvmax'];
const MOTOR = 'motorconst resistance nominal saturation inductance cogging controller thermal lugre'.split(' ');
/** Defaults of DC motor parameters. */
const NO_MOTOR = {
  motorconst: [0, 0],
  nominal: [0, 0, 0],
  saturation: [0, 0, 0],
  inductance: [0, 0],
  cogging: [0, 0, 0],
  controller: [0, 0, 0, 0, 0, 0],
  thermal: [0, 0, 0, 0, 0, 0],
  lugre: [0, 0, 0, 0, 0],
};

export const actuatorFunctions: Record<string, Call> = Object.fromEntries([
  setTo('Motor', 'motor', []),
  setTo('Position', 'position', SERVO),
  setTo('IntVelocity', 'intvelocity', SERVO),
  setTo('Velocity', 'velocity', ['kv']),
  setTo('Damper', 'damper', ['kv']),
  setTo('Cylinder', 'cylinder', ['timeconst', 'bias', 'area', 'diameter']),
  setTo('Muscle', 'muscle', MUSCLE),
  setTo('Adhesion', 'adhesion', ['gain']),
  withInputs('Orientation', 'orientation', ['kp', 'kv', 'dampratio'], () => ({})),
  withInputs('PID', 'pid', ['kp', 'kv', 'dampratio', 'ki', 'imax', 'slewmax', 'inheritrange'], (a) => ({
    ki: 0,
    imax: a.dynprm[0],
    slewmax: 0,
  })),
  withInputs('DCMotor', 'dcmotor', MOTOR, () => NO_MOTOR),
]);
