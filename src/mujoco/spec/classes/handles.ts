/** Objects of the drop-in API that wrap parts of a spec. */

import type { SpecElement } from '../../../formats/spec/elements/element.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { expectText } from '../../base/text.ts';
import { mujocoEnums } from '../../tables/enums.ts';
import type { mjtObj } from '../../tables/enumTypes.ts';
import type { SpecElement as AnyElement } from '../../types/spec.ts';
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
  get elemtype(): mjtObj {
    return mujocoEnums.mjtObj.values[kindOfRaw(this[INNER])] as mjtObj;
  }

  get signature(): bigint {
    return elementSignature(this[INNER]);
  }
}

export type MjsObject = SpecHandle & AnyElement;

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

/** Strings that scripts have set in place of a source location. */
const infos = new WeakMap<object, string>();

/** Source location of an element, or the string that a script has set. */
export function infoOf(element: SpecElement): string {
  const { line } = element.location;
  return infos.get(element) ?? (line > 0 ? `line ${line}` : '');
}

export function setInfo(element: SpecElement, value: unknown): void {
  infos.set(element, expectText('info', value));
}
