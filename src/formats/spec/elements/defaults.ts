/** Default classes. Elements are already initialized from them; the tree is kept for saving and for new elements. */

import { NO_LOCATION, type SourceLocation } from '../../xml/sourceLocation.ts';
import { Actuator } from './actuation.ts';
import { Material, Mesh } from './asset.ts';
import { Camera, Geom, Joint, Light, Site } from './body.ts';
import { cloneElement } from './element.ts';
import { Equality, Pair, Tendon } from './relation.ts';

/** The kinds of elements in a class, one of each. */
export const DEFAULT_PARTS = [
  'joint',
  'geom',
  'site',
  'camera',
  'light',
  'mesh',
  'material',
  'pair',
  'equality',
  'tendon',
  'actuator',
] as const;

export type DefaultPart = (typeof DEFAULT_PARTS)[number];

/** A class. Most classes change one or two kinds of elements, so they share the others with their parent: call `own`
 * before changing an element. */
export class DefaultClass {
  /** unique in the model; the root is `main` unless the file names it otherwise */
  name = 'main';
  location: SourceLocation = NO_LOCATION;
  parent: DefaultClass | null = null;
  children: DefaultClass[] = [];
  joint: Joint;
  geom: Geom;
  site: Site;
  camera: Camera;
  light: Light;
  mesh: Mesh;
  material: Material;
  pair: Pair;
  equality: Equality;
  tendon: Tendon;
  actuator: Actuator;
  /** elements that are shared with another class */
  shared = new Set<DefaultPart>();

  /** @param from the class whose elements are shared; `inheritDefaults` marks them as shared there too */
  constructor(from?: DefaultClass) {
    this.joint = from?.joint ?? new Joint();
    this.geom = from?.geom ?? new Geom();
    this.site = from?.site ?? new Site();
    this.camera = from?.camera ?? new Camera();
    this.light = from?.light ?? new Light();
    this.mesh = from?.mesh ?? new Mesh();
    this.material = from?.material ?? new Material();
    this.pair = from?.pair ?? new Pair();
    this.equality = from?.equality ?? new Equality();
    this.tendon = from?.tendon ?? new Tendon();
    this.actuator = from?.actuator ?? new Actuator();
    if (from) this.shared = new Set(DEFAULT_PARTS);
  }

  /** The element of this class, unshared, for changing it. */
  own<P extends DefaultPart>(part: P): DefaultClass[P] {
    if (this.shared.delete(part)) this[part] = cloneElement(this[part]);
    return this[part];
  }
}
