/** Deformable bodies, and skins that follow bodies. Field names and defaults are those of MuJoCo's mjSpec. */

import { Elastic2D, FlexcompDof, FlexcompType, FlexEquality } from '../../../core/model/enums/spec.ts';
import { FlexSelf } from '../../../core/model/enums.ts';
import { Geom, Joint, Site } from './body.ts';
import { type Orientation, SpecElement } from './element.ts';
import type { PluginUse } from './plugin.ts';

/** A deformable body: elements of `dim` + 1 vertices, each of which belongs to a body. */
export class Flex extends SpecElement {
  contype = 1;
  conaffinity = 1;
  condim = 3;
  priority = 0;
  friction = [1, 0.005, 0.0001];
  solmix = 1;
  solref = [0.02, 1];
  solimp = [0.9, 0.95, 0.001, 0.5, 2];
  margin = 0;
  gap = 0;
  /** 1: lines, 2: triangles, 3: tetrahedra */
  dim = 2;
  radius = 0.005;
  /** order of interpolation between nodes; 0: vertices belong to bodies */
  order = 0;
  /** cells of the grid of nodes, per axis */
  cellcount = [1, 1, 1];
  internal = false;
  flatskin = false;
  selfcollide: FlexSelf = FlexSelf.AUTO;
  activelayers = 1;
  passive = false;
  group = 0;
  edgestiffness = 0;
  edgedamping = 0;
  rgba = [0.5, 0.5, 0.5, 1];
  material = '';
  young = 0;
  poisson = 0;
  damping = 0;
  thickness = -1;
  elastic2d: Elastic2D = Elastic2D.NONE;
  /** bodies of the nodes, and positions of the nodes in them */
  nodebody: string[] = [];
  node: number[] = [];
  /** bodies of the vertices (or a single one for all), and positions of the vertices in them; empty: at the origins */
  vertbody: string[] = [];
  vert: number[] = [];
  elem: number[] = [];
  texcoord: number[] = [];
  elemtexcoord: number[] = [];
  /** 1 for each empty cell, if computed by a flexcomp; else empty */
  emptycells: number[] = [];
}

/** A body that moves some vertices of a skin. */
export interface Bone {
  body: string;
  bindpos: number[];
  bindquat: number[];
  vertid: number[];
  vertweight: number[];
}

/** A mesh that is drawn over bodies and deforms with them. */
export class Skin extends SpecElement {
  file = '';
  material = '';
  rgba = [0.5, 0.5, 0.5, 1];
  inflate = 0;
  group = 0;
  vert: number[] = [];
  texcoord: number[] = [];
  face: number[] = [];
  bones: Bone[] = [];
}

/** A flex with the bodies that move it; the reader expands it into both. */
export class Flexcomp extends Flex {
  type: FlexcompType = FlexcompType.GRID;
  dof: FlexcompDof = FlexcompDof.FULL;
  count = [10, 10, 10];
  spacing = [0.02, 0.02, 0.02];
  /** negative: use that of the flex */
  override cellcount = [-1, -1, -1];
  rigid = false;
  mass = 1;
  inertiabox = 0.005;
  scale = [1, 1, 1];
  /** NaN first: not given */
  origin = [Number.NaN, 0, 0];
  file = '';
  point: number[] = [];
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
  equality: FlexEquality = FlexEquality.NONE;
  edgesolref = [0.02, 1];
  edgesolimp = [0.9, 0.95, 0.001, 0.5, 2];
  pinid: number[] = [];
  pinrange: number[] = [];
  pingrid: number[] = [];
  pingridrange: number[] = [];
}

/** Many bodies in a row; the reader expands it into them. Only cables are still supported. */
export class Composite extends SpecElement {
  prefix = '';
  type = 0;
  count = [1, 1, 1];
  offset = [0, 0, 0];
  quat = [1, 0, 0, 0];
  /** points of the cable; empty: they follow a curve */
  vertex: number[] = [];
  initial = 'ball';
  curve: readonly CurveShape[] = ['0', '0', '0'];
  size = [1, 0, 0];
  geom = new Geom();
  site = new Site();
  joint = new Joint();
  skin = new CompositeSkin();
  plugin: PluginUse | undefined;
}

/** A coordinate as a function of the arc length. */
export type CurveShape = 's' | 'cos(s)' | 'sin(s)' | '0';

/** Appearance of the skin of a cable of boxes. */
class CompositeSkin {
  texcoord = false;
  material = '';
  group = 0;
  rgba = [1, 1, 1, 1];
  inflate = 0;
  subgrid = 0;
}
