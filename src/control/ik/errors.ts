/** Errors of inverse kinematics, by class. */

/** No velocity satisfies all constraints and limits; `conflict` names those in conflict.
 *
 *  ```ts
 *  try {
 *    solveIk(configuration, tasks, 0.002, { constraints: [new DofFreezingTask(robot, { joints: ['waist'] })] });
 *  } catch (error) {
 *    if (error instanceof NoSolutionError) console.log(error.conflict);
 *  }
 *  ``` */
export class NoSolutionError extends Error {
  override readonly name: string = 'NoSolutionError';
  readonly conflict: readonly string[];

  constructor(message: string, conflict: readonly string[]) {
    super(message);
    this.conflict = conflict;
  }
}

/** A joint is outside its range; `joint` names it.
 *
 *  ```ts
 *  try {
 *    configuration.checkLimits();
 *  } catch (error) {
 *    if (error instanceof NotWithinLimitsError) console.log(error.joint);
 *  }
 *  ``` */
export class NotWithinLimitsError extends RangeError {
  override readonly name: string = 'NotWithinLimitsError';
  readonly joint: string;

  constructor(joint: string, value: number, lower: number, upper: number) {
    super(`joint ${joint}: outside its range. Expected ${lower} to ${upper}, found ${value}`);
    this.joint = joint;
  }
}

/** A frame, joint or other object that the model does not have; the message suggests a name.
 *
 *  ```ts
 *  try {
 *    new FrameTask(robot, { site: 'griper' });
 *  } catch (error) {
 *    console.log(error instanceof UnknownFrameError); // -> true
 *  }
 *  ``` */
export class UnknownFrameError extends RangeError {
  override readonly name: string = 'UnknownFrameError';
}
