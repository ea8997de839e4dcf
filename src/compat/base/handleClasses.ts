/** Classes that parameters of functions may name: what callers pass, what implementations get. */
import type {
  ContactRecord,
  MjContact,
  MjLogConfig,
  MjLogMessage,
  MjLROpt,
  MjOption,
  MjVisual,
  VisualRecord,
} from '../classes/structs.ts';
import type { INNER } from './handle.ts';

interface Pair<T extends { readonly [INNER]: unknown }> {
  outer: T;
  inner: T[typeof INNER];
}

export interface HandleClasses {
  MjOption: Pair<MjOption>;
  MjVisual: { outer: MjVisual; inner: VisualRecord };
  MjContact: { outer: MjContact; inner: ContactRecord };
  MjLROpt: Pair<MjLROpt>;
  MjLogConfig: Pair<MjLogConfig>;
  MjLogMessage: Pair<MjLogMessage>;
}
