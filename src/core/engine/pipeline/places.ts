/*  The places of a step, in their order: a step is all of them from the first to the last, and parts of the pipeline are
 *  ranges. The files beside this one run them, one after the other; a loop over their numbers took as long as the stages of a
 *  pendulum. A test reads there that each stands in its place. Places without a stage of their name are where JavaScript may have
 *  work. */

/** Before forward dynamics. */
export const StatePlace = {
  /** Wakes what the user has disturbed. */
  look: 0,
  badPos: 1,
  badVel: 2,
} as const;
export type StatePlace = (typeof StatePlace)[keyof typeof StatePlace];

/** Poses, and the matrix of inertia. */
export const PosePlace = {
  wake: 3,
  kinematics1: 4,
  kinematics2: 5,
  comPos: 6,
  camlight: 7,
  flex: 8,
  tendon: 9,
  wakeTendons: 10,
  makeM: 11,
  factorM: 12,
} as const;
export type PosePlace = (typeof PosePlace)[keyof typeof PosePlace];

/** What else follows from positions: contacts, constraint rows, transmissions. */
export const ContactPlace = {
  collision: 13,
  filterContacts: 14,
  wakeContacts: 15,
  wakeEqualities: 16,
  makeConstraint: 17,
  island: 18,
  projectConstraint: 19,
  transmission: 20,
  flexMetric: 21,
  sensorPos: 22,
  energyPos: 23,
} as const;
export type ContactPlace = (typeof ContactPlace)[keyof typeof ContactPlace];

/** What follows from velocities. */
export const VelocityPlace = {
  velocities: 24,
  comVel: 25,
  passive: 26,
  userForces: 27,
  referenceConstraint: 28,
  bias: 29,
  flexShift: 30,
  sensorVel: 31,
  energyVel: 32,
} as const;
export type VelocityPlace = (typeof VelocityPlace)[keyof typeof VelocityPlace];

/** Actuation and accelerations. */
export const AccelerationPlace = {
  control: 33,
  actuatorDynamics: 34,
  userActuators: 35,
  actuatorForce: 36,
  actuatorPlugins: 37,
  applyActuators: 38,
  fwdAcceleration: 39,
  fwdConstraint: 40,
  sensorAcc: 41,
} as const;
export type AccelerationPlace = (typeof AccelerationPlace)[keyof typeof AccelerationPlace];

/** From accelerations to the next state. */
export const IntegrationPlace = {
  badAcc: 42,
  compareFwdInv: 43,
  eulerAcc: 44,
  implicitAcc: 45,
  springDamperAcc: 46,
  keepState: 47,
  advanceInputs: 48,
  sleep: 49,
  advanceState: 50,
  advancePlugins: 51,
} as const;
export type IntegrationPlace = (typeof IntegrationPlace)[keyof typeof IntegrationPlace];

/** Behind the last place. */
export const END = 52;

/** How places are run; a sum of these. */
export const Mode = {
  /** There are callbacks or plugins: JavaScript is asked wherever they may have work. */
  HOST: 1,
  /** No sensors. */
  SKIP_SENSOR: 2,
  /** The matrix of the integrator is that of the last step. */
  SKIP_FACTOR: 4,
  /** Advance at the rates that Runge-Kutta has left. */
  WEIGHTED: 8,
} as const;

/** Why the run of places has stopped. */
export const Event = {
  /** It came to its end. */
  NONE: 0,
  /** The arena is too small: enlarge it, and run the place again. */
  GROW: 1,
  /** JavaScript has work at this place; then go on with the next one. */
  HOST: 2,
} as const;
