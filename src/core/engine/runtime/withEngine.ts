/** Enters and leaves the engine: checks before anything is written, a lock per `Data`, and explained traps. */
import { BLOCK, PLAIN } from '../../model/block/block.ts';
import type { DataBlock } from '../../model/block/dataBlock.ts';
import { modelLayout } from '../../model/block/layout.ts';
import type { Data } from '../../model/data.ts';
import { Cone, Integrator, JacobianType, Solver } from '../../model/enums.ts';
import type { Options } from '../../model/fields/index.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { isPlain } from './engine.ts';

/** Run a part of the pipeline on a `Data`. `work` receives the Model and the `Data` of the engine.
 *  @throws TypeError or RangeError before anything is written, if Model, `Data` or options are invalid */
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

/** The checks of `withEngine`, for callers that avoid a closure; `leaveEngine` must follow. */
export function enterEngine(caller: string, m: Model, d: Data): Data {
  const b = checkFits(caller, m, d);
  markBusy(caller, m, b[BLOCK]);
  return engineData(m, b);
}

/** Locks the `Data`, which must fit the Model. */
export function markBusy(caller: string, m: Model, b: DataBlock): void {
  if (b.busy !== 0) throw new Error(`${caller}: not allowed from a callback: this Data is being stepped`);
  checkOptions(m);
  b.busy = 1;
}

/** The `Data` as the engine of the Model accesses it. */
export function engineData(m: Model, d: Data): Data {
  return isPlain(m.stages) ? (d[PLAIN] as Data) : d;
}

/** The Model as its engine accesses it. */
export function engineModel(m: Model): Model {
  return isPlain(m.stages) ? (m[PLAIN] as Model) : m;
}

/** Unlocks the `Data`. */
export function leaveEngine(b: Data): void {
  b[BLOCK].busy = 0;
}

/** The public Model, for callbacks. */
export function modelHandle(m: Model): Model {
  return m[BLOCK].handle;
}

/** The public `Data`, for callbacks. */
export function publicData(d: Data): Data {
  return d[BLOCK].handle;
}

/** Header offsets of the options that every call checks: accessors would cost as much as a small stage. */
const at = (option: string) => modelLayout.scalar.get(`opt.${option}`)!.offset;
const INTEGRATOR = at('integrator') >> 2;
const SOLVER = at('solver') >> 2;
const CONE = at('cone') >> 2;
const JACOBIAN = at('jacobian') >> 2;
const TIMESTEP = at('timestep') >> 3;

/** Checks the options.
 *  @throws RangeError for options that no stage supports */
function checkOptions(m: Model): void {
  const { i32, f64 } = m[BLOCK];
  const fine =
    isIntegrator(i32[INTEGRATOR]) &&
    upTo(i32[SOLVER], Solver.NEWTON) &&
    upTo(i32[CONE], Cone.ELLIPTIC) &&
    upTo(i32[JACOBIAN], JacobianType.AUTO) &&
    Number.isFinite(f64[TIMESTEP]);
  if (!fine) throw badOption(m.opt);
}

/** MuJoCo's integrators have consecutive values; ours has a distant one. */
function isIntegrator(value: number): boolean {
  return upTo(value, Integrator.DISCRETE) || value === Integrator.IMPLICITSPRINGDAMPER;
}

/** True if an integer is in [0, last]: as unsigned, negative ones are large. */
function upTo(value: number, last: number): boolean {
  return value >>> 0 <= last;
}

function badOption({ integrator, solver, cone, jacobian, timestep }: Options): RangeError {
  if (!isIntegrator(integrator)) return outOfRange('integrator', Integrator, integrator);
  if (!upTo(solver, Solver.NEWTON)) return outOfRange('solver', Solver, solver);
  if (!upTo(cone, Cone.ELLIPTIC)) return outOfRange('cone', Cone, cone);
  if (!upTo(jacobian, JacobianType.AUTO)) return outOfRange('jacobian', JacobianType, jacobian);
  return new RangeError(`opt.timestep: expected a number, found ${timestep}`);
}

function outOfRange(name: string, values: Record<string, number>, found: number): RangeError {
  const list = Object.entries(values).map(([word, value]) => `${value} (${word})`);
  return new RangeError(`opt.${name}: expected ${list.join(', ')}, found ${found}`);
}

/** Converts a trap of the compiled engine to an error that names its cause: invalid values in index arrays of the
 *  Model. */
export function explainTrap(error: unknown): unknown {
  if (typeof WebAssembly === 'undefined' || !(error instanceof WebAssembly.RuntimeError)) return error;
  const text =
    'out-of-bounds access in the compiled engine: an index array of the Model (such as jnt_qposadr or body_parentid) ' +
    'contains values outside its range';
  return new RangeError(text, { cause: error });
}
