/** The pipeline: every step of a time step, in order. `node scripts/pipelineSteps.mjs` generates `pipelineStep.ts`,
 *  `runPhases.ts` and `tableStages.ts` from this table; neither the engine nor the package imports it. RK4 has no row:
 *  `rungeKutta` in `../step.ts` runs ranges of these steps. */

/** The result of a step, and when the pipeline stops after it.
 *  - `none`: nothing; never stops
 *  - `arena`: `Status.OK`, or `ARENA_FULL` for a larger arena; no host hook
 *  - `status`: a `Status`; the host handles all others than these two
 *  - `badIndex`: the index of a bad value for the host, or -1
 *  - `count`: how many elements the host has to process; stops above 0
 *  - `sensors`: how many user sensors there are; stops above 0, and wherever user code may run
 *  - `userCode`: no stage; stops if there are callbacks or plugins
 *  - `host`: no stage; always stops */
export type StepResult = 'none' | 'arena' | 'status' | 'badIndex' | 'count' | 'sensors' | 'userCode' | 'host';

export interface StepRow {
  /** Member of `PipelineStep`. A profile reports a step under this name if a stage has it. */
  name: string;
  /** Module of the stage function. Hooks (`userCode`, `host`) have none. */
  from?: string;
  /** The stage function. default: `name` */
  call?: string;
  /** Arguments after `(m, d)`; functions are those of `conditions.ts`. */
  args?: string;
  /** default: none */
  result?: StepResult;
  /** Condition of `conditions.ts` on `m`, `d` and `mode`. default: always */
  when?: string;
  /** Flags of `d` that the step clears before the call. */
  reset?: readonly string[];
}

/** Consecutive steps that one generated function runs: one function for all of them is slower. */
export interface PhaseRow {
  /** `state` becomes `runStateSteps`. */
  name: string;
  /** Comment of the generated function. */
  about: string;
  steps: readonly StepRow[];
}

export const phases: readonly PhaseRow[] = [
  {
    name: 'state',
    about: 'Wakes disturbed trees and checks the state.',
    steps: [
      { name: 'wakeDisturbed', from: './stageCalls.ts' },
      { name: 'badPos', from: '../integrate/bad.ts', result: 'badIndex' },
      { name: 'badVel', from: '../integrate/bad.ts', result: 'badIndex' },
    ],
  },
  {
    name: 'pose',
    about: 'Poses and the mass matrix.',
    steps: [
      { name: 'wake', from: './stageCalls.ts', call: 'wakeUnlessUntouched', reset: ['flg_energypos'] },
      { name: 'kinematics1', from: '../position/kinematics.ts' },
      { name: 'kinematics2', from: '../position/kinematics.ts' },
      { name: 'comPos', from: '../position/comPos.ts' },
      { name: 'camlight', from: '../position/camlight.ts' },
      { name: 'flex', from: '../flex/flex.ts', when: 'hasFlex(m)' },
      { name: 'tendon', from: '../position/tendon/tendon.ts' },
      { name: 'wakeTendons', from: '../sleep/wake.ts' },
      { name: 'makeM', from: '../position/inertia/massMatrix.ts' },
      { name: 'factorM', from: '../position/inertia/factorM.ts' },
    ],
  },
  {
    name: 'contact',
    about: 'Everything else that depends on positions only: contacts, constraint rows, transmissions.',
    steps: [
      { name: 'collision', from: '../collision/collision.ts', result: 'arena' },
      { name: 'contactFilter', result: 'userCode' },
      { name: 'wakeContacts', from: '../sleep/wake.ts', result: 'count' },
      { name: 'wakeEqualities', from: '../sleep/wake.ts' },
      { name: 'makeConstraint', from: '../constraint/make.ts', result: 'arena' },
      { name: 'island', from: '../island/island.ts' },
      { name: 'projectConstraint', from: '../constraint/project.ts', result: 'arena' },
      { name: 'transmission', from: '../position/transmission/transmission.ts' },
      { name: 'effBuild', from: '../metric/effBuild.ts', result: 'arena', when: 'mayHaveMetric(m, d)' },
      { name: 'sensorPos', from: '../sensor/driver.ts', result: 'sensors', when: 'runsSensors(mode)' },
      { name: 'energyPos', from: './stageCalls.ts', call: 'potentialEnergy' },
    ],
  },
  {
    name: 'velocity',
    about: 'Everything that depends on velocities.',
    steps: [
      { name: 'velocities', from: '../velocity/velocities.ts', reset: ['flg_subtreevel', 'flg_energyvel'] },
      { name: 'comVel', from: '../velocity/comVel.ts' },
      { name: 'passive', from: '../passive/passive.ts' },
      { name: 'passiveCallback', result: 'userCode' },
      { name: 'velocityConstraint', from: '../constraint/reference.ts', when: 'isDiscrete(m)' },
      { name: 'referenceConstraint', from: '../constraint/reference.ts', when: '!isDiscrete(m)' },
      { name: 'bias', from: '../velocity/rne.ts' },
      { name: 'effShift', from: '../metric/effShift.ts', when: 'hasMetric(d)' },
      { name: 'sensorVel', from: '../sensor/driver.ts', result: 'sensors', when: 'runsSensors(mode)' },
      { name: 'energyVel', from: '../velocity/energy.ts', when: 'needsKineticEnergy(m, d)' },
    ],
  },
  {
    name: 'acceleration',
    about: 'Actuation and accelerations.',
    steps: [
      { name: 'controlCallback', result: 'userCode' },
      { name: 'actuatorDynamics', from: '../actuation/actuatorDynamics.ts', result: 'badIndex' },
      { name: 'actuatorCallbacks', result: 'userCode' },
      { name: 'actuatorForce', from: '../actuation/actuatorForce.ts' },
      { name: 'actuatorPlugins', result: 'userCode' },
      { name: 'applyActuators', from: '../actuation/actuatorForce.ts' },
      { name: 'effActuation', from: '../metric/effActuation.ts', result: 'badIndex', when: 'isDiscrete(m)' },
      {
        name: 'regularizeConstraint',
        from: '../constraint/regularize.ts',
        result: 'arena',
        when: 'isDiscrete(m)',
      },
      { name: 'fwdAcceleration', from: '../actuation/fwdAcceleration.ts', result: 'badIndex' },
      { name: 'fwdConstraint', from: '../solver/fwdConstraint.ts', result: 'status' },
      {
        name: 'sensorAcc',
        from: '../sensor/driver.ts',
        result: 'sensors',
        when: 'runsSensors(mode)',
        reset: ['flg_rnepost'],
      },
    ],
  },
  {
    name: 'integration',
    about: 'From accelerations to the next state.',
    steps: [
      { name: 'badAcc', from: './stageCalls.ts', call: 'badAccAfterUserCode', args: 'mode', result: 'badIndex' },
      { name: 'compareFwdInv', result: 'host', when: 'comparesInverse(m)' },
      {
        name: 'eulerAcc',
        from: '../integrate/eulerAcc.ts',
        args: 'skipFactor(mode)',
        result: 'badIndex',
        when: 'usesEuler(m)',
      },
      {
        name: 'implicitAcc',
        from: '../integrate/implicitAcc.ts',
        args: 'skipFactor(mode)',
        result: 'badIndex',
        when: 'usesImplicit(m)',
      },
      {
        name: 'springDamperAcc',
        from: '../integrate/springDamperAcc.ts',
        args: 'skipFactor(mode)',
        result: 'badIndex',
        when: 'usesSpringDamper(m)',
      },
      { name: 'solvedAcc', from: '../integrate/solvedAcc.ts', when: 'isDiscrete(m)' },
      { name: 'snapshotState', result: 'userCode' },
      { name: 'advanceInputs', from: '../integrate/advance.ts', args: 'rk4Rates(mode)' },
      { name: 'sleep', from: './stageCalls.ts', call: 'sleepUnlessRK4', args: 'rk4Rates(mode)', result: 'count' },
      { name: 'advanceState', from: '../integrate/advance.ts', args: 'rk4Rates(mode)' },
      { name: 'advancePlugins', result: 'userCode' },
    ],
  },
];
