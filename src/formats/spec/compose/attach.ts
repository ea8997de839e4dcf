/** Attaching: copies bodies and frames, from the same model or another one, with the elements that refer to them. */

import { ObjType } from '../../../core/model/enums.ts';
import type { SpecBuilder } from '../builder.ts';
import type { Body, Frame } from '../elements/body.ts';
import { DefaultClass } from '../elements/defaults.ts';
import { cloneElement, type TreeElement } from '../elements/element.ts';
import { copyReferences } from '../references.ts';
import type { DependentIndex } from './dependentIndex.ts';
import {
  type Namespace,
  qualify,
  renameCamera,
  renameContainer,
  renameGeom,
  renameJoint,
  renameLight,
  renameSite,
} from './namespace.ts';

/** Destination of a copy. */
export interface AttachPoint {
  readonly body: Body;
  readonly frame: Frame | null;
}

/** Copy a frame of `sourceBody`, with everything inside it, to a point of the builder's spec; returns the copy.
 *  `followers` makes many copies cheaper. */
export function attachFrame(
  builder: SpecBuilder,
  source: SpecBuilder,
  sourceBody: Body,
  sourceFrame: Frame,
  at: AttachPoint,
  prefix: string,
  suffix: string,
  dependents?: DependentIndex,
): Frame {
  const ns = beginAttach(builder, source, prefix, suffix);
  const frame = cloneElement(sourceFrame);
  renameContainer(ns, frame);
  builder.addToFrame(ObjType.FRAME, at.body.frames, frame, at.frame);
  const frames = new Map<Frame, Frame>([[sourceFrame, frame]]);
  // frames come before the frames inside them
  for (const inner of sourceBody.frames) {
    if (inner !== sourceFrame && inner.frame !== null && frames.has(inner.frame))
      frames.set(inner, cloneElement(inner));
  }
  copyContents(builder, source, sourceBody, at.body, frames, ns, true);
  copyReferences(builder, source, ns, dependents);
  return frame;
}

/** Copy a body, with everything inside it, to a point of the builder's spec; returns the copy. */
export function attachBody(
  builder: SpecBuilder,
  source: SpecBuilder,
  sourceBody: Body,
  at: AttachPoint,
  prefix: string,
  suffix: string,
): Body {
  const ns = beginAttach(builder, source, prefix, suffix);
  const body = copyBody(builder, source, sourceBody, at.body, at.frame, ns);
  at.body.bodies.push(body);
  copyReferences(builder, source, ns);
  return body;
}

function beginAttach(builder: SpecBuilder, source: SpecBuilder, prefix: string, suffix: string): Namespace {
  const ns = { prefix, suffix, foreign: builder !== source };
  source.keys.store(source.spec, prefix, suffix, builder.keys);
  if (ns.foreign) copyDefaults(builder.spec.defaults, source.spec.defaults, ns);
  return ns;
}

/** The classes of the other model become children of main. */
function copyDefaults(parent: DefaultClass, from: DefaultClass, ns: Namespace): void {
  const copy = new DefaultClass(from);
  copy.name = qualify(ns, from.name);
  copy.location = from.location;
  copy.parent = parent;
  parent.children.push(copy);
  for (const child of from.children) copyDefaults(copy, child, ns);
}

function copyBody(
  builder: SpecBuilder,
  source: SpecBuilder,
  from: Body,
  parent: Body,
  frame: Frame | null,
  ns: Namespace,
): Body {
  builder.countCopy();
  const body = cloneElement(from);
  body.parent = parent;
  body.frame = frame;
  body.bodies = [];
  body.frames = [];
  body.joints = [];
  body.geoms = [];
  body.sites = [];
  body.cameras = [];
  body.lights = [];
  renameContainer(ns, body);
  builder.names.add(ObjType.BODY, body.name);
  source.keys.move(from, body, builder.keys);
  const frames = new Map<Frame, Frame>();
  for (const inner of from.frames) frames.set(inner, cloneElement(inner));
  copyContents(builder, source, from, body, frames, ns, false);
  return body;
}

/** Copy the contents of a body: all of them, or only those inside the frames of the map. */
function copyContents(
  builder: SpecBuilder,
  source: SpecBuilder,
  from: Body,
  to: Body,
  frames: ReadonlyMap<Frame, Frame>,
  ns: Namespace,
  onlyInside: boolean,
): void {
  const isInside = (element: TreeElement) => !onlyInside || (element.frame !== null && frames.has(element.frame));
  const copiedFrame = (element: TreeElement) => (element.frame && frames.get(element.frame)) || null;
  const copyList = <T extends TreeElement>(
    kind: ObjType,
    list: T[],
    elements: readonly T[],
    rename: (ns: Namespace, copy: T) => void,
  ) => {
    const count = elements.length;
    for (let i = 0; i < count; i++) {
      const element = elements[i]!;
      if (!isInside(element)) continue;
      builder.countCopy();
      const copy = cloneElement(element);
      rename(ns, copy);
      if (kind === ObjType.JOINT) source.keys.move(element, copy, builder.keys);
      builder.addToFrame(kind, list, copy, copiedFrame(element));
    }
  };

  for (const [inner, copy] of frames) {
    if (onlyInside && !isInside(inner)) continue;
    builder.countCopy();
    renameContainer(ns, copy);
    builder.addToFrame(ObjType.FRAME, to.frames, copy, copiedFrame(inner));
  }
  copyList(ObjType.GEOM, to.geoms, from.geoms, renameGeom);
  copyList(ObjType.JOINT, to.joints, from.joints, renameJoint);
  copyList(ObjType.SITE, to.sites, from.sites, renameSite);
  copyList(ObjType.CAMERA, to.cameras, from.cameras, renameCamera);
  copyList(ObjType.LIGHT, to.lights, from.lights, renameLight);
  const count = from.bodies.length;
  for (let i = 0; i < count; i++) {
    const child = from.bodies[i]!;
    if (isInside(child)) to.bodies.push(copyBody(builder, source, child, to, copiedFrame(child), ns));
  }
}
