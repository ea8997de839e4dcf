/** Surfaces of one shape and material, drawn in one call and refilled every frame. */
import {
  BufferGeometry,
  type Color,
  DynamicDrawUsage,
  type Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type Matrix4,
} from 'three';
import type { Surface } from '../appearance/materials.ts';

/** Per-instance data besides pose and color; see `appearance/surface.ts`. */
export interface Detail {
  repeat: readonly [number, number];
  stretch: readonly [number, number, number];
  glow: number;
  textured: boolean;
}

/** Instance attributes. */
const instanceAttributes: readonly string[] = ['surface', 'stretch', 'owner'];

export class InstancedSurface {
  readonly surface: Surface;
  readonly #parent: Group;
  readonly #source: BufferGeometry;
  readonly #casts: boolean;
  mesh: InstancedMesh;
  /** The owner of each instance, as an index chosen by the caller. */
  readonly owners: number[] = [];

  constructor(parent: Group, geometry: BufferGeometry, surface: Surface, casts: boolean) {
    this.#parent = parent;
    this.#source = geometry;
    this.surface = surface;
    this.#casts = casts;
    this.mesh = this.#make(4);
  }

  begin(): void {
    this.owners.length = 0;
  }

  add(owner: number, matrix: Matrix4, color: Color, { repeat, stretch, glow, textured }: Detail): void {
    const k = this.owners.length;
    if (k === this.mesh.instanceMatrix.count) this.#grow();
    const { mesh } = this;
    mesh.setMatrixAt(k, matrix);
    mesh.setColorAt(k, color);
    attribute(mesh, 'surface').setXYZW(k, repeat[0], repeat[1], glow, textured ? 1 : 0);
    attribute(mesh, 'stretch').setXYZ(k, ...stretch);
    attribute(mesh, 'owner').setX(k, owner);
    this.owners.push(owner);
  }

  end(): void {
    const { mesh } = this;
    mesh.count = this.owners.length;
    mesh.visible = mesh.count > 0;
    // recomputed on the next raycast
    mesh.boundingSphere = null;
    if (!mesh.visible) return;
    mesh.instanceMatrix.needsUpdate = true;
    mesh.instanceColor!.needsUpdate = true;
    for (const name of instanceAttributes) attribute(mesh, name).needsUpdate = true;
  }

  dispose(): void {
    discard(this.mesh);
  }

  #make(capacity: number): InstancedMesh {
    // triangles are shared with other batches, instance attributes are not
    const geometry = new BufferGeometry();
    for (const name of Object.keys(this.#source.attributes))
      geometry.setAttribute(name, this.#source.getAttribute(name));
    geometry.setIndex(this.#source.getIndex());
    geometry.setAttribute('surface', makeInstanceAttribute(capacity, 4));
    geometry.setAttribute('stretch', makeInstanceAttribute(capacity, 3));
    geometry.setAttribute('owner', makeInstanceAttribute(capacity, 1));
    const mesh = new InstancedMesh(geometry, this.surface.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = makeInstanceAttribute(capacity, 3);
    mesh.castShadow = this.#casts;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.#parent.add(mesh);
    return mesh;
  }

  #grow(): void {
    const old = this.mesh;
    this.mesh = this.#make(2 * old.instanceMatrix.count);
    const { mesh } = this;
    mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    mesh.instanceColor!.array.set(old.instanceColor!.array);
    for (const name of instanceAttributes) attribute(mesh, name).array.set(attribute(old, name).array);
    this.#parent.remove(old);
    discard(old);
  }
}

/** Does not dispose of the shared triangles. */
function discard(mesh: InstancedMesh): void {
  const { geometry } = mesh;
  for (const name of Object.keys(geometry.attributes))
    if (!instanceAttributes.includes(name)) geometry.deleteAttribute(name);
  geometry.setIndex(null);
  geometry.dispose();
  mesh.dispose();
}

function attribute(mesh: InstancedMesh, name: string): InstancedBufferAttribute {
  return mesh.geometry.getAttribute(name) as InstancedBufferAttribute;
}

function makeInstanceAttribute(count: number, width: number): InstancedBufferAttribute {
  const values = new InstancedBufferAttribute(new Float32Array(count * width), width);
  values.setUsage(DynamicDrawUsage);
  return values;
}
