/** Differential inverse kinematics: tasks, limits and collision avoidance.
 *
 *  ```ts
 *  import { Configuration, FrameTask, solveIk } from 'tenon/ik';
 *  const configuration = new Configuration(model, data.qpos);
 *  const reach = new FrameTask(model, { site: 'gripper' });
 *  reach.setTarget({ pos: [0.4, 0, 0.3], quat: [1, 0, 0, 0] });
 *  configuration.integrateInPlace(solveIk(configuration, [reach], 0.01), 0.01);
 *  ```
 *
 *  @module */

export type { CertifiedStep, CertifyOptions } from './control/ik/certify.ts';
export { solveCertified } from './control/ik/certify.ts';
export { Configuration } from './control/ik/configuration.ts';
export { NoSolutionError, NotWithinLimitsError, UnknownFrameError } from './control/ik/errors.ts';
export type { FrameKind, FrameRef, ModelFrame } from './control/ik/frame.ts';
export { SE3, SO3 } from './control/ik/lie/groups.ts';
export type { CollisionOptions } from './control/ik/limits/collisionLimit.ts';
export { CollisionAvoidanceLimit } from './control/ik/limits/collisionLimit.ts';
export { ConfigurationLimit } from './control/ik/limits/configurationLimit.ts';
export type { GeomGroup } from './control/ik/limits/geomPairs.ts';
export { Limit } from './control/ik/limits/limit.ts';
export type { JointValues } from './control/ik/limits/velocityLimit.ts';
export { AccelerationLimit, FreeJointVelocityLimit, VelocityLimit } from './control/ik/limits/velocityLimit.ts';
export type { IkOptions, IkResult, IkTarget } from './control/ik/pose.ts';
export { ik } from './control/ik/pose.ts';
export type { QpProblem, QpStatus } from './control/ik/qp/problem.ts';
export { RowState } from './control/ik/qp/problem.ts';
export { QpSolver } from './control/ik/qp/solver.ts';
export type { RowOwner } from './control/ik/rows.ts';
export { Rows } from './control/ik/rows.ts';
export type { IkProblem, SolveOptions, SolveTimes } from './control/ik/solve.ts';
export { buildIk, measureSolves, resetSolver, solveIk } from './control/ik/solve.ts';
export { ComTask } from './control/ik/tasks/comTask.ts';
export type { DirectionTaskOptions } from './control/ik/tasks/directionTask.ts';
export { AxisAlignTask, LookAtTask } from './control/ik/tasks/directionTask.ts';
export { KineticEnergyTask } from './control/ik/tasks/energyTask.ts';
export { EqualityConstraintTask } from './control/ik/tasks/equalityTask.ts';
export type { FrameTaskOptions, PoseTarget } from './control/ik/tasks/frameTask.ts';
export { FrameTask, RelativeFrameTask } from './control/ik/tasks/frameTask.ts';
export { ManipulabilityTask } from './control/ik/tasks/manipulabilityTask.ts';
export type { JointTaskOptions } from './control/ik/tasks/postureTask.ts';
export { DampingTask, DofFreezingTask, PostureTask } from './control/ik/tasks/postureTask.ts';
export type { TaskOptions } from './control/ik/tasks/task.ts';
export { Task } from './control/ik/tasks/task.ts';
export type { IkBatchOptions } from './control/ik/threads/batch.ts';
export { ikBatch } from './control/ik/threads/batch.ts';
export type { TrajectoryOptions } from './control/ik/trajectory/plan.ts';
export { planTrajectory } from './control/ik/trajectory/plan.ts';
export type { TrajectoryPoint } from './control/ik/trajectory/trajectory.ts';
export { Trajectory } from './control/ik/trajectory/trajectory.ts';
