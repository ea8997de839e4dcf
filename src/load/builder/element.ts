/** Elements of a spec as a program holds them. */

import { expectObject, expectString, found } from '../../core/expect.ts';
import { type Inspect, inspectCustom } from '../../core/model/names/describe.ts';
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

/** What stands before and behind the names of a part that is attached. */
export interface AttachOptions {
  prefix?: string;
  suffix?: string;
}

/** An element of a spec. Its attributes, as MJCF calls them, are properties of it; which ones, and what can be added to
 *  it, its type says. */
export class Element implements Named {
  /** The spec it belongs to. */
  readonly spec: Spec;
  /** What it is called in MJCF. */
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

  /** Where it stands, such as `worldbody/body[arm]/geom[hand]`. */
  get path(): string {
    const raw = this[TREE];
    if (raw === this.spec[TREE].worldbody) return 'worldbody';
    const own = raw.name === '' ? this.tag : `${this.tag}[${raw.name}]`;
    const outer = this.parent;
    return outer ? `${outer.path}/${own}` : own;
  }

  /** The attributes that it has, as MJCF calls them. */
  toJSON(): Record<string, unknown> {
    const names = [...this.#grammar.attributes.keys()];
    return Object.fromEntries(names.map((name) => [name, this.get(name)]).filter(([, value]) => value !== undefined));
  }

  toString(): string {
    return this.path;
  }

  /** The body it is in; null for what is in none. */
  get parent(): Element | null {
    const body = findOwner(this.spec[TREE], this[TREE])?.body;
    return body ? this.spec.element(body) : null;
  }

  /** The value of an attribute; undefined when it is not there in this form. */
  get(name: string): unknown {
    expectString('attribute', name);
    const attribute = this.#grammar.attributes.get(name);
    if (attribute === undefined) {
      const near = suggestion(name, this.#grammar.attributes.keys());
      throw new TypeError(`${this.path} ${name}: unknown attribute${near}`);
    }
    return readAttribute(this[TREE], this.#grammar, attribute);
  }

  /** Change attributes; the others stay as they are.
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

  /** Put something into it; see its type for what.
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

  /** Parts that are no elements by themselves: the path of a tendon, the layers of a material, what is in a tuple. */
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
    // the only one that changes the body itself
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
    // its bodies are there too, but it is the flex that was meant
    if (tag === 'flexcomp') return this.spec.element(this.spec[TREE].flexes.at(-1)!);
    return this.spec.element(findCreated(listsOf(body), element));
  }

  /** Put a copy of a body, of a frame or of all that is in the world of a spec here, with the joints, actuators, sensors,
   *  assets, default classes and keyframes that belong to it. What is attached stays as it is.
   *  @throws AttachError */
  attach(part: Spec | Element, options: AttachOptions = {}): Element {
    const { prefix = '', suffix = '' } = expectObject('attach: options', options);
    expectString('prefix', prefix);
    expectString('suffix', suffix);
    if (!(part instanceof Element) && !((part as Spec | null | undefined)?.[TREE] instanceof Tree)) {
      throw new TypeError(`attach: expected a spec, a body or a frame, found ${found(part)}`);
    }
    const from = part instanceof Element ? part.spec : part;
    const raw = part instanceof Element ? part[TREE] : null;
    if (raw !== null && !(raw instanceof Body) && !(raw instanceof Frame)) {
      throw new TypeError(`expected a spec, a body or a frame to attach, found <${(part as Element).tag}>`);
    }
    importSettings(this.spec[TREE], from[TREE]);
    const own = this[TREE];
    const { body } = this.#insertionPoint();
    const at = own instanceof Frame || own instanceof Site ? own : null;
    return this.spec.element(attachPart(this.spec[TREE], { body, at }, from[TREE], raw, prefix, suffix));
  }

  /** Take it out of the spec. With a body, or a frame, goes all that is in it; with a body also what refers to that. */
  delete(): void {
    if (this[TREE] === this.spec[TREE].worldbody) throw new Error('the world cannot be deleted');
    if (!deleteSpecElement(this.spec[TREE], this[TREE]))
      throw new Error(`${this.path} is not part of its spec any more`);
  }

  /** The body and the frame that something added to this stands in. */
  #insertionPoint(): { body: Body; frame: Frame | null } {
    const raw = this[TREE];
    if (raw instanceof Body) return { body: raw, frame: null };
    const body = findOwner(this.spec[TREE], raw)?.body;
    if (!body) throw new Error(`${this.path} is not part of a body`);
    return { body, frame: raw instanceof Frame ? raw : null };
  }
}

/** Elements that a reader replaces by others, and what a program does instead. */
const ONLY_IN_FILES: ReadonlyMap<string, string> = new Map([
  ['replicate', 'add what it contains in a loop'],
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

/** Work that adds to the ends of lists, and may change an object. Should it fail, what it has added is taken off again, and the
 *  object is as it was `before`. */
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

/** The element at the end of one of the lists that was made from what was given. */
export function findCreated(lists: readonly SpecElement[][], element: CodeElement): SpecElement {
  const created = lists.map((list) => list.at(-1)).find((last) => last?.location === element);
  if (created === undefined) throw new Error(`${element.file}: nothing was made of it`);
  return created;
}

Object.defineProperty(Element.prototype, inspectCustom, {
  value(this: Element, depth: number, options: object, inspect: Inspect) {
    return depth < 0 ? `[${this.path}]` : `${this.path} ${inspect(this.toJSON(), options)}`;
  },
});
