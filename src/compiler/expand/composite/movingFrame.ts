/** Frames along a polyline with minimal twist (Bergou et al., "Discrete Elastic Rods", 2008, section
 *  4.2.2): from edge to edge the normal is rotated about the bending axis. */

import { atan2 } from '../../../core/math/elementary/arc.ts';
import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { axesToQuat, cross, dot, normalize, rotate, type Vec } from '../../../formats/pose/frame.ts';

export class MovingFrame {
  readonly #points: readonly Vec[];
  #normal: Vec = [0, 1, 0];
  /** of the last requested edge */
  quat: Vec = [1, 0, 0, 0];

  constructor(points: readonly Vec[]) {
    this.#points = points;
  }

  lengthOfEdge(i: number): number {
    const edge = this.#edge(i);
    return Math.sqrt(dot(edge, edge));
  }

  /** Orientation of edge i, with the x axis along it; edges must be requested in order. */
  quatOfEdge(i: number): Vec {
    const tangent = this.#tangent(i);
    let binormal: Vec;
    if (i === 0) {
      // at a straight start the other axes are arbitrary
      binormal = cross(tangent, this.#points.length > 2 ? this.#tangent(1) : tangent);
      normalize(binormal);
      this.#normal = cross(binormal, tangent);
    } else {
      const before = this.#tangent(i - 1);
      const axis = cross(before, tangent);
      const angle = atan2(normalize(axis), dot(before, tangent));
      this.#normal = rotate(this.#normal, turn(axis, angle));
      normalize(this.#normal);
      binormal = cross(tangent, this.#normal);
    }
    normalize(i === 0 ? this.#normal : binormal);
    this.quat = axesToQuat(tangent, this.#normal, binormal);
    return this.quat;
  }

  #tangent(i: number): Vec {
    const tangent = this.#edge(i);
    normalize(tangent);
    return tangent;
  }

  #edge(i: number): Vec {
    return this.#points[i].map((x, k) => Math.fround(this.#points[i + 1][k] - x));
  }
}

function turn(axis: Vec, angle: number): Vec {
  const s = sin(angle / 2);
  return [cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
}
