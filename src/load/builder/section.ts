/** Sections outside the body tree: element lists, settings, default classes. */

import { expectString } from '../../core/expect.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import { actuator } from '../../formats/mjcf/grammar/actuator.ts';
import { asset } from '../../formats/mjcf/grammar/asset.ts';
import { custom, keyframe } from '../../formats/mjcf/grammar/custom.ts';
import { deformable } from '../../formats/mjcf/grammar/deformable.ts';
import { defaultElement } from '../../formats/mjcf/grammar/mujoco.ts';
import { contact, equality, tendon } from '../../formats/mjcf/grammar/relation.ts';
import { sensor } from '../../formats/mjcf/grammar/sensor.ts';
import type { ElementGrammar } from '../../formats/mjcf/grammar.ts';
import type { MjcfReader } from '../../formats/mjcf/mjcfReader.ts';
import { readActuators, readSensors } from '../../formats/mjcf/read/actuation/actuation.ts';
import { readAssets } from '../../formats/mjcf/read/asset.ts';
import { readCustom, readKeyframes } from '../../formats/mjcf/read/custom.ts';
import { readContents } from '../../formats/mjcf/read/defaults.ts';
import { readDeformables } from '../../formats/mjcf/read/deformable.ts';
import { readContact, readEqualities, readTendons } from '../../formats/mjcf/read/relation.ts';
import type { DefaultClass } from '../../formats/spec/elements/defaults.ts';
import type { XmlElement } from '../../formats/xml/element.ts';
import { type Element, findCreated, specLists, withRollback } from './element.ts';
import { addProperties, readAttribute } from './reading/access.ts';
import { splitArrays } from './reading/arrays.ts';
import { CodeElement } from './reading/codeElement.ts';
import { changedElement, checkedElement, knownChild, withReader } from './reading/editing.ts';
import type { Spec } from './spec.ts';
import { TREE } from './tree.ts';

type SectionReader = (r: MjcfReader, section: XmlElement) => void;

const SECTIONS = {
  asset: [asset, (r, section) => readAssets(r, section, refuseModel)],
  deformable: [deformable, readDeformables],
  contact: [contact, readContact],
  equality: [equality, readEqualities],
  tendon: [tendon, readTendons],
  actuator: [actuator, readActuators],
  sensor: [sensor, readSensors],
  custom: [custom, readCustom],
  keyframe: [keyframe, readKeyframes],
} as const satisfies Record<string, readonly [ElementGrammar, SectionReader]>;

export type SectionName = keyof typeof SECTIONS;

function refuseModel(): never {
  throw new TypeError('<model>: attach a spec instead');
}

/** A section with a list of elements. */
export class Section {
  readonly #spec: Spec;
  readonly #tag: SectionName;

  /** @internal */
  constructor(spec: Spec, tag: SectionName) {
    this.#spec = spec;
    this.#tag = tag;
  }

  /** Add an element.
   *  @throws MjcfError with the path of the element */
  add(tag: string, attributes: object = {}): Element {
    const [grammar, read] = SECTIONS[this.#tag];
    const tree = this.#spec[TREE];
    const { texts, store } = splitArrays(tag, attributes);
    const lists = specLists(tree);
    const created = withRollback(lists, {}, tree, () => {
      const codeElement = withReader(tree, (r) => {
        const element = checkedElement(r, `${this.#tag}/${tag}`, knownChild(grammar, tag), texts);
        read(r, new CodeElement(this.#tag, this.#tag).wrap(element));
        return element;
      });
      const last = findCreated(lists, codeElement);
      store(last);
      return last;
    });
    return this.#spec.element(created);
  }
}

/** Settings that occur once per model. Attributes are properties. */
export class Settings {
  readonly #spec: Spec;
  readonly #raw: object;
  readonly #grammar: ElementGrammar;
  readonly #store: (r: MjcfReader, element: CodeElement) => void;

  /** @internal */
  constructor(spec: Spec, grammar: ElementGrammar, raw: object, store: (r: MjcfReader, element: CodeElement) => void) {
    this.#spec = spec;
    this.#raw = raw;
    this.#grammar = grammar;
    this.#store = store;
    addProperties(this, grammar);
  }

  /** The value of an attribute. */
  get(name: string): unknown {
    expectString('attribute', name);
    const attribute = this.#grammar.attributes.get(name);
    if (attribute !== undefined) return readAttribute(this.#raw, this.#grammar, attribute);
    const near = suggestion(name, this.#grammar.attributes.keys());
    throw new TypeError(`${this.#grammar.tag} ${name}: unknown attribute${near}`);
  }

  /** Change attributes; the others keep their values.
   *  @throws MjcfError */
  set(attributes: object): this {
    const before = cloneSettings(this.#raw);
    try {
      withReader(this.#spec[TREE], (r) => {
        this.#store(r, changedElement(r, this.#grammar.tag, this.#grammar, attributes));
      });
    } catch (error) {
      Object.assign(this.#raw, before);
      throw error;
    }
    return this;
  }
}

/** Copies settings, including nested arrays. */
function cloneSettings(raw: object): object {
  return Object.fromEntries(Object.entries(raw).map(([name, x]) => [name, Array.isArray(x) ? [...x] : x]));
}

/** A default class: the initial attributes of its elements. Changes affect only elements that are added later. */
export class Defaults {
  readonly #spec: Spec;
  /** @internal */
  readonly [TREE]: DefaultClass;

  /** @internal */
  constructor(spec: Spec, raw: DefaultClass) {
    this.#spec = spec;
    this[TREE] = raw;
  }

  get name(): string {
    return this[TREE].name;
  }

  get children(): Defaults[] {
    return this[TREE].children.map((child) => new Defaults(this.#spec, child));
  }

  /** Set the defaults of elements with a tag, or add a class that starts as a copy of this one.
   *  @throws MjcfError */
  add(tag: string, attributes: object = {}): Defaults {
    expectString('tag', tag);
    const raw = this[TREE];
    const path = `default[${raw.name}]`;
    withReader(this.#spec[TREE], (r) => {
      const element = checkedElement(r, `${path}/${tag}`, knownChild(defaultElement, tag), attributes);
      readContents(r, new CodeElement('default', path).wrap(element), raw);
    });
    return tag === 'default' ? new Defaults(this.#spec, raw.children.at(-1)!) : this;
  }
}
