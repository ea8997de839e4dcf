/** <worldbody>. Frames are written around their elements, so that the order of ids does not change. */

import { AlignFree, OrientationType } from '../../../core/model/enums/spec.ts';
import { JointType, LightType } from '../../../core/model/enums.ts';
import type { Body, Camera, Frame, Geom, Joint, Light, Site } from '../../spec/elements/body.ts';
import { isDefined, type Orientation, type TreeElement } from '../../spec/elements/element.ts';
import { XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { worldbody } from '../grammar/body.ts';
import { keywordOf, LIGHT_TYPE } from '../keywords.ts';
import { formatNumbers, writeAttributes } from './attributes.ts';
import { writePluginInside } from './plugin.ts';
import type { Unifier } from './unify.ts';

const ORIENTATION_NAMES: Readonly<Record<OrientationType, string>> = {
  [OrientationType.QUAT]: 'quat',
  [OrientationType.AXISANGLE]: 'axisangle',
  [OrientationType.XYAXES]: 'xyaxes',
  [OrientationType.ZAXIS]: 'zaxis',
  [OrientationType.EULER]: 'euler',
};

export function writeWorld(world: Body, unifier: Unifier): XmlOutput {
  const output = new XmlOutput('worldbody');
  writeContents(output, world, unifier, new Set());
  return output;
}

function writeBody(body: Body, unifier: Unifier, named: Set<Frame>): XmlOutput {
  const output = writeAttributes(new XmlOutput('body'), body, childGrammar(worldbody, 'body'));
  writeOrientation(output, unifier, body, body.quat, body.alt);
  if (body.explicitinertial) output.add(writeInertial(body, unifier));
  writePluginInside(output, body);
  writeContents(output, body, unifier, named);
  return output;
}

function writeContents(output: XmlOutput, body: Body, unifier: Unifier, named: Set<Frame>): void {
  const scope = new FrameScope(output, unifier, named);
  for (const joint of body.joints) scope.enter(joint).add(writeJoint(unifier.joint(joint)));
  for (const geom of body.geoms) scope.enter(geom).add(writeGeom(geom, unifier));
  for (const site of body.sites) scope.enter(site).add(writePosed('site', site, unifier));
  for (const camera of body.cameras) scope.enter(camera).add(writeCamera(camera, unifier));
  for (const light of body.lights) scope.enter(light).add(writeLight(light));
  for (const child of body.bodies) scope.enter(child).add(writeBody(child, unifier, named));
}

/** The open <frame> elements; they stay open while the next element is inside too. */
class FrameScope {
  readonly #body: XmlOutput;
  readonly #unifier: Unifier;
  /** frames whose name has been written: a frame may be written in several pieces */
  readonly #named: Set<Frame>;
  #open: { frame: Frame; output: XmlOutput }[] = [];

  constructor(body: XmlOutput, unifier: Unifier, named: Set<Frame>) {
    this.#body = body;
    this.#unifier = unifier;
    this.#named = named;
  }

  /** The output for an element. */
  enter(element: TreeElement): XmlOutput {
    const chain: Frame[] = [];
    for (let frame = element.frame; frame !== null; frame = frame.frame) chain.unshift(frame);
    let depth = 0;
    while (depth < chain.length && this.#open[depth]?.frame === chain[depth]) depth++;
    this.#open.length = depth;
    for (const frame of chain.slice(depth)) {
      const output = this.#current().add(this.#writeFrame(frame));
      this.#open.push({ frame, output });
    }
    return this.#current();
  }

  #current(): XmlOutput {
    return this.#open[this.#open.length - 1]?.output ?? this.#body;
  }

  #writeFrame(frame: Frame): XmlOutput {
    const skip = this.#named.has(frame) ? ['name'] : [];
    this.#named.add(frame);
    const output = writeAttributes(new XmlOutput('frame'), frame, childGrammar(worldbody, 'frame'), skip);
    writeOrientation(output, this.#unifier, frame, frame.quat, frame.alt);
    return output;
  }
}

function writeOrientation(
  output: XmlOutput,
  unifier: Unifier,
  element: TreeElement,
  quat: readonly number[],
  alt: Orientation | null,
): void {
  const orientation = alt ? unifier.orientation(element.compiler, alt) : { type: OrientationType.QUAT, value: quat };
  const { type, value } = orientation;
  if (type === OrientationType.QUAT && value.every((x, i) => x === (i === 0 ? 1 : 0))) return;
  output.set(ORIENTATION_NAMES[type], formatNumbers(value));
}

function writeInertial(body: Body, unifier: Unifier): XmlOutput {
  const output = writeAttributes(new XmlOutput('inertial'), body, childGrammar(worldbody, 'inertial'));
  if (!isDefined(body.fullinertia)) writeOrientation(output, unifier, body, body.iquat, body.ialt);
  return output;
}

function writeJoint(joint: Joint): XmlOutput {
  if (joint.type === JointType.FREE && joint.align !== AlignFree.AUTO) {
    return writeAttributes(new XmlOutput('freejoint'), joint, childGrammar(worldbody, 'freejoint'));
  }
  return writeAttributes(new XmlOutput('joint'), joint, childGrammar(worldbody, 'joint'));
}

function writePosed(tag: string, element: Geom | Site | Camera, unifier: Unifier): XmlOutput {
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(worldbody, tag));
  writeOrientation(output, unifier, element, element.quat, element.alt);
  return output;
}

function writeGeom(geom: Geom, unifier: Unifier): XmlOutput {
  const output = writePosed('geom', geom, unifier);
  writePluginInside(output, geom);
  return output;
}

/** A sensor size replaces the field of view. */
function writeCamera(camera: Camera, unifier: Unifier): XmlOutput {
  const hasSensor = camera.sensor_size.some((x) => x !== 0);
  const skip = hasSensor ? ['fovy'] : [];
  const output = writeAttributes(new XmlOutput('camera'), camera, childGrammar(worldbody, 'camera'), skip);
  writeOrientation(output, unifier, camera, camera.quat, camera.alt);
  return output;
}

function writeLight(light: Light): XmlOutput {
  const output = writeAttributes(new XmlOutput('light'), light, childGrammar(worldbody, 'light'));
  if (light.type !== LightType.SPOT) output.set('type', keywordOf(LIGHT_TYPE, light.type));
  return output;
}
