/** The viewer as one file for a page: `<script type="module" src=".../viewer.single.js">` makes `<tenon-viewer>` known, and
 *  exports what `tenon` and `tenon/viewer` do. */
import { defineViewerElement } from './viewer/element.ts';

export * from '../index.ts';
export * from '../viewer.ts';

defineViewerElement();
