/** Functions of `analytic` for a Model. */
import type { Model } from '../model/model.ts';
import { type PlainDerivatives, plainFunctions } from './plain.ts';

type Analytic = PlainDerivatives['analytic'];

/** Those of the engine of the Model. */
export function analyticOf(m: Model): Analytic {
  // a profiled plain engine also has a table, without these functions
  const stages = m.stages as Partial<Analytic> | undefined;
  return stages?.refineSolution ? (stages as Analytic) : plainFunctions('analytic');
}
