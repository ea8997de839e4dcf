/** The format of the MJCF grammar: elements and attributes as data. One file per section under grammar/; the reader,
 * the validator, the writer and the reference page are derived from it. */

import { BOOL, type Keywords } from './keywords.ts';

/** `name` declares an element's name, `ref` holds the name of another element, `file` a path. */
export type AttributeType =
  | 'double'
  | 'float'
  | 'int'
  | 'bool'
  | 'keyword'
  | 'keywords'
  | 'string'
  | 'name'
  | 'ref'
  | 'file';

export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly doc: string;
  /** number of values, or of letters of a string with a fixed length */
  readonly min: number;
  readonly max: number;
  readonly keywords?: Keywords;
  /** kind of element a `ref` points to */
  readonly refersTo?: string;
  /** field of the spec class it is stored in; '' if reading it needs special code */
  readonly field: string;
  readonly required: boolean;
  /** cannot be set in a default class */
  readonly nodefault: boolean;
  /** `<![CDATA[...]]>` inside the element may take its place */
  readonly orCharacterData: boolean;
  /** an empty value is an error; elsewhere it counts as missing */
  readonly nonempty: boolean;
  /** old spelling that still works, with a warning */
  readonly deprecated?: string;
}

export type Cardinality = '?' | '!' | '*';

/** A rule on which attributes may or must appear together; each bundle is a list of attributes. */
export interface Rule {
  /** exclusive: at most one bundle; oneof: at least one complete bundle; together: all or none */
  readonly kind: 'exclusive' | 'oneof' | 'together';
  readonly bundles: readonly (readonly string[])[];
}

export interface ElementGrammar {
  readonly tag: string;
  readonly doc: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly children: Map<string, { readonly grammar: ElementGrammar; readonly cardinality: Cardinality }>;
  readonly rules: readonly Rule[];
  /** an object with the default values, for the reference page and for writing */
  readonly defaults?: () => object;
}

interface AttributeOptions {
  field?: string;
  required?: true;
  nodefault?: true;
  orCharacterData?: true;
  /** read by special code */
  custom?: true;
  nonempty?: true;
  deprecated?: string;
}

/** An exact count, or from 1 to n, or any number. */
type Arity = number | readonly [number, number] | 'any';

/** Called for hundreds of attributes at startup, so it avoids iterators. */
function attribute(
  name: string,
  type: AttributeType,
  arity: Arity,
  doc: string,
  o: AttributeOptions = NO_OPTIONS,
  keywords?: Keywords,
  refersTo?: string,
): Attribute {
  const fixed = typeof arity === 'number';
  return {
    name,
    type,
    doc,
    min: fixed ? arity : arity === 'any' ? 0 : arity[0],
    max: fixed ? arity : arity === 'any' ? Number.POSITIVE_INFINITY : arity[1],
    keywords,
    refersTo,
    field: o.custom ? '' : (o.field ?? name),
    required: o.required ?? false,
    nodefault: o.nodefault ?? false,
    orCharacterData: o.orCharacterData ?? false,
    nonempty: o.nonempty ?? o.required ?? false,
    deprecated: o.deprecated,
  };
}

const NO_OPTIONS: AttributeOptions = {};

export const real = (name: string, doc: string, o?: AttributeOptions) => attribute(name, 'double', 1, doc, o);
export const reals = (name: string, n: Arity, doc: string, o?: AttributeOptions) =>
  attribute(name, 'double', n, doc, o);
export const float = (name: string, doc: string, o?: AttributeOptions) => attribute(name, 'float', 1, doc, o);
export const floats = (name: string, n: Arity, doc: string, o?: AttributeOptions) =>
  attribute(name, 'float', n, doc, o);
export const int = (name: string, doc: string, o?: AttributeOptions) => attribute(name, 'int', 1, doc, o);
export const ints = (name: string, n: Arity, doc: string, o?: AttributeOptions) => attribute(name, 'int', n, doc, o);
export const text = (name: string, doc: string, o?: AttributeOptions) => attribute(name, 'string', 'any', doc, o);
export const chars = (name: string, n: Arity, doc: string, o?: AttributeOptions) =>
  attribute(name, 'string', n, doc, o);
export const file = (name: string, doc: string, o?: AttributeOptions) =>
  attribute(name, 'file', 'any', doc, { custom: true, ...o });

export function bool(name: string, doc: string, o?: AttributeOptions): Attribute {
  return attribute(name, 'bool', 1, doc, o, BOOL);
}

export function keyword(name: string, keywords: Keywords, doc: string, o?: AttributeOptions): Attribute {
  return attribute(name, 'keyword', 1, doc, o, keywords);
}

/** Several keywords, combined bitwise. */
export function flags(name: string, keywords: Keywords, doc: string, o?: AttributeOptions): Attribute {
  return attribute(name, 'keywords', 'any', doc, o, keywords);
}

export function ref(name: string, refersTo: string, doc: string, o?: AttributeOptions): Attribute {
  return attribute(name, 'ref', 'any', doc, o, undefined, refersTo);
}

/** The name of an element, unique among its kind. */
export function id(doc: string, o?: AttributeOptions): Attribute {
  return attribute('name', 'name', 'any', doc, o);
}

/** The default class of an element. */
export function defaultClass(): Attribute {
  return ref('class', 'default', 'default class', { custom: true });
}

/** The five ways to give an orientation; at most one of them. */
export const orientation: readonly Attribute[] = [
  reals('quat', 4, 'orientation: quaternion', { custom: true }),
  reals('axisangle', 4, 'orientation: axis and angle', { custom: true }),
  reals('xyaxes', 6, 'orientation: x and y axes', { custom: true }),
  reals('zaxis', 3, 'orientation: z axis, smallest rotation', { custom: true }),
  reals('euler', 3, 'orientation: three rotations in the order of eulerseq', { custom: true }),
];

export const exclusive = (...bundles: string[]): Rule => ({ kind: 'exclusive', bundles: splitBundles(bundles) });
export const oneof = (...bundles: string[]): Rule => ({ kind: 'oneof', bundles: splitBundles(bundles) });
export const together = (...bundles: string[]): Rule => ({ kind: 'together', bundles: splitBundles(bundles) });

function splitBundles(bundles: string[]): string[][] {
  return bundles.map((bundle) => bundle.split('+'));
}

interface ElementOptions {
  children?: readonly ElementGrammar[];
  /** children that may appear once */
  single?: readonly ElementGrammar[];
  rules?: () => readonly Rule[];
  defaults?: () => object;
}

/** An element. Its attributes and rules are created on first use: most models use a tenth of the grammar. */
export function element(
  tag: string,
  doc: string,
  attributes: () => readonly Attribute[],
  o: ElementOptions = {},
): ElementGrammar {
  const children: ElementGrammar['children'] = new Map();
  for (const child of o.children ?? []) children.set(child.tag, { grammar: child, cardinality: '*' });
  for (const child of o.single ?? []) children.set(child.tag, { grammar: child, cardinality: '?' });
  return new Grammar(tag, doc, children, o.defaults, () => new Map(attributes().map((a) => [a.name, a])), o.rules);
}

class Grammar implements ElementGrammar {
  #attributes: ElementGrammar['attributes'] | undefined;
  #rules: ElementGrammar['rules'] | undefined;
  readonly tag: string;
  readonly doc: string;
  readonly children: ElementGrammar['children'];
  readonly defaults: (() => object) | undefined;
  readonly #makeAttributes: () => ElementGrammar['attributes'];
  readonly #makeRules: () => ElementGrammar['rules'];

  constructor(
    tag: string,
    doc: string,
    children: ElementGrammar['children'],
    defaults: (() => object) | undefined,
    makeAttributes: () => ElementGrammar['attributes'],
    makeRules: () => ElementGrammar['rules'] = () => [],
  ) {
    this.tag = tag;
    this.doc = doc;
    this.children = children;
    this.defaults = defaults;
    this.#makeAttributes = makeAttributes;
    this.#makeRules = makeRules;
  }

  get attributes(): ElementGrammar['attributes'] {
    this.#attributes ??= this.#makeAttributes();
    return this.#attributes;
  }

  get rules(): ElementGrammar['rules'] {
    this.#rules ??= this.#makeRules();
    return this.#rules;
  }
}

/** The form of an element in a default class: no name, no class, no attributes without defaults. */
export function inDefaults(grammar: ElementGrammar): ElementGrammar {
  const { tag, doc, children, defaults } = grammar;
  const allowed = ([name, a]: [string, Attribute]) => a.type !== 'name' && name !== 'class' && !a.nodefault;
  const attributes = () => new Map([...grammar.attributes].filter(allowed));
  const rules = () =>
    grammar.rules.filter(
      (rule) => rule.kind === 'exclusive' && rule.bundles.flat().every((a) => own.attributes.has(a)),
    );
  const own: ElementGrammar = new Grammar(tag, doc, children, defaults, attributes, rules);
  return own;
}
