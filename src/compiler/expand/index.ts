/** Expands `<composite>` and `<flexcomp>` for the MJCF reader, once their chunk is loaded. */

import type { Expander } from '../../formats/mjcf/expander.ts';
import { requireChunk } from '../chunks/lazyChunks.ts';

export const expander: Expander = {
  expandComposite: (...args) => requireChunk('soft').expandComposite(...args),
  expandFlexcomp: (...args) => requireChunk('soft').expandFlexcomp(...args),
};
