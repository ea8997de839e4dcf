/** The pipeline steps, and those with a host hook.
 *  Generated from `steps.table.ts` by `node scripts/pipelineSteps.mjs`; do not edit. */

/** The steps of a time step, in order. Entries without a stage function are hooks where the host may run. */
export const PipelineStep = {
  wakeDisturbed: 0,
  badPos: 1,
  badVel: 2,
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
  collision: 13,
  contactFilter: 14,
  wakeContacts: 15,
  wakeEqualities: 16,
  makeConstraint: 17,
  island: 18,
  projectConstraint: 19,
  transmission: 20,
  effBuild: 21,
  sensorPos: 22,
  energyPos: 23,
  velocities: 24,
  comVel: 25,
  passive: 26,
  passiveCallback: 27,
  velocityConstraint: 28,
  referenceConstraint: 29,
  bias: 30,
  effShift: 31,
  sensorVel: 32,
  energyVel: 33,
  controlCallback: 34,
  actuatorDynamics: 35,
  actuatorCallbacks: 36,
  actuatorForce: 37,
  actuatorPlugins: 38,
  applyActuators: 39,
  effActuation: 40,
  regularizeConstraint: 41,
  fwdAcceleration: 42,
  fwdConstraint: 43,
  sensorAcc: 44,
  badAcc: 45,
  compareFwdInv: 46,
  eulerAcc: 47,
  implicitAcc: 48,
  springDamperAcc: 49,
  solvedAcc: 50,
  snapshotState: 51,
  advanceInputs: 52,
  sleep: 53,
  advanceState: 54,
  advancePlugins: 55,
} as const;
export type PipelineStep = (typeof PipelineStep)[keyof typeof PipelineStep];

/** One past the last step. */
export const PIPELINE_END = 56;

/** Steps that may stop for the host. */
export type HostStep = (typeof PipelineStep)[
  | 'badPos'
  | 'badVel'
  | 'contactFilter'
  | 'wakeContacts'
  | 'sensorPos'
  | 'passiveCallback'
  | 'sensorVel'
  | 'controlCallback'
  | 'actuatorDynamics'
  | 'actuatorCallbacks'
  | 'actuatorPlugins'
  | 'effActuation'
  | 'fwdAcceleration'
  | 'fwdConstraint'
  | 'sensorAcc'
  | 'badAcc'
  | 'compareFwdInv'
  | 'eulerAcc'
  | 'implicitAcc'
  | 'springDamperAcc'
  | 'snapshotState'
  | 'sleep'
  | 'advancePlugins'];
