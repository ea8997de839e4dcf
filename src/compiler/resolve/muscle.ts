/** Parameters of muscles, in gainprm or biasprm: range[2] force scale lmin lmax vmax fpmax fvmax. */

import { BiasType, GainType } from '../../core/model/enums.ts';
import type { Actuator } from '../../formats/spec/elements/actuation.ts';
import type { Report } from '../report.ts';

export function checkMuscle(report: Report, spec: Actuator): void {
  if (spec.gaintype === GainType.MUSCLE) check(report, spec, 'gainprm', spec.gainprm);
  if (spec.biastype === BiasType.MUSCLE) check(report, spec, 'biasprm', spec.biasprm);
}

function check(report: Report, spec: Actuator, attribute: string, prm: readonly number[]): void {
  const [low, high, , scale, lmin, lmax, vmax, fpmax, fvmax] = prm;
  if (low >= high)
    report.elementError(spec, attribute, `muscle range: expected an increasing pair, found ${low} ${high}`);
  if (lmin >= 1 || lmax <= 1) {
    report.elementError(spec, attribute, `muscle: expected lmin < 1 < lmax, found lmin ${lmin}, lmax ${lmax}`);
  }
  if (scale <= 0 || vmax <= 0 || fpmax <= 0 || fvmax <= 0) {
    report.elementError(spec, attribute, 'muscle: scale, vmax, fpmax and fvmax must be positive');
  }
}
