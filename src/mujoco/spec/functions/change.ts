/** Names, frames, default classes, paths of tendons; deleting and attaching. */

import { OrientationType } from '../../../core/model/enums/spec.ts';
import { ObjType, WrapType } from '../../../core/model/enums.ts';
import { describeType } from '../../../core/model/fit.ts';
import { orientationToQuat } from '../../../formats/pose/orientation.ts';
import { attachPart, deleteSpecElement } from '../../../formats/spec/edit/attachAndDelete.ts';
import { importSettings } from '../../../formats/spec/edit/importSettings.ts';
import { elementsByKind, findElement, findOwner } from '../../../formats/spec/edit/lists.ts';
import { Body, Frame, Site } from '../../../formats/spec/elements/body.ts';
import { DefaultClass } from '../../../formats/spec/elements/defaults.ts';
import { TreeElement } from '../../../formats/spec/elements/element.ts';
import { type Tendon, Wrap } from '../../../formats/spec/elements/relation.ts';
import { CompilerSettings } from '../../../formats/spec/elements/settings.ts';
import { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { NO_LOCATION } from '../../../formats/xml/sourceLocation.ts';
import { BindingError } from '../../base/errors.ts';
import { INNER } from '../../base/handle.ts';
import { expectElement, expectHandle, isElement, wrapElement } from '../classes/classes.ts';
import { kindOfRaw, type Raw } from '../classes/context.ts';
import { MjsElement, type MjsObject } from '../classes/handles.ts';
import { expectSpec } from '../classes/mjSpec.ts';
import { MjsOrientation } from '../classes/orientation.ts';
import { settle } from '../settle.ts';
import { outcome } from './outcome.ts';

type Call = (...args: unknown[]) => unknown;

function setName(element: unknown, name: unknown): number {
  const { owner, raw } = expectElement('mjs_setName', element);
  if (typeof name !== 'string') throw new BindingError(`mjs_setName: expected a name, found ${describeType(name)}`);
  if (raw instanceof Tree) {
    raw.modelname = name;
    return 0;
  }
  raw.name = name;
  if (raw instanceof DefaultClass || name === '') return 0;
  return outcome(owner, () => {
    const kind = kindOfRaw(raw);
    const same = elementsByKind(owner.tree, kind).filter((other) => other.name === name);
    if (same.length > 1) throw new Error(`repeated name '${name}' in ${typeName(kind)}`);
  });
}

function typeName(kind: ObjType): string {
  return (Object.entries(ObjType).find(([, value]) => value === kind)?.[0] ?? 'model').toLowerCase();
}

function setFrame(element: unknown, frame: unknown): number {
  const { owner, raw } = expectElement('mjs_setFrame', element);
  if (!frame) return -1;
  const { raw: target } = expectHandle<Frame>('mjs_setFrame', frame, 'MjsFrame');
  return outcome(owner, () => {
    if (!(raw instanceof TreeElement)) throw new Error('only elements of a body have a frame');
    for (let outer: Frame | null = target; outer; outer = outer.frame) {
      if (outer === raw) throw new Error('a frame cannot be inside itself');
    }
    raw.frame = target;
  });
}

function setDefault(element: unknown, def: unknown): void {
  const { raw } = expectElement('mjs_setDefault', element);
  const { raw: defaults } = expectHandle<DefaultClass>('mjs_setDefault', def, 'MjsDefault');
  if (isElement(raw)) raw.classname = defaults.name;
}

function deleteElement(spec: unknown, element: unknown): number {
  const owner = expectSpec('mjs_delete', spec);
  const { raw } = expectElement('mjs_delete', element);
  return outcome(owner, () => {
    if (raw instanceof DefaultClass) removeClass(raw);
    else if (raw === owner.tree.worldbody) throw new Error('the world cannot be deleted');
    else if (!isElement(raw) || !deleteSpecElement(owner.tree, raw)) throw new Error('element is not in this model');
  });
}

function removeClass(defaults: DefaultClass): void {
  const siblings = defaults.parent?.children;
  if (siblings === undefined) throw new Error("cannot remove the global default ('main')");
  siblings.splice(siblings.indexOf(defaults), 1);
}

function attach(parent: unknown, child: unknown, prefix: unknown = '', suffix: unknown = ''): MjsElement | undefined {
  const to = expectElement('mjs_attach', parent);
  const from = expectElement('mjs_attach', child);
  let made: Body | Frame | undefined;
  outcome(to.owner, () => {
    const part = attachedPart(from.raw);
    settle(from.owner.tree);
    importSettings(to.owner.tree, from.owner.tree);
    const target = targetOf(to.owner.tree, to.raw, part);
    made = attachPart(to.owner.tree, target, from.owner.tree, part, String(prefix), String(suffix));
  });
  return made && new MjsElement(to.owner, made);
}

/** The part to attach: a body, a frame, or the world of a spec. */
function attachedPart(raw: Raw): Body | Frame | null {
  if (raw instanceof Body || raw instanceof Frame) return raw;
  if (raw instanceof Tree) return null;
  throw new Error('child element is not a body or frame');
}

function targetOf(tree: Tree, raw: Raw, part: Body | Frame | null): { body: Body; at: Frame | Site | null } {
  if (raw instanceof Body) {
    if (part instanceof Body) throw new Error('child element is not a frame');
    return { body: raw, at: null };
  }
  const body = raw instanceof Frame || raw instanceof Site ? findOwner(tree, raw)?.body : undefined;
  if (!body) throw new Error('parent element is not a frame, body or site');
  return { body, at: raw as Frame | Site };
}

// --- tendon paths ---

function wrap(name: string, tendon: unknown, fields: Partial<Wrap>): MjsObject {
  const { owner, raw } = expectHandle<Tendon>(name, tendon, 'MjsTendon');
  const step = Object.assign(new Wrap(), fields, {
    compiler: owner.tree.compiler,
    location: { ...NO_LOCATION, tag: 'tendon' },
  });
  // joints make a tendon fixed, anything else makes it spatial
  if (raw.path.length === 0) raw.spatial = step.type !== WrapType.JOINT;
  raw.path.push(step);
  return wrapElement(owner, step);
}

const WRAP_KINDS: Readonly<Partial<Record<WrapType, ObjType>>> = {
  [WrapType.SPHERE]: ObjType.GEOM,
  [WrapType.CYLINDER]: ObjType.GEOM,
  [WrapType.SITE]: ObjType.SITE,
  [WrapType.JOINT]: ObjType.JOINT,
};

/** The value of a step of some type; 1 for other types. */
function numberOf(name: string, value: unknown, type: WrapType): number {
  const { raw } = expectHandle<Wrap>(name, value, 'MjsWrap');
  return raw.type === type ? raw.prm : 1;
}

/** Convert an orientation to a quaternion; returns '' or an error message. */
function resolveOrientation(quat: unknown, degree: unknown, sequence: unknown, orientation: unknown): string {
  if (!(orientation instanceof MjsOrientation)) {
    throw new BindingError(`mjs_resolveOrientation: expected MjsOrientation, found ${describeType(orientation)}`);
  }
  const { type, value } = orientation[INNER];
  if (type === OrientationType.QUAT) return '';
  const settings = Object.assign(new CompilerSettings(), { degree: Boolean(degree), eulerseq: String(sequence) });
  const result = orientationToQuat({ type, value }, settings);
  if (typeof result === 'string') return result;
  const target = quat as { GetView?(): Float64Array } & number[];
  const view = target.GetView?.() ?? target;
  for (let k = 0; k < 4; k++) view[k] = result[k];
  return '';
}

export const changeFunctions: Record<string, Call> = {
  mjs_setName: setName,
  mjs_setFrame: setFrame,
  mjs_setDefault: setDefault,
  // parts are always copied
  mjs_setDeepCopy: (spec) => {
    expectSpec('mjs_setDeepCopy', spec);
    return 0;
  },
  mjs_delete: deleteElement,
  mjs_attach: attach,
  mjs_wrapSite: (tendon, name) => wrap('mjs_wrapSite', tendon, { type: WrapType.SITE, objname: String(name) }),
  mjs_wrapGeom: (tendon, name, side) =>
    wrap('mjs_wrapGeom', tendon, { type: WrapType.SPHERE, objname: String(name), sidesite: String(side ?? '') }),
  mjs_wrapJoint: (tendon, name, coef) =>
    wrap('mjs_wrapJoint', tendon, { type: WrapType.JOINT, objname: String(name), prm: Number(coef) }),
  mjs_wrapPulley: (tendon, divisor) => wrap('mjs_wrapPulley', tendon, { type: WrapType.PULLEY, prm: Number(divisor) }),
  mjs_getWrapNum: (tendon) => expectHandle<Tendon>('mjs_getWrapNum', tendon, 'MjsTendon').raw.path.length,
  mjs_getWrap: (tendon, i) => {
    const { owner, raw } = expectHandle<Tendon>('mjs_getWrap', tendon, 'MjsTendon');
    const step = raw.path[Number(i)];
    return step && wrapElement(owner, step);
  },
  mjs_getWrapTarget: (value) => {
    const { owner, raw } = expectHandle<Wrap>('mjs_getWrapTarget', value, 'MjsWrap');
    const kind = WRAP_KINDS[raw.type];
    const found = kind === undefined ? undefined : findElement(owner.tree, kind, raw.objname);
    return found && new MjsElement(owner, found);
  },
  mjs_getWrapSideSite: (value) => {
    const { owner, raw } = expectHandle<Wrap>('mjs_getWrapSideSite', value, 'MjsWrap');
    const found = raw.sidesite === '' ? undefined : findElement(owner.tree, ObjType.SITE, raw.sidesite);
    return found && wrapElement(owner, found);
  },
  mjs_getWrapCoef: (value) => numberOf('mjs_getWrapCoef', value, WrapType.JOINT),
  mjs_getWrapDivisor: (value) => numberOf('mjs_getWrapDivisor', value, WrapType.PULLEY),
  mjs_resolveOrientation: resolveOrientation,
  mjs_deleteUserValue: (element) => {
    expectElement('mjs_deleteUserValue', element);
  },
};
