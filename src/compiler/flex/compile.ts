/** Compiles flexes: from bodies and elements to all fields of the Model. Poses of bodies must be known. */

import { MINVAL } from '../../core/model/constants.ts';
import { Elastic2D } from '../../core/model/enums/spec.ts';
import { EqType, FlexSelf, ObjType } from '../../core/model/enums.ts';
import { compose, cross, dot, type Pose, rotate, type Vec } from '../../formats/pose/frame.ts';
import type { Flex } from '../../formats/spec/elements/deformable.ts';
import { buildBvh } from '../asset/bvh.ts';
import type { BodyNode, CompileState, FlexNode, MaterialNode } from '../compileState.ts';
import { boxOf, emptyCells } from './cells.ts';
import { makeEdges } from './edges.ts';
import { elasticity } from './elasticity/elasticity.ts';
import { makeShells } from './shells.ts';
import { straightened } from './straighten.ts';

export function compileFlexes(state: CompileState): void {
  if (state.flexes.length === 0) return;
  const poses = bodyPoses(state);
  for (const flex of state.flexes) {
    const problem = sizeProblem(flex.spec);
    if (problem) state.report.elementError(flex.spec, ...problem);
    else if (refer(state, flex)) compileFlex(state, flex, poses);
  }
}

/** World poses of all bodies in the reference configuration. */
function bodyPoses(state: CompileState): Pose[] {
  const poses: Pose[] = [];
  for (const { id, parent, pos, quat } of state.bodies) {
    const above = parent && poses[parent.id];
    poses[id] = above ? compose(above.pos, above.quat, pos, quat) : { pos, quat };
  }
  return poses;
}

const CONDIMS: readonly number[] = [1, 3, 4, 6];

type Problem = readonly [attribute: string | undefined, message: string];

function sizeProblem(s: Flex): Problem | undefined {
  const interpolated = s.nodebody.length > 0;
  if (s.dim < 1 || s.dim > 3) return ['dim', `expected 1, 2 or 3, found ${s.dim}`];
  // MuJoCo accepts any value, and creates contacts of that many dimensions
  if (!CONDIMS.includes(s.condim)) return ['condim', `expected 1, 3, 4 or 6, found ${s.condim}`];
  const corners = s.dim + 1;
  if (s.elem.length === 0 || s.elem.length % corners !== 0) {
    return ['element', `expected ${corners} vertices per element, found ${s.elem.length} numbers`];
  }
  if (s.vertbody.length === 0 && !interpolated) return ['body', 'expected bodies of the vertices, or of nodes'];
  if (s.vert.length % 3 !== 0) return ['vertex', `expected 3 numbers per vertex, found ${s.vert.length} numbers`];
  if (s.edgestiffness > 0 && s.dim > 1)
    return ['stiffness', 'edges have a stiffness in dimension 1 only. Use elasticity'];
  if (interpolated && s.selfcollide !== FlexSelf.NONE) {
    return ['selfcollide', 'an interpolated flex cannot collide with itself. Expected none'];
  }
  if (interpolated && s.internal) return ['internal', 'an interpolated flex cannot have internal collisions'];
  return elasticityProblem(s, interpolated) ?? vertexProblem(s) ?? nodeProblem(s);
}

function elasticityProblem(s: Flex, interpolated: boolean): Problem | undefined {
  const shell = s.elastic2d !== Elastic2D.NONE;
  if (shell && s.thickness <= 0) return ['thickness', `elasticity of shells needs a thickness, found ${s.thickness}`];
  if ((shell || s.young > 0) && (s.poisson < 0 || s.poisson >= 0.5)) {
    return ['poisson', `expected at least 0 and less than 0.5, found ${s.poisson}`];
  }
  if (shell && s.dim !== 2 && !interpolated) return ['elastic2d', 'only flexes of dimension 2 are shells'];
  return undefined;
}

function vertexProblem(s: Flex): Problem | undefined {
  const nvert = vertexNumber(s);
  if (s.vert.length > 0 && s.vertbody.length !== 1 && s.vertbody.length !== nvert) {
    return ['body', `expected 1 body or one for each of ${nvert} vertices, found ${s.vertbody.length}`];
  }
  if (nvert < s.dim + 1) return ['vertex', `expected at least ${s.dim + 1} vertices, found ${nvert}`];
  const wrong = s.elem.find((v) => v < 0 || v >= nvert);
  if (wrong !== undefined) return ['element', `expected vertices from 0 to ${nvert - 1}, found ${wrong}`];
  for (let e = 0; e < s.elem.length; e += s.dim + 1) {
    const element = s.elem.slice(e, e + s.dim + 1);
    if (new Set(element).size <= s.dim) return ['element', `repeated vertex in element ${element.join(' ')}`];
  }
  if (s.texcoord.length > 0 && s.texcoord.length !== 2 * nvert && s.elemtexcoord.length === 0) {
    return ['texcoord', `expected 2 numbers for each of ${nvert} vertices, found ${s.texcoord.length} numbers`];
  }
  return undefined;
}

function nodeProblem(s: Flex): Problem | undefined {
  const nnode = s.nodebody.length;
  if (nnode > 0 && s.order === 0) return ['dof', 'nodes need an interpolation order: trilinear or quadratic'];
  if (s.order === 0) return undefined;
  if (s.cellcount.some((n) => n === 0)) return ['cellcount', 'must not be 0'];
  const expected = s.cellcount.reduce((product, n) => product * (n * s.order + 1), 1);
  return nnode === expected ? undefined : ['node', `cellcount and dof define ${expected} nodes, found ${nnode}`];
}

function vertexNumber(s: Flex): number {
  return s.vert.length === 0 ? s.vertbody.length : s.vert.length / 3;
}

/** Resolve the bodies and the material. */
function refer(state: CompileState, flex: FlexNode): boolean {
  const { names, report, spec: compilerSpec } = state;
  const s = flex.spec;
  const find = (attribute: string, name: string) => names.resolve<BodyNode>(report, s, attribute, ObjType.BODY, name);
  const vertex = s.vertbody.map((name) => find('body', name));
  const nodes = s.nodebody.map((name) => find('node', name));
  if (s.material !== '' && !compilerSpec.compiler.discardvisual) {
    flex.matid = names.resolve<MaterialNode>(report, s, 'material', ObjType.MATERIAL, s.material)?.id ?? -1;
  }
  if (![...vertex, ...nodes].every((body) => body !== undefined)) return false;
  flex.vertbodies = vertex as BodyNode[];
  flex.nodebodies = nodes as BodyNode[];
  const bends = s.elastic2d === Elastic2D.BEND || s.elastic2d === Elastic2D.BOTH;
  const moved = flex.vertbodies.find(({ joints }) => joints.length > 0 && joints.length !== 3);
  if (moved && bends && s.dim === 2 && nodes.length === 0) {
    report.elementError(
      s,
      'body',
      `vertices of a bending flex must not be pinned to a moving body, found '${moved.name}'`,
    );
    return false;
  }
  return true;
}

function compileFlex(state: CompileState, flex: FlexNode, poses: readonly Pose[]): void {
  const s = flex.spec;
  const interpolated = s.nodebody.length > 0;
  const bodies = flex.vertbodies;
  flex.interpolated = interpolated;
  flex.nvert = vertexNumber(s);
  flex.rigid = (s.vert.length > 0 && bodies.length === 1) || (!interpolated && bodies.every((b) => b === bodies[0]));
  flex.centered = (interpolated ? s.node : s.vert).every((x) => x === 0);
  flex.strain = state.equalities.some((e) => e.spec.type === EqType.FLEXSTRAIN && e.spec.name1 === flex.name);
  const vertexPoses = Array.from({ length: flex.nvert }, (_, i) => poses[(bodies[i] ?? bodies[0]).id]);
  const xpos = positions(vertexPoses, s.vert, flex.centered && !interpolated);
  flex.elem = s.dim === 3 ? turnedInward(s.elem, xpos) : s.elem.slice();
  Object.assign(flex, makeEdges(flex.elem, s.dim), makeShells(flex.elem, s.dim));
  flex.texcoord = state.spec.compiler.discardvisual ? [] : s.texcoord;
  if (interpolated && s.elastic2d === Elastic2D.NONE) flex.emptycells = findEmptyCells(s, flex.elem, xpos);
  const nodes = positions(
    flex.nodebodies.map((b) => poses[b.id]),
    s.node,
    flex.centered,
  );
  const frame = straightened(nodes, s, flex.emptycells);
  if (typeof frame === 'string') {
    state.report.elementError(s, 'node', frame);
    return;
  }
  flex.node0 = frame.nodes;
  Object.assign(flex, elasticity(flex, xpos));
  makeBoxes(flex, xpos);
  setCoordinates(flex, xpos, frame);
}

/** Convert points from body to world frames. */
function positions(poses: readonly Pose[], local: readonly number[], centered: boolean): Float64Array {
  const res = new Float64Array(3 * poses.length);
  poses.forEach(({ pos, quat }, i) => {
    const offset = centered ? [0, 0, 0] : rotate(local.slice(3 * i, 3 * i + 3), quat);
    for (let k = 0; k < 3; k++) res[3 * i + k] = pos[k] + offset[k];
  });
  return res;
}

/** Reorder tetrahedra so that the faces 012, 023, 031, 132 face outward. */
function turnedInward(elem: readonly number[], xpos: Float64Array): number[] {
  const res = elem.slice();
  for (let e = 0; e < res.length; e += 4) {
    const edge = (k: number): Vec => [0, 1, 2].map((i) => xpos[3 * res[e + k] + i] - xpos[3 * res[e] + i]);
    if (dot(cross(edge(1), edge(2)), edge(3)) > 0) [res[e + 1], res[e + 2]] = [res[e + 2], res[e + 1]];
  }
  return res;
}

function findEmptyCells(s: Flex, elem: readonly number[], xpos: Float64Array): readonly number[] {
  if (s.emptycells.length > 0) return s.emptycells;
  const single = s.cellcount.every((n) => n === 1);
  return single ? [] : emptyCells(xpos, elem, s.dim, s.cellcount, boxOf(xpos));
}

/** The hierarchy of element boxes; volumes collide with their outer layers only. */
function makeBoxes(flex: FlexNode, xpos: Float64Array): void {
  const { dim, radius, activelayers } = flex.spec;
  const id: number[] = [];
  const aabb: number[] = [];
  const pos: number[] = [];
  for (let e = 0; e < flex.elem.length / (dim + 1); e++) {
    if (dim === 3 && flex.elemlayer[e] >= activelayers) continue;
    const corners = flex.elem.slice(e * (dim + 1), (e + 1) * (dim + 1));
    const box = boxOf(corners.flatMap((v) => Array.from(xpos.subarray(3 * v, 3 * v + 3))));
    const center = [0, 1, 2].map((k) => 0.5 * (box[k + 3] + box[k]));
    id.push(e);
    pos.push(...center);
    aabb.push(...center, ...[0, 1, 2].map((k) => 0.5 * (box[k + 3] - box[k]) + radius));
  }
  flex.bvh = buildBvh({ id, pos, aabb }, [0, 0, 0], [1, 0, 0, 0]);
}

/** Half sizes of the flex, and its vertices relative to that box, from 0 to 1. */
function setCoordinates(
  flex: FlexNode,
  xpos: Float64Array,
  frame: { nodes: Float64Array; mat: readonly number[] },
): void {
  const { radius } = flex.spec;
  const vert0 = new Float64Array(3 * flex.nvert);
  if (flex.interpolated) {
    const box = boxOf(frame.nodes);
    flex.size = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2);
    for (let i = 0; i < vert0.length; i++) {
      const k = i % 3;
      const extent = box[k + 3] - box[k];
      const v = i - k;
      const local =
        frame.mat[3 * k] * xpos[v] + frame.mat[3 * k + 1] * xpos[v + 1] + frame.mat[3 * k + 2] * xpos[v + 2];
      vert0[i] = extent > MINVAL ? (local - box[k]) / extent : 0.5;
    }
  } else {
    const box = flex.bvh!.aabb;
    flex.size = [0, 1, 2].map((k) => box[k + 3] - radius);
    for (let i = 0; i < vert0.length; i++) {
      const k = i % 3;
      vert0[i] = flex.size[k] > MINVAL ? (xpos[i] - box[k]) / (2 * flex.size[k]) + 0.5 : 0.5;
    }
  }
  flex.vert0 = vert0;
}
