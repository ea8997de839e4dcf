/** Entering the pipeline: what is checked before anything is written, and what is put right when something fails. */
import { INSIDE, PLAIN } from '../../model/block/block.ts';
import type { Data } from '../../model/data.ts';
import { Cone, Integrator, JacobianType, Solver } from '../../model/enums.ts';
import { fitting } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { isPlain } from './engine.ts';

/** Run a part of the pipeline on a Data. `work` gets what the engine works on.
 *  @throws TypeError or RangeError before anything is written, if Model, Data or options are not fit for it */
export function run<T>(caller: string, m: Model, d: Data, work: (m: Model, d: Data) => T): T {
  const b = begin(caller, m, d);
  try {
    return work(engineModel(m), b);
  } catch (error) {
    throw inWords(error);
  } finally {
    end(b);
  }
}

/** The check at the beginning of `run`, for those who have arguments of their own; `end` must follow. */
export function begin(caller: string, m: Model, d: Data): Data {
  const b = fitting(caller, m, d);
  if (b[INSIDE].busy !== 0)
    throw new Error(`${caller}: this Data is being stepped; its callbacks cannot do this to it`);
  checkOptions(m);
  b[INSIDE].busy = 1;
  return engineData(m, b);
}

/** What the engine of a Model works on of a Data. */
export function engineData(m: Model, d: Data): Data {
  return isPlain(m.stages) ? (d[PLAIN] as Data) : d;
}

/** What the engine works on of a Model. */
export function engineModel(m: Model): Model {
  return isPlain(m.stages) ? (m[PLAIN] as Model) : m;
}

export function end(b: Data): void {
  b[INSIDE].busy = 0;
}

/** The Model that users know, for callbacks. */
export function modelHandle(m: Model): Model {
  return m[INSIDE].handle;
}

/** The Data that users know, for callbacks. */
export function handleOf(d: Data): Data {
  return d[INSIDE].handle;
}

/** @throws RangeError for options that no stage has an answer to */
function checkOptions(m: Model): void {
  const { opt } = m;
  if (!(opt.integrator >= Integrator.EULER && opt.integrator <= Integrator.IMPLICITSPRINGDAMPER)) {
    throw outOfRange('integrator', Integrator, opt.integrator);
  }
  if (!(opt.solver >= Solver.PGS && opt.solver <= Solver.NEWTON)) throw outOfRange('solver', Solver, opt.solver);
  if (!(opt.cone >= Cone.PYRAMIDAL && opt.cone <= Cone.ELLIPTIC)) throw outOfRange('cone', Cone, opt.cone);
  if (!(opt.jacobian >= JacobianType.DENSE && opt.jacobian <= JacobianType.AUTO)) {
    throw outOfRange('jacobian', JacobianType, opt.jacobian);
  }
  if (!Number.isFinite(opt.timestep)) throw new RangeError(`opt.timestep: expected a number, found ${opt.timestep}`);
}

function outOfRange(name: string, values: Record<string, number>, found: number): RangeError {
  const list = Object.entries(values).map(([word, value]) => `${value} (${word})`);
  return new RangeError(`opt.${name}: expected ${list.join(', ')}, found ${found}`);
}

/** A trap of the compiled engine says nothing to a user. It comes from index arrays of the Model that lead nowhere. */
export function inWords(error: unknown): unknown {
  if (typeof WebAssembly === 'undefined' || !(error instanceof WebAssembly.RuntimeError)) return error;
  const text =
    'the engine was led outside of its memory: an array of the Model that holds indices or addresses (such as ' +
    'jnt_qposadr or body_parentid) has numbers that do not fit its sizes';
  return new RangeError(text, { cause: error });
}
