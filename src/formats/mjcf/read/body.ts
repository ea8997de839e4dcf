/** <worldbody> and its contents. Frames stay in the tree; replicate and attach are expanded immediately. */

import { JointType, ObjType } from '../../../core/model/enums.ts';
import { Body, Frame, Joint } from '../../spec/elements/body.ts';
import { cloneElement } from '../../spec/elements/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { NO_LOCATION } from '../../xml/sourceLocation.ts';
import { readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { worldbody } from '../grammar/body.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { findClass, innerDefaults, type Scope, type ScopeReader, start, startFromClass } from './common.ts';
import { readComposite } from './composite.ts';
import { readFlexcomp } from './deformable.ts';
import { readGeom, readInertial, readLight, readPosed } from './elements.ts';
import { readPluginUse } from './plugin.ts';
import { readAttach } from './reuse/attach.ts';
import { readReplicate } from './reuse/replicate.ts';

export function readWorldbody(r: MjcfReader, section: XmlElement): void {
  for (const name of section.attributeNames) r.error(section, name, 'the world has no attributes');
  if (r.spec.worldbody.location === NO_LOCATION) r.builder.indexLists();
  r.spec.worldbody.location = section;
  readScope(r, section, { body: r.spec.worldbody, frame: null, defaults: r.spec.defaults });
}

/** Read all children of a body, frame or replicate. */
export function readScope(r: MjcfReader, parent: XmlElement, scope: Scope): void {
  for (const element of parent.children) READERS[element.tag]?.(r, element, scope);
}

const worldbodyGrammar = (tag: string) => childGrammar(worldbody, tag);

const READERS: Readonly<Record<string, ScopeReader>> = {
  body: readBody,
  frame: readFrame,
  replicate: (r, element, scope) => readReplicate(r, element, scope, readScope),
  attach: readAttach,
  flexcomp: readFlexcomp,
  composite: readComposite,

  inertial(r, element, { body }) {
    if (body === r.spec.worldbody) r.error(element, undefined, 'the world has no inertia');
    readInertial(r, element, body, worldbodyGrammar('inertial'));
  },
  joint(r, element, scope) {
    refuseInWorld(r, element, scope);
    const { target } = startFromClass(r, element, (c) => cloneElement(c.joint), scope.defaults);
    readAttributes(r, element, target, worldbodyGrammar('joint'));
    r.builder.addToFrame(ObjType.JOINT, scope.body.joints, target, scope.frame);
  },
  freejoint(r, element, scope) {
    refuseInWorld(r, element, scope);
    const joint = start(r, element, new Joint());
    joint.type = JointType.FREE;
    joint.classname = (findClass(r, element, 'class') ?? scope.defaults).name;
    readAttributes(r, element, joint, worldbodyGrammar('freejoint'));
    r.builder.addToFrame(ObjType.JOINT, scope.body.joints, joint, scope.frame);
  },
  geom(r, element, scope) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.geom), scope.defaults);
    readGeom(r, element, target, worldbodyGrammar('geom'));
    r.builder.addToFrame(ObjType.GEOM, scope.body.geoms, target, scope.frame);
  },
  plugin(r, element, { body }) {
    body.plugin = readPluginUse(r, element);
  },
  site(r, element, scope) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.site), scope.defaults);
    readPosed(r, element, target, worldbodyGrammar('site'));
    r.builder.addToFrame(ObjType.SITE, scope.body.sites, target, scope.frame);
  },
  camera(r, element, scope) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.camera), scope.defaults);
    readPosed(r, element, target, worldbodyGrammar('camera'));
    r.builder.addToFrame(ObjType.CAMERA, scope.body.cameras, target, scope.frame);
  },
  light(r, element, scope) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.light), scope.defaults);
    readLight(r, element, target, worldbodyGrammar('light'));
    r.builder.addToFrame(ObjType.LIGHT, scope.body.lights, target, scope.frame);
  },
};

function refuseInWorld(r: MjcfReader, element: XmlElement, scope: Scope): void {
  if (scope.body === r.spec.worldbody) r.error(element, undefined, 'the world has no joints');
}

function readBody(r: MjcfReader, element: XmlElement, scope: Scope): void {
  const body = start(r, element, new Body());
  const defaults = innerDefaults(r, element, scope);
  body.classname = defaults.name;
  body.childclass = element.get('childclass') ?? '';
  body.parent = scope.body;
  readPosed(r, element, body, worldbodyGrammar('body'));
  r.builder.addToFrame(ObjType.BODY, scope.body.bodies, body, scope.frame);
  readScope(r, element, { body, frame: null, defaults });
}

function readFrame(r: MjcfReader, element: XmlElement, scope: Scope): void {
  const frame = start(r, element, new Frame());
  const defaults = innerDefaults(r, element, scope);
  frame.classname = defaults.name;
  frame.childclass = element.get('childclass') ?? '';
  readPosed(r, element, frame, worldbodyGrammar('frame'));
  r.builder.addToFrame(ObjType.FRAME, scope.body.frames, frame, scope.frame);
  readScope(r, element, { body: scope.body, frame, defaults });
}
