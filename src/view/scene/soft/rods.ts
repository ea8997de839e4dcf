/** Flexes of dimension 1: a rod per element and a ball per vertex, drawn in one call. */
import { Color, CylinderGeometry, Group, Matrix4, Quaternion, SphereGeometry, Vector3 } from 'three';
import type { Data, Model } from '../../../index.ts';
import { InstancedSurface } from '../shapes/instancedSurface.ts';
import type { SoftMaterial } from './softMaterial.ts';

const from = new Vector3();
const to = new Vector3();
const middle = new Vector3();
const direction = new Vector3();
const up = new Vector3(0, 1, 0);
const size = new Vector3();
const rotation = new Quaternion();
const matrix = new Matrix4();
const white = new Color(1, 1, 1);

export class FlexRods {
  readonly object = new Group();
  readonly #rods: InstancedSurface;
  readonly #balls: InstancedSurface;
  readonly #geometries = [new CylinderGeometry(1, 1, 1, 12, 1, true), new SphereGeometry(1, 12, 8)] as const;
  readonly #m: Model;
  readonly #f: number;
  readonly #material: SoftMaterial;
  /** A minimum radius keeps thin ones visible. */
  readonly #radius: number;

  constructor(m: Model, f: number, material: SoftMaterial) {
    this.#m = m;
    this.#f = f;
    this.#material = material;
    this.#radius = Math.max(m.flex_radius[f]!, 0.02 * m.stat.meansize);
    this.#rods = new InstancedSurface(this.object, this.#geometries[0], material.surface, true);
    this.#balls = new InstancedSurface(this.object, this.#geometries[1], material.surface, true);
  }

  update(d: Data): void {
    const m = this.#m;
    const [r, first] = [this.#radius, m.flex_vertadr[this.#f]!];
    for (const instances of [this.#rods, this.#balls]) instances.begin();
    for (let v = first; v < first + m.flex_vertnum[this.#f]!; v++) {
      matrix.makeScale(r, r, r).setPosition(from.fromArray(d.flexvert_xpos, 3 * v));
      this.#add(this.#balls);
    }
    for (let e = 0; e < m.flex_elemnum[this.#f]!; e++) {
      const at = m.flex_elemdataadr[this.#f]! + 2 * e;
      from.fromArray(d.flexvert_xpos, 3 * (first + m.flex_elem[at]!));
      to.fromArray(d.flexvert_xpos, 3 * (first + m.flex_elem[at + 1]!));
      const length = direction.subVectors(to, from).length();
      rotation.setFromUnitVectors(up, direction.normalize());
      matrix.compose(middle.addVectors(from, to).multiplyScalar(0.5), rotation, size.set(r, length, r));
      this.#add(this.#rods);
    }
    for (const instances of [this.#rods, this.#balls]) instances.end();
  }

  dispose(): void {
    for (const instances of [this.#rods, this.#balls]) instances.dispose();
    for (const geometry of this.#geometries) geometry.dispose();
  }

  #add(instances: InstancedSurface): void {
    // in segmentation passes, ids of flexes follow those of geoms and sites
    instances.add(this.#m.ngeom + this.#m.nsite + this.#f, matrix, white, this.#material.detail);
  }
}
