/** Names that tests of the integrator `discrete` use for the oracle. */
import { atNextFile } from './nextFile.ts';

export { mujoco as mujocoNext, pairFromXml as pairFromNext } from './oracle.ts';

/** Replaces the module: a model that it refuses can leave it broken, and memory does not shrink. */
export async function renewNext(): Promise<void> {
  await atNextFile.renewOracle?.();
}
