/** Points of a flexcomp that are fixed to the enclosing body. */

import { FlexcompDof, FlexcompType } from '../../../core/model/enums/spec.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import type { Flexcomp } from '../../../formats/spec/elements/deformable.ts';

export function isInterpolated({ dof }: Flexcomp): boolean {
  return dof === FlexcompDof.TRILINEAR || dof === FlexcompDof.QUADRATIC;
}

/** Flags of the pinned points or nodes.
 *  @param size maximum number */
export function pinnedPoints(comp: Flexcomp, points: number, size: number): boolean[] {
  checkSizes(comp);
  const pinned = new Array<boolean>(size).fill(comp.rigid);
  if (comp.rigid) return pinned;
  for (const id of comp.pinid) pinned[inRange('id', id, points)] = true;
  for (let i = 0; i < comp.pinrange.length; i += 2) {
    const last = inRange('range', comp.pinrange[i + 1], points);
    for (let k = inRange('range', comp.pinrange[i], points); k <= last; k++) pinned[k] = true;
  }
  pinGrid(comp, pinned);
  pinGridRanges(comp, pinned);
  if (comp.dof === FlexcompDof.RADIAL) pinned[0] = true;
  return pinned;
}

function checkSizes(comp: Flexcomp): void {
  const { dim, pinrange, pingrid, pingridrange } = comp;
  if (pinrange.length % 2 !== 0) throw new ExpandError('range', 'expected pairs of numbers: first and last point');
  if (pingrid.length % dim !== 0) throw new ExpandError('grid', `expected ${dim} numbers per grid point`);
  if (pingridrange.length % (2 * dim) !== 0) {
    throw new ExpandError('gridrange', `expected ${2 * dim} numbers per range of grid points`);
  }
  const none = pingrid.length === 0 && pingridrange.length === 0;
  if (!none && comp.type !== FlexcompType.GRID && !isInterpolated(comp)) {
    throw new ExpandError('grid', 'only grids and interpolated flexes have grid points');
  }
  if (!none && dim === 1) throw new ExpandError('grid', 'lines have no grid points');
}

function inRange(attribute: string, id: number, n: number): number {
  if (id < 0 || id >= n) throw new ExpandError(attribute, `expected points from 0 to ${n - 1}, found ${id}`);
  return id;
}

function gridId({ count, dim }: Flexcomp, at: readonly number[]): number {
  return dim === 2 ? at[0] * count[1] + at[1] : (at[0] * count[1] + at[1]) * count[2] + at[2];
}

function pinGrid(comp: Flexcomp, pinned: boolean[]): void {
  const { dim, pingrid, count, type } = comp;
  const corners = comp.dof === FlexcompDof.TRILINEAR ? 2 : 3;
  const limit = type !== FlexcompType.GRID && isInterpolated(comp) ? [corners, corners, corners] : count;
  for (let i = 0; i < pingrid.length; i += dim) {
    const at = pingrid.slice(i, i + dim);
    at.forEach((x, k) => {
      inRange('grid', x, limit[k]);
    });
    pin(pinned, gridId(comp, at));
  }
}

function pinGridRanges(comp: Flexcomp, pinned: boolean[]): void {
  const { dim, pingridrange, count } = comp;
  for (let i = 0; i < pingridrange.length; i += 2 * dim) {
    const low = pingridrange.slice(i, i + dim);
    const high = pingridrange.slice(i + dim, i + 2 * dim);
    for (const end of [low, high]) {
      end.forEach((x, k) => {
        inRange('gridrange', x, count[k]);
      });
    }
    const at = low.slice();
    const walk = (axis: number): void => {
      if (axis === dim) {
        pin(pinned, gridId(comp, at));
        return;
      }
      for (at[axis] = low[axis]; at[axis] <= high[axis]; at[axis]++) walk(axis + 1);
    };
    walk(0);
  }
}

/** Grid points beyond those of the shape are ignored. */
function pin(pinned: boolean[], id: number): void {
  if (id < pinned.length) pinned[id] = true;
}
