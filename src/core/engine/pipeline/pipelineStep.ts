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
  flexMetric: 21,
  sensorPos: 22,
  energyPos: 23,
  velocities: 24,
  comVel: 25,
  passive: 26,
  passiveCallback: 27,
  referenceConstraint: 28,
  bias: 29,
  flexShift: 30,
  sensorVel: 31,
  energyVel: 32,
  controlCallback: 33,
  actuatorDynamics: 34,
  actuatorCallbacks: 35,
  actuatorForce: 36,
  actuatorPlugins: 37,
  applyActuators: 38,
  fwdAcceleration: 39,
  fwdConstraint: 40,
  sensorAcc: 41,
  badAcc: 42,
  compareFwdInv: 43,
  eulerAcc: 44,
  implicitAcc: 45,
  springDamperAcc: 46,
  snapshotState: 47,
  advanceInputs: 48,
  sleep: 49,
  advanceState: 50,
  advancePlugins: 51,
} as const;
export type PipelineStep = (typeof PipelineStep)[keyof typeof PipelineStep];

/** One past the last step. */
export const PIPELINE_END = 52;

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
