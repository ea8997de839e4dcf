/** Builds the tree of bodies from the links and joints of a robot. */

import { ObjType } from '../../core/model/enums.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { start } from '../mjcf/read/common.ts';
import { Body } from '../spec/elements/body.ts';
import type { XmlElement } from '../xml/element.ts';
import { linksOf, requiredText } from './children.ts';

interface JointElement {
  readonly element: XmlElement;
  readonly parent: string;
  readonly child: string;
}

interface Tree {
  readonly links: Map<string, XmlElement>;
  readonly joints: JointElement[];
  /** bodies by link name; a link called `world` is the world */
  readonly bodies: Map<string, Body>;
}

export function makeTree(r: MjcfReader, root: XmlElement): Tree {
  const links = readNames(r, root);
  const joints = readJoints(r, root, links);
  const bodies = new Map<string, Body>();
  r.throwErrors();
  const children = new Map<string, string[]>();
  for (const { parent, child } of joints) {
    const list = children.get(parent);
    if (list) list.push(child);
    else children.set(parent, [child]);
  }
  const moved = new Set(joints.map((joint) => joint.child));
  for (const name of links.keys()) if (!moved.has(name)) addBodies(r, name, links, children, bodies);
  for (const [name, link] of links) {
    if (!bodies.has(name)) r.error(link, 'name', `link '${name}' is its own ancestor: its joints form a loop`);
  }
  return { links, joints, bodies };
}

/** Links by name. */
function readNames(r: MjcfReader, root: XmlElement): Map<string, XmlElement> {
  const links = new Map<string, XmlElement>();
  for (const element of root.children) {
    if (element.tag !== 'link') continue;
    const name = requiredText(r, element, 'name');
    if (links.has(name)) r.error(element, 'name', `duplicate link '${name}'`);
    else links.set(name, element);
  }
  return links;
}

function readJoints(r: MjcfReader, root: XmlElement, links: ReadonlyMap<string, XmlElement>): JointElement[] {
  const joints: JointElement[] = [];
  const moved = new Set<string>();
  for (const element of root.children) {
    if (element.tag !== 'joint') continue;
    const ends = linksOf(r, element);
    for (const name of [ends.parent, ends.child]) {
      if (!links.has(name)) {
        r.error(element, undefined, `unknown link '${name}'${suggestion(name, links.keys())}`);
      }
    }
    if (moved.has(ends.child)) r.error(element, undefined, `link '${ends.child}' has more than one parent`);
    moved.add(ends.child);
    joints.push({ element, ...ends });
  }
  return joints;
}

/** The body of a link without parent, and all bodies below it, parents first. */
function addBodies(
  r: MjcfReader,
  root: string,
  links: ReadonlyMap<string, XmlElement>,
  children: ReadonlyMap<string, readonly string[]>,
  bodies: Map<string, Body>,
): void {
  const stack: [string, Body][] = [[root, r.spec.worldbody]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [name, parent] = top;
    const body = name === 'world' ? r.spec.worldbody : addBody(r, links.get(name)!, name, parent);
    bodies.set(name, body);
    const below = children.get(name) ?? [];
    for (let i = below.length - 1; i >= 0; i--) stack.push([below[i]!, body]);
  }
}

function addBody(r: MjcfReader, link: XmlElement, name: string, parent: Body): Body {
  const body = start(r, link, new Body());
  body.classname = r.spec.defaults.name;
  body.name = name;
  body.parent = parent;
  r.builder.addToFrame(ObjType.BODY, parent.bodies, body, null);
  return body;
}
