/** Elements of a spec, as user code sees them. */

import { expectObject, expectString, found } from '../../core/expect.ts';
import { type Inspect, inspectCustom } from '../../core/model/names/inspect.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import { worldbody } from '../../formats/mjcf/grammar/body.ts';
import type { ElementGrammar } from '../../formats/mjcf/grammar.ts';
import type { MjcfReader } from '../../formats/mjcf/mjcfReader.ts';
import { readScope } from '../../formats/mjcf/read/body.ts';
import { readTuple } from '../../formats/mjcf/read/custom.ts';
import { readBones, readFlexParts } from '../../formats/mjcf/read/deformable.ts';
import { readMaterial } from '../../formats/mjcf/read/elements.ts';
import { readPath } from '../../formats/mjcf/read/relation.ts';
import { attachPart, deleteSpecElement } from '../../formats/spec/edit/attachAndDelete.ts';
import { importSettings } from '../../formats/spec/edit/importSettings.ts';
import { BODY_LISTS, findOwner, SPEC_LISTS } from '../../formats/spec/edit/lists.ts';
import { Material } from '../../formats/spec/elements/asset.ts';
import { Body, Frame, Site } from '../../formats/spec/elements/body.ts';
import { Tuple } from '../../formats/spec/elements/custom.ts';
import { Flex, Skin } from '../../formats/spec/elements/deformable.ts';
import { cloneElement, type SpecElement } from '../../formats/spec/elements/element.ts';
import { Tendon } from '../../formats/spec/elements/relation.ts';
import { SpecTree as Tree } from '../../formats/spec/specTree.ts';
import { addProperties, readAttribute } from './reading/access.ts';
import { splitArrays } from './reading/arrays.ts';
import { CodeElement } from './reading/codeElement.ts';
import { changedElement, checkedElement, knownChild, withReader } from './reading/editing.ts';
import { setAttributes } from './reading/setAttributes.ts';
import type { Spec } from './spec.ts';
import { TREE } from './tree.ts';
import type { Named } from './types.ts';

/** Options of `attach`: prefix and suffix for the names in the attached part. */
export interface AttachOptions {
  prefix?: string;
  suffix?: string;
}

/** An element of a spec. Its MJCF attributes are properties; its type lists them and the children that can be added. */
export class Element implements Named {
  /** The spec that contains the element. */
  readonly spec: Spec;
  /** MJCF tag. */
  readonly tag: string;
  /** @internal */
  readonly [TREE]: SpecElement;
  readonly #grammar: ElementGrammar;
  declare name: string;

  /** @internal */
  constructor(spec: Spec, grammar: ElementGrammar, raw: SpecElement) {
    this.spec = spec;
    this.tag = grammar.tag;
    this[TREE] = raw;
    this.#grammar = grammar;
    addProperties(this, grammar);
  }

  /** Path in the model, such as `worldbody/body[arm]/geom[hand]`. */
  get path(): string {
    const raw = this[TREE];
    if (raw === this.spec[TREE].worldbody) return 'worldbody';
    const own = raw.name === '' ? this.tag : `${this.tag}[${raw.name}]`;
    const outer = this.parent;
    return outer ? `${outer.path}/${own}` : own;
  }

  /** Its attributes, by their MJCF names. */
  toJSON(): Record<string, unknown> {
    const names = [...this.#grammar.attributes.keys()];
    return Object.fromEntries(names.map((name) => [name, this.get(name)]).filter(([, value]) => value !== undefined));
  }

  toString(): string {
    return this.path;
  }

  /** The body that contains it; null for none. */
  get parent(): Element | null {
    const body = findOwner(this.spec[TREE], this[TREE])?.body;
    return body ? this.spec.element(body) : null;
  }

  /** The value of an attribute; undefined if it is not set in this form. */
  get(name: string): unknown {
    expectString('attribute', name);
    const attribute = this.#grammar.attributes.get(name);
    if (attribute === undefined) {
      const near = suggestion(name, this.#grammar.attributes.keys());
      throw new TypeError(`${this.path} ${name}: unknown attribute${near}`);
    }
    return readAttribute(this[TREE], this.#grammar, attribute);
  }

  /** Change attributes; the others keep their values.
   *  @throws MjcfError with the path of the element */
  set(attributes: object): this {
    const { texts, store } = splitArrays(this.tag, attributes);
    const before = cloneElement(this[TREE]);
    try {
      withReader(this.spec[TREE], (r) => {
        setAttributes(r, changedElement(r, this.path, this.#grammar, texts), this[TREE], this.#grammar);
      });
      store(this[TREE]);
    } catch (error) {
      Object.assign(this[TREE], before);
      throw error;
    }
    return this;
  }

  /** Add a child element. The type lists the allowed tags.
   *  @throws MjcfError with the path of the element */
  add(tag: string, attributes: object = {}): Element {
    expectString('tag', tag);
    const raw = this[TREE];
    if (raw instanceof Body || raw instanceof Frame) return this.#addToBody(tag, attributes);
    withReader(this.spec[TREE], (r) => {
      const child = checkedElement(r, `${this.path}/${tag}`, knownChild(this.#grammar, tag), attributes);
      this.#addPart(r, new CodeElement(this.tag, this.path).wrap(child));
    });
    return this;
  }

  /**
   * Adds parts that are not elements by themselves: path points of a tendon, layers of a material, entries of a tuple.
   */
  #addPart(r: MjcfReader, wrapper: CodeElement): void {
    const raw = this[TREE];
    const copy = cloneElement(raw);
    if (copy instanceof Tendon) readPath(r, wrapper, copy, this.#grammar);
    else if (copy instanceof Material) readMaterial(r, wrapper, copy, this.#grammar);
    else if (copy instanceof Tuple) readTuple(r, wrapper, copy, this.#grammar);
    else if (copy instanceof Flex) readFlexParts(r, wrapper, copy, this.#grammar);
    else if (copy instanceof Skin) readBones(r, wrapper, copy);
    r.throwErrors();
    Object.assign(raw, copy);
  }

  #addToBody(tag: string, attributes: object): Element {
    const { body, frame } = this.#insertionPoint();
    const grammar = knownChild(worldbody, tag);
    const instead = ONLY_IN_FILES.get(tag);
    if (instead) throw new TypeError(`<${tag}>: expected an element that can be added in code; ${instead}`);
    // the only child that changes the body itself
    const before = tag === 'inertial' ? cloneElement(body) : {};
    const element = withRollback([...listsOf(body), ...specLists(this.spec[TREE])], before, body, () =>
      withReader(this.spec[TREE], (r) => {
        const given = checkedElement(r, `${this.path}/${tag}`, grammar, attributes);
        const defaults = r.classes.get(this[TREE].classname) ?? r.spec.defaults;
        readScope(r, new CodeElement(this.tag, this.path).wrap(given), { body, frame, defaults });
        return given;
      }),
    );
    if (tag === 'inertial') return new Element(this.spec, grammar, body);
    // the flexcomp also created bodies; return the flex
    if (tag === 'flexcomp') return this.spec.element(this.spec[TREE].flexes.at(-1)!);
    return this.spec.element(findCreated(listsOf(body), element));
  }

  /** Attach a copy of a body, of a frame or of the world of another spec, with the joints, actuators, sensors, assets,
   * default classes and keyframes that belong to it. The original is not changed.
   * @throws AttachError */
  attach(part: Spec | Element, options: AttachOptions = {}): Element {
    const { prefix = '', suffix = '' } = expectObject('attach: options', options);
    expectString('prefix', prefix);
    expectString('suffix', suffix);
    if (!(part instanceof Element) && !((part as Spec | null | undefined)?.[TREE] instanceof Tree)) {
      throw new TypeError(`attach: expected a Spec, a body or a frame, found ${found(part)}`);
    }
    const from = part instanceof Element ? part.spec : part;
    const raw = part instanceof Element ? part[TREE] : null;
    if (raw !== null && !(raw instanceof Body) && !(raw instanceof Frame)) {
      throw new TypeError(`attach: expected a Spec, a body or a frame, found <${(part as Element).tag}>`);
    }
    importSettings(this.spec[TREE], from[TREE]);
    const own = this[TREE];
    const { body } = this.#insertionPoint();
    const at = own instanceof Frame || own instanceof Site ? own : null;
    return this.spec.element(attachPart(this.spec[TREE], { body, at }, from[TREE], raw, prefix, suffix));
  }

  /**
   * Delete the element from the spec. Deleting a body or a frame deletes its contents; deleting a body also deletes
   * whatever refers to it.
   */
  delete(): void {
    if (this[TREE] === this.spec[TREE].worldbody) throw new Error('the world cannot be deleted');
    if (!deleteSpecElement(this.spec[TREE], this[TREE])) throw new Error(`${this.path} is no longer part of its spec`);
  }

  /** The body and the frame that new children are added to. */
  #insertionPoint(): { body: Body; frame: Frame | null } {
    const raw = this[TREE];
    if (raw instanceof Body) return { body: raw, frame: null };
    const body = findOwner(this.spec[TREE], raw)?.body;
    if (!body) throw new Error(`${this.path} is not part of a body`);
    return { body, frame: raw instanceof Frame ? raw : null };
  }
}

/** Elements that a reader expands into others, and what to do in code instead. */
const ONLY_IN_FILES: ReadonlyMap<string, string> = new Map([
  ['replicate', 'add its contents in a loop'],
  ['attach', 'call `attach`'],
  ['plugin', 'read it from a file'],
]);

function listsOf(body: Body): SpecElement[][] {
  return [...BODY_LISTS.values()].map((name) => body[name]);
}

/** Lists of elements outside the body tree. */
export function specLists(tree: Tree): SpecElement[][] {
  return [...SPEC_LISTS.values()].map((name): SpecElement[] => tree[name]);
}

/** Runs `work`, which appends to lists and may change an object. If it fails, the appended elements are removed and the
 * object is restored to `before`. */
export function withRollback<T>(lists: readonly unknown[][], before: object, changed: object, work: () => T): T {
  const lengths = lists.map((list) => list.length);
  try {
    return work();
  } catch (error) {
    Object.assign(changed, before);
    lists.forEach((list, k) => {
      list.length = lengths[k]!;
    });
    throw error;
  }
}

/** The last element of one of the lists, created from the given attributes. */
export function findCreated(lists: readonly SpecElement[][], element: CodeElement): SpecElement {
  const created = lists.map((list) => list.at(-1)).find((last) => last?.location === element);
  if (created === undefined)
    throw new Error(`${element.file}: no element was created. This is a bug, please report it`);
  return created;
}

Object.defineProperty(Element.prototype, inspectCustom, {
  value(this: Element, depth: number, options: object, inspect: Inspect) {
    return depth < 0 ? `[${this.path}]` : `${this.path} ${inspect(this.toJSON(), options)}`;
  },
});
