/** Entering the pipeline: what is checked before anything is written, and what is put right when something fails. */
import { BLOCK, PLAIN } from '../../model/block/block.ts';
import type { DataBlock } from '../../model/block/dataBlock.ts';
import { modelLayout } from '../../model/block/layout.ts';
import type { Data } from '../../model/data.ts';
import { Cone, Integrator, JacobianType, Solver } from '../../model/enums.ts';
import type { Options } from '../../model/fields/index.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { isPlain } from './engine.ts';

/** Run a part of the pipeline on a Data. `work` gets what the engine works on.
 *  @throws TypeError or RangeError before anything is written, if Model, Data or options are not fit for it */
export function withEngine<T>(caller: string, m: Model, d: Data, work: (m: Model, d: Data) => T): T {
  const b = enterEngine(caller, m, d);
  try {
    return work(engineModel(m), b);
  } catch (error) {
    throw explainTrap(error);
  } finally {
    leaveEngine(b);
  }
}

/** The check at the beginning of `withEngine`, for those who have arguments of their own; `leaveEngine` must follow. */
export function enterEngine(caller: string, m: Model, d: Data): Data {
  const b = checkFits(caller, m, d);
  markBusy(caller, m, b[BLOCK]);
  return engineData(m, b);
}

/** The same for what the engine works on of a Data that is known to fit. */
export function markBusy(caller: string, m: Model, b: DataBlock): void {
  if (b.busy !== 0) throw new Error(`${caller}: this Data is being stepped; its callbacks cannot do this to it`);
  checkOptions(m);
  b.busy = 1;
}

/** What the engine of a Model works on of a Data. */
export function engineData(m: Model, d: Data): Data {
  return isPlain(m.stages) ? (d[PLAIN] as Data) : d;
}

/** What the engine works on of a Model. */
export function engineModel(m: Model): Model {
  return isPlain(m.stages) ? (m[PLAIN] as Model) : m;
}

export function leaveEngine(b: Data): void {
  b[BLOCK].busy = 0;
}

/** The Model that users know, for callbacks. */
export function modelHandle(m: Model): Model {
  return m[BLOCK].handle;
}

/** The Data that users know, for callbacks. */
export function publicData(d: Data): Data {
  return d[BLOCK].handle;
}

/** Where the header of a Model has the options that are looked at before every call: accessors would take as long as a small
 *  stage does. */
const at = (option: string) => modelLayout.scalar.get(`opt.${option}`)!.offset;
const INTEGRATOR = at('integrator') >> 2;
const SOLVER = at('solver') >> 2;
const CONE = at('cone') >> 2;
const JACOBIAN = at('jacobian') >> 2;
const TIMESTEP = at('timestep') >> 3;

/** @throws RangeError for options that no stage has an answer to */
function checkOptions(m: Model): void {
  const { i32, f64 } = m[BLOCK];
  const fine =
    upTo(i32[INTEGRATOR], Integrator.IMPLICITSPRINGDAMPER) &&
    upTo(i32[SOLVER], Solver.NEWTON) &&
    upTo(i32[CONE], Cone.ELLIPTIC) &&
    upTo(i32[JACOBIAN], JacobianType.AUTO) &&
    Number.isFinite(f64[TIMESTEP]);
  if (!fine) throw badOption(m.opt);
}

/** Whether an integer is one of 0 .. last: as unsigned, negative ones are large. */
function upTo(value: number, last: number): boolean {
  return value >>> 0 <= last;
}

function badOption({ integrator, solver, cone, jacobian, timestep }: Options): RangeError {
  if (!upTo(integrator, Integrator.IMPLICITSPRINGDAMPER)) {
    return outOfRange('integrator', Integrator, integrator);
  }
  if (!upTo(solver, Solver.NEWTON)) return outOfRange('solver', Solver, solver);
  if (!upTo(cone, Cone.ELLIPTIC)) return outOfRange('cone', Cone, cone);
  if (!upTo(jacobian, JacobianType.AUTO)) return outOfRange('jacobian', JacobianType, jacobian);
  return new RangeError(`opt.timestep: expected a number, found ${timestep}`);
}

function outOfRange(name: string, values: Record<string, number>, found: number): RangeError {
  const list = Object.entries(values).map(([word, value]) => `${value} (${word})`);
  return new RangeError(`opt.${name}: expected ${list.join(', ')}, found ${found}`);
}

/** A trap of the compiled engine says nothing to a user. It comes from index arrays of the Model that lead nowhere. */
export function explainTrap(error: unknown): unknown {
  if (typeof WebAssembly === 'undefined' || !(error instanceof WebAssembly.RuntimeError)) return error;
  const text =
    'the engine was led outside of its memory: an array of the Model that holds indices or addresses (such as ' +
    'jnt_qposadr or body_parentid) has numbers that do not fit its sizes';
  return new RangeError(text, { cause: error });
}
