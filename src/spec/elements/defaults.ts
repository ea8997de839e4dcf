/** Default classes. Elements are already initialised from them; the tree is kept for saving and for new elements. */

import { NO_PLACE, type Place } from '../../xml/place.ts';
import { Actuator } from './actuation.ts';
import { Material, Mesh } from './asset.ts';
import { Camera, Geom, Joint, Light, Site } from './body.ts';
import { Equality, Pair, Tendon } from './relation.ts';

export class DefaultClass {
  /** unique in the model; the root is `main` unless the file names it otherwise */
  name = 'main';
  place: Place = NO_PLACE;
  parent: DefaultClass | null = null;
  children: DefaultClass[] = [];
  joint = new Joint();
  geom = new Geom();
  site = new Site();
  camera = new Camera();
  light = new Light();
  mesh = new Mesh();
  material = new Material();
  pair = new Pair();
  equality = new Equality();
  tendon = new Tendon();
  actuator = new Actuator();
}
