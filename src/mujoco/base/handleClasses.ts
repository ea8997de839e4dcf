/** Classes that function signatures may name: types for callers and for implementations. */
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
import type { MjvFigure } from '../visual/figure.ts';
import type { MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb } from '../visual/records.ts';
import type { MjvScene, SceneState } from '../visual/scene.ts';
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
  MjvCamera: Pair<MjvCamera>;
  MjvGLCamera: Pair<MjvGLCamera>;
  MjvGeom: Pair<MjvGeom>;
  MjvLight: Pair<MjvLight>;
  MjvOption: Pair<MjvOption>;
  MjvPerturb: Pair<MjvPerturb>;
  MjvFigure: Pair<MjvFigure>;
  MjvScene: { outer: MjvScene; inner: SceneState };
}
