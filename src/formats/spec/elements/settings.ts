/** Settings that occur once per model: compiler, option, size, statistic. Names and defaults are MuJoCo's. */

import { ConflictMode, InertiaFromGeom } from '../../../core/model/enums/spec.ts';
import { Cone, Integrator, JacobianType, LengthRangeMode, Solver } from '../../../core/model/enums.ts';

/** <compiler>. Each attached model has its own. */
export class CompilerSettings {
  autolimits = true;
  boundmass = 0;
  boundinertia = 0;
  /** <= 0: ignored */
  settotalmass = -1;
  balanceinertia = false;
  fitaabb = false;
  /** angles are in degrees */
  degree = true;
  /** three of xyzXYZ; lowercase rotates with the frame, uppercase in fixed axes */
  eulerseq = 'xyz';
  discardvisual = false;
  usethread = true;
  fusestatic = false;
  inertiafromgeom: InertiaFromGeom = InertiaFromGeom.AUTO;
  inertiagrouprange = [0, 5];
  saveinertial = false;
  alignfree = false;
  /** how attaching resolves conflicting settings */
  conflict: ConflictMode = ConflictMode.WARNING;
  meshdir = '';
  texturedir = '';
  strippath = false;
  LRopt = new LengthRangeSettings();
  /** names of the fields (and LRopt.*) that are set in the file */
  authored = new Set<string>();
}

/** <lengthrange> inside <compiler>. */
export class LengthRangeSettings {
  mode: LengthRangeMode = LengthRangeMode.MUSCLE;
  useexisting = true;
  uselimit = false;
  accel = 20;
  maxforce = 0;
  timeconst = 1;
  timestep = 0.01;
  inttotal = 10;
  interval = 2;
  tolrange = 0.05;
}

/** <option>: MuJoCo's mjOption. */
export class OptionSettings {
  timestep = 0.002;
  impratio = 1;
  tolerance = 1e-8;
  ls_tolerance = 0.01;
  noslip_tolerance = 1e-6;
  ccd_tolerance = 1e-6;
  sleep_tolerance = 1e-3;
  gravity = [0, 0, -9.81];
  wind = [0, 0, 0];
  magnetic = [0, -0.5, 0];
  density = 0;
  viscosity = 0;
  o_margin = 0;
  o_solref = [0.02, 1];
  o_solimp = [0.9, 0.95, 0.001, 0.5, 2];
  o_friction = [1, 1, 0.005, 0.0001, 0.0001];
  integrator: Integrator = Integrator.EULER;
  cone: Cone = Cone.PYRAMIDAL;
  jacobian: JacobianType = JacobianType.AUTO;
  solver: Solver = Solver.NEWTON;
  iterations = 100;
  ls_iterations = 50;
  noslip_iterations = 0;
  ccd_iterations = 35;
  /** bits of Disable */
  disableflags = 0;
  /** bits of Enable */
  enableflags = 0;
  /** one bit per actuator group */
  disableactuator = 0;
  sdf_initpoints = 40;
  sdf_iterations = 10;
  /** names of the fields and flags that are set in the file */
  authored = new Set<string>();
}

/** <size>; -1: missing, computed by the compiler. */
export class SizeSettings {
  /** bytes */
  memory = -1;
  nuserdata = 0;
  nkey = 0;
  nuser_body = -1;
  nuser_jnt = -1;
  nuser_geom = -1;
  nuser_site = -1;
  nuser_cam = -1;
  nuser_tendon = -1;
  nuser_actuator = -1;
  nuser_sensor = -1;
  /** deprecated */
  njmax = -1;
  /** deprecated */
  nconmax = -1;
  /** deprecated */
  nstack = -1;
}

/** <statistic>; NaN: computed by the compiler. */
export class StatisticSettings {
  meaninertia = Number.NaN;
  meanmass = Number.NaN;
  meansize = Number.NaN;
  extent = Number.NaN;
  center = [Number.NaN, 0, 0];
}
