/** Advice on common causes of instability, from the numbers of a compiled model. */
import { BiasType, type Data, forward, id2name, JointType, type Model, ObjType, TrnType } from '../../src/index.ts';

export interface Advice {
  about: string;
  text: string;
}

/** Everything worth saying about a model at its start. */
export function advise(m: Model, d: Data): Advice[] {
  forward(m, d);
  return [...massRatios(m), ...timeConstants(m), ...servoStiffness(m), ...penetrations(m, d), ...lightBodies(m)];
}

/** A heavy body on a light one makes the solver work hard. */
function massRatios(m: Model): Advice[] {
  const found: Advice[] = [];
  for (let i = 1; i < m.nbody; i++) {
    const parent = m.body_parentid[i]!;
    if (parent === 0 || m.body_dofnum[i] === 0) continue;
    const own = m.body_mass[parent]!;
    const carried = m.body_subtreemass[i]!;
    if (own > 0 && carried / own > 1000) {
      found.push({
        about: `body '${nameOf(m, ObjType.BODY, parent)}'`,
        text: `weighs ${own.toPrecision(3)} kg and carries ${carried.toPrecision(3)} kg; ratios above 1000 need small time steps`,
      });
    }
  }
  return found;
}

/** A constraint cannot be stiffer than two time steps allow. */
function timeConstants(m: Model): Advice[] {
  const least = 2 * m.opt.timestep;
  const found: Advice[] = [];
  for (let g = 0; g < m.ngeom; g++) {
    const timeconst = m.geom_solref[2 * g]!;
    if (timeconst > 0 && timeconst < least) {
      found.push({
        about: `geom '${nameOf(m, ObjType.GEOM, g)}'`,
        text: `solref time constant ${timeconst} s is below twice the time step (${least} s); the engine uses ${least} s`,
      });
    }
  }
  return found;
}

/** omega h > 1 makes an explicit spring unstable: k h^2 > inertia. */
function servoStiffness(m: Model): Advice[] {
  const h = m.opt.timestep;
  const found: Advice[] = [];
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_trntype[i] !== TrnType.JOINT || m.actuator_biastype[i] !== BiasType.AFFINE) continue;
    const joint = m.actuator_trnid[2 * i]!;
    if (m.jnt_type[joint]! < JointType.SLIDE) continue;
    const dof = m.jnt_dofadr[joint]!;
    const gear = m.actuator_gear[6 * m.actuator_outadr[i]!]!;
    const stiffness = -m.actuator_biasprm[10 * i + 1]! * gear * gear;
    const inertia = 1 / Math.max(m.dof_invweight0[dof]!, 1e-15);
    if (stiffness * h * h > inertia) {
      found.push({
        about: `actuator '${nameOf(m, ObjType.ACTUATOR, i)}'`,
        text: `stiffness ${stiffness.toPrecision(3)} with inertia ${inertia.toPrecision(3)} is too fast for a time step of ${h} s; lower kp, add armature, or use a time step below ${Math.sqrt(inertia / stiffness).toPrecision(2)} s`,
      });
    }
  }
  return found;
}

/** Geoms that overlap at the start are pushed apart at once. */
function penetrations(m: Model, d: Data): Advice[] {
  const found: Advice[] = [];
  for (let i = 0; i < d.ncon; i++) {
    const depth = -d.contact_dist[i]!;
    const size = Math.min(...[0, 1].map((k) => m.geom_rbound[d.contact_geom[2 * i + k]!] || Number.POSITIVE_INFINITY));
    if (depth > 0.05 * size) {
      const [a, b] = [0, 1].map((k) => nameOf(m, ObjType.GEOM, d.contact_geom[2 * i + k]!));
      found.push({ about: `geoms '${a}' and '${b}'`, text: `overlap by ${depth.toPrecision(2)} m at the start` });
    }
  }
  return found;
}

/** Bodies of next to no inertia that something moves. */
function lightBodies(m: Model): Advice[] {
  const found: Advice[] = [];
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_dofnum[i] === 0) continue;
    const inertia = Math.max(...m.body_inertia.subarray(3 * i, 3 * i + 3));
    const armature = m.dof_armature.subarray(m.body_dofadr[i]!, m.body_dofadr[i]! + m.body_dofnum[i]!);
    if (inertia < 1e-8 && m.body_subtreemass[i]! < 1e-4 && armature.every((a) => a < 1e-8)) {
      found.push({
        about: `body '${nameOf(m, ObjType.BODY, i)}'`,
        text: 'moves and has next to no mass; give it an <inertial>, a denser geom, or its joints some armature',
      });
    }
  }
  return found;
}

function nameOf(m: Model, type: ObjType, id: number): string {
  return id2name(m, type, id) ?? String(id);
}
