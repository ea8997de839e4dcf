/** Objects of the drop-in API that wrap parts of a spec. */

import type { SpecElement } from '../../../formats/spec/elements/element.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { mujocoEnums } from '../../tables/enums.ts';
import { kindOfRaw, type Raw, type SpecContext } from './context.ts';

export const OWNER: unique symbol = Symbol('spec');

/** An object of the drop-in API that wraps a part of a spec. */
export class SpecHandle<T extends object = object> extends Handle {
  /** @internal */
  declare readonly [INNER]: T;
  /** @internal */
  declare readonly [OWNER]: SpecContext;

  constructor(owner: SpecContext, inner: T) {
    super();
    hide(this, INNER, inner);
    hide(this, OWNER, owner);
  }
}

/** Common members of all elements: type and signature. */
export class MjsElement extends SpecHandle<Raw> {
  get elemtype(): unknown {
    return mujocoEnums.mjtObj.values[kindOfRaw(this[INNER])];
  }

  get signature(): bigint {
    return elementSignature(this[INNER]);
  }
}

export type MjsObject = SpecHandle & { readonly element: MjsElement; info: string };

const signatures = new WeakMap<object, bigint>();
let lastSignature = 0n;

function elementSignature(raw: object): bigint {
  let signature = signatures.get(raw);
  if (signature === undefined) {
    lastSignature++;
    signature = lastSignature;
    signatures.set(raw, signature);
  }
  return signature;
}

/** Source location of an element. */
export function describeLocation({ location }: SpecElement): string {
  return location.line > 0 ? `line ${location.line}` : '';
}
