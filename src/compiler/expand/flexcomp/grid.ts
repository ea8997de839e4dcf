/** Regular grids: lines, circles, squares, disks, blocks. The x index is the slowest. */

import { cos, sin } from '../../../core/math/elementary/trig.ts';
import { FlexcompType } from '../../../core/model/enums/spec.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import { EPS, normalize } from '../../../formats/pose/frame.ts';
import type { Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import { emptyShape, fraction, needsTexture, type Shape } from './shape.ts';

export function makeGrid(comp: Flexcomp): Shape {
  const shape = emptyShape(comp);
  if (comp.dim === 1) {
    if (comp.type === FlexcompType.CIRCLE) addCircle(comp, shape);
    else addLine(comp, shape);
  } else if (comp.dim === 2) addSquare(comp, shape);
  else addBlock(comp, shape);
  if (shape.element.length === 0) throw new ExpandError('count', 'no elements were created in the grid');
  return shape;
}

/** Offset of point i from the middle of the grid along an axis. */
function centered({ spacing, count }: Flexcomp, axis: number, i: number): number {
  return spacing[axis] * (i - 0.5 * (count[axis] - 1));
}

function addLine(comp: Flexcomp, { point, element }: Shape): void {
  const n = comp.count[0];
  for (let i = 0; i < n; i++) {
    point.push(centered(comp, 0, i), 0, 0);
    if (i < n - 1) element.push(i, i + 1);
  }
}

/** A closed polygon whose sides have the length of the spacing. */
function addCircle(comp: Flexcomp, { point, element }: Shape): void {
  const n = comp.count[0] - 1;
  const theta = (2 * Math.PI) / n;
  const radius = comp.spacing[0] / sin(theta / 2) / 2;
  for (let i = 0; i < n; i++) {
    point.push(radius * cos(theta * i), radius * sin(theta * i), 0);
    element.push(i, i === n - 1 ? 0 : i + 1);
  }
}

function addSquare(comp: Flexcomp, shape: Shape): void {
  const [nx, ny, nz] = comp.count;
  const withTexture = needsTexture(comp);
  // the third count separates columns although there is one layer: more than 1 is rejected later
  const at = (ix: number, iy: number) => nz * ny * ix + nz * iy;
  for (let ix = 0; ix < nx; ix++) {
    for (let iy = 0; iy < ny; iy++) {
      const x = centered(comp, 0, ix);
      const y = centered(comp, 1, iy);
      shape.point.push(x, y, 0);
      if (withTexture) shape.texcoord.push(fraction(ix, nx), fraction(iy, ny));
      if (ix === nx - 1 || iy === ny - 1) continue;
      const corners = [at(ix, iy), at(ix + 1, iy), at(ix + 1, iy + 1), at(ix, iy + 1)];
      const crossed = (x < -EPS && y > -EPS) || (x > -EPS && y < -EPS);
      // diagonals of a disk point to its center
      const order = comp.type === FlexcompType.DISC && crossed ? [0, 1, 3, 1, 2, 3] : [0, 1, 2, 0, 2, 3];
      for (const k of order) shape.element.push(corners[k]);
    }
  }
}

/** The six tetrahedra of a cube, by its corners: four of the lower face, then four of the upper one. */
const CUBE = [0, 3, 1, 7, 0, 1, 4, 7, 1, 3, 2, 7, 1, 2, 6, 7, 1, 5, 4, 7, 1, 6, 5, 7];
const CORNER_X = [0, 1, 1, 0, 0, 1, 1, 0];
const CORNER_Y = [0, 0, 1, 1, 0, 0, 1, 1];
const CORNER_Z = [0, 0, 0, 0, 1, 1, 1, 1];

function addBlock(comp: Flexcomp, shape: Shape): void {
  const [nx, ny, nz] = comp.count;
  const withTexture = needsTexture(comp);
  for (let ix = 0; ix < nx; ix++) {
    for (let iy = 0; iy < ny; iy++) {
      for (let iz = 0; iz < nz; iz++) {
        shape.point.push(centered(comp, 0, ix), centered(comp, 1, iy), centered(comp, 2, iz));
        if (withTexture) shape.texcoord.push(fraction(ix, nx), fraction(iy, ny));
        if (ix === nx - 1 || iy === ny - 1 || iz === nz - 1) continue;
        for (const k of CUBE) {
          shape.element.push(nz * ny * (ix + CORNER_X[k]) + nz * (iy + CORNER_Y[k]) + iz + CORNER_Z[k]);
        }
      }
    }
  }
}

/** A square, or a square warped to a disk. */
export function makeSquare(comp: Flexcomp): Shape {
  comp.dim = 2;
  const shape = makeGrid(comp);
  if (comp.type === FlexcompType.DISC) roundOff(comp, shape.point);
  return shape;
}

function roundOff({ spacing, count }: Flexcomp, point: number[]): void {
  for (let i = 0; i < point.length; i += 3) {
    const flat = [point[i], point[i + 1]];
    const reach = Math.max(Math.abs(flat[0]), Math.abs(flat[1]));
    normalize(flat);
    point[i] = flat[0] * (0.5 * spacing[0] * (count[0] - 1) * reach);
    point[i + 1] = flat[1] * (0.5 * spacing[1] * (count[1] - 1) * reach);
  }
}
