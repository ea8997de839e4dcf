/** `mjs_` functions that find elements and return their ids and names. */

import { CONTACT_FIELDS, fieldsSize, RAY_FIELDS } from '../../../compiler/resolve/sensor.ts';
import { ObjType, SensorType } from '../../../core/model/enums.ts';
import { sensorRow } from '../../../core/model/sensors.ts';
import { BODY_LISTS, elementsByKind, findElement, findOwner } from '../../../formats/spec/edit/lists.ts';
import type { Sensor } from '../../../formats/spec/elements/actuation.ts';
import { type Body, Camera, type Frame } from '../../../formats/spec/elements/body.ts';
import { DefaultClass } from '../../../formats/spec/elements/defaults.ts';
import { type SpecElement, TreeElement } from '../../../formats/spec/elements/element.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { subtreeBodies } from '../../../formats/spec/stateSizes.ts';
import {
  expectElement,
  expectHandle,
  expectKind,
  isElement,
  MjsDefault,
  specClasses,
  wrapElement,
} from '../classes/classes.ts';
import { kindOfRaw, SpecContext } from '../classes/context.ts';
import { MjsElement } from '../classes/handles.ts';
import { expectSpec, MjSpec } from '../classes/mjSpec.ts';

function classesOf(root: DefaultClass): DefaultClass[] {
  return [root, ...root.children.flatMap(classesOf)];
}

export function findClass(tree: Tree, name: string): DefaultClass | undefined {
  return classesOf(tree.defaults).find((c) => c.name === name);
}

/** All elements of a kind, including default classes. */
function listed(tree: Tree, kind: ObjType): readonly (SpecElement | DefaultClass)[] {
  return kind === ObjType.DEFAULT ? classesOf(tree.defaults) : elementsByKind(tree, kind);
}

function elementHandle(owner: SpecContext, raw: SpecElement | DefaultClass | undefined): MjsElement | undefined {
  return raw && new MjsElement(owner, raw);
}

function object(owner: SpecContext, raw: SpecElement | undefined): object | undefined {
  return raw && wrapElement(owner, raw);
}

/** Elements of a kind in a body, or in all bodies below it. */
function childrenOf(body: Body, kind: ObjType, recurse: unknown): readonly SpecElement[] {
  const list = BODY_LISTS.get(kind === ObjType.XBODY ? ObjType.BODY : kind);
  if (list === undefined) throw new Error('mjs_firstChild: expected a kind of element that bodies contain');
  if (!recurse) return body[list];
  if (list === 'bodies') return subtreeBodies(body).slice(1);
  return subtreeBodies(body).flatMap((inner): SpecElement[] => inner[list]);
}

/** Ids are those of the compiled model. */
function elementId(owner: SpecContext, raw: SpecElement | DefaultClass): number {
  if (!owner.compiled && !(raw instanceof DefaultClass)) return -1;
  return listed(owner.tree, kindOfRaw(raw)).indexOf(raw);
}

/** Dimension of a sensor that the sensor table does not define. */
function ownDim(tree: Tree, { type, dim, intprm, objtype, objname }: Sensor): number {
  switch (type) {
    case SensorType.USER:
      return dim;
    case SensorType.CONTACT:
      return intprm[2] * fieldsSize(intprm[0], CONTACT_FIELDS);
    case SensorType.RANGEFINDER: {
      const camera = objtype === ObjType.CAMERA ? findElement(tree, ObjType.CAMERA, objname) : undefined;
      const rays = camera instanceof Camera ? camera.resolution[0] * camera.resolution[1] : 1;
      return rays * fieldsSize(intprm[0], RAY_FIELDS);
    }
    case SensorType.PLUGIN:
      return 0;
    default:
      return 1;
  }
}

type Call = (...args: unknown[]) => unknown;

export const findFunctions: Record<string, Call> = {
  mjs_findBody: (spec, name) => {
    const owner = expectSpec('mjs_findBody', spec);
    return object(owner, findElement(owner.tree, ObjType.BODY, String(name)));
  },
  mjs_findFrame: (spec, name) => {
    const owner = expectSpec('mjs_findFrame', spec);
    return object(owner, findElement(owner.tree, ObjType.FRAME, String(name)));
  },
  mjs_findChild: (body, name) => {
    const { owner, raw } = expectHandle<Body>('mjs_findChild', body, 'MjsBody');
    return object(
      owner,
      subtreeBodies(raw).find((child) => child.name === name),
    );
  },
  mjs_findElement: (spec, kind, name) => {
    const owner = expectSpec('mjs_findElement', spec);
    const all = listed(owner.tree, expectKind('mjs_findElement', kind));
    return elementHandle(
      owner,
      all.find((element) => element.name === name),
    );
  },
  mjs_findDefault: (spec, name) => {
    const owner = expectSpec('mjs_findDefault', spec);
    const found = findClass(owner.tree, String(name));
    return found && new MjsDefault(owner, found);
  },
  mjs_findSpec: (spec, name) => {
    const owner = expectSpec('mjs_findSpec', spec);
    if (owner.tree.modelname === name) return new MjSpec(owner);
    const found = owner.tree.models.get(String(name));
    return found && new MjSpec(new SpecContext(found));
  },
  mjs_firstElement: (spec, kind) => {
    const owner = expectSpec('mjs_firstElement', spec);
    return elementHandle(owner, listed(owner.tree, expectKind('mjs_firstElement', kind))[0]);
  },
  mjs_nextElement: (spec, element) => {
    const owner = expectSpec('mjs_nextElement', spec);
    const { raw } = expectElement('mjs_nextElement', element);
    const all = listed(owner.tree, kindOfRaw(raw));
    return elementHandle(owner, all[all.indexOf(raw as SpecElement) + 1]);
  },
  mjs_firstChild: (body, kind, recurse) => {
    const { owner, raw } = expectHandle<Body>('mjs_firstChild', body, 'MjsBody');
    return elementHandle(owner, childrenOf(raw, expectKind('mjs_firstChild', kind), recurse)[0]);
  },
  mjs_nextChild: (body, child, recurse) => {
    const { owner, raw } = expectHandle<Body>('mjs_nextChild', body, 'MjsBody');
    const { raw: element } = expectElement('mjs_nextChild', child);
    const all = childrenOf(raw, kindOfRaw(element), recurse);
    const at = all.indexOf(element as SpecElement);
    if (at < 0) throw new Error('mjs_nextChild: the child is not in this body');
    return elementHandle(owner, all[at + 1]);
  },

  mjs_getName: (element) => {
    const { raw } = expectElement('mjs_getName', element);
    return 'modelname' in raw ? raw.modelname : raw.name;
  },
  mjs_getId: (element) => {
    const { owner, raw } = expectElement('mjs_getId', element);
    return 'modelname' in raw ? -1 : elementId(owner, raw);
  },
  mjs_getSpec: (element) => new MjSpec(expectElement('mjs_getSpec', element).owner),
  mjs_getOriginSpec: (element) => new MjSpec(expectElement('mjs_getOriginSpec', element).owner),
  mjs_getCompiler: (element) => {
    const { owner, raw } = expectElement('mjs_getCompiler', element);
    return new specClasses.MjsCompiler(owner, isElement(raw) ? raw.compiler : owner.tree.compiler);
  },
  mjs_getSpecDefault: (spec) => {
    const owner = expectSpec('mjs_getSpecDefault', spec);
    return new MjsDefault(owner, owner.tree.defaults);
  },
  mjs_getDefault: (element) => {
    const { owner, raw } = expectElement('mjs_getDefault', element);
    if (raw instanceof DefaultClass) return raw.parent ? new MjsDefault(owner, raw.parent) : undefined;
    const found = isElement(raw) ? findClass(owner.tree, raw.classname || 'main') : undefined;
    return found && new MjsDefault(owner, found);
  },
  mjs_getFrame: (element) => {
    const { owner, raw } = expectElement('mjs_getFrame', element);
    return raw instanceof TreeElement ? object(owner, raw.frame as Frame) || undefined : undefined;
  },
  mjs_getParent: (element) => {
    const { owner, raw } = expectElement('mjs_getParent', element);
    const body = isElement(raw) ? findOwner(owner.tree, raw)?.body : undefined;
    return body ? wrapElement(owner, body) : undefined;
  },
  mjs_sensorDim: (sensor) => {
    const { owner, raw } = expectHandle<Sensor>('mjs_sensorDim', sensor, 'MjsSensor');
    return sensorRow(raw.type).dim || ownDim(owner.tree, raw);
  },

  mjs_getError: (spec) => expectSpec('mjs_getError', spec).error,
  mjs_isWarning: (spec) => Number(expectSpec('mjs_isWarning', spec).tree.warnings.length > 0),
  mjs_numWarnings: (spec) => expectSpec('mjs_numWarnings', spec).tree.warnings.length,
  mjs_getWarning: (spec, i) => expectSpec('mjs_getWarning', spec).tree.warnings[Number(i)]?.message ?? '',
};
