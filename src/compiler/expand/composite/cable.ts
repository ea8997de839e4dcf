/** <composite type="cable">: bodies in a row along a curve, with ball joints between them; a skin if they are boxes. */

import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import { GeomType, JointType, ObjType } from '../../../core/model/enums.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import { mulQuat, negQuat, rotate, type Vec } from '../../../formats/pose/frame.ts';
import type { SpecBuilder } from '../../../formats/spec/builder.ts';
import { Body, type Frame } from '../../../formats/spec/elements/body.ts';
import { Text } from '../../../formats/spec/elements/custom.ts';
import type { Composite, CurveShape } from '../../../formats/spec/elements/deformable.ts';
import { cloneElement, type SpecElement } from '../../../formats/spec/elements/element.ts';
import { Exclude } from '../../../formats/spec/elements/relation.ts';
import { MovingFrame } from './movingFrame.ts';
import { addSkin } from './skin.ts';

/** Removed values of `type`, in the order of the keyword, and their replacements. */
const GONE: Readonly<Partial<Record<number, string>>> = {
  0: '"particle" was removed. Use <replicate>',
  1: '"grid" was removed. Use <flexcomp>',
  2: '"rope" was removed. Use "cable"',
  3: '"loop" was removed. Use <flexcomp>',
  5: '"cloth" was removed. Use <flexcomp>',
};

/** Expand a composite: add its elements to `body` and to the spec.
 *  @throws ExpandError if it is invalid */
export function expandComposite(builder: SpecBuilder, body: Body, frame: Frame | null, comp: Composite): void {
  check(comp, builder.spec.limits.copies);
  const points = pointsOf(comp);
  addText(builder, comp);
  let parent = body;
  const moving = new MovingFrame(points);
  const bodies = points.length - 1;
  for (let i = 0; i < bodies; i++) {
    parent = addBody(builder, comp, parent, frame, points, i, moving);
    addParts(builder, comp, parent, moving.lengthOfEdge(i), i, bodies);
  }
  if (comp.geom.type === GeomType.BOX) addSkin(builder, comp, points.length);
}

function check(comp: Composite, limit: number): void {
  const { count, size, vertex, type, geom } = comp;
  const few = count.find((n) => n < 1);
  if (few !== undefined) throw new ExpandError('count', `expected at least 1, found ${few}`);
  if (count[0] > limit) throw new ExpandError('count', `expected at most ${limit} points, found ${count[0]}`);
  if (vertex.length === 0 && size.reduce((sum, x) => sum + x * x, 0) < MINVAL) {
    throw new ExpandError('size', 'expected a nonzero length, found 0');
  }
  if (vertex.length > 0 && count[0] > 1)
    throw new ExpandError('count', 'count and vertex cannot be combined: vertices determine the count');
  const gone = GONE[type];
  if (gone !== undefined) throw new ExpandError('type', gone);
  const points = vertex.length > 0 ? Math.trunc(vertex.length / 3) : count[0];
  if (points < 2 || count[1] > 1 || count[2] > 1) {
    throw new ExpandError('count', 'a cable is one-dimensional: expected a number of at least 2, then 1 1');
  }
  if (geom.type !== GeomType.CYLINDER && geom.type !== GeomType.CAPSULE && geom.type !== GeomType.BOX) {
    throw new ExpandError(undefined, '<geom> type: expected cylinder, capsule or box');
  }
}

/** Points of the cable, in single precision. */
function pointsOf(comp: Composite): Vec[] {
  const { vertex, count, curve, size, quat } = comp;
  if (vertex.length > 0) {
    return Array.from({ length: Math.trunc(vertex.length / 3) }, (_, i) => vertex.slice(3 * i, 3 * i + 3));
  }
  return Array.from({ length: count[0] }, (_, i) =>
    rotate(
      curve.map((shape) => coordinate(shape, i, count[0] - 1, size)),
      quat,
    ).map(Math.fround),
  );
}

function coordinate(shape: CurveShape, i: number, last: number, [length, radius, turns]: readonly number[]): number {
  switch (shape) {
    case 's':
      return (i * length) / last;
    case 'cos(s)':
      return radius * cos((Math.PI * i * turns) / last);
    case 'sin(s)':
      return radius * sin((Math.PI * i * turns) / last);
    case '0':
      return 0;
  }
}

/** Programs find composites by this text element. */
function addText(builder: SpecBuilder, comp: Composite): void {
  const text = start(comp, new Text());
  text.name = `composite_${comp.prefix}`;
  text.data = `rope_${comp.prefix}`;
  builder.spec.texts.push(text);
  builder.names.add(ObjType.TEXT, text.name);
}

/** Give an element the location of the composite. */
function start<T extends SpecElement>(comp: Composite, element: T): T {
  element.location = comp.location;
  element.compiler = comp.compiler;
  return element;
}

function addBody(
  builder: SpecBuilder,
  comp: Composite,
  parent: Body,
  frame: Frame | null,
  points: readonly Vec[],
  i: number,
  moving: MovingFrame,
): Body {
  builder.countCopy();
  const body = start(comp, new Body());
  body.name = `${comp.prefix}B_${segmentName(i, points.length - 1)}`;
  body.classname = parent.classname;
  body.parent = parent;
  body.plugin = comp.plugin;
  const before = moving.quat;
  const quat = moving.quatOfEdge(i);
  if (i === 0) {
    body.pos = points[0].map((x, k) => comp.offset[k] + x);
    body.quat = quat;
  } else {
    body.pos = [moving.lengthOfEdge(i - 1), 0, 0];
    body.quat = mulQuat(negQuat(before), quat);
  }
  builder.addToFrame(ObjType.BODY, parent.bodies, body, i === 0 ? frame : null);
  return body;
}

/** The first and the last body have special names. */
function segmentName(i: number, bodies: number): string {
  if (i === 0) return 'first';
  return i === bodies - 1 ? 'last' : String(i);
}

/** Geom, joint, sites at both ends of the cable, and a contact exclusion with the next body. */
function addParts(builder: SpecBuilder, comp: Composite, body: Body, length: number, i: number, bodies: number): void {
  const { prefix } = comp;
  const own = <T extends SpecElement>(element: T, name: string): T => {
    const copy = start(comp, cloneElement(element));
    copy.classname = body.classname;
    copy.name = name;
    return copy;
  };
  const geom = own(comp.geom, `${prefix}G${i}`);
  if (geom.type === GeomType.BOX) {
    geom.pos = [length / 2, 0, 0];
    geom.size = [length / 2, ...comp.geom.size.slice(1)];
  } else geom.fromto = [0, 0, 0, length, 0, 0];
  builder.addToFrame(ObjType.GEOM, body.geoms, geom, null);

  if (i > 0 || comp.initial !== 'none') {
    const joint = own(comp.joint, `${prefix}J_${segmentName(i, bodies)}`);
    const free = i === 0 && comp.initial === 'free';
    joint.type = free ? JointType.FREE : JointType.BALL;
    if (free) Object.assign(joint, { damping: [0, 0, 0], armature: 0, frictionloss: 0 });
    builder.addToFrame(ObjType.JOINT, body.joints, joint, null);
  }
  const last = i === bodies - 1;
  if (!last) addExclude(builder, comp, body.name, `${prefix}B_${segmentName(i + 1, bodies)}`);
  if (i > 0 && !last) return;
  const site = own(comp.site, `${prefix}S_${segmentName(i, bodies)}`);
  site.pos = [last ? length : 0, 0, 0];
  site.quat = [1, 0, 0, 0];
  builder.addToFrame(ObjType.SITE, body.sites, site, null);
}

function addExclude(builder: SpecBuilder, comp: Composite, first: string, second: string): void {
  const exclude = start(comp, new Exclude());
  exclude.bodyname1 = first;
  exclude.bodyname2 = second;
  builder.spec.excludes.push(exclude);
}
