/** <flexcomp>: creates points and elements, the bodies that move them, the flex, and its equality constraints. */

import { MINVAL } from '../../../core/model/constants.ts';
import { FlexcompDof, FlexcompType, FlexEquality, OrientationType } from '../../../core/model/enums/spec.ts';
import { EqType, ObjType } from '../../../core/model/enums.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import { normalize, rotate } from '../../../formats/pose/frame.ts';
import { orientationToQuat } from '../../../formats/pose/orientation.ts';
import type { SpecBuilder } from '../../../formats/spec/builder.ts';
import type { Body, Joint } from '../../../formats/spec/elements/body.ts';
import { Flex, type Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import { Equality } from '../../../formats/spec/elements/relation.ts';
import { boxOf } from '../../flex/cells.ts';
import { makeBox } from './box.ts';
import { shapeFromGmsh, shapeFromMesh } from './fromFile.ts';
import { makeGrid, makeSquare } from './grid.ts';
import { Host } from './host.ts';
import { makeNodes, nodeCounts, orderOf } from './nodes.ts';
import { isInterpolated, pinnedPoints } from './pins.ts';
import { emptyShape, type Shape } from './shape.ts';

/** Reads the file of a flexcomp. */
type ReadFile = () => Uint8Array;

/** Expand a flexcomp: add its elements to `body` and to the spec.
 *  @param joint joint defaults of the body's class
 *  @throws ExpandError or AssetError if it is invalid */
export function expandFlexcomp(
  builder: SpecBuilder,
  body: Body,
  joint: Joint,
  comp: Flexcomp,
  readFile: ReadFile,
): void {
  check(comp, body, builder.spec.limits.copies);
  const shape = makeShape(comp, readFile);
  comp.dim = shape.dim;
  checkShape(shape);
  transformPoints(comp, shape);
  const box = boxOf(shape.point);
  const nnode = isInterpolated(comp) ? nodeNumber(comp) : 0;
  const pinned = pinnedPoints(comp, shape.point.length / 3, Math.max(shape.point.length / 3, nnode));
  const points = shape.point.length / 3;
  comp.rigid ||= pinned.slice(0, points).every((x) => x);
  if (isDirect(comp)) dropUnused(shape, pinned);

  const host = new Host(builder, body, joint, comp);
  const flex = startFlex(host, comp, shape);
  if (comp.rigid) {
    flex.vertbody = [body.name];
    flex.vert = shape.point;
    return;
  }
  makeBodies(host, comp, flex, shape, pinned);
  if (isInterpolated(comp)) makeNodes(host, comp, flex, shape.point, box, pinned);
  addEqualities(host, comp, flex);
}

function isDirect({ type }: Flexcomp): boolean {
  return type === FlexcompType.DIRECT || type === FlexcompType.MESH || type === FlexcompType.GMSH;
}

function nodeNumber(comp: Flexcomp): number {
  const cells = comp.cellcount[0] >= 0 ? comp.cellcount : [1, 1, 1];
  return nodeCounts(orderOf(comp), cells).reduce((product, n) => product * n, 1);
}

function check(comp: Flexcomp, body: Body, limit: number): void {
  const { dim, count, spacing } = comp;
  if (body.name === '') throw new ExpandError(undefined, 'the body that contains a flexcomp needs a name');
  if (dim < 1 || dim > 3) throw new ExpandError('dim', `expected 1, 2 or 3, found ${dim}`);
  const minCount = comp.dof === FlexcompDof.RADIAL && dim === 3 ? 2 : 1;
  const few = count.find((n) => n < minCount);
  if (few !== undefined) throw new ExpandError('count', `expected at least ${minCount}, found ${few}`);
  const number = count.slice(0, dim).reduce((product, n) => product * n, 1);
  if (!isDirect(comp) && number > limit)
    throw new ExpandError('count', `expected at most ${limit} points, found ${number}`);
  if (isInterpolated(comp)) checkCells(comp, limit);
  const room = 2 * comp.radius + comp.margin;
  if (!isDirect(comp) && spacing.some((x) => x < room)) {
    throw new ExpandError('spacing', `expected at least 2 radius + margin = ${room}, found ${spacing.join(' ')}`);
  }
  if (comp.scale.some((x) => x < MINVAL)) throw new ExpandError('scale', `expected a value above ${MINVAL}`);
  if (comp.mass < MINVAL) throw new ExpandError('mass', `expected a value above ${MINVAL}`);
  if (comp.inertiabox < MINVAL) throw new ExpandError('inertiabox', `expected a value above ${MINVAL}`);
}

/** Check the cells between nodes, if given. */
function checkCells(comp: Flexcomp, limit: number): void {
  const { cellcount } = comp;
  if (cellcount[0] >= 0 && cellcount.some((n) => n < 0)) {
    throw new ExpandError('cellcount', `expected numbers of cells, found ${cellcount.join(' ')}`);
  }
  const number = nodeNumber(comp);
  if (number > limit) throw new ExpandError('cellcount', `expected at most ${limit} nodes, found ${number}`);
}

function makeShape(comp: Flexcomp, readFile: ReadFile): Shape {
  switch (comp.type) {
    case FlexcompType.GRID:
    case FlexcompType.CIRCLE:
      return makeGrid(comp);
    case FlexcompType.BOX:
    case FlexcompType.CYLINDER:
    case FlexcompType.ELLIPSOID:
      return makeBox(comp);
    case FlexcompType.SQUARE:
    case FlexcompType.DISC:
      return makeSquare(comp);
    case FlexcompType.MESH:
      return shapeFromMesh(comp, readFile());
    case FlexcompType.GMSH:
      return shapeFromGmsh(comp, readFile());
    case FlexcompType.DIRECT:
      return { ...emptyShape(comp), point: comp.point.slice(), element: comp.elem.slice() };
  }
}

function checkShape({ dim, point, element }: Shape): void {
  if (point.length === 0 || element.length === 0)
    throw new ExpandError(undefined, 'expected points and elements, found none');
  if (point.length % 3 !== 0)
    throw new ExpandError('point', `expected 3 numbers per point, found ${point.length} numbers`);
  if (element.length % (dim + 1) !== 0) {
    throw new ExpandError('element', `expected ${dim + 1} points per element, found ${element.length} numbers`);
  }
  const n = point.length / 3;
  const wrong = element.find((v) => v < 0 || v >= n);
  if (wrong !== undefined) throw new ExpandError('element', `expected points from 0 to ${n - 1}, found ${wrong}`);
}

/** Transform points by scale and pose into the frame of the body. */
function transformPoints(comp: Flexcomp, { point }: Shape): void {
  const quat = poseQuat(comp);
  const scale = isDirect(comp) ? comp.scale : [1, 1, 1];
  for (let i = 0; i < point.length; i += 3) {
    const turned = rotate([point[i] * scale[0], point[i + 1] * scale[1], point[i + 2] * scale[2]], quat);
    for (let k = 0; k < 3; k++) point[i + k] = turned[k] + comp.pos[k];
  }
}

function poseQuat({ quat, alt, compiler }: Flexcomp): number[] {
  if (alt === null || alt.type === OrientationType.QUAT) return quat;
  const result = orientationToQuat(alt, compiler);
  if (typeof result === 'string') throw new ExpandError(undefined, result);
  return result;
}

/** Remove points that no element uses. */
function dropUnused(shape: Shape, pinned: boolean[]): void {
  const n = shape.point.length / 3;
  const used = new Uint8Array(n);
  for (const v of shape.element) used[v] = 1;
  const id = new Int32Array(n);
  let kept = 0;
  for (let i = 0; i < n; i++) {
    id[i] = kept;
    if (!used[i]) continue;
    for (let k = 0; k < 3; k++) shape.point[3 * kept + k] = shape.point[3 * i + k];
    if (shape.texcoord.length > 0) {
      for (let k = 0; k < 2; k++) shape.texcoord[2 * kept + k] = shape.texcoord[2 * i + k];
    }
    pinned[kept++] = pinned[i];
  }
  if (kept === n) return;
  shape.element = shape.element.map((v) => id[v]);
  shape.point.length = 3 * kept;
  if (shape.texcoord.length > 0) shape.texcoord.length = 2 * kept;
}

/** The flex with all attributes of the flexcomp. */
function startFlex(host: Host, comp: Flexcomp, shape: Shape): Flex {
  const flex = host.start(new Flex());
  const source = comp as unknown as Record<string, unknown>;
  const target = flex as unknown as Record<string, unknown>;
  for (const [field, value] of Object.entries(flex)) {
    if (field !== 'cellcount')
      target[field] = Array.isArray(value) ? (source[field] as unknown[]).slice() : source[field];
  }
  const flat = comp.type === FlexcompType.BOX || comp.type === FlexcompType.CYLINDER;
  if (flat || (comp.type === FlexcompType.GRID && comp.dim === 3)) flex.flatskin = true;
  flex.elem = shape.element;
  flex.texcoord = shape.texcoord;
  flex.elemtexcoord = shape.elemtexcoord;
  host.builder.spec.flexes.push(flex);
  host.builder.names.add(ObjType.FLEX, flex.name);
  return flex;
}

/** A body for each point that is not pinned; interpolated points belong to the enclosing body. */
function makeBodies(host: Host, comp: Flexcomp, flex: Flex, { point }: Shape, pinned: readonly boolean[]): void {
  const n = point.length / 3;
  const interpolated = isInterpolated(comp);
  const vert = point.slice();
  let centered = !interpolated;
  for (let i = 0; i < n; i++) {
    if (pinned[i] || interpolated) {
      flex.vertbody.push(host.body.name);
      centered = false;
      continue;
    }
    const pos = point.slice(3 * i, 3 * i + 3);
    const body = host.sliderBody(`${comp.name}_${i}`, pos, axesOf(comp.dof, pos));
    host.setMass(body, comp.mass / n, comp.inertiabox);
    flex.vertbody.push(body.name);
    vert.fill(0, 3 * i, 3 * i + 3);
  }
  if (!centered) flex.vert = vert;
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function axesOf(dof: FlexcompDof, pos: readonly number[]): readonly (readonly number[])[] {
  if (dof === FlexcompDof.FULL) return AXES;
  if (dof === FlexcompDof['2D']) return AXES.slice(0, 2);
  const outward = pos.slice();
  normalize(outward);
  return [outward];
}

function addEqualities(host: Host, comp: Flexcomp, flex: Flex): void {
  if (comp.equality === FlexEquality.EDGE) addEquality(host, comp, EqType.FLEX);
  if (comp.equality === FlexEquality.VERT) addEquality(host, comp, EqType.FLEXVERT);
  if (comp.equality !== FlexEquality.STRAIN) return;
  const [nx, ny, nz] = flex.cellcount;
  if (isInterpolated(comp) && flex.elastic2d !== 0) {
    // the faces of the cells on the border of the grid; -1 marks them
    const faces = 2 * (ny * nz + nx * nz + nx * ny);
    for (let i = 0; i < faces; i++) addEquality(host, comp, EqType.FLEXSTRAIN, [i, -1, -1]);
    return;
  }
  for (let i = 0; i < nx * ny * nz; i++) {
    if (flex.emptycells[i]) continue;
    const cell = [Math.trunc(i / (ny * nz)), Math.trunc(i / nz) % ny, i % nz];
    addEquality(host, comp, EqType.FLEXSTRAIN, cell);
  }
}

function addEquality(host: Host, comp: Flexcomp, type: EqType, cell: readonly number[] = []): void {
  const equality = host.start(new Equality());
  equality.type = type;
  equality.objtype = ObjType.FLEX;
  equality.name1 = comp.name;
  equality.solref = comp.edgesolref.slice();
  equality.solimp = comp.edgesolimp.slice();
  cell.forEach((x, k) => {
    equality.data[k] = x;
  });
  host.builder.spec.equalities.push(equality);
}
