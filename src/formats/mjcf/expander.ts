/** Elements that expand into many others while a model is read: `<composite>` and `<flexcomp>`. Keyframes, copies and
 *  references need the result, so the reader cannot leave the expansion to the compiler. The compiler implements it. */

import type { SpecBuilder } from '../spec/builder.ts';
import type { Body, Frame, Joint } from '../spec/elements/body.ts';
import type { Composite, Flexcomp } from '../spec/elements/deformable.ts';

export interface Expander {
  expandComposite(builder: SpecBuilder, body: Body, frame: Frame | null, comp: Composite): void;
  expandFlexcomp(builder: SpecBuilder, body: Body, joint: Joint, comp: Flexcomp, readFile: () => Uint8Array): void;
}

/** An element cannot be expanded. */
export class ExpandError extends Error {
  readonly attribute: string | undefined;

  constructor(attribute: string | undefined, message: string) {
    super(message);
    this.attribute = attribute;
  }
}

/** Rejects both elements: for readers without an expander. */
export const noExpander: Expander = {
  expandComposite: () => refuse('<composite>'),
  expandFlexcomp: () => refuse('<flexcomp>'),
};

function refuse(tag: string): never {
  throw new ExpandError(undefined, `${tag} needs the compiler: pass \`expander\` to readMjcf`);
}
