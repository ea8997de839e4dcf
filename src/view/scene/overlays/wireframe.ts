/** Wireframe boxes, refilled every frame: one object for all of them. */
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, LineBasicMaterial, LineSegments } from 'three';
import { type ColorMode, setDisplayColor } from '../appearance/colors.ts';
import type { Triple } from './lineBatch.ts';

/** Corners of the twelve edges: bit k selects the end of axis k. */
const edges = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

export class Wireframe {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #colors: ColorMode;
  readonly #color = new Color();
  #count = 0;

  constructor(colors: ColorMode) {
    this.#colors = colors;
    this.object = new LineSegments(makeGeometry(64), new LineBasicMaterial({ vertexColors: true }));
    this.object.frustumCulled = false;
  }

  begin(): void {
    this.#count = 0;
  }

  /** A box with center and half sizes in a frame with a row-major rotation matrix. */
  box(pos: Triple, mat: Triple, center: Triple, half: Triple, rgba: Triple): void {
    if (24 * (this.#count + 1) > this.#points.count) this.#grow();
    const [points, colors] = [this.#points, this.#shades];
    setDisplayColor(this.#color, rgba, this.#colors);
    edges.forEach((corner, k) => {
      const local = [0, 1, 2].map((axis) => center[axis]! + (corner & (1 << axis) ? half[axis]! : -half[axis]!));
      const world = [0, 1, 2].map((r) => pos[r]! + [0, 1, 2].reduce((sum, c) => sum + mat[3 * r + c]! * local[c]!, 0));
      const at = 24 * this.#count + k;
      points.setXYZ(at, world[0]!, world[1]!, world[2]!);
      colors.setXYZ(at, this.#color.r, this.#color.g, this.#color.b);
    });
    this.#count++;
  }

  end(): void {
    this.object.visible = this.#count > 0;
    if (this.#count === 0) return;
    this.object.geometry.setDrawRange(0, 24 * this.#count);
    this.#points.needsUpdate = true;
    this.#shades.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  get #points(): BufferAttribute {
    return this.object.geometry.getAttribute('position') as BufferAttribute;
  }

  get #shades(): BufferAttribute {
    return this.object.geometry.getAttribute('color') as BufferAttribute;
  }

  #grow(): void {
    const [points, colors] = [this.#points, this.#shades];
    const larger = makeGeometry((2 * points.count) / 24);
    (larger.getAttribute('position').array as Float32Array).set(points.array);
    (larger.getAttribute('color').array as Float32Array).set(colors.array);
    this.object.geometry.dispose();
    this.object.geometry = larger;
  }
}

function makeGeometry(boxes: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ['position', 'color'])
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * 24 * boxes), 3).setUsage(DynamicDrawUsage));
  return geometry;
}
