/** Argument of `setPlainDerivatives`. */
import * as analytic from './analytic/index.ts';
import * as kernel from './reverse/kernel/index.ts';

export const plainDerivatives = { analytic, kernel };
