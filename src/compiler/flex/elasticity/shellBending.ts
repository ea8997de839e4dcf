/** Bending of an interpolated shell: at an edge between two faces, the jump of their normals acts as a spring. */

import { dphi, phi } from '../../../core/engine/flex/shape.ts';
import { cross, normalize, type Vec } from '../../../formats/pose/frame.ts';
import { type Face, FaceGrid } from '../faces.ts';

/** Values per edge: two faces, the middle of the edge in both, stiffness, jump of the normals at rest. */
const EDGE_SIZE = 10;

interface Meeting {
  faces: readonly [Face, Face];
  /** the middle of the common edge, in coordinates of each face from 0 to 1 */
  middle: readonly [Vec, Vec];
}

/** Number of edges, then the edges. */
export function shellBending(
  pos: ArrayLike<number>,
  order: number,
  cells: readonly number[],
  young: number,
  poisson: number,
  thickness: number,
): Float64Array {
  const grid = new FaceGrid(order, cells);
  const meetings = findMeetings(grid);
  // D = E t^3 / 12 (1 - nu^2)
  const rigidity = (young * thickness * thickness * thickness) / (12 * (1 - poisson * poisson));
  const res = new Float64Array(1 + EDGE_SIZE * meetings.length);
  res[0] = meetings.length;
  meetings.forEach(({ faces, middle }, i) => {
    const [a, b] = faces.map((face, k) => frameAt(grid, pos, face, middle[k]));
    if (!a || !b) return;
    const height = Math.max((a.across + b.across) / 2, 1e-12);
    const stiffness = (rigidity * ((a.along + b.along) / 2)) / height;
    const jump = a.normal.map((x, k) => x - b.normal[k]);
    res.set([grid.id(faces[0]), grid.id(faces[1]), ...middle[0], ...middle[1], stiffness, ...jump], 1 + EDGE_SIZE * i);
  });
  return res;
}

/** Each face with the neighbors that come after it. */
function findMeetings(grid: FaceGrid): Meeting[] {
  const result: Meeting[] = [];
  for (let id = 0; id < grid.total; id++) {
    const face = grid.face(id);
    for (let axis = 0; axis < 2; axis++) {
      for (const step of [-1, 1]) {
        const meeting = neighbor(grid, face, axis, step);
        if (grid.id(meeting.faces[1]) > id) result.push(meeting);
      }
    }
  }
  return result;
}

/** The face across the edge at the end of the slow (0) or fast (1) axis. */
function neighbor(grid: FaceGrid, face: Face, axis: number, step: number): Meeting {
  const end = step > 0 ? 1 : 0;
  const here = axis === 0 ? [end, 0.5] : [0.5, end];
  const next = (axis === 0 ? face.slow : face.fast) + step;
  const count = axis === 0 ? grid.slowCount(face.side) : grid.fastCount(face.side);
  if (next >= 0 && next < count) {
    const there = axis === 0 ? [1 - end, 0.5] : [0.5, 1 - end];
    const other = axis === 0 ? { ...face, slow: next } : { ...face, fast: next };
    return { faces: [face, other], middle: [here, there] };
  }
  // around the corner: the axis normal to this side is an axis of the other one, at its end
  const normal = (face.normal + 1 + axis) % 3;
  const side = 2 * normal + end;
  const far = face.side % 2;
  const last = far === 1 ? grid.cells[face.normal] - 1 : 0;
  const slow = axis === 0 ? face.fast : last;
  const fast = axis === 0 ? last : face.slow;
  return { faces: [face, { side, normal, slow, fast }], middle: [here, axis === 0 ? [0.5, far] : [far, 0.5]] };
}

interface EdgeFrame {
  normal: Vec;
  /** sizes of the face along the edge and across it */
  along: number;
  across: number;
}

function frameAt(grid: FaceGrid, pos: ArrayLike<number>, face: Face, [s, t]: Vec): EdgeFrame | undefined {
  const { order } = grid;
  const slow = [0, 0, 0];
  const fast = [0, 0, 0];
  grid.nodes(face).forEach((node, i) => {
    const a = Math.trunc(i / (order + 1));
    const b = i % (order + 1);
    for (let k = 0; k < 3; k++) {
      slow[k] += pos[3 * node + k] * (dphi(s, a, order) * phi(t, b, order));
      fast[k] += pos[3 * node + k] * (phi(s, a, order) * dphi(t, b, order));
    }
  });
  const normal = cross(slow, fast);
  if (normalize(normal) < 1e-12) return undefined;
  const lengths = [normalize(slow), normalize(fast)];
  return s === 0.5
    ? { normal, along: lengths[0], across: lengths[1] }
    : { normal, along: lengths[1], across: lengths[0] };
}
