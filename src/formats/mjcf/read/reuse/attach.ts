/** <attach>: a body, a frame or all of another model, or a copy of a part of this one. */

import { ObjType } from '../../../../core/model/enums.ts';
import { suggestion } from '../../../../core/model/names/suggest.ts';
import { AttachError } from '../../../spec/attachError.ts';
import type { SpecBuilder } from '../../../spec/builder.ts';
import { attachBody, attachFrame } from '../../../spec/compose/attach.ts';
import { resolveConflicts } from '../../../spec/compose/conflicts.ts';
import { type Body, Frame } from '../../../spec/elements/body.ts';
import { KeySizeError } from '../../../spec/keyStates.ts';
import { subtreeBodies } from '../../../spec/stateSizes.ts';
import type { XmlElement } from '../../../xml/element.ts';
import { diagnosticAt, MjcfError } from '../../../xml/error.ts';
import type { MjcfReader } from '../../mjcfReader.ts';
import type { Scope } from '../common.ts';
import { start } from '../common.ts';

export function readAttach(r: MjcfReader, element: XmlElement, scope: Scope): void {
  r.throwErrors();
  const model = element.get('model');
  const source = model === undefined ? r.builder : r.models.get(model);
  if (source === undefined) {
    r.fail(element, 'model', `no model '${model}' among the assets${suggestion(model ?? '', r.models.keys())}`);
  }
  const prefix = element.get('prefix') ?? '';
  checkNames(r, element, prefix, model === undefined);
  if (source !== r.builder) mergeSettings(r, element, source);
  attaching(r, element, () => attachPart(r, element, scope, source, prefix));
}

function checkNames(r: MjcfReader, element: XmlElement, prefix: string, self: boolean): void {
  const kinds = [
    ['body', ObjType.BODY],
    ['frame', ObjType.FRAME],
  ] as const;
  let given = false;
  for (const [attribute, kind] of kinds) {
    const name = element.get(attribute);
    if (name === undefined) continue;
    given = true;
    if (name !== '' && r.builder.names.has(kind, prefix + name)) {
      r.fail(element, 'prefix', `the ${attribute} '${prefix + name}' already exists`);
    }
  }
  if (self && !given) r.fail(element, undefined, "without a model, either 'body' or 'frame' must be given");
}

function mergeSettings(r: MjcfReader, element: XmlElement, source: SpecBuilder): void {
  const report = resolveConflicts(r.spec, source.spec);
  for (const words of report.warnings) r.warn(element, 'model', words);
  for (const words of report.errors) r.error(element, 'model', words);
  r.throwErrors();
}

function attachPart(r: MjcfReader, element: XmlElement, scope: Scope, source: SpecBuilder, prefix: string): void {
  const bodyName = element.get('body');
  const frameName = element.get('frame');
  if (bodyName !== undefined) {
    const body = subtreeBodies(source.spec.worldbody).find((b) => b.name === bodyName);
    if (body === undefined) r.fail(element, 'body', `no body '${bodyName}' to attach`);
    attachBody(r.builder, source, body, scope, prefix, '');
  } else if (frameName !== undefined) {
    const found = findFrame(source, frameName);
    if (found === undefined) r.fail(element, 'frame', `no frame '${frameName}' to attach`);
    attachFrame(r.builder, source, found.body, found.frame, scope, prefix, '');
  } else {
    const world = source.spec.worldbody;
    attachFrame(r.builder, source, world, frameAround(r, element, source), scope, prefix, '');
  }
}

function findFrame(source: SpecBuilder, name: string): { body: Body; frame: Frame } | undefined {
  for (const body of subtreeBodies(source.spec.worldbody)) {
    const frame = body.frames.find((f) => f.name === name);
    if (frame !== undefined) return { body, frame };
  }
  return undefined;
}

/** A frame around the contents of a model's world. */
function frameAround(r: MjcfReader, element: XmlElement, source: SpecBuilder): Frame {
  const world = source.spec.worldbody;
  const frame = start(r, element, new Frame());
  frame.compiler = source.spec.compiler;
  for (const list of [world.bodies, world.frames, world.geoms, world.sites, world.cameras, world.lights]) {
    for (const inner of list) inner.frame ??= frame;
  }
  world.frames.unshift(frame);
  return frame;
}

/** Run a function that copies elements, and convert its failures to errors with a location. */
export function attaching(r: MjcfReader, element: XmlElement, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof AttachError) r.fail(element, undefined, error.message);
    if (error instanceof KeySizeError) {
      const { key, array } = error;
      throw new MjcfError([...r.errors, diagnosticAt(key.location, array, `${error.message} (while copying a part)`)]);
    }
    throw error;
  }
}
