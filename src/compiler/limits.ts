/** Limits that enable themselves: `limited="auto"` means true if a range is given. */

import { LimitedMode } from '../core/model/enums/spec.ts';
import type { Vec } from '../formats/pose/frame.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import type { Report } from './report.ts';

/** Whether a limit is active. */
export function isLimited(mode: LimitedMode, range: Vec): boolean {
  return mode === LimitedMode.TRUE || (mode === LimitedMode.AUTO && range[0] < range[1]);
}

/** With autolimits off, a range without `limited` is an error. */
export function checkAutoLimit(
  report: Report,
  element: SpecElement,
  attribute: string,
  mode: LimitedMode,
  range: Vec,
): void {
  if (mode !== LimitedMode.AUTO || element.compiler.autolimits || (range[0] === 0 && range[1] === 0)) return;
  const flag = attribute.replace('range', 'limited');
  report.elementError(element, attribute, `a range without ${flag}. Set ${flag}, or autolimits in <compiler>`);
}

/** User data of an element must not exceed the size in <size>. */
export function checkUser(report: Report, element: SpecElement, data: readonly number[], size: number): void {
  if (data.length > size)
    report.elementError(element, 'user', `expected at most ${size} numbers, found ${data.length}`);
}
