/** Deletes parts of a spec, and attaches parts of others. */

import { namesIn, SpecBuilder } from '../builder.ts';
import { attachBody, attachFrame } from '../compose/attach.ts';
import { Body, Frame, type Site } from '../elements/body.ts';
import { cloneElement, type SpecElement, type TreeElement } from '../elements/element.ts';
import { KeyStates } from '../keyStates.ts';
import { deleteSubtree } from '../references.ts';
import type { SpecTree } from '../specTree.ts';
import { expandKeys } from '../stateSizes.ts';
import { findOwner } from './lists.ts';

/** A builder with all names of a finished spec. */
function builderOf(spec: SpecTree): SpecBuilder {
  const builder = new SpecBuilder(spec);
  builder.indexLists();
  for (const [kind, name] of namesIn(spec.worldbody)) builder.names.add(kind, name);
  return builder;
}

/** Delete an element and its values in keyframes. Deleting a body also deletes its contents and everything that refers
 * to them. References to other deleted elements are reported by the compiler. Returns false if the spec does not have
 * the element. */
export function deleteSpecElement(spec: SpecTree, element: SpecElement): boolean {
  if (element instanceof Body) return deleteBody(spec, element);
  const owner = findOwner(spec, element);
  if (owner === undefined) return false;
  if (element instanceof Frame && owner.body) deleteContents(spec, owner.body, element);
  keepingKeys(spec, () => owner.list.splice(owner.list.indexOf(element), 1));
  return true;
}

/** Run an action that may remove parts of the state: keyframes keep the values of the rest. */
function keepingKeys(spec: SpecTree, action: () => void): void {
  if (spec.keys.length === 0) {
    action();
    return;
  }
  const keys = new KeyStates();
  expandKeys(spec);
  keys.store(spec, '', '', keys);
  action();
  // a keyframe itself may have been deleted
  keys.pending = keys.pending.filter(({ source }) => spec.keys.includes(source));
  spec.keys = [];
  finishKeys(keys, spec);
}

/** Run a function while short keyframes are padded to the length of the state. They stay short in the spec, because
 * joints may be deleted later. */
export function withWholeKeys<T>(spec: SpecTree, action: () => T): T {
  const { keys } = spec;
  spec.keys = keys.map((key) => cloneElement(key));
  try {
    expandKeys(spec);
    return action();
  } finally {
    spec.keys = keys;
  }
}

/** Reassemble keyframes; each remains the same object. */
function finishKeys(keys: KeyStates, spec: SpecTree): void {
  const sources = keys.pending.map(({ source }) => source);
  keys.finish(spec);
  spec.keys = spec.keys.map(({ qpos, qvel, act, ctrl, mpos, mquat }, i) =>
    Object.assign(sources[i]!, { qpos, qvel, act, ctrl, mpos, mquat }),
  );
}

function deleteBody(spec: SpecTree, body: Body): boolean {
  if (findOwner(spec, body) === undefined) return false;
  expandKeys(spec);
  const builder = builderOf(spec);
  deleteSubtree(builder, body);
  finishKeys(builder.keys, spec);
  return true;
}

/** Deleting a frame deletes its contents. */
function deleteContents(spec: SpecTree, body: Body, frame: Frame): void {
  const inside = (element: TreeElement) => element.frame === frame;
  const { bodies, frames, joints, geoms, sites, cameras, lights } = body;
  for (const element of [...bodies, ...frames, ...joints, ...geoms, ...sites, ...cameras, ...lights].filter(inside)) {
    deleteSpecElement(spec, element);
  }
}

/** Attachment point: a body, one of its frames, or the pose of one of its sites. */
export interface Target {
  readonly body: Body;
  readonly at: Frame | Site | null;
}

/** Attach a copy of a body or frame of a spec, or of its whole world, to a spec, with everything that belongs to it;
 * returns the new body or frame.
 *  @throws AttachError, KeySizeError */
export function attachPart(
  spec: SpecTree,
  target: Target,
  from: SpecTree,
  part: Body | Frame | null,
  prefix: string,
  suffix: string,
): Body | Frame {
  const builder = builderOf(spec);
  const source = from === spec ? builder : builderOf(from);
  const at = { body: target.body, frame: target.at instanceof Frame ? target.at : siteFrame(target) };
  const made = attachCopy(builder, source, at, from, part, prefix, suffix);
  builder.keys.finish(spec);
  return made;
}

function attachCopy(
  builder: SpecBuilder,
  source: SpecBuilder,
  at: { body: Body; frame: Frame | null },
  from: SpecTree,
  part: Body | Frame | null,
  prefix: string,
  suffix: string,
): Body | Frame {
  if (part instanceof Body && part !== from.worldbody) return attachBody(builder, source, part, at, prefix, suffix);
  if (part instanceof Frame) {
    const body = findOwner(from, part)?.body;
    if (!body) throw new Error('the attached frame does not belong to a body');
    return attachFrame(builder, source, body, part, at, prefix, suffix);
  }
  return withFrameAround(from, (around) => attachFrame(builder, source, from.worldbody, around, at, prefix, suffix));
}

/** A frame with the pose of a site. */
function siteFrame({ body, at }: Target): Frame | null {
  if (at === null || at instanceof Frame) return null;
  const frame = new Frame();
  frame.compiler = at.compiler;
  frame.location = at.location;
  frame.classname = at.classname;
  frame.pos = at.pos.slice();
  frame.quat = at.quat.slice();
  frame.alt = at.alt && { type: at.alt.type, value: at.alt.value.slice() };
  frame.frame = at.frame;
  body.frames.push(frame);
  return frame;
}

/** Run a function while a temporary frame encloses the contents of the world. */
function withFrameAround<T>(spec: SpecTree, action: (around: Frame) => T): T {
  const world = spec.worldbody;
  const around = new Frame();
  around.compiler = spec.compiler;
  const { bodies, frames, geoms, sites, cameras, lights } = world;
  const loose = [...bodies, ...frames, ...geoms, ...sites, ...cameras, ...lights].filter((e) => e.frame === null);
  for (const element of loose) element.frame = around;
  frames.unshift(around);
  try {
    return action(around);
  } finally {
    frames.splice(frames.indexOf(around), 1);
    for (const element of loose) element.frame = null;
  }
}
