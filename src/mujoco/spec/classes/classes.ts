/** Spec classes of the drop-in API: `MjsBody`, `MjsGeom`, ... Each object wraps an element of the tree. */

import { ObjType } from '../../../core/model/enums.ts';
import { describeType } from '../../../core/model/fit.ts';
import { DEFAULT_PARTS, type DefaultClass, type DefaultPart } from '../../../formats/spec/elements/defaults.ts';
import { Flex } from '../../../formats/spec/elements/deformable.ts';
import { SpecElement } from '../../../formats/spec/elements/element.ts';
import type { CompilerSettings } from '../../../formats/spec/elements/settings.ts';
import { BindingError } from '../../base/errors.ts';
import { INNER } from '../../base/handle.ts';
import { assignRecord, expectRecord } from '../../classes/struct.ts';
import { MjLROpt } from '../../classes/structs.ts';
import type { MjsFlex, SpecTypes } from '../../types/spec.ts';
import { classNameOf, type Raw, type SpecContext } from './context.ts';
import { MEMBERS, parseMembers, type SpecClassName, WITH_PLUGIN } from './fields.ts';
import { infoOf, MjsElement, type MjsObject, OWNER, SpecHandle, setInfo } from './handles.ts';
import { memberProperty } from './members.ts';
import { assignPlugin, MjsPlugin } from './plugin.ts';

type MjsClass<N extends SpecClassName = SpecClassName> = new (
  owner: SpecContext,
  inner: object,
) => SpecHandle & SpecTypes[N];

function makeClass(name: SpecClassName): MjsClass {
  const Class = class extends SpecHandle {};
  Object.defineProperty(Class, 'name', { value: name });
  for (const member of parseMembers(name)) {
    Object.defineProperty(Class.prototype, member.name, memberProperty(name, member));
  }
  type Wrapper = SpecHandle<SpecElement>;
  const property = (key: string, get: (handle: Wrapper) => unknown, set?: (handle: Wrapper, value: never) => void) =>
    Object.defineProperty(Class.prototype, key, {
      enumerable: true,
      configurable: true,
      get(this: Wrapper) {
        return get(this);
      },
      set(this: Wrapper, value: never) {
        if (!set) throw new BindingError(`${name}.${key} is a read-only property`);
        set(this, value);
      },
    });
  if (name === 'MjsCompiler') {
    const settings = ({ [INNER]: inner }: Wrapper) => (inner as unknown as CompilerSettings).LRopt as never;
    property(
      'LRopt',
      (handle) => MjLROpt.on(settings(handle)),
      (handle, value: MjLROpt) => assignRecord(settings(handle), expectRecord('MjLROpt', value)),
    );
    property('authored', () => 0n);
    return Class as unknown as MjsClass;
  }
  property('element', (handle) => new MjsElement(handle[OWNER], handle[INNER]));
  property(
    'info',
    (handle) => infoOf(handle[INNER]),
    (handle, value) => setInfo(handle[INNER], value),
  );
  const plugin = (handle: Wrapper) => new MjsPlugin(handle[OWNER], handle[INNER]);
  if (WITH_PLUGIN.includes(name)) property('plugin', plugin, (handle, value) => assignPlugin(plugin(handle), value));
  // the size of the bounding box, which only the compiler of the official package computes
  if (name === 'MjsFlex') property('size', () => new Float64Array(3));
  return Class as unknown as MjsClass;
}

/** The classes by name. */
export const specClasses = Object.fromEntries(
  (Object.keys(MEMBERS) as SpecClassName[]).map((name) => [name, makeClass(name)]),
) as unknown as { readonly [N in SpecClassName]: MjsClass<N> };

/** The drop-in object of an element of the tree that is not a plugin. */
export function wrapElement(owner: SpecContext, raw: SpecElement): MjsObject {
  return new (specClasses[classNameOf(raw)] as MjsClass)(owner, raw) as MjsObject;
}

type DefaultElements = { readonly [P in DefaultPart]: SpecTypes[`Mjs${Capitalize<P>}`] };

export interface MjsDefault extends DefaultElements {}

/** A default class: one element of each kind. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the elements are created from the list of parts
export class MjsDefault extends SpecHandle<DefaultClass> {
  get element(): MjsElement {
    return new MjsElement(this[OWNER], this[INNER]);
  }

  /** New flexes do not inherit from it, as in the official package. */
  get flex(): MjsFlex {
    let flex = flexes.get(this[INNER]);
    if (flex === undefined) {
      flex = new Flex();
      flexes.set(this[INNER], flex);
    }
    return new specClasses.MjsFlex(this[OWNER], flex);
  }
}

const flexes = new WeakMap<DefaultClass, Flex>();

for (const part of DEFAULT_PARTS) {
  Object.defineProperty(MjsDefault.prototype, part, {
    enumerable: true,
    configurable: true,
    get(this: MjsDefault) {
      return wrapElement(this[OWNER], this[INNER].own(part));
    },
  });
}

/** Return the wrapped object of a parameter, which must be of the given class.
 *  @throws BindingError */
export function expectHandle<T extends object>(
  name: string,
  value: unknown,
  title: string,
): { owner: SpecContext; raw: T } {
  if (value instanceof SpecHandle && value.constructor.name === title) {
    return { owner: value[OWNER], raw: value[INNER] as T };
  }
  throw new BindingError(`${name}: expected ${title}, found ${describeType(value)}`);
}

/** The element of an object: an `MjsElement`, or the `element` of another object. */
export function expectElement(name: string, value: unknown): { owner: SpecContext; raw: Raw } {
  if (value instanceof SpecHandle) return { owner: value[OWNER], raw: value[INNER] as Raw };
  throw new BindingError(`${name}: expected MjsElement, found ${describeType(value)}`);
}

/** Return the value of an object type.
 *  @throws BindingError */
export function expectKind(name: string, value: unknown): ObjType {
  const number = typeof value === 'object' ? (value as { value?: unknown } | null)?.value : value;
  const kinds: readonly number[] = Object.values(ObjType);
  if (typeof number === 'number' && kinds.includes(number)) return number as ObjType;
  throw new BindingError(`${name}: expected a member of mjtObj, found ${describeType(value)}`);
}

export function isElement(raw: Raw): raw is SpecElement {
  return raw instanceof SpecElement;
}
