/** Writes flexes and skins into the Model. */

import { Elastic2D } from '../../core/model/enums/spec.ts';
import { EqType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { diagnosticAt } from '../../formats/xml/error.ts';
import type { CompileState, FlexNode } from '../compileState.ts';

/** Offsets of the next flex in each packed array. */
interface FlexCursor {
  vert: number;
  node: number;
  edge: number;
  elem: number;
  elemdata: number;
  elemedge: number;
  shelldata: number;
  evpair: number;
  texcoord: number;
  stiffness: number;
  bending: number;
  bvh: number;
}

/** @param bvh offset of the hierarchies of flexes */
export function writeFlexes(state: CompileState, m: Model, bvh: number): void {
  const at: FlexCursor = {
    vert: 0,
    node: 0,
    edge: 0,
    elem: 0,
    elemdata: 0,
    elemedge: 0,
    shelldata: 0,
    evpair: 0,
    texcoord: 0,
    stiffness: 0,
    bending: 0,
    bvh,
  };
  for (const flex of state.flexes) {
    const equality = equalityOf(state, flex);
    writeSettings(m, flex, equality);
    if (equality === 0) warnIfLoose(state, flex);
    writeParts(m, flex, at);
    writeVertices(m, flex, at);
    writeEdges(m, flex, at);
    writeElasticity(m, flex, at);
    writeHierarchy(m, flex, at);
    advance(flex, at);
  }
}

/** 1: edges, 2: vertices, 3: strain; from the first constraint of the flex. */
function equalityOf(state: CompileState, { name }: FlexNode): number {
  const KINDS: readonly number[] = [EqType.FLEX, EqType.FLEXVERT, EqType.FLEXSTRAIN];
  const found = state.equalities.find(({ spec }) => spec.name1 === name && KINDS.includes(spec.type));
  return found ? KINDS.indexOf(found.spec.type) + 1 : 0;
}

/** Warn about vertices without any constraint or force between them: they fall apart. */
function warnIfLoose({ spec: { warnings } }: CompileState, { spec, rigid, bending }: FlexNode): void {
  if (rigid || spec.edgestiffness || spec.edgedamping || spec.damping || bending.length > 0) return;
  const message = `flex '${spec.name}' is not rigid and has no equality constraints or passive forces`;
  // a spec may be compiled again
  if (!warnings.some((warning) => warning.message === message)) {
    warnings.push(diagnosticAt(spec.location, undefined, message));
  }
}

function writeSettings(m: Model, flex: FlexNode, equality: number): void {
  const { id: i, spec: s } = flex;
  m.flex_contype[i] = s.contype;
  m.flex_conaffinity[i] = s.conaffinity;
  m.flex_condim[i] = s.condim;
  m.flex_priority[i] = s.priority;
  m.flex_solmix[i] = s.solmix;
  m.flex_solref.set(s.solref, 2 * i);
  m.flex_solimp.set(s.solimp, 5 * i);
  m.flex_friction.set(s.friction, 3 * i);
  m.flex_margin[i] = s.margin;
  m.flex_gap[i] = s.gap;
  m.flex_internal[i] = Number(s.internal);
  m.flex_selfcollide[i] = s.selfcollide;
  m.flex_activelayers[i] = s.activelayers;
  m.flex_passive[i] = Number(s.passive);
  m.flex_dim[i] = s.dim;
  m.flex_matid[i] = flex.matid;
  m.flex_group[i] = s.group;
  m.flex_interp[i] = s.elastic2d !== Elastic2D.NONE ? 0 - s.order : s.order;
  m.flex_cellnum.set(s.cellcount, 3 * i);
  m.flex_radius[i] = s.radius;
  m.flex_size.set(flex.size, 3 * i);
  m.flex_damping[i] = s.damping;
  m.flex_edgestiffness[i] = s.edgestiffness;
  m.flex_edgedamping[i] = s.edgedamping;
  m.flex_edgeequality[i] = equality;
  m.flex_rigid[i] = Number(flex.rigid);
  m.flex_centered[i] = Number(flex.centered);
  m.flex_flatskin[i] = Number(s.flatskin);
  m.flex_rgba.set(s.rgba, 4 * i);
}

/** Elements, surface, texture coordinates. */
function writeParts(m: Model, flex: FlexNode, at: FlexCursor): void {
  const { id: i, spec: s, elem } = flex;
  m.flex_elemadr[i] = at.elem;
  m.flex_elemnum[i] = elem.length / (s.dim + 1);
  m.flex_elemdataadr[i] = at.elemdata;
  m.flex_elemedgeadr[i] = at.elemedge;
  m.flex_elem.set(elem, at.elemdata);
  m.flex_elemedge.set(flex.elemedge, at.elemedge);
  m.flex_elemlayer.set(flex.elemlayer, at.elem);
  m.flex_shellnum[i] = flex.shell.length / s.dim;
  m.flex_shelldataadr[i] = flex.shell.length > 0 ? at.shelldata : -1;
  m.flex_shell.set(flex.shell, at.shelldata);
  m.flex_evpairnum[i] = flex.evpair.length / 2;
  m.flex_evpairadr[i] = flex.evpair.length > 0 ? at.evpair : -1;
  m.flex_evpair.set(flex.evpair, 2 * at.evpair);
  m.flex_texcoordadr[i] = flex.texcoord.length > 0 ? at.texcoord : -1;
  m.flex_texcoord.set(flex.texcoord, 2 * at.texcoord);
  const own = flex.texcoord.length > 0 && s.elemtexcoord.length > 0;
  m.flex_elemtexcoord.set(own ? s.elemtexcoord : s.texcoord.length > 0 ? s.elem : elem, at.elemdata);
}

function writeVertices(m: Model, flex: FlexNode, at: FlexCursor): void {
  const { id: i, spec: s, nvert, vertbodies, nodebodies } = flex;
  m.flex_vertadr[i] = at.vert;
  m.flex_vertnum[i] = nvert;
  m.flex_nodeadr[i] = at.node;
  m.flex_nodenum[i] = nodebodies.length;
  for (let v = 0; v < nvert; v++) {
    const body = flex.rigid ? vertbodies[0] : vertbodies[v];
    m.flex_vertbodyid[at.vert + v] = flex.interpolated ? -1 : body.id;
  }
  nodebodies.forEach((body, n) => {
    m.flex_nodebodyid[at.node + n] = flex.rigid ? nodebodies[0].id : body.id;
  });
  if (!flex.centered || flex.interpolated) m.flex_vert.set(s.vert, 3 * at.vert);
  if (!flex.centered && flex.interpolated) m.flex_node.set(s.node, 3 * at.node);
  m.flex_vert0.set(flex.vert0, 3 * at.vert);
  m.flex_node0.set(flex.node0, 3 * at.node);
}

function writeEdges(m: Model, flex: FlexNode, at: FlexCursor): void {
  const { id: i, spec: s, edge, flap, vertbodies } = flex;
  const folds = s.dim === 2 && (s.elastic2d === Elastic2D.BEND || s.elastic2d === Elastic2D.BOTH);
  m.flex_edgeadr[i] = at.edge;
  m.flex_edgenum[i] = edge.length / 2;
  m.flex_edge.set(edge, 2 * at.edge);
  for (let e = 0; e < edge.length / 2; e++) {
    m.flex_edgeflap[2 * (at.edge + e)] = folds ? flap[4 * e + 2] : -1;
    m.flex_edgeflap[2 * (at.edge + e) + 1] = folds ? flap[4 * e + 3] : -1;
    const welded = !flex.interpolated && vertbodies[edge[2 * e]]?.weldid === vertbodies[edge[2 * e + 1]]?.weldid;
    m.flexedge_rigid[at.edge + e] = Number(flex.rigid || welded);
  }
}

function writeElasticity(m: Model, { id: i, stiffness, bending }: FlexNode, at: FlexCursor): void {
  m.flex_stiffnessadr[i] = stiffness.length > 0 ? at.stiffness : -1;
  m.flex_bendingadr[i] = bending.length > 0 ? at.bending : -1;
  m.flex_stiffness.set(stiffness, at.stiffness);
  m.flex_bending.set(bending, at.bending);
}

/** Boxes of a flex move with it, so they are in the `Data`. */
function writeHierarchy(m: Model, { id: i, bvh }: FlexNode, at: FlexCursor): void {
  m.flex_bvhnum[i] = bvh!.nbvh;
  m.flex_bvhadr[i] = bvh!.nbvh > 0 ? at.bvh : -1;
  m.bvh_child.set(bvh!.child, 2 * at.bvh);
  m.bvh_depth.set(bvh!.depth, at.bvh);
  m.bvh_nodeid.set(bvh!.nodeid, at.bvh);
}

function advance(flex: FlexNode, at: FlexCursor): void {
  at.vert += flex.nvert;
  at.node += flex.nodebodies.length;
  at.edge += flex.edge.length / 2;
  at.elem += flex.elemlayer.length;
  at.elemdata += flex.elem.length;
  at.elemedge += flex.elemedge.length;
  at.shelldata += flex.shell.length;
  at.evpair += flex.evpair.length / 2;
  at.texcoord += flex.texcoord.length / 2;
  at.stiffness += flex.stiffness.length;
  at.bending += flex.bending.length;
  at.bvh += flex.bvh!.nbvh;
}

export function writeSkins(state: CompileState, m: Model): void {
  const at = { vert: 0, texcoord: 0, face: 0, bone: 0, bonevert: 0 };
  for (const { id: i, spec, data, bodies, matid } of state.skins) {
    const { vert, texcoord, face, bones } = data!;
    m.skin_matid[i] = matid;
    m.skin_group[i] = spec.group;
    m.skin_rgba.set(spec.rgba, 4 * i);
    m.skin_inflate[i] = spec.inflate;
    m.skin_vertadr[i] = at.vert;
    m.skin_vertnum[i] = vert.length / 3;
    m.skin_texcoordadr[i] = texcoord.length > 0 ? at.texcoord : -1;
    m.skin_faceadr[i] = at.face;
    m.skin_facenum[i] = face.length / 3;
    m.skin_boneadr[i] = at.bone;
    m.skin_bonenum[i] = bones.length;
    m.skin_vert.set(vert, 3 * at.vert);
    m.skin_texcoord.set(texcoord, 2 * at.texcoord);
    m.skin_face.set(face, 3 * at.face);
    bones.forEach((bone, k) => {
      m.skin_bonevertadr[at.bone] = at.bonevert;
      m.skin_bonevertnum[at.bone] = bone.vertid.length;
      m.skin_bonebindpos.set(bone.bindpos, 3 * at.bone);
      m.skin_bonebindquat.set(bone.bindquat, 4 * at.bone);
      m.skin_bonebodyid[at.bone] = bodies[k].id;
      m.skin_bonevertid.set(bone.vertid, at.bonevert);
      m.skin_bonevertweight.set(bone.vertweight, at.bonevert);
      at.bone++;
      at.bonevert += bone.vertid.length;
    });
    at.vert += vert.length / 3;
    at.texcoord += texcoord.length / 2;
    at.face += face.length / 3;
  }
}
