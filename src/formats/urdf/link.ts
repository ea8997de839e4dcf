/** <link>: inertia and geoms of a body. */

import { ObjType } from '../../core/model/enums.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { start } from '../mjcf/read/common.ts';
import { mulQuat, principalInertia } from '../pose/frame.ts';
import { type Body, Geom } from '../spec/elements/body.ts';
import { undefinedVector } from '../spec/elements/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { child, number, numbers, requiredChild, requiredText } from './children.ts';
import { type Meshes, readGeometry } from './geometry.ts';
import { readOrigin } from './origin.ts';

/** Colors by material name. */
type Colors = Map<string, number[]>;

/** State shared by the links of a robot. */
export interface Shared {
  readonly colors: Colors;
  readonly meshes: Meshes;
  /** names of geoms so far */
  readonly geomNames: Set<string>;
}

/** All materials with a color, anywhere in the file; of duplicates, the first is used. */
export function readColors(r: MjcfReader, element: XmlElement, colors: Colors = new Map()): Colors {
  const name = element.tag === 'material' ? element.get('name') : undefined;
  if (name !== undefined && !colors.has(name)) {
    const color = child(r, element, 'color');
    const rgba = color && numbers(r, color, 'rgba');
    if (rgba) colors.set(name, rgba);
  }
  for (const inner of element.children) readColors(r, inner, colors);
  return colors;
}

export function readLink(r: MjcfReader, link: XmlElement, body: Body, shared: Shared): void {
  const inertial = child(r, link, 'inertial');
  if (inertial) readInertial(r, inertial, body);
  // the color of a visual applies to the following ones in the link
  let rgba: number[] | undefined;
  for (const element of link.children) {
    if (element.tag === 'visual') {
      rgba = visualColor(r, element, shared.colors) ?? rgba;
      if (!r.spec.compiler.discardvisual) readGeom(r, element, body, shared, rgba);
    } else if (element.tag === 'collision') {
      readGeom(r, element, body, shared, rgba);
    }
  }
}

const COMPONENTS = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'];

function readInertial(r: MjcfReader, inertial: XmlElement, body: Body): void {
  body.explicitinertial = true;
  body.inertialLocation = inertial;
  const { pos, quat } = readOrigin(r, inertial);
  body.ipos = pos;
  body.iquat = quat;
  const mass = requiredChild(r, inertial, 'mass');
  if (mass) body.mass = number(r, mass, 'value') ?? 0;
  const inertia = requiredChild(r, inertial, 'inertia');
  if (inertia === undefined) return;
  const full = COMPONENTS.map((name) => number(r, inertia, name) ?? 0);
  // all zero means unknown
  body.fullinertia = full.some((x) => x !== 0) ? full : undefinedVector(6);
  const principal = full.some((x) => x !== 0) ? principalInertia(full) : undefined;
  if (principal) body.iquat = mulQuat(quat, principal.quat);
}

/** The color of a visual: its own, or that of the material it names. */
function visualColor(r: MjcfReader, visual: XmlElement, colors: Colors): number[] | undefined {
  const material = child(r, visual, 'material');
  if (material === undefined) return undefined;
  const color = child(r, material, 'color');
  return color ? numbers(r, color, 'rgba') : colors.get(requiredText(r, material, 'name'));
}

const VISUAL: Partial<Geom> = { contype: 0, conaffinity: 0, group: 1, density: 0 };
const COLLISION: Partial<Geom> = { contype: 1, conaffinity: 1 };

function readGeom(r: MjcfReader, element: XmlElement, body: Body, shared: Shared, rgba: number[] | undefined): void {
  const geom = start(r, element, new Geom());
  geom.classname = r.spec.defaults.name;
  Object.assign(geom, element.tag === 'visual' ? VISUAL : COLLISION);
  readGeometry(r, element, geom, shared.meshes);
  Object.assign(geom, readOrigin(r, element));
  if (rgba !== undefined && rgba[0]! >= 0) geom.rgba = rgba.slice();
  geom.name = freshName(r, element, shared.geomNames);
  r.builder.addToFrame(ObjType.GEOM, body.geoms, geom, null);
}

/** The name of a geom; '' if it is taken. */
function freshName(r: MjcfReader, element: XmlElement, names: Set<string>): string {
  const name = element.get('name') ?? '';
  if (name === '' || !names.has(name)) {
    names.add(name);
    return name;
  }
  r.warn(element, 'name', `the name '${name}' is taken by another geom; this one has no name`);
  return '';
}
