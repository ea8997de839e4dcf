/** Creates elements: `mjs_addBody` and similar, `mjs_asBody`, `mjs_defaultBody`. */

import { AlignFree } from '../../../core/model/enums/spec.ts';
import { JointType } from '../../../core/model/enums.ts';
import { inheritDefaults } from '../../../formats/mjcf/read/defaults.ts';
import { Body, Frame, Joint } from '../../../formats/spec/elements/body.ts';
import { DEFAULT_PARTS, type DefaultClass, type DefaultPart } from '../../../formats/spec/elements/defaults.ts';
import { cloneElement, type SpecElement } from '../../../formats/spec/elements/element.ts';
import { PluginSpec } from '../../../formats/spec/elements/plugin.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { NO_LOCATION } from '../../../formats/xml/sourceLocation.ts';
import { forgetBones } from '../classes/bones.ts';
import { expectElement, expectHandle, isElement, MjsDefault, wrapElement } from '../classes/classes.ts';
import { classNameOf, type SpecContext, treeClassOf } from '../classes/context.ts';
import type { SpecClassName } from '../classes/fields.ts';
import type { MjsObject } from '../classes/handles.ts';
import { expectSpec } from '../classes/mjSpec.ts';
import { MjsOrientation, resetOrientation } from '../classes/orientation.ts';
import { findClass } from './find.ts';

type BodyList = 'joints' | 'geoms' | 'sites' | 'cameras' | 'lights';

/** Children of a body: their list, and their part of a default class. */
const IN_BODY: Readonly<Record<string, readonly [BodyList, DefaultPart]>> = {
  Joint: ['joints', 'joint'],
  Geom: ['geoms', 'geom'],
  Site: ['sites', 'site'],
  Camera: ['cameras', 'camera'],
  Light: ['lights', 'light'],
};

type SpecList = keyof Tree & `${string}s`;

/** Elements of the spec: their list, and their part of a default class, if any. */
const IN_SPEC: Readonly<Record<string, readonly [SpecList, DefaultPart?]>> = {
  Mesh: ['meshes', 'mesh'],
  HField: ['hfields'],
  Texture: ['textures'],
  Material: ['materials', 'material'],
  Flex: ['flexes'],
  Skin: ['skins'],
  Pair: ['pairs', 'pair'],
  Exclude: ['excludes'],
  Equality: ['equalities', 'equality'],
  Tendon: ['tendons', 'tendon'],
  Actuator: ['actuators', 'actuator'],
  Sensor: ['sensors'],
  Numeric: ['numerics'],
  Text: ['texts'],
  Tuple: ['tuples'],
  Key: ['keys'],
};

/** The default class of a parameter (default: the main class of the spec). */
function defaultOf(name: string, owner: SpecContext, value: unknown): DefaultClass {
  if (value === undefined || value === null) return owner.tree.defaults;
  return expectHandle<DefaultClass>(name, value, 'MjsDefault').raw;
}

/** Initialize the common fields of a new element. */
function begin<T extends SpecElement>(owner: SpecContext, element: T, defaults: DefaultClass, tag: string): T {
  element.compiler = owner.tree.compiler;
  element.location = { ...NO_LOCATION, tag };
  element.classname = defaults.name;
  return element;
}

type Call = (...args: unknown[]) => unknown;

function addToBody(title: string): Call {
  const name = `mjs_add${title}`;
  const [list, part] = IN_BODY[title];
  return (body, def) => {
    const { owner, raw } = expectHandle<Body>(name, body, 'MjsBody');
    const defaults = defaultOf(name, owner, def);
    const element = begin(owner, cloneElement(defaults[part]), defaults, part);
    (raw[list] as SpecElement[]).push(element);
    return wrapElement(owner, element);
  };
}

function addToSpec(title: string): Call {
  const name = `mjs_add${title}`;
  const [list, part] = IN_SPEC[title];
  return (spec, def) => {
    const owner = expectSpec(name, spec);
    const defaults = part === undefined ? owner.tree.defaults : defaultOf(name, owner, def);
    const fresh =
      part === undefined ? new (treeClassOf(`Mjs${title}` as SpecClassName))() : cloneElement(defaults[part]);
    const element = begin(owner, fresh, defaults, title.toLowerCase());
    (owner.tree[list] as unknown as SpecElement[]).push(element);
    return wrapElement(owner, element);
  };
}

function addBody(body: unknown, def?: unknown): MjsObject {
  const { owner, raw } = expectHandle<Body>('mjs_addBody', body, 'MjsBody');
  const defaults = defaultOf('mjs_addBody', owner, def);
  const child = begin(owner, new Body(), defaults, 'body');
  child.childclass = defaults.name;
  child.parent = raw;
  raw.bodies.push(child);
  return wrapElement(owner, child);
}

function addFrame(body: unknown, parent?: unknown): MjsObject {
  const { owner, raw } = expectHandle<Body>('mjs_addFrame', body, 'MjsBody');
  const frame = begin(owner, new Frame(), owner.tree.defaults, 'frame');
  frame.childclass = owner.tree.defaults.name;
  if (parent) frame.frame = expectHandle<Frame>('mjs_addFrame', parent, 'MjsFrame').raw;
  raw.frames.push(frame);
  return wrapElement(owner, frame);
}

function addFreeJoint(body: unknown): MjsObject {
  const { owner, raw } = expectHandle<Body>('mjs_addFreeJoint', body, 'MjsBody');
  const joint = begin(owner, new Joint(), owner.tree.defaults, 'freejoint');
  joint.type = JointType.FREE;
  joint.align = AlignFree.AUTO;
  raw.joints.push(joint);
  return wrapElement(owner, joint);
}

/** A class that starts as a copy of its parent; undefined if the name is taken. */
function addDefault(spec: unknown, name: unknown, parent?: unknown): MjsDefault | undefined {
  const owner = expectSpec('mjs_addDefault', spec);
  const above = defaultOf('mjs_addDefault', owner, parent);
  if (findClass(owner.tree, String(name))) return undefined;
  // a script may change elements of the parent class: separate them
  for (const part of DEFAULT_PARTS) above.own(part);
  const child = inheritDefaults(above, String(name));
  for (const part of DEFAULT_PARTS) child.own(part);
  above.shared.clear();
  return new MjsDefault(owner, child);
}

/** The object of an element, if it has this class. */
function asClass(title: SpecClassName): Call {
  return (element) => {
    const { owner, raw } = expectElement(title.replace('Mjs', 'mjs_as'), element);
    return isElement(raw) && !(raw instanceof PluginSpec) && classNameOf(raw) === title
      ? wrapElement(owner, raw)
      : undefined;
  };
}

/** Fields that a reset of an element to its defaults keeps. */
const KEPT = ['name', 'classname', 'location', 'compiler', 'frame', 'parent', 'inertialLocation', 'path', 'spatial'];
const LISTS = ['bodies', 'frames', 'joints', 'geoms', 'sites', 'cameras', 'lights'];

function putBack(title: SpecClassName): Call {
  return (value) => {
    const { raw } = expectHandle<SpecElement>(title.replace('Mjs', 'mjs_default'), value, title);
    const fresh = Object.entries(new (treeClassOf(title))());
    Object.assign(raw, Object.fromEntries(fresh.filter(([key]) => ![...KEPT, ...LISTS].includes(key))));
    forgetBones(raw);
  };
}

const ELEMENTS = ['Body', 'Frame', ...Object.keys(IN_BODY), ...Object.keys(IN_SPEC)];
const named = (prefix: string, titles: readonly string[], make: (title: string) => Call) =>
  Object.fromEntries(titles.map((title) => [prefix + title, make(title)]));

export const addFunctions: Record<string, Call> = {
  mjs_addBody: addBody,
  mjs_addFrame: addFrame,
  mjs_addFreeJoint: addFreeJoint,
  mjs_addDefault: addDefault,
  ...named('mjs_add', Object.keys(IN_BODY), addToBody),
  ...named('mjs_add', Object.keys(IN_SPEC), addToSpec),
  ...named('mjs_as', ELEMENTS, (title) => asClass(`Mjs${title}` as SpecClassName)),
  ...named(
    'mjs_default',
    ELEMENTS.filter((title) => title !== 'Exclude'),
    (title) => putBack(`Mjs${title}` as SpecClassName),
  ),
  mjs_defaultOrientation: (value) => {
    if (value instanceof MjsOrientation) resetOrientation(value);
  },
};
