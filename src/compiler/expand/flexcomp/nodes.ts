/** Nodes of an interpolated flexcomp: a grid of bodies over its bounding box that interpolates the points. */

import { Elastic2D, FlexcompDof } from '../../../core/model/enums/spec.ts';
import type { Body } from '../../../formats/spec/elements/body.ts';
import type { Flex, Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import { emptyCells } from '../../flex/cells.ts';
import type { Host } from './host.ts';

/** Mass fractions at the ends and in the middle of an interval, by Simpson's rule. */
const SIMPSON = [1 / 6, 2 / 3];

/** Number of nodes per axis. */
export function nodeCounts(order: number, cellcount: readonly number[]): number[] {
  return cellcount.map((n) => n * order + 1);
}

export function orderOf({ dof }: Flexcomp): number {
  return dof === FlexcompDof.TRILINEAR ? 1 : 2;
}

/** Create the bodies of the nodes that are not pinned. */
export function makeNodes(
  host: Host,
  comp: Flexcomp,
  flex: Flex,
  point: readonly number[],
  box: readonly number[],
  pinned: boolean[],
): void {
  flex.order = orderOf(comp);
  if (comp.cellcount[0] >= 0) flex.cellcount = comp.cellcount.slice();
  const counts = nodeCounts(flex.order, flex.cellcount);
  if (comp.elastic2d === Elastic2D.NONE) {
    flex.emptycells = emptyCells(point, flex.elem, flex.dim, flex.cellcount, box);
    pinInEmptyCells(flex, counts, pinned);
  } else {
    forEachNode(counts, (id, at) => {
      if (at.every((x, k) => x > 0 && x < counts[k] - 1)) pinned[id] = true;
    });
  }
  addBodies(host, comp, flex, counts, box, pinned);
}

function forEachNode(counts: readonly number[], action: (id: number, at: readonly number[]) => void): void {
  let id = 0;
  for (let i = 0; i < counts[0]; i++) {
    for (let j = 0; j < counts[1]; j++) for (let k = 0; k < counts[2]; k++) action(id++, [i, j, k]);
  }
}

/** Pin nodes of which all cells are empty: they move nothing. */
function pinInEmptyCells({ order, cellcount, emptycells }: Flex, counts: readonly number[], pinned: boolean[]): void {
  forEachNode(counts, (id, at) => {
    const first = at.map((x) => (x === 0 ? 0 : Math.trunc((x - 1) / order)));
    const last = at.map((x, k) => Math.min(cellcount[k] - 1, Math.trunc(x / order)));
    for (let i = first[0]; i <= last[0]; i++) {
      for (let j = first[1]; j <= last[1]; j++) {
        for (let k = first[2]; k <= last[2]; k++) {
          if (!emptycells[(i * cellcount[1] + j) * cellcount[2] + k]) return;
        }
      }
    }
    pinned[id] = true;
  });
}

function addBodies(
  host: Host,
  comp: Flexcomp,
  flex: Flex,
  counts: readonly number[],
  box: readonly number[],
  pinned: readonly boolean[],
): void {
  const node: number[] = [];
  const bodies: { body: Body; share: number }[] = [];
  forEachNode(counts, (id, at) => {
    const pos = at.map((x, k) => box[k] + (x / (flex.cellcount[k] * flex.order)) * (box[k + 3] - box[k]));
    if (pinned[id]) {
      node.push(...pos);
      flex.nodebody.push(host.body.name);
      return;
    }
    node.push(0, 0, 0);
    const body = host.sliderBody(`${comp.name}_${at.join('_')}`, pos, AXES);
    bodies.push({ body, share: flex.order === 1 ? 1 : simpsonShare(at, counts) });
    flex.nodebody.push(body.name);
  });
  let total = 0;
  for (const { share } of bodies) total += share;
  for (const { body, share } of bodies) host.setMass(body, share * (comp.mass / total), comp.inertiabox);
  if (node.some((_, i) => pinned[Math.trunc(i / 3)])) flex.node = node;
}

/** A node between two cells has mass from both. */
function simpsonShare(at: readonly number[], counts: readonly number[]): number {
  let share = 1;
  at.forEach((x, k) => {
    const inside = x > 0 && x < counts[k] - 1 && x % 2 === 0;
    share *= SIMPSON[x % 2] * (inside ? 2 : 1);
  });
  return share;
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
