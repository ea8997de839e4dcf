/** Registers `<tenon-viewer>` where the module is imported. */
import { defineViewerElement } from './element.ts';

// Node has no elements
if (typeof customElements !== 'undefined') defineViewerElement();

export { defineViewerElement };
