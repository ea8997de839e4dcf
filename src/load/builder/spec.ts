/** Models built and edited in code. */

import { found as describe, expectObject, expectString } from '../../core/expect.ts';
import type { Data } from '../../core/model/data.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { printAsText } from '../../core/model/names/inspect.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import { mapSource } from '../../formats/mjcf/files.ts';
import { writeMjcf } from '../../formats/mjcf/writeMjcf.ts';
import { withWholeKeys } from '../../formats/spec/edit/attachAndDelete.ts';
import { copySpec } from '../../formats/spec/edit/copy.ts';
import { BODY_LISTS, elementsByKind, findElement, SPEC_LISTS } from '../../formats/spec/edit/lists.ts';
import type { DefaultClass } from '../../formats/spec/elements/defaults.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import { SpecTree as Tree } from '../../formats/spec/specTree.ts';
import { compileForEngine } from '../compileForEngine.ts';
import { loadSpec } from '../load.ts';
import { checkOptions, encodeFiles, type LoadOptions } from '../options.ts';
import { readText } from '../read.ts';
import { type AttachOptions, Element } from './element.ts';
import type { Body, Container, DefaultsOf, Frame, Kinds, Sections, Site } from './handles.ts';
import { grammarFor, KINDS } from './kinds.ts';
import { carryState, type Stateful, statefulOf } from './recompile.ts';
import { Defaults, Section, type SectionName } from './section.ts';
import { type AllSettings, createSettings } from './settings.ts';
import { TREE } from './tree.ts';

/** Initial contents of a spec. */
export interface SpecOptions extends Pick<LoadOptions, 'files' | 'file' | 'limits'> {
  /** Name of the model. */
  name?: string;
}

/** An editable model: add, find, change, delete and attach any MJCF element in code, then compile.
 *
 *  @example
 *  await prepare();
 *  const spec = new Spec({ name: 'ball' });
 *  spec.worldbody.add('geom', { type: 'plane', size: [5, 5, 0.1] });
 *  const ball = spec.worldbody.add('body', { name: 'ball', pos: [0, 0, 1] });
 *  ball.add('freejoint');
 *  ball.add('geom', { size: [0.1] });
 *  const model = spec.compile(); */
export class Spec implements Sections, AllSettings {
  /** @internal */
  readonly [TREE]: Tree;
  readonly #handles = new WeakMap<SpecElement, Element>();
  readonly #compiled = new WeakMap<Model, Stateful>();

  /** The world; bodies are added to it. */
  readonly worldbody: Body;
  /** The top-level default class, parent of all others. */
  readonly default: DefaultsOf;
  readonly asset: Sections['asset'];
  readonly deformable: Sections['deformable'];
  readonly contact: Sections['contact'];
  readonly equality: Sections['equality'];
  readonly tendon: Sections['tendon'];
  readonly actuator: Sections['actuator'];
  readonly sensor: Sections['sensor'];
  readonly custom: Sections['custom'];
  readonly keyframe: Sections['keyframe'];
  readonly compiler: AllSettings['compiler'];
  readonly option: AllSettings['option'];
  readonly size: AllSettings['size'];
  readonly statistic: AllSettings['statistic'];
  readonly visual: AllSettings['visual'];

  constructor(options: SpecOptions = {}) {
    checkOptions(options);
    this[TREE] = options instanceof Tree ? options : emptyTree(options);
    this.worldbody = this.element(this[TREE].worldbody) as unknown as Body;
    this.default = new Defaults(this, this[TREE].defaults) as unknown as DefaultsOf;
    const section = <T extends SectionName>(tag: T) => new Section(this, tag) as unknown as Sections[T];
    this.asset = section('asset');
    this.deformable = section('deformable');
    this.contact = section('contact');
    this.equality = section('equality');
    this.tendon = section('tendon');
    this.actuator = section('actuator');
    this.sensor = section('sensor');
    this.custom = section('custom');
    this.keyframe = section('keyframe');
    const { compiler, option, size, statistic, visual } = createSettings(this);
    this.compiler = compiler;
    this.option = option;
    this.size = size;
    this.statistic = statistic;
    this.visual = visual;
  }

  /** Read a spec from MJCF or URDF text. URDF requires `await prepare()` first.
   * @throws MjcfError with the location of every error */
  static fromXml(xml: string, options: LoadOptions = {}): Spec {
    checkOptions(options);
    const { file, root, limits, files = {} } = options;
    return fromTree(readText(xml, { file, root, limits, source: mapSource(encodeFiles(files)) }));
  }

  /** Load a spec from a file on disk, or from a URL in a browser.
   * @throws MjcfError with the location of every error */
  static async load(path: string | URL, options: LoadOptions = {}): Promise<Spec> {
    return fromTree(await loadSpec(path, options));
  }

  /** Name of the model. */
  get name(): string {
    return this[TREE].modelname;
  }

  set name(name: string) {
    this[TREE].modelname = expectString('name', name);
  }

  /** Find an element by kind and name.
   *  @throws Error with the nearest name */
  find<K extends keyof Kinds>(kind: K, name: string): Kinds[K] {
    const found = findElement(this[TREE], elementKind(kind), expectString('name', name));
    if (found === undefined) {
      const names = elementsByKind(this[TREE], elementKind(kind)).map((element) => element.name);
      throw new Error(`there is no ${kind} '${name}'${suggestion(name, names.filter(Boolean))}`);
    }
    return this.element(found) as unknown as Kinds[K];
  }

  /** Whether an element with this kind and name exists. */
  has(kind: keyof Kinds, name: string): boolean {
    return findElement(this[TREE], elementKind(kind), expectString('name', name)) !== undefined;
  }

  /** All elements of a kind, in the order of ids. */
  all<K extends keyof Kinds>(kind: K): Kinds[K][] {
    return elementsByKind(this[TREE], elementKind(kind)).map((element) =>
      this.element(element),
    ) as unknown as Kinds[K][];
  }

  /** A default class by name.
   * @throws Error with the nearest name */
  findDefault(name: string): DefaultsOf {
    const classes = classesOf(this[TREE].defaults);
    const found = classes.find((c) => c.name === expectString('name', name));
    if (found) return new Defaults(this, found) as unknown as DefaultsOf;
    const names = classes.map((c) => c.name);
    throw new Error(`there is no default class '${name}'${suggestion(name, names)}`);
  }

  /** Attach a copy of another spec, or of one of its bodies or frames, to a body, frame or site of this spec (default:
   * the world). Names get the prefix and suffix.
   *
   *  @example
   * const arm = Spec.fromXml('<mujoco><worldbody><body name="arm"><joint/><geom
   * size="0.1"/></body></worldbody></mujoco>');
   *  const scene = new Spec();
   *  const base = scene.worldbody.add('frame', { pos: [0, 0, 1] });
   *  scene.attach(arm, { to: base, prefix: 'left_' });
   *  console.log(scene.has('body', 'left_arm')); // -> true */
  attach(part: Spec | Body | Frame, options: AttachOptions & { to?: Body | Frame | Site } = {}): Body | Frame {
    const { to } = expectObject('attach: options', options);
    if (to !== undefined && !((to as unknown) instanceof Element)) {
      throw new TypeError(`to: expected a body, a frame or a site, found ${describe(to)}`);
    }
    const target: Pick<Container, 'attach'> = to ?? this.worldbody;
    return target.attach(part, options);
  }

  /** Compile the model. The spec does not change and can be edited and compiled again.
   * @throws MjcfError with the location, in a file or in the spec, of every error */
  compile(options: Pick<LoadOptions, 'engine'> = {}): Model {
    checkOptions(options);
    const tree = this[TREE];
    const model = withWholeKeys(tree, () => compileForEngine(tree, options));
    this.#compiled.set(model, statefulOf(tree));
    return model;
  }

  /** Compile the changed spec and carry over the state of a simulation: time, and the positions, velocities,
   * activations and controls of all elements that existed before.
   *
   *  @example
   *  await prepare();
   *  const spec = new Spec();
   *  const first = spec.worldbody.add('body', { pos: [0, 0, 1] });
   *  first.add('freejoint');
   *  first.add('geom', { size: [0.1] });
   *  const model = spec.compile();
   *  const data = new Data(model);
   *  for (let k = 0; k < 100; k++) step(model, data);
   *  const second = spec.worldbody.add('body', { pos: [1, 0, 1] });
   *  second.add('freejoint');
   *  second.add('geom', { size: [0.1] });
   *  const next = spec.recompile(model, data);
   *  console.log(next.data.time === data.time, next.data.qpos[2] === data.qpos[2]); // -> true true */
  recompile(model: Model, data: Data, options: Pick<LoadOptions, 'engine'> = {}): { model: Model; data: Data } {
    const was = this.#compiled.get(model);
    if (was === undefined) throw new Error('recompile: expected a Model compiled by this spec');
    checkFits('recompile', model, data);
    const next = this.compile(options);
    return { model: next, data: carryState(model, data, was, next, this.#compiled.get(next)!) };
  }

  /** The model as MJCF text. */
  toXml(): string {
    return writeMjcf(this[TREE]);
  }

  /** Name and numbers of elements, as `console.log` prints them in Node. */
  toString(): string {
    const counts = [...BODY_LISTS, ...SPEC_LISTS].flatMap(([kind, name]) => {
      const count = elementsByKind(this[TREE], kind).length;
      return count === 0 ? [] : [`${name} ${count}`];
    });
    return `Spec${this.name === '' ? '' : ` '${this.name}'`}: ${counts.join(', ')}`;
  }

  /** A separate spec with the same contents. */
  copy(): Spec {
    return fromTree(copySpec(this[TREE]));
  }

  /** Warnings of the reader.
   * @internal */
  get warnings(): readonly string[] {
    return this[TREE].warnings.map(({ message }) => message);
  }

  /** @internal */
  element(raw: SpecElement): Element {
    let handle = this.#handles.get(raw);
    if (handle === undefined) {
      handle = new Element(this, grammarFor(raw), raw);
      this.#handles.set(raw, handle);
    }
    return handle;
  }
}

function fromTree(tree: Tree): Spec {
  return new Spec(tree as unknown as SpecOptions);
}

function emptyTree({ name, file = '', files = {} }: SpecOptions): Tree {
  const tree = new Tree();
  if (name !== undefined) tree.modelname = expectString('name', name);
  tree.file = file;
  tree.source = mapSource(encodeFiles(files));
  return tree;
}

function elementKind(kind: keyof Kinds): (typeof KINDS)[keyof typeof KINDS] {
  if (Object.hasOwn(KINDS, expectString('kind', kind))) return KINDS[kind];
  throw new TypeError(`'${kind}' is not a kind of element${suggestion(kind, Object.keys(KINDS))}`);
}

function classesOf(root: DefaultClass): DefaultClass[] {
  return [root, ...root.children.flatMap(classesOf)];
}

printAsText(Spec.prototype);
