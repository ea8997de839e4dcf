import { camlight } from '../../../core/engine/position/camlight.ts';
import { comPos } from '../../../core/engine/position/comPos.ts';
import { factorM } from '../../../core/engine/position/inertia/factorM.ts';
import { makeM } from '../../../core/engine/position/inertia/massMatrix.ts';
import { kinematics1, kinematics2 } from '../../../core/engine/position/kinematics.ts';
import { tendon } from '../../../core/engine/position/tendon/tendon.ts';
import { transmission } from '../../../core/engine/position/transmission/transmission.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';

/* Stages that depend on positions, as called by `fwdPosition` of the pipeline. Nothing sleeps on a device. */

/** Poses of bodies.
 *  reads  d: qpos mocap_*   writes d: xpos xquat xmat xanchor xaxis */
export function bodyPoses(m: Model, d: Data): void {
  kinematics1(m, d);
}

/** Poses of inertias, geoms and sites.
 *  reads  d: xpos xquat xmat   writes d: xipos ximat geom_x* site_x* */
export function geomPoses(m: Model, d: Data): void {
  kinematics2(m, d);
}

/** Centers of mass, motion axes, poses of cameras and lights.
 *  reads  d: xipos ximat xanchor xaxis   writes d: subtree_com cinert cdof cam_x* light_x* */
export function centers(m: Model, d: Data): void {
  comPos(m, d);
  if (m.ncam > 0 || m.nlight > 0) camlight(m, d);
}

/** Lengths and Jacobians of tendons and actuators.
 *  reads  d: site_xpos geom_x* cdof   writes d: ten_* wrap_* actuator_length actuator_moment */
export function lengths(m: Model, d: Data): void {
  tendon(m, d);
  transmission(m, d);
}

/** The mass matrix and its factor.
 *  reads  d: cinert cdof   writes d: crb M qLD qLDiagInv */
export function inertia(m: Model, d: Data): void {
  makeM(m, d);
  factorM(m, d);
}
