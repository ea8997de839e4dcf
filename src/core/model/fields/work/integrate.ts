import type { Row } from '../row.ts';

/** Scratch of `engine/integrate`, `engine/actuation` and `engine/derivative`. */
export const integrateWork = {
  fixed: [
    // actuation: effective controls, gains and biases of user type, total force per tendon
    ['work_ctrl', 'f64', 'nu', 1],
    ['work_gain', 'f64', 'nactuator', 1],
    ['work_bias', 'f64', 'nactuator', 1],
    ['work_tenforce', 'f64', 'ntendon', 1],
    // integration: acceleration, velocity and activation rates that advance a step
    ['work_qacc', 'f64', 'nv', 1],
    ['work_qvel', 'f64', 'nv', 1],
    ['work_actdot', 'f64', 'na', 1],
    ['work_int_frc', 'f64', 'nv', 1],
    // dofs of damped trees
    ['work_damped_ind', 'i32', 'nv', 1],
    ['work_lu_left', 'i32', 'nv', 1],
    ['work_keep_qacc', 'f64', 'nv', 1],
    // Runge-Kutta: the state at the start, and velocity, acceleration and activation rate of each of its four stages
    ['work_rk_qpos', 'f64', 'nq', 1],
    ['work_rk_act', 'f64', 'na', 1],
    ['work_rk_qvel', 'f64', 4, 'nv'],
    ['work_rk_qacc', 'f64', 4, 'nv'],
    ['work_rk_actdot', 'f64', 4, 'na'],
    // derivatives of the bias force with respect to one velocity, per body
    ['work_dcvel', 'f64', 'nbody', 6],
    ['work_dcacc', 'f64', 'nbody', 6],
    ['work_dcfrc', 'f64', 'nbody', 6],
    ['work_dcursor', 'i32', 'nv', 1],
    // Jacobian of a frame in a fluid: dofs, six rows, and six rows times the derivative of the force
    ['work_fluid_dof', 'i32', 'nv', 1],
    ['work_fluid_J', 'f64', 6, 'nv'],
    ['work_fluid_BJ', 'f64', 6, 'nv'],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
