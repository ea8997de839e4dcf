/** A spec under construction: the spec, its names, and its keyframes in transit. */

import { ObjType } from '../../core/model/enums.ts';
import { beyondLimit } from '../../core/model/limits.ts';
import { AttachError } from './attachError.ts';
import type { Body, Frame } from './elements/body.ts';
import type { SpecElement, TreeElement } from './elements/element.ts';
import { KeyStates } from './keyStates.ts';
import { NameIndex } from './nameIndex.ts';
import type { SpecTree } from './specTree.ts';
import { subtreeBodies } from './stateSizes.ts';

export class SpecBuilder {
  readonly spec: SpecTree;
  readonly names = new NameIndex();
  readonly keys = new KeyStates();
  #copies = 0;

  constructor(spec: SpecTree) {
    this.spec = spec;
    this.names.add(ObjType.BODY, 'world');
  }

  /** Index the names of all elements outside the body tree. */
  indexLists(): void {
    const { spec, names } = this;
    const index = (kind: ObjType, list: readonly SpecElement[]) => {
      for (const element of list) names.add(kind, element.name);
    };
    index(ObjType.FLEX, spec.flexes);
    index(ObjType.MESH, spec.meshes);
    index(ObjType.SKIN, spec.skins);
    index(ObjType.HFIELD, spec.hfields);
    index(ObjType.TEXTURE, spec.textures);
    index(ObjType.MATERIAL, spec.materials);
    index(ObjType.PAIR, spec.pairs);
    index(ObjType.EXCLUDE, spec.excludes);
    index(ObjType.EQUALITY, spec.equalities);
    index(ObjType.TENDON, spec.tendons);
    index(ObjType.ACTUATOR, spec.actuators);
    index(ObjType.SENSOR, spec.sensors);
    index(ObjType.NUMERIC, spec.numerics);
    index(ObjType.TEXT, spec.texts);
    index(ObjType.TUPLE, spec.tuples);
    index(ObjType.KEY, spec.keys);
    index(ObjType.PLUGIN, spec.plugins);
  }

  /** Add an element to a list of its body. */
  addToFrame<T extends TreeElement>(kind: ObjType, list: T[], element: T, frame: Frame | null): void {
    element.frame = frame;
    list.push(element);
    this.names.add(kind, element.name);
  }

  /** Count a copy before it is made.
   *  @throws AttachError if there are too many */
  countCopy(elements = 1): void {
    this.#copies += elements;
    this.#checkCopies(this.#copies);
  }

  /** Check the number of copies of a body; cheaper than making them.
   *  @throws AttachError if there are too many */
  checkCopies(body: Body, count: number): void {
    let size = 0;
    for (const b of subtreeBodies(body)) {
      size +=
        1 + b.frames.length + b.joints.length + b.geoms.length + b.sites.length + b.cameras.length + b.lights.length;
    }
    this.#checkCopies(this.#copies + size * count);
  }

  #checkCopies(count: number): void {
    const { copies } = this.spec.limits;
    if (count > copies) throw new AttachError(beyondLimit('elements created by copying', count, 'copies', copies));
  }

  /** Remove a body and its contents from its parent. */
  removeBody(body: Body): void {
    const siblings = body.parent?.bodies;
    const index = siblings?.indexOf(body) ?? -1;
    if (siblings === undefined || index < 0) return;
    siblings.splice(index, 1);
    for (const [kind, name] of namesIn(body)) this.names.remove(kind, name);
  }
}

/** Names of a body and its contents. */
export function* namesIn(body: Body): Iterable<[ObjType, string]> {
  for (const inner of subtreeBodies(body)) {
    yield [ObjType.BODY, inner.name];
    for (const joint of inner.joints) yield [ObjType.JOINT, joint.name];
    for (const geom of inner.geoms) yield [ObjType.GEOM, geom.name];
    for (const site of inner.sites) yield [ObjType.SITE, site.name];
    for (const camera of inner.cameras) yield [ObjType.CAMERA, camera.name];
    for (const light of inner.lights) yield [ObjType.LIGHT, light.name];
    for (const frame of inner.frames) yield [ObjType.FRAME, frame.name];
  }
}
