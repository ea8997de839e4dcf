/** The kernels of a step, in order. */
import { Disable, Enable, Integrator, Solver, Stage } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

/** A kernel, and the condition for a Model to need it. */
interface StageRow {
  readonly name: string;
  readonly needed?: (m: Model) => boolean;
  /** Whether it is part of a solver iteration; such kernels are consecutive in the table. */
  readonly again?: boolean;
}

/** Maximum number of solver iterations: in f32 it converges earlier. */
const ITERATIONS = { newton: 12, cg: 50 };

const off = (m: Model, flags: number) => (m.opt.disableflags & flags) !== 0;

const mayTouch = (m: Model) => !off(m, Disable.CONSTRAINT | Disable.CONTACT) && m.ngeom > 1;

const mayConstrain = (m: Model) =>
  !off(m, Disable.CONSTRAINT) &&
  (mayTouch(m) ||
    m.neq > 0 ||
    m.jnt_limited.some(Boolean) ||
    m.tendon_limited.some(Boolean) ||
    m.dof_frictionloss.some(Boolean) ||
    m.tendon_frictionloss.some(Boolean));

const hasSensors = (stage: Stage) => (m: Model) =>
  !off(m, Disable.SENSOR) && (m.sensor_needstage.includes(stage) || energyAt(m, stage));

const energyAt = (m: Model, stage: Stage) => (m.opt.enableflags & Enable.ENERGY) !== 0 && stage !== Stage.ACC;

const table: readonly StageRow[] = [
  { name: 'check' },
  { name: 'bodyPoses' },
  { name: 'geomPoses' },
  { name: 'centers' },
  { name: 'lengths', needed: (m) => m.ntendon > 0 || m.nactuator > 0 },
  { name: 'inertia' },
  { name: 'contacts', needed: mayTouch },
  { name: 'rows', needed: mayConstrain },
  { name: 'sensorsOfPosition', needed: hasSensors(Stage.POS) },
  { name: 'motion' },
  { name: 'biasForces' },
  { name: 'sensorsOfVelocity', needed: hasSensors(Stage.VEL) },
  { name: 'actuation' },
  { name: 'solveStart' },
  { name: 'solveWarm', needed: mayConstrain },
  { name: 'solveUpdate', needed: mayConstrain },
  { name: 'solveDirection', needed: mayConstrain, again: true },
  { name: 'solveLine', needed: mayConstrain, again: true },
  { name: 'solveUpdate', needed: mayConstrain, again: true },
  { name: 'solveEnd', needed: mayConstrain },
  { name: 'sensorsOfAcceleration', needed: hasSensors(Stage.ACC) },
  { name: 'integrate' },
];

/** Names of the kernels of a step of a Model, in order; those of the solver are repeated for the maximum number of
 * iterations. Runge-Kutta runs forward dynamics four times. */
export function stagesOfStep(m: Model): string[] {
  const names = stagesOnce(m);
  if (m.opt.integrator !== Integrator.RK4) return names;
  const [check, ...forward] = names.slice(0, -1);
  const again = forward.filter((name) => !name.startsWith('sensors'));
  const parts = ['rungeKutta1', 'rungeKutta2', 'rungeKutta3'].flatMap((name) => [name, ...again]);
  return [check, ...forward, ...parts, 'rungeKuttaEnd'];
}

function stagesOnce(m: Model): string[] {
  const rows = table.filter(({ needed }) => needed?.(m) ?? true);
  const again = rows.filter((row) => row.again).map(({ name }) => name);
  const maxIterations = Math.min(m.opt.iterations, m.opt.solver === Solver.CG ? ITERATIONS.cg : ITERATIONS.newton);
  const first = rows.findIndex((row) => row.again);
  if (first < 0) return rows.map(({ name }) => name);
  const names = rows.filter((row) => !row.again).map(({ name }) => name);
  return [
    ...names.slice(0, first),
    ...Array.from({ length: maxIterations }, () => again).flat(),
    ...names.slice(first),
  ];
}
