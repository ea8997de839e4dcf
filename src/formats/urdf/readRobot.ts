/** URDF: converts a list of links and joints to the tree of a spec. */

import { compiler, size } from '../mjcf/grammar/compiler.ts';
import { option } from '../mjcf/grammar/option.ts';
import type { ElementGrammar } from '../mjcf/grammar.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { readCompiler, readOption, readSize } from '../mjcf/read/settings.ts';
import { validate } from '../mjcf/validate.ts';
import type { XmlElement } from '../xml/element.ts';
import { child } from './children.ts';
import { readJoint } from './joint.ts';
import { readColors, readLink } from './link.ts';
import { makeTree } from './tree.ts';

/** Fill the spec of a reader from a robot in an XML tree. */
export function readRobot(r: MjcfReader, root: XmlElement): void {
  const { compiler: settings } = r.spec;
  // defaults without a <mujoco> element differ from those of MJCF
  settings.fusestatic = true;
  settings.discardvisual = true;
  readExtension(r, root);
  settings.degree = false;
  r.spec.modelname = root.get('name') ?? r.spec.modelname;
  r.spec.worldbody.location = root;

  const colors = readColors(r, root);
  const { bodies, links, joints } = makeTree(r, root);
  r.throwErrors();
  const shared = { colors, meshes: new Map(), geomNames: new Set<string>() };
  for (const [name, link] of links) readLink(r, link, bodies.get(name)!, shared);
  for (const { element, child: name } of joints) readJoint(r, element, bodies.get(name)!);
  r.builder.indexLists();
}

const SECTIONS: readonly (readonly [string, ElementGrammar, (r: MjcfReader, section: XmlElement) => void])[] = [
  ['compiler', compiler, readCompiler],
  ['option', option, readOption],
  ['size', size, readSize],
];

/** <mujoco>: settings as in MJCF. Elements that MuJoCo ignores there cause a warning. */
function readExtension(r: MjcfReader, root: XmlElement): void {
  const extension = child(r, root, 'mujoco');
  if (extension === undefined) return;
  for (const [tag, grammar, read] of SECTIONS) {
    const section = child(r, extension, tag);
    if (section === undefined) continue;
    validate(r, section, grammar, true);
    section.children = section.children.filter((inner) => grammar.children.has(inner.tag));
    read(r, section);
  }
}
