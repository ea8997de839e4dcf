/** Which functions of `analytic` a Model is differentiated with. */
import type { Model } from '../model/model.ts';
import { type PlainDerivatives, plainFunctions } from './plain.ts';

type Analytic = PlainDerivatives['analytic'];

/** Those of the engine that runs the Model. */
export function analyticOf(m: Model): Analytic {
  // the plain engine has a table too while it is measured, without these
  const stages = m.stages as Partial<Analytic> | undefined;
  return stages?.refineSolution ? (stages as Analytic) : plainFunctions('analytic');
}
