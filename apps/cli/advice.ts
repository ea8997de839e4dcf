/** Advice on common causes of instability, from the compiled model. */
import {
  BiasType,
  type Data,
  Disable,
  forward,
  Integrator,
  id2name,
  JointType,
  type Model,
  ObjType,
  resetData,
  TrnType,
} from '../../src/index.ts';

export interface Advice {
  about: string;
  text: string;
}

/** All advice for a model in its initial state. */
export function advise(m: Model, d: Data): Advice[] {
  resetData(m, d);
  forward(m, d);
  return [...massRatios(m), ...timeConstants(m), ...springs(m), ...servos(m), ...penetrations(m, d), ...lightBodies(m)];
}

/** Heavy bodies on light ones slow down the solver. */
function massRatios(m: Model): Advice[] {
  const found: Advice[] = [];
  for (let i = 1; i < m.nbody; i++) {
    const parent = m.body_parentid[i]!;
    if (parent === 0 || m.body_dofnum[i] === 0) continue;
    const own = m.body_mass[parent]!;
    const carried = m.body_subtreemass[i]!;
    if (own > 0 && carried / own > 1000) {
      found.push({
        about: `body ${describeObject(m, ObjType.BODY, parent)}`,
        text: `weighs ${own.toPrecision(3)} kg and carries ${carried.toPrecision(3)} kg. Ratios above 1000 need small timesteps`,
      });
    }
  }
  return found;
}

/** A constraint cannot be stiffer than two timesteps allow. */
function timeConstants(m: Model): Advice[] {
  const minTimeConstant = 2 * m.opt.timestep;
  const safe = (m.opt.disableflags & Disable.REFSAFE) === 0;
  const kinds: [string, ObjType, number, Float64Array, (i: number) => boolean][] = [
    ['solref', ObjType.GEOM, m.ngeom, m.geom_solref, (g) => (m.geom_contype[g]! | m.geom_conaffinity[g]!) !== 0],
    ['solreflimit', ObjType.JOINT, m.njnt, m.jnt_solref, (j) => m.jnt_limited[j] !== 0],
    ['solref', ObjType.EQUALITY, m.neq, m.eq_solref, () => true],
    ['solref', ObjType.PAIR, m.npair, m.pair_solref, () => true],
    ['solreflimit', ObjType.TENDON, m.ntendon, m.tendon_solref_lim, (t) => m.tendon_limited[t] !== 0],
  ];
  const found: Advice[] = [];
  for (const [attribute, type, n, solref, used] of kinds) {
    for (let i = 0; i < n; i++) {
      const timeconst = solref[2 * i]!;
      if (!used(i) || !(timeconst > 0 && timeconst < minTimeConstant)) continue;
      const then = safe ? `the engine uses ${minTimeConstant} s instead` : 'and refsafe is off, so it will be unstable';
      found.push({
        about: `${typeName(type)} ${describeObject(m, type, i)}`,
        text: `${attribute} time constant ${timeconst} s is below twice the timestep (${minTimeConstant} s); ${then}`,
      });
    }
  }
  return found;
}

/** omega h > 1 makes an explicit spring unstable: k h^2 > inertia. */
function springs(m: Model): Advice[] {
  const h = m.opt.timestep;
  const found: Advice[] = [];
  for (let j = 0; j < m.njnt; j++) {
    const stiffness = m.jnt_stiffness[j]!;
    const inertia = inertiaOf(m, m.jnt_dofadr[j]!);
    if (!(stiffness * h * h > inertia)) continue;
    const advice = `Soften it, add armature, or use a timestep below ${limit(inertia, stiffness)} s`;
    found.push({
      about: `joint ${describeObject(m, ObjType.JOINT, j)}`,
      text: `stiffness ${stiffness.toPrecision(3)} with inertia ${inertia.toPrecision(3)} is too high for a timestep of ${h} s. ${advice}`,
    });
  }
  return found;
}

/** Stiffness and damping of actuators; damping is explicit unless the integrator is implicit: kv h > 2 inertia. */
function servos(m: Model): Advice[] {
  const h = m.opt.timestep;
  const explicit = m.opt.integrator === Integrator.EULER || m.opt.integrator === Integrator.RK4;
  const found: Advice[] = [];
  for (let i = 0; i < m.nactuator; i++) {
    const joint = m.actuator_trnid[2 * i]!;
    if (m.actuator_trntype[i] !== TrnType.JOINT || m.jnt_type[joint]! < JointType.SLIDE) continue;
    if (m.actuator_biastype[i] !== BiasType.AFFINE) continue;
    const inertia = inertiaOf(m, m.jnt_dofadr[joint]!);
    const gear = m.actuator_gear[6 * m.actuator_outadr[i]!]!;
    const [kp, kv] = [1, 2].map((k) => -m.actuator_biasprm[10 * i + k]! * gear * gear) as [number, number];
    const about = `actuator ${describeObject(m, ObjType.ACTUATOR, i)}`;
    if (kp * h * h > inertia) {
      const advice = `Lower kp, add armature, or use a timestep below ${limit(inertia, kp)} s`;
      found.push({
        about,
        text: `stiffness ${kp.toPrecision(3)} with inertia ${inertia.toPrecision(3)} is too high for a timestep of ${h} s. ${advice}`,
      });
    }
    if (explicit && kv * h > 2 * inertia) {
      const advice = 'Use integrator="implicitfast", lower kv, or add armature';
      found.push({
        about,
        text: `damping ${kv.toPrecision(3)} with inertia ${inertia.toPrecision(3)} is too high for a timestep of ${h} s. ${advice}`,
      });
    }
  }
  return found;
}

/** Geoms that initially overlap are pushed apart violently. Only the deepest contact of a pair is reported. */
function penetrations(m: Model, d: Data): Advice[] {
  const deepest = new Map<string, number>();
  for (let i = 0; i < d.ncon; i++) {
    const depth = -d.contact_dist[i]!;
    const geoms = [0, 1].map((k) => d.contact_geom[2 * i + k]!);
    const size = Math.min(...geoms.map((g) => m.geom_rbound[g] || Number.POSITIVE_INFINITY));
    if (!(depth > 0.05 * size)) continue;
    const about = `geoms ${geoms.map((g) => describeObject(m, ObjType.GEOM, g)).join(' and ')}`;
    deepest.set(about, Math.max(depth, deepest.get(about) ?? 0));
  }
  const start = m.nkey > 0 ? ' (a keyframe may be a better start)' : '';
  return Array.from(deepest, ([about, depth]) => ({
    about,
    text: `overlap by ${depth.toPrecision(2)} m at the start${start}. Move one of them, or <exclude> the pair`,
  }));
}

/** Moving bodies with almost no inertia. */
function lightBodies(m: Model): Advice[] {
  const found: Advice[] = [];
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_dofnum[i] === 0) continue;
    const inertia = Math.max(...m.body_inertia.subarray(3 * i, 3 * i + 3));
    const armature = m.dof_armature.subarray(m.body_dofadr[i]!, m.body_dofadr[i]! + m.body_dofnum[i]!);
    if (inertia < 1e-8 && m.body_subtreemass[i]! < 1e-4 && armature.every((a) => a < 1e-8)) {
      found.push({
        about: `body ${describeObject(m, ObjType.BODY, i)}`,
        text: 'moves and has almost no mass. Give it an <inertial>, a denser geom, or its joints some armature',
      });
    }
  }
  return found;
}

/** Effective inertia for a force at this dof, with everything else free to move. */
function inertiaOf(m: Model, dof: number): number {
  return 1 / Math.max(m.dof_invweight0[dof]!, 1e-15);
}

/** Largest stable timestep of a spring, as text. */
function limit(inertia: number, stiffness: number): string {
  return Math.sqrt(inertia / stiffness).toPrecision(2);
}

function typeName(type: ObjType): string {
  return Object.keys(ObjType)
    .find((key) => (ObjType as Record<string, number>)[key] === type)!
    .toLowerCase();
}

/** Name in quotes, or the id; for a geom or joint without a name also its body. */
function describeObject(m: Model, type: ObjType, id: number): string {
  const own = id2name(m, type, id);
  if (own !== undefined && own !== '') return `'${own}'`;
  const body = type === ObjType.GEOM ? m.geom_bodyid[id]! : type === ObjType.JOINT ? m.jnt_bodyid[id]! : 0;
  return body > 0 ? `${id} of body ${describeObject(m, ObjType.BODY, body)}` : String(id);
}
