/** Differential inverse kinematics: the velocity that brings tasks closer to their targets within limits. */
import { expectFinite, expectObject, found } from '../../core/expect.ts';
import { Configuration } from './configuration.ts';
import { NoSolutionError } from './errors.ts';
import { expectFitting } from './expect.ts';
import { ConfigurationLimit } from './limits/configurationLimit.ts';
import type { Limit } from './limits/limit.ts';
import { type QpProblem, RowState } from './qp/problem.ts';
import { QpSolver } from './qp/solver.ts';
import { type RowOwner, Rows } from './rows.ts';
import type { Task } from './tasks/task.ts';

/** Options of a step besides its tasks. */
export interface SolveOptions {
  /** Limits (default: the ranges of the joints). */
  limits?: readonly Limit[];
  /** Tasks that hold exactly: J dq = -gain e. */
  constraints?: readonly Task[];
  /** Tasks that hold exactly while they can, and otherwise yield as little as possible: their weighted error is penalized
   *  by its absolute value. */
  elastic?: readonly Task[];
  /** Weight of that penalty (default: 1000). */
  penalty?: number;
  /** Tasks for the null space of the others, which they do not affect. */
  nullSpace?: readonly Task[];
  /** Weight of |dq|^2 / 2, which makes the solution unique (default: 1e-8). */
  damping?: number;
  /** Throw if a joint is outside its range, instead of moving it back (default: false). */
  safetyBreak?: boolean;
  /** Output buffer for the velocity (default: an array that the next solve overwrites). */
  out?: Float64Array;
}

/** The quadratic program of a step, in dq = velocity dt: minimum of 1/2 dq'H dq + c'dq with lower <= (dq, A dq) <= upper. */
export interface IkProblem extends QpProblem {
  /** Names the limit or task of a row: of [0, n) for bounds of dq, of n + k for row k of A. */
  describe(row: number): readonly string[];
}

/** Times of the parts of a solve, for profiling. */
export interface SolveTimes {
  jacobians: number;
  limits: number;
  assembly: number;
  qp: number;
}

/** Arrays of the solves of one configuration. */
interface Workspace {
  rows: Rows;
  solver: QpSolver;
  velocity: Float64Array;
  /** State of rows in the last solve, by key. */
  states: Int8Array;
  /** Keys whose state is set. */
  active: Int32Array;
  activeCount: number;
  /** Second pass, for the null space. */
  inner: { rows: Rows; solver: QpSolver } | undefined;
  defaultLimits: readonly Limit[];
}

const workspaces = new WeakMap<Configuration, Workspace>();

function workspaceOf(configuration: Configuration): Workspace {
  let found = workspaces.get(configuration);
  if (!found) {
    const { model } = configuration;
    found = {
      rows: new Rows(model.nv),
      solver: new QpSolver(model.nv, 64),
      velocity: new Float64Array(model.nv),
      states: new Int8Array(0),
      active: new Int32Array(0),
      activeCount: 0,
      inner: undefined,
      defaultLimits: [new ConfigurationLimit(model)],
    };
    workspaces.set(configuration, found);
  }
  return found;
}

/** Build the quadratic program of a step without solving it. It is valid until the next build or solve.
 *
 *  ```ts
 *  const { H, c, A, lower, upper } = buildIk(configuration, tasks, 0.002);
 *  ``` */
export function buildIk(
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  options: SolveOptions = {},
): IkProblem {
  checkArguments('buildIk', configuration, tasks, dt, options);
  const { rows } = assemble(configuration, tasks, dt, options);
  return { ...rows.problem, describe: (row) => rows.describe(row) };
}

/** Find the joint velocity (nv numbers) of a step of time `dt` that brings tasks closer to their targets.
 *
 *  ```ts
 *  const velocity = solveIk(configuration, [reach], 0.002, { limits });
 *  configuration.integrateInPlace(velocity, 0.002);
 *  ```
 *
 *  @throws NoSolutionError if constraints and limits conflict; it names them */
export function solveIk(
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  options: SolveOptions = {},
): Float64Array {
  const velocity = solveWithoutNote('solveIk', configuration, tasks, dt, options);
  noteVelocity(configuration, velocity, options);
  return velocity;
}

/** A solve that limits do not record: its velocity may change before it is used. */
export function solveWithoutNote(
  caller: string,
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  options: SolveOptions,
): Float64Array {
  checkArguments(caller, configuration, tasks, dt, options);
  if (options.safetyBreak) configuration.checkLimits();
  const work = assemble(configuration, tasks, dt, options);
  const started = times ? performance.now() : 0;
  solveRows(work);
  const { solver, rows } = work;
  if (solver.status !== 'solved') throw explain(solver, rows);
  let dq = solver.x;
  if (options.nullSpace?.length) dq = solveNullSpace(work, configuration, tasks, dt, options);
  const velocity = options.out ?? work.velocity;
  for (let k = 0; k < velocity.length; k++) velocity[k] = dq[k] / dt;
  if (times) times.qp += performance.now() - started;
  return velocity;
}

/** Record the velocity of a step in the limits. */
export function noteVelocity(configuration: Configuration, velocity: Float64Array, { limits }: SolveOptions): void {
  for (const limit of limits ?? workspaceOf(configuration).defaultLimits) limit.accept(velocity);
}

let times: SolveTimes | undefined;

/** Add the times of the parts of solves, in milliseconds, to an object; without one, stop measuring.
 *
 *  ```ts
 *  const times = { jacobians: 0, limits: 0, assembly: 0, qp: 0 };
 *  measureSolves(times);
 *  solveIk(configuration, tasks, 0.002);
 *  measureSolves(undefined);
 *  ``` */
export function measureSolves(target: SolveTimes | undefined): void {
  times = target;
}

/** Clear the warm start of a configuration: the next solve starts cold.
 *
 *  ```ts
 *  resetSolver(configuration);
 *  ``` */
export function resetSolver(configuration: Configuration): void {
  workspaces.delete(configuration);
}

function checkArguments(
  caller: string,
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  options: SolveOptions,
): void {
  if (!(configuration instanceof Configuration)) {
    throw new TypeError(`${caller}: expected a Configuration, found ${found(configuration)}`);
  }
  if (!Array.isArray(tasks)) throw new TypeError(`${caller}: tasks: expected an array, found ${found(tasks)}`);
  if (!(expectFinite(`${caller}: dt`, dt) > 0)) {
    throw new RangeError(`${caller}: dt: expected a time above 0, found ${dt}`);
  }
  expectObject(`${caller}: options`, options);
  if (options.damping !== undefined) expectFinite(`${caller}: damping`, options.damping, 0);
  if (options.penalty !== undefined) expectFinite(`${caller}: penalty`, options.penalty, Number.MIN_VALUE);
  if (options.out !== undefined) expectFitting(`${caller}: out`, options.out, configuration.model.nv);
}

/** Computes tasks and limits and writes the program into the rows of the workspace. */
function assemble(configuration: Configuration, tasks: readonly Task[], dt: number, options: SolveOptions): Workspace {
  const work = workspaceOf(configuration);
  const { rows } = work;
  const { H, c, n } = rows.problem;
  const { constraints = none, elastic = none, damping = 1e-8, penalty = 1000 } = options;
  const t0 = times ? performance.now() : 0;
  for (const list of [tasks, constraints, elastic]) for (const task of list) task.update(configuration, dt);
  const t1 = times ? performance.now() : 0;
  H.fill(0);
  c.fill(0);
  for (let k = 0; k < n; k++) H[k * n + k] = damping;
  for (const task of tasks) task.addTo(H, c, n);
  const t2 = times ? performance.now() : 0;
  rows.clear();
  for (const limit of options.limits ?? work.defaultLimits) {
    rows.startOwner(limit);
    limit.addTo(rows, configuration, dt);
  }
  const t3 = times ? performance.now() : 0;
  for (const task of constraints) addTaskRows(rows, task, Infinity);
  for (const task of elastic) addTaskRows(rows, task, penalty);
  rows.settle();
  if (times) {
    times.jacobians += t1 - t0;
    times.limits += t3 - t2;
    times.assembly += t2 - t1 + performance.now() - t3;
  }
  return work;
}

const none: readonly Task[] = [];
const owners = new WeakMap<Task, RowOwner>();

/** Rows of a task as a constraint: w J dq = -w gain e */
function addTaskRows(rows: Rows, task: Task, penalty: number): void {
  let owner = owners.get(task);
  if (!owner || owner.keys < task.rows) {
    owner = { keys: task.rows, describe: () => task.label };
    owners.set(task, owner);
  }
  rows.startOwner(owner);
  const { dofs, jacobian, error, cost, gain } = task;
  for (let r = 0; r < task.rows; r++) {
    const w = cost[r];
    if (w === 0) continue;
    const at = rows.addRow(r, -w * gain * error[r], -w * gain * error[r], penalty);
    const { A } = rows.problem;
    for (let a = 0; a < dofs.length; a++) A[at + dofs[a]] = w * jacobian[r * dofs.length + a];
  }
}

/** Solves the program, warm started from the last one: rows are matched by their keys. */
function solveRows(work: Workspace): void {
  const { rows, solver } = work;
  const { problem, key, keys } = rows;
  const { n, m } = problem;
  if (work.states.length < keys) {
    work.states = new Int8Array(keys);
    work.activeCount = 0;
    work.active = new Int32Array(keys);
  }
  const { states, active } = work;
  solver.reserve(m);
  for (let k = 0; k < m; k++) solver.state[n + k] = states[key[k]];
  solver.solve(problem);
  for (let k = 0; k < work.activeCount; k++) states[active[k]] = 0;
  let count = 0;
  for (let k = 0; k < m; k++) {
    const state = solver.state[n + k];
    if (state === RowState.INACTIVE) continue;
    states[key[k]] = state;
    active[count++] = key[k];
  }
  work.activeCount = count;
}

/** Second pass: the tasks of the null space, with the results of the first pass as equalities. */
function solveNullSpace(
  work: Workspace,
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  { nullSpace = none, damping = 1e-8 }: SolveOptions,
): Float64Array {
  const { solver, rows: outer } = work;
  const { n, m } = outer.problem;
  work.inner ??= { rows: new Rows(n), solver: new QpSolver(n, 64) };
  const { rows, solver: second } = work.inner;
  const { H, c } = rows.problem;
  const { x } = solver;
  H.fill(0);
  c.fill(0);
  for (let k = 0; k < n; k++) H[k * n + k] = damping;
  for (const task of nullSpace) {
    task.update(configuration, dt);
    task.addTo(H, c, n);
  }
  rows.clear();
  rows.problem.lower.set(outer.problem.lower.subarray(0, n));
  rows.problem.upper.set(outer.problem.upper.subarray(0, n));
  for (const task of tasks) addDecidedRows(rows, task, x);
  for (let k = 0; k < m; k++) {
    // an elastic row that has yielded must not yield more
    const state = solver.state[n + k];
    const value = dotRow(outer.problem, k, x);
    const [lower, upper] = [outer.problem.lower[n + k], outer.problem.upper[n + k]];
    const at = rows.addRow(k, state === RowState.BELOW ? value : Math.min(lower, value), Math.max(upper, value));
    for (let j = 0; j < n; j++) rows.problem.A[at + j] = outer.problem.A[k * n + j];
  }
  second.reset();
  // x itself is feasible: it is kept if the solve fails
  return second.solve(rows.problem) === 'solved' ? second.x : x;
}

/** w J dq = w J x, for each row of a task */
function addDecidedRows(rows: Rows, { dofs, jacobian, cost, rows: count }: Task, x: Float64Array): void {
  for (let r = 0; r < count; r++) {
    const w = cost[r];
    if (w === 0) continue;
    let value = 0;
    for (let a = 0; a < dofs.length; a++) value += w * jacobian[r * dofs.length + a] * x[dofs[a]];
    const at = rows.addRow(0, value, value);
    for (let a = 0; a < dofs.length; a++) rows.problem.A[at + dofs[a]] = w * jacobian[r * dofs.length + a];
  }
}

function dotRow({ A, n }: QpProblem, k: number, x: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += A[k * n + j] * x[j];
  return sum;
}

function explain({ status, conflict, conflicts }: QpSolver, rows: Rows): NoSolutionError {
  if (status === 'infeasible') {
    const names = [...new Set(Array.from(conflict.subarray(0, conflicts)).flatMap((row) => rows.describe(row)))];
    const fix = 'Fix: relax one of them, or make the task elastic';
    return new NoSolutionError(`solveIk: no solution: these conflict: ${names.join('; ')}. ${fix}`, names);
  }
  const reason =
    status === 'iterations'
      ? 'the solver reached its limit of iterations'
      : 'expected finite errors and Jacobians, found NaN or infinity';
  return new NoSolutionError(`solveIk: no solution: ${reason}`, []);
}
