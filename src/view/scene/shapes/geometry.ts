/** Triangle meshes of geoms and sites. Scalable shapes are created once, at unit size. */
import {
  BoxGeometry,
  type BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { GeomType, type Model } from '../../../index.ts';
import { hfieldGeometry } from './hfield.ts';
import { hullGeometry, meshGeometry } from './mesh.ts';

/** A geometry and the scale to its size. */
export interface Shape {
  geometry: BufferGeometry;
  scale: readonly [number, number, number];
}

/** A part shared by many shapes, shifted along z. */
export interface Part extends Shape {
  shift: number;
}

const unit: readonly [number, number, number] = [1, 1, 1];

/** Rendered extent of infinite ground. */
export function planeReach(m: Model): number {
  return 40 * Math.max(1, m.stat.extent);
}

/** Creates the shapes of a model; equal shapes share their triangles. */
export class Shapes {
  readonly #m: Model;
  readonly #cache = new Map<string, BufferGeometry>();

  constructor(m: Model) {
    this.#m = m;
  }

  /** The shape of a geom. */
  ofGeom(g: number, hull = false): Shape | undefined {
    const type = this.#m.geom_type[g]!;
    const data = this.#m.geom_dataid[g]!;
    if (type === GeomType.MESH || type === GeomType.SDF) {
      if (data < 0) return undefined;
      const geometry = hull
        ? this.#once(`hull ${data}`, () => hullGeometry(this.#m, data) ?? meshGeometry(this.#m, data))
        : this.#once(`mesh ${data}`, () => meshGeometry(this.#m, data));
      return { geometry, scale: unit };
    }
    if (type === GeomType.HFIELD) {
      return { geometry: this.#once(`hfield ${data}`, () => hfieldGeometry(this.#m, data)), scale: unit };
    }
    const [x, y, z] = [0, 1, 2].map((k) => this.#m.geom_size[3 * g + k]!) as [number, number, number];
    return this.primitive(type, x, y, z);
  }

  /**
   * The same shape made of parts that all capsules share, whatever their aspect ratios, so that they are drawn in one
   * call.
   */
  splitShape(type: number, shape: Shape, size: readonly [number, number, number]): readonly Part[] {
    if (type !== GeomType.CAPSULE) return [{ ...shape, shift: 0 }];
    const [r, half] = size;
    const cap = this.#once('cap', hemisphere);
    return [
      { geometry: this.#once('tube', tube), scale: [r, r, half], shift: 0 },
      { geometry: cap, scale: [r, r, r], shift: half },
      // rotated about x, because mirroring would turn it inside out
      { geometry: cap, scale: [r, -r, -r], shift: -half },
    ];
  }

  ofSite(s: number): Shape | undefined {
    const [x, y, z] = [0, 1, 2].map((k) => this.#m.site_size[3 * s + k]!) as [number, number, number];
    return this.primitive(this.#m.site_type[s]!, x, y, z);
  }

  primitive(type: number, x: number, y: number, z: number): Shape | undefined {
    switch (type) {
      case GeomType.PLANE: {
        const far = planeReach(this.#m);
        return { geometry: this.#once('plane', plane), scale: [2 * (x || far), 2 * (y || far), 1] };
      }
      case GeomType.SPHERE:
        return { geometry: this.#once('sphere', sphere), scale: [x, x, x] };
      case GeomType.ELLIPSOID:
        return { geometry: this.#once('sphere', sphere), scale: [x, y, z] };
      case GeomType.CAPSULE:
        return { geometry: this.#once(`capsule ${(y / x).toFixed(4)}`, () => capsule(y / x)), scale: [x, x, x] };
      case GeomType.CYLINDER:
        return { geometry: this.#once('cylinder', cylinder), scale: [x, x, y] };
      case GeomType.BOX:
        return { geometry: this.#once('box', () => new BoxGeometry(2, 2, 2)), scale: [x, y, z] };
      default:
        return undefined;
    }
  }

  dispose(): void {
    for (const geometry of this.#cache.values()) geometry.dispose();
  }

  #once(name: string, make: () => BufferGeometry): BufferGeometry {
    let geometry = this.#cache.get(name);
    if (!geometry) {
      geometry = make();
      this.#cache.set(name, geometry);
    }
    return geometry;
  }
}

// the first row of a texture is its top, at +y
function plane(): BufferGeometry {
  const geometry = new PlaneGeometry(1, 1);
  const uv = geometry.getAttribute('uv') as BufferAttribute;
  for (let i = 0; i < uv.count; i++) uv.setY(i, 1 - uv.getY(i));
  return geometry;
}

function sphere(): BufferGeometry {
  return new SphereGeometry(1, 40, 24).rotateX(Math.PI / 2);
}

function cylinder(): BufferGeometry {
  return new CylinderGeometry(1, 1, 2, 40).rotateX(Math.PI / 2);
}

/** A cylinder without caps. */
function tube(): BufferGeometry {
  return new CylinderGeometry(1, 1, 2, 28, 1, true).rotateX(Math.PI / 2);
}

/** Half a sphere, up from z = 0. */
function hemisphere(): BufferGeometry {
  return new SphereGeometry(1, 28, 10, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2);
}

/** Radius 1 and a given half length. */
function capsule(half: number): BufferGeometry {
  return new CapsuleGeometry(1, 2 * half, 10, 28).rotateX(Math.PI / 2);
}
