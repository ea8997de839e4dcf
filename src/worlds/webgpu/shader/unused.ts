/** Engine functions that a Model does not need. Shaders leave them empty, because shader compilers inline every call,
 * which costs compile time. Functions not listed here are always compiled. */
import { HILL_CLIMB_MIN } from '../../../core/engine/collision/convex/shape.ts';
import { NFLUID } from '../../../core/model/constants.ts';
import {
  BiasType,
  Cone,
  Disable,
  DynType,
  Enable,
  EqType,
  GainType,
  GeomType,
  Integrator,
  JointType,
  ObjType,
  SensorType,
  Solver,
  TrnType,
  WrapType,
} from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { needsSearch, type TypePair, typesThatMeet } from '../pairs.ts';

/** Whether a Model needs a function, given the requested fields and the types of geoms that may touch. */
type Need = (m: Model, asked: readonly string[], met: readonly TypePair[]) => boolean;

const never: Need = () => false;
const joint =
  (...types: number[]): Need =>
  (m) =>
    m.jnt_type.some((type) => types.includes(type));
const transmission =
  (...types: number[]): Need =>
  (m) =>
    m.actuator_trntype.some((type) => types.includes(type));
const wraps =
  (...types: number[]): Need =>
  (m) =>
    m.wrap_type.some((type) => types.includes(type));
const nonzero =
  (name: 'tendon_armature' | 'body_gravcomp' | 'tendon_damping' | 'tendon_stiffness' | 'jnt_stiffness'): Need =>
  (m) =>
    m[name].some((value) => value !== 0);
const equality =
  (...types: number[]): Need =>
  (m) =>
    m.eq_type.some((type) => types.includes(type));
const sensor =
  (...types: number[]): Need =>
  (m) =>
    m.sensor_type.some((type) => types.includes(type));
const energy =
  (type: SensorType): Need =>
  (m) =>
    (m.opt.enableflags & Enable.ENERGY) !== 0 || m.sensor_type.includes(type);
const integrator =
  (...kinds: number[]): Need =>
  (m) =>
    kinds.includes(m.opt.integrator);
const gain =
  (...types: number[]): Need =>
  (m) =>
    m.actuator_gaintype.some((type) => types.includes(type));
const bias =
  (type: BiasType): Need =>
  (m) =>
    m.actuator_biastype.includes(type);
const dynamics =
  (type: DynType): Need =>
  (m) =>
    m.actuator_dyntype.includes(type);
const fluid: Need = (m) => m.opt.density !== 0 || m.opt.viscosity !== 0;
/** Whether geoms interact with a fluid as ellipsoids, and bodies as boxes. */
const ellipsoids: Need = (m) => m.geom_fluid.some((value, k) => k % NFLUID === 0 && value > 0);
/** Rays of sensors can hit sites only. */
const site =
  (type: GeomType): Need =>
  (m) =>
    m.site_type.includes(type);
/** Only sensors use cameras in a step. */
const sensesCameras = ({ sensor_objtype, sensor_reftype }: Model) =>
  sensor_objtype.includes(ObjType.CAMERA) || sensor_reftype.includes(ObjType.CAMERA);
/** Two types of geoms, the lower first, that may touch. */
const pair =
  (a: GeomType, b: GeomType): Need =>
  (_m, _asked, met) =>
    met.some(([first, second]) => first === a && second === b);
/** Whether a geom of this type may touch another one without a closed form. */
const convex =
  (type: GeomType): Need =>
  (_m, _asked, met) =>
    met.some(([a, b]) => needsSearch(a, b) && (a === type || b === type));
/** Meshes searched by hill climbing, or exhaustively. */
const meshes =
  (kind: 'hull' | 'all'): Need =>
  (m, asked, met) =>
    convex(GeomType.MESH)(m, asked, met) &&
    m.mesh_vertnum.some((n, k) => (m.mesh_graphadr[k] < 0 || n < HILL_CLIMB_MIN) === (kind === 'all'));
const clips: Need = (m, _asked, met) =>
  (m.opt.disableflags & Disable.MULTICCD) === 0 && met.some(([a, b]) => b === GeomType.MESH && a >= GeomType.BOX);

/** Conditions by the end of the shader name of a function: its file and its own name. */
const needs: Readonly<Record<string, Need>> = {
  kinematics__freePose: joint(JointType.FREE),
  camlight__light: (m, asked) => m.nlight > 0 && asked.some((name) => name.startsWith('light_')),
  camlight__camera: (m, asked) => m.ncam > 0 && (asked.some((name) => name.startsWith('cam_')) || sensesCameras(m)),
  tendon__tendon: (m) => m.ntendon > 0,
  tendon__spatialTendon: wraps(WrapType.SITE),
  tendon__fixedTendon: wraps(WrapType.JOINT),
  tendonWrap__wrap: wraps(WrapType.SPHERE, WrapType.CYLINDER),
  transmission__ballTransmission: joint(JointType.BALL, JointType.FREE),
  transmission__tendonTransmission: transmission(TrnType.TENDON),
  transmissionBody__bodyTransmission: transmission(TrnType.BODY),
  transmissionSite__orientationTransmission: transmission(TrnType.SO3),
  transmissionSite__siteTransmission: transmission(TrnType.SITE),
  transmissionSite__sliderCrank: transmission(TrnType.SLIDERCRANK),
  massMatrix__addTendonArmature: nonzero('tendon_armature'),
  tendonBias__tendonBias: nonzero('tendon_armature'),
  spring__tendonSpring: nonzero('tendon_stiffness'),
  gravcomp__gravcomp: nonzero('body_gravcomp'),
  actuatorForce__addGravcomp: nonzero('body_gravcomp'),
  adhesion__adhesion: never,
  fluid__fluid: fluid,
  passiveVel__fluidVel: fluid,
  fluidEllipsoid__ellipsoidFluid: ellipsoids,
  fluidEllipsoidVel__ellipsoidFluidVel: ellipsoids,
  muscle__muscleGain: gain(GainType.MUSCLE),
  muscle__muscleGainVel: gain(GainType.MUSCLE),
  muscle__muscleBias: bias(BiasType.MUSCLE),
  muscle__muscleDynamics: dynamics(DynType.MUSCLE),
  actuatorForce__pidInput: gain(GainType.PID),
  actuatorDynamics__pidDynamics: dynamics(DynType.PID),
  so3__so3Force: gain(GainType.SO3),
  dcmotor__motorVoltage: gain(GainType.DCMOTOR),
  dcmotor__motorResistance: gain(GainType.DCMOTOR),
  dcmotorDynamics__motorDynamics: dynamics(DynType.DCMOTOR),
  nextActivation__nextMotor: dynamics(DynType.DCMOTOR),
  forceLimit__addMotorFriction: bias(BiasType.DCMOTOR),
  actuatorVel__motorVel: gain(GainType.DCMOTOR),
  eulerAcc__eulerAcc: integrator(Integrator.EULER),
  implicitAcc__implicitAcc: integrator(Integrator.IMPLICIT, Integrator.IMPLICITFAST),
  implicitAcc__fullAcc: integrator(Integrator.IMPLICIT),
  implicitAcc__fastAcc: integrator(Integrator.IMPLICITFAST),
  rneVel__rneVel: integrator(Integrator.IMPLICIT),
  freeBody__freeMatrix: joint(JointType.FREE),
  passiveVel__tendonDamperVel: (m) => m.ntendon > 0,
  damper__tendonDamper: (m) => m.ntendon > 0,
  forceLimit__limitTendons: (m) => m.ntendon > 0,
  advance__wrapActivation: (m) => m.na > 0,
  nextActivation__nextActivation: (m) => m.na > 0,
  actuatorDynamics__activationRate: (m) => m.na > 0,
  reference__addAdhesion: never,
  reference__endReference: never,
  fwdAcceleration__solveInMetric: never,
  solve__precondition: never,
  products__metricProduct: never,
  products__mulStiffness: never,
  couplings__mulCouplings: never,
  couplings__addCouplingTerms: never,
  couplings__addCouplingBits: never,
  couplings__sortCouplings: never,
  couplings__markCouplings: never,
  jdotv__subtractJdotv: (m) => m.neq > 0,
  equality__addEqualities: (m) => m.neq > 0,
  friction__addFrictions: (m) => m.dof_frictionloss.some(Boolean) || m.tendon_frictionloss.some(Boolean),
  planeSphere__planeSphere: pair(GeomType.PLANE, GeomType.SPHERE),
  planeCapsule__planeCapsule: pair(GeomType.PLANE, GeomType.CAPSULE),
  planeCylinder__planeCylinder: pair(GeomType.PLANE, GeomType.CYLINDER),
  planeBox__planeBox: pair(GeomType.PLANE, GeomType.BOX),
  sphereSphere__sphereSphere: pair(GeomType.SPHERE, GeomType.SPHERE),
  sphereCapsule__sphereCapsule: pair(GeomType.SPHERE, GeomType.CAPSULE),
  sphereCylinder__sphereCylinder: pair(GeomType.SPHERE, GeomType.CYLINDER),
  sphereBox__sphereBox: pair(GeomType.SPHERE, GeomType.BOX),
  capsuleCapsule__capsuleCapsule: pair(GeomType.CAPSULE, GeomType.CAPSULE),
  capsuleBox__capsuleBox: pair(GeomType.CAPSULE, GeomType.BOX),
  boxBox__boxBox: pair(GeomType.BOX, GeomType.BOX),
  planeConvex__planeConvex: (m, asked, met) =>
    pair(GeomType.PLANE, GeomType.MESH)(m, asked, met) || pair(GeomType.PLANE, GeomType.ELLIPSOID)(m, asked, met),
  planeConvex__deepestVertex: pair(GeomType.PLANE, GeomType.MESH),
  planeConvex__moreVertices: pair(GeomType.PLANE, GeomType.MESH),
  convexConvex__convexConvex: (_m, _asked, met) => met.some(([a, b]) => needsSearch(a, b)),
  apart__areStillApart: never,
  apart__rememberApart: never,
  support__prismSupport: never,
  support__elementSupport: never,
  support__ellipsoidSupport: convex(GeomType.ELLIPSOID),
  support__meshVertex: meshes('all'),
  support__hullVertex: meshes('hull'),
  multicontact__multicontact: clips,
  settings__isSparse: never,
  groups__listSparse: never,
  groups__fillSparse: never,
  make__sumSuper: never,
  row__markSuper: never,
  equality__addConnect: equality(EqType.CONNECT),
  equality__addWeld: equality(EqType.WELD),
  equality__addDistance: equality(EqType.DISTANCE),
  equality__addPolynomial: equality(EqType.JOINT, EqType.TENDON),
  count__countEqualities: (m) => m.neq > 0,
  limit__addBallLimit: joint(JointType.BALL),
  limit__addTendonLimit: (m) => m.ntendon > 0,
  contact__addFrame: (m) => m.opt.cone === Cone.ELLIPTIC || m.geom_condim.includes(1) || m.pair_dim.includes(1),
  line__addCone: (m) => m.opt.cone === Cone.ELLIPTIC,
  line__addFrictions: (m) => m.dof_frictionloss.some(Boolean) || m.tendon_frictionloss.some(Boolean),
  hessian__addCones: (m) => m.opt.cone === Cone.ELLIPTIC,
  camera__cameraProjection: sensor(SensorType.CAMPROJECTION),
  computeAcc__needForces: never,
  rangefinder__rangefinder: never,
  geomDistance__distanceSensor: never,
  contact__contactSensor: never,
  tactile__tactile: never,
  insideGeom__insideSite: sensor(SensorType.INSIDESITE),
  frame__framePosition: sensor(SensorType.FRAMEPOS),
  frame__frameQuat: sensor(SensorType.FRAMEQUAT),
  frame__frameAxis: sensor(SensorType.FRAMEXAXIS, SensorType.FRAMEYAXIS, SensorType.FRAMEZAXIS),
  frame__siteVelocity: sensor(SensorType.VELOCIMETER, SensorType.GYRO),
  frame__frameVelocity: sensor(SensorType.FRAMELINVEL, SensorType.FRAMEANGVEL),
  frame__accelerometer: sensor(SensorType.ACCELEROMETER),
  frame__frameAcceleration: sensor(SensorType.FRAMELINACC, SensorType.FRAMEANGACC),
  frame__interaction: sensor(SensorType.FORCE, SensorType.TORQUE),
  primitive__rayPlane: site(GeomType.PLANE),
  primitive__rayCapsule: site(GeomType.CAPSULE),
  primitive__rayEllipsoid: site(GeomType.ELLIPSOID),
  primitive__rayCylinder: site(GeomType.CYLINDER),
  primitive__rayBox: site(GeomType.BOX),
  touch__touch: sensor(SensorType.TOUCH),
  subtreeVel__subtreeVel: sensor(SensorType.SUBTREELINVEL, SensorType.SUBTREEANGMOM),
  rnePostConstraint__rnePostConstraint: sensor(
    SensorType.ACCELEROMETER,
    SensorType.FORCE,
    SensorType.TORQUE,
    SensorType.FRAMELINACC,
    SensorType.FRAMEANGACC,
  ),
  energy__energyPos: energy(SensorType.E_POTENTIAL),
  energy__energyVel: energy(SensorType.E_KINETIC),
  rnePostConstraint__addEqualities: (m) => m.neq > 0,
  mixing__overrideParameters: (m) => (m.opt.enableflags & Enable.OVERRIDE) !== 0,
  mixing__pairParameters: (m) => m.npair > 0,
  reference__addContactVelocity: never,
  pattern__makePattern: (m) => m.opt.solver === Solver.NEWTON,
  newton__factorInitial: (m) => m.opt.solver === Solver.NEWTON,
  primal__conjugate: (m) => m.opt.solver === Solver.CG,
  update__updateCone: (m) => m.opt.cone === Cone.ELLIPTIC,
};

/** The functions that a Model does not need, by key, given the requested fields and the pairs of geoms that may touch
 * (pairs.ts). */
export function unusedFunctions(m: Model, asked: readonly string[], pairs: Int32Array): ReadonlySet<string> {
  const met = typesThatMeet(m, pairs);
  const unused = Object.entries(needs).filter(([, need]) => !need(m, asked, met));
  return new Set(unused.map(([key]) => key));
}

/** The key of a function by its name in shaders: its file and itself. */
export function keyOf(name: string): string {
  const words = name.split('__');
  return `${words[0].split('_').at(-1)}__${words[1]}`;
}
