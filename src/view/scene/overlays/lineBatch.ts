/** Batches of small shapes that change every frame: arrows, balls, boxes, rods. Each kind is an instanced mesh that is
 * refilled every frame. */
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedMesh,
  Matrix4,
  MeshPhongMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { type ColorMode, setDisplayColor } from '../appearance/colors.ts';

export type Triple = ArrayLike<number>;

const kinds = {
  ball: () => new SphereGeometry(1, 20, 14),
  box: () => new BoxGeometry(2, 2, 2),
  rod: () => new CylinderGeometry(1, 1, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  tip: () => new ConeGeometry(1, 1, 20).rotateX(Math.PI / 2).translate(0, 0, 0.5),
} satisfies Record<string, () => BufferGeometry>;
type Kind = keyof typeof kinds;

/** One kind of shape, opaque or transparent. */
class Pool {
  readonly #geometry: BufferGeometry;
  readonly #material: MeshPhongMaterial;
  readonly #parent: Group;
  #mesh: InstancedMesh;
  #count = 0;

  /** @param behind whether to draw only what other surfaces hide */
  constructor(parent: Group, geometry: BufferGeometry, opacity: number, behind: boolean) {
    this.#parent = parent;
    this.#geometry = geometry;
    this.#material = new MeshPhongMaterial({ opacity, transparent: opacity < 1, depthWrite: opacity === 1 });
    this.#material.specular = new Color(0.1, 0.1, 0.1);
    if (behind) this.#material.depthFunc = GreaterDepth;
    this.#mesh = this.#make(64);
  }

  begin(): void {
    this.#count = 0;
  }

  add(matrix: Matrix4, color: Color): void {
    if (this.#count === this.#mesh.instanceMatrix.count) this.#grow();
    this.#mesh.setMatrixAt(this.#count, matrix);
    this.#mesh.setColorAt(this.#count, color);
    this.#count++;
  }

  end(): void {
    this.#mesh.count = this.#count;
    this.#mesh.visible = this.#count > 0;
    this.#mesh.instanceMatrix.needsUpdate = true;
    if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh.dispose();
    this.#geometry.dispose();
    this.#material.dispose();
  }

  #make(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.#geometry, this.#material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.setColorAt(0, new Color());
    this.#parent.add(mesh);
    return mesh;
  }

  #grow(): void {
    const old = this.#mesh;
    this.#mesh = this.#make(2 * old.instanceMatrix.count);
    this.#mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    if (old.instanceColor) this.#mesh.instanceColor?.array.set(old.instanceColor.array);
    this.#parent.remove(old);
    old.dispose();
  }
}

/** Opacity of what other surfaces hide. */
const HIDDEN = 0.45;

/** Smallest ratio of the length of an arrow to the radius of its rod. */
const SLIM = 8;

export class LineBatch {
  readonly group = new Group();
  readonly #solid: Record<Kind, Pool>;
  readonly #clear: Record<Kind, Pool>;
  readonly #matrix = new Matrix4();
  readonly #rotation = new Quaternion();
  readonly #from = new Vector3();
  readonly #dir = new Vector3();
  readonly #scale = new Vector3();
  readonly #color = new Color();
  readonly #up = new Vector3(0, 0, 1);

  readonly #colors: ColorMode;

  /** @param behind draw only what other surfaces hide, faintly */
  constructor(colors: ColorMode, behind = false) {
    this.#colors = colors;
    const pools = (opacity: number) =>
      Object.fromEntries(
        Object.entries(kinds).map(([kind, make]) => [kind, new Pool(this.group, make(), opacity, behind)]),
      ) as Record<Kind, Pool>;
    this.#solid = pools(behind ? HIDDEN : 1);
    this.#clear = pools(0.4);
  }

  begin(): void {
    for (const pool of this.#pools()) pool.begin();
  }

  end(): void {
    for (const pool of this.#pools()) pool.end();
  }

  ball(center: Triple, radius: number, rgba: Triple): void {
    this.#matrix.makeScale(radius, radius, radius).setPosition(center[0]!, center[1]!, center[2]!);
    this.#add('ball', rgba);
  }

  /** A box or ellipsoid with half sizes and a row-major rotation matrix. */
  block(kind: 'box' | 'ball', center: Triple, mat: Triple, half: Triple, rgba: Triple): void {
    const e = this.#matrix.identity().elements;
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 3; r++) e[4 * c + r] = mat[3 * r + c]! * half[c]!;
      e[12 + c] = center[c]!;
    }
    this.#add(kind, rgba);
  }

  /** A rod between two points. */
  rod(from: Triple, to: Triple, radius: number, rgba: Triple): void {
    const length = this.#aim(from, to);
    if (length === 0) return;
    this.#stretch('rod', radius, length, rgba);
  }

  /** An arrow from one point to another; the tip is at most half of its length. */
  arrow(from: Triple, to: Triple, width: number, rgba: Triple): void {
    const length = this.#aim(from, to);
    if (length === 0) return;
    // a short arrow is thin: a flat one would be a disc
    const radius = Math.min(width, length / SLIM);
    const tip = Math.min(0.5 * length, 5 * radius);
    this.#stretch('rod', radius, length - tip, rgba);
    this.#from.addScaledVector(this.#dir, length - tip);
    this.#stretch('tip', 2 * radius, tip, rgba);
  }

  /** Three axes in red, green and blue. */
  frame(center: Triple, mat: Triple, length: number, radius: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const to = [0, 1, 2].map((r) => center[r]! + length * mat[3 * r + axis]!);
      this.rod(center, to, radius, [...[0, 1, 2].map((k) => (k === axis ? 0.9 : 0.15)), 1]);
    }
  }

  dispose(): void {
    for (const pool of this.#pools()) pool.dispose();
  }

  #pools(): Pool[] {
    return [...Object.values(this.#solid), ...Object.values(this.#clear)];
  }

  #aim(from: Triple, to: Triple): number {
    this.#from.set(from[0]!, from[1]!, from[2]!);
    this.#dir.set(to[0]!, to[1]!, to[2]!).sub(this.#from);
    const length = this.#dir.length();
    if (!(length > 1e-9)) return 0;
    this.#rotation.setFromUnitVectors(this.#up, this.#dir.divideScalar(length));
    return length;
  }

  #stretch(kind: Kind, radius: number, length: number, rgba: Triple): void {
    this.#matrix.compose(this.#from, this.#rotation, this.#scale.set(radius, radius, length));
    this.#add(kind, rgba);
  }

  #add(kind: Kind, rgba: Triple): void {
    const pool = (rgba[3] ?? 1) < 0.999 ? this.#clear[kind] : this.#solid[kind];
    pool.add(this.#matrix, setDisplayColor(this.#color, rgba, this.#colors));
  }
}
