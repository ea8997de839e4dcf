/** The viewer as one file for a page: `<script type="module" src=".../viewer.single.js">` registers `<tenon-viewer>`,
 * and exports everything from `tenon` and `tenon/viewer`. */
import { defineViewerElement } from './viewer/element.ts';

export * from '../index.ts';
export * from '../viewer.ts';

defineViewerElement();
