/** Observations of policies, composed of the terms that deployments commonly list. */
import {
  expectFinite,
  expectFunction,
  expectInteger,
  expectNumber,
  expectNumbers,
  expectObject,
  expectString,
  found,
} from '../core/expect.ts';
import { cos, sin } from '../core/math/elementary/trig.ts';
import type { Data } from '../core/model/data.ts';
import { JointType, ObjType } from '../core/model/enums.ts';
import type { Model } from '../core/model/model.ts';
import { name2id } from '../core/model/names/names.ts';
import { objectVelocity } from '../core/query/motion.ts';

/** Inputs of terms besides the simulation. */
export interface ObservationContext {
  /** The last action of the policy; initially zeros. */
  readonly lastAction: ArrayLike<number>;
}

/** A part of an observation, bound to a Model. */
export interface BoundTerm {
  readonly size: number;
  /** Write its values to `out`, starting at `at`. */
  write(d: Data, out: Float64Array, at: number, context: ObservationContext): void;
}

/** A part of an observation: binds to a Model and the number of actions, which determine its size. */
export type Term = (m: Model, actions: number) => BoundTerm;

/** A term multiplied by a factor, for policies trained on scaled observations.
 *
 *  @example
 *  console.log(scaled(jointVelocities(), 0.05)(m, 1).size); // -> 1 */
export function scaled(term: Term, factor: number): Term {
  expectFunction('term', term);
  expectNumber('factor', factor);
  return (m, actions) => {
    const bound = term(m, actions);
    return {
      size: bound.size,
      write(d, out, at, context) {
        bound.write(d, out, at, context);
        for (let k = 0; k < bound.size; k++) out[at + k] *= factor;
      },
    };
  };
}

/** The direction of gravity in the frame of a body: (0, 0, -1) when upright.
 *
 *  @example
 *  console.log(projectedGravity('arm')(m, 1).size); // -> 3 */
export function projectedGravity(body: string): Term {
  expectString('body', body);
  return (m) => {
    const at9 = 9 * expectId(m, ObjType.BODY, body);
    return {
      size: 3,
      write(d, out, at) {
        // minus the last row of the rotation from body to world
        for (let k = 0; k < 3; k++) out[at + k] = -d.xmat[at9 + 6 + k];
      },
    };
  };
}

/** Angular velocity of a body in its own frame, like a gyroscope.
 *
 *  @example
 *  console.log(angularVelocity('arm')(m, 1).size); // -> 3 */
export function angularVelocity(body: string): Term {
  return velocityOf(body, 0);
}

/** Linear velocity of a body in its own frame.
 *
 *  @example
 *  console.log(linearVelocity('arm')(m, 1).size); // -> 3 */
export function linearVelocity(body: string): Term {
  return velocityOf(body, 3);
}

function velocityOf(body: string, from: 0 | 3): Term {
  expectString('body', body);
  return (m) => {
    const id = expectId(m, ObjType.BODY, body);
    const velocity = new Float64Array(6);
    return {
      size: 3,
      write(d, out, at) {
        objectVelocity(m, d, ObjType.XBODY, id, velocity, true);
        for (let k = 0; k < 3; k++) out[at + k] = velocity[from + k];
      },
    };
  };
}

/** Positions of hinges and slides, relative to an optional stance (default: all of them, in model order).
 *
 *  @example
 *  console.log(jointPositions(['j'], [0.3])(m, 1).size); // -> 1 */
export function jointPositions(names?: readonly string[], stance?: ArrayLike<number>): Term {
  expectNames('joints', names);
  if (stance !== undefined) expectNumbers('stance', stance);
  return (m) => {
    const joints = jointsOf(m, names);
    if (stance !== undefined && stance.length !== joints.length) {
      throw new RangeError(`jointPositions: expected a stance of ${joints.length} numbers, found ${stance.length}`);
    }
    const from = joints.map((j) => m.jnt_qposadr[j]);
    return gather(from, (d, i, k) => d.qpos[i] - (stance?.[k] ?? 0));
  };
}

/** Velocities of hinges and slides (default: all of them, in model order).
 *
 *  @example
 *  console.log(jointVelocities()(m, 1).size); // -> 1 */
export function jointVelocities(names?: readonly string[]): Term {
  expectNames('joints', names);
  return (m) => {
    const from = jointsOf(m, names).map((j) => m.jnt_dofadr[j]);
    return gather(from, (d, i) => d.qvel[i]);
  };
}

/** The reading of a sensor, by name.
 *
 *  @example
 *  const named = modelFromXml('<mujoco><sensor><clock name="c"/></sensor></mujoco>');
 *  console.log(sensor('c')(named, 1).size); // -> 1 */
export function sensor(name: string): Term {
  expectString('sensor', name);
  return (m) => {
    const id = expectId(m, ObjType.SENSOR, name);
    const from = Array.from({ length: m.sensor_dim[id] }, (_, k) => m.sensor_adr[id] + k);
    return gather(from, (d, i) => d.sensordata[i]);
  };
}

/** The last action of the policy. */
export const lastAction: Term = (_, actions) => ({
  size: actions,
  write(_d, out, at, context) {
    for (let k = 0; k < actions; k++) out[at + k] = context.lastAction[k];
  },
});

/** Values set by the program, such as a commanded velocity; read at every observation.
 *
 *  @example
 *  const velocity = [0.5, 0, 0];
 *  const term = command(velocity); // its values may change at any time
 *  console.log(term(m, 1).size); // -> 3 */
export function command(numbers: ArrayLike<number>): Term {
  expectNumbers('command', numbers);
  return () => gather([...Array(numbers.length).keys()], (_, k) => numbers[k]);
}

/** Sine and cosine of a phase that follows simulation time, used by policies as a gait clock.
 *
 *  @param frequency in Hz
 *  @example
 *  console.log(clock(2.5)(m, 1).size); // -> 2 */
export function clock(frequency: number): Term {
  expectFinite('frequency', frequency);
  return () => ({
    size: 2,
    write(d, out, at) {
      const phase = 2 * Math.PI * frequency * d.time;
      out[at] = sin(phase);
      out[at + 1] = cos(phase);
    },
  });
}

/** Concatenates all terms. */
export function observationOf(m: Model, terms: readonly Term[], actions: number): BoundTerm {
  if (!Array.isArray(terms)) throw new TypeError(`observation: expected an array of terms, found ${found(terms)}`);
  const bound = Array.from(terms as readonly Term[], (term, k) => {
    const made = expectFunction(`observation[${k}]`, term)(m, actions);
    expectInteger(
      `observation[${k}]: size`,
      expectObject(`observation[${k}]: result of the term`, made).size,
      0,
      2 ** 20,
    );
    expectFunction(`observation[${k}]: write`, made.write);
    return made;
  });
  const size = bound.reduce((sum, term) => sum + term.size, 0);
  return {
    size,
    write(d, out, at, context) {
      let next = at;
      for (const term of bound) {
        term.write(d, out, next, context);
        next += term.size;
      }
    },
  };
}

function gather(from: readonly number[], read: (d: Data, i: number, k: number) => number): BoundTerm {
  return {
    size: from.length,
    write(d, out, at) {
      for (let k = 0; k < from.length; k++) out[at + k] = read(d, from[k], k);
    },
  };
}

/** @throws TypeError if names are given but not a list */
export function expectNames(what: string, names: readonly string[] | undefined): void {
  if (names === undefined) return;
  if (!Array.isArray(names)) throw new TypeError(`${what}: expected an array of names, found ${found(names)}`);
  for (let k = 0; k < names.length; k++) expectString(`${what}[${k}]`, names[k]);
}

/** Ids of the named joints, which must have one position each (default: all such joints). */
export function jointsOf(m: Model, names?: readonly string[]): number[] {
  const single = (j: number) => m.jnt_type[j] === JointType.HINGE || m.jnt_type[j] === JointType.SLIDE;
  if (names === undefined) return [...Array(m.njnt).keys()].filter(single);
  return names.map((name) => {
    const j = expectId(m, ObjType.JOINT, name);
    if (!single(j)) throw new RangeError(`joint '${name}': expected a hinge or a slide`);
    return j;
  });
}

const kinds: ReadonlyMap<ObjType, string> = new Map([
  [ObjType.BODY, 'body'],
  [ObjType.JOINT, 'joint'],
  [ObjType.SENSOR, 'sensor'],
  [ObjType.ACTUATOR, 'actuator'],
]);

/** @throws RangeError with the missing name */
export function expectId(m: Model, type: ObjType, name: string): number {
  const id = name2id(m, type, name);
  if (id < 0) throw new RangeError(`the model has no ${kinds.get(type)} '${name}'`);
  return id;
}
