/** The kernel of the reverse pass, in the engine that runs a Model. */
import type { Model } from '../../model/model.ts';
import { type PlainDerivatives, plainFunctions } from '../plain.ts';

export type Kernel = PlainDerivatives['kernel'];

export function kernelOf(m: Model): Kernel {
  // a profiled plain engine also has a table, without these functions
  const stages = m.stages as Partial<Kernel> | undefined;
  return stages?.vjpPass ? (stages as Kernel) : plainFunctions('kernel');
}
