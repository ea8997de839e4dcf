/** The compiler's working copy of a model: nodes with ids and references to each other, filled phase by phase. The spec
 * is not modified. */

import { DataType, type JointType, Stage, TrnType, type WrapType } from '../core/model/enums.ts';
import { PluginConfig } from '../core/plugin/config.ts';
import type { Vec } from '../formats/pose/frame.ts';
import type { Actuator, Sensor } from '../formats/spec/elements/actuation.ts';
import type { HField, Material, Mesh, Texture } from '../formats/spec/elements/asset.ts';
import type { Body, Camera, Frame, Geom, Joint, Light, Site } from '../formats/spec/elements/body.ts';
import type { Key, Numeric, Text, Tuple } from '../formats/spec/elements/custom.ts';
import type { Flex, Skin } from '../formats/spec/elements/deformable.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import type { PluginSpec } from '../formats/spec/elements/plugin.ts';
import type { Equality, Exclude, Pair, Tendon } from '../formats/spec/elements/relation.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import type { Bvh } from './asset/bvh.ts';
import type { HFieldData } from './asset/hfield.ts';
import type { CompiledMesh } from './asset/mesh/types.ts';
import { NameIndex } from './names.ts';
import type { Report } from './report.ts';
import type { SkinData } from './skin/skn.ts';
import type { TexturePlan } from './texture/texture.ts';

/** An element being compiled. */
export class Node<T extends SpecElement> {
  declare readonly spec: T;
  declare id: number;
  declare name: string;

  constructor(spec: T, id: number) {
    this.spec = spec;
    this.id = id;
    this.name = spec.name;
  }
}

/** An instance of a plugin. */
export class PluginNode extends Node<PluginSpec> {
  slot = -1;
  config = new PluginConfig(new Map());
  /** values of the plugin's attributes, in the order of its declaration */
  attributes: readonly string[] = [];
  statenum = 0;
}

export class BodyNode extends Node<Body> {
  plugin: PluginNode | null = null;
  parent: BodyNode | null = null;
  bodies: BodyNode[] = [];
  joints: JointNode[] = [];
  geoms: GeomNode[] = [];
  sites: SiteNode[] = [];
  cameras: CameraNode[] = [];
  lights: LightNode[] = [];
  pos: Vec = [0, 0, 0];
  quat: Vec = [1, 0, 0, 0];
  ipos: Vec = [0, 0, 0];
  iquat: Vec = [1, 0, 0, 0];
  mass = 0;
  inertia: Vec = [0, 0, 0];
  weldid = 0;
  mocapid = -1;
  dofnum = 0;
  dofadr = -1;
  contype = 0;
  conaffinity = 0;
  margin = 0;
  bvh: Bvh | null = null;
  /** geom of each node of the hierarchy that is or was a leaf */
  leaves: (GeomNode | undefined)[] = [];
}

export class JointNode extends Node<Joint> {
  body: BodyNode;
  type: JointType;
  pos: Vec;
  axis: Vec;
  range: Vec;
  ref: number;
  springref: number;
  limited = false;
  actfrclimited = false;
  qposadr = 0;
  dofadr = 0;

  constructor(spec: Joint, id: number, body: BodyNode) {
    super(spec, id);
    this.body = body;
    this.type = spec.type;
    this.pos = spec.pos.slice();
    this.axis = spec.axis.slice();
    this.range = spec.range.slice();
    this.ref = spec.ref;
    this.springref = spec.springref;
  }
}

export class GeomNode extends Node<Geom> {
  plugin: PluginNode | null = null;
  body: BodyNode;
  pos: Vec;
  quat: Vec;
  size: Vec;
  surfacevel: Vec;
  /** the mesh that it shows or is fitted to */
  mesh: MeshNode | null = null;
  hfield: HFieldNode | null = null;
  matid = -1;
  /** neither collides nor is used by anything that reads its pose */
  visual = false;
  mass = 0;
  inertia: Vec = [0, 0, 0];
  aabb: ArrayLike<number> = [0, 0, 0, 0, 0, 0];
  rbound = 0;
  fluid: ArrayLike<number> = [];

  constructor(spec: Geom, id: number, body: BodyNode) {
    super(spec, id);
    this.body = body;
    this.pos = spec.pos.slice();
    this.quat = spec.quat.slice();
    this.size = spec.size.slice();
    this.surfacevel = spec.surfacevel.slice();
  }
}

export class SiteNode extends Node<Site> {
  body: BodyNode;
  pos: Vec;
  quat: Vec;
  size: Vec;
  matid = -1;

  constructor(spec: Site, id: number, body: BodyNode) {
    super(spec, id);
    this.body = body;
    this.pos = spec.pos.slice();
    this.quat = spec.quat.slice();
    this.size = spec.size.slice();
  }
}

export class CameraNode extends Node<Camera> {
  body: BodyNode;
  pos: Vec = [0, 0, 0];
  quat: Vec = [1, 0, 0, 0];
  target = -1;
  fovy = 0;
  intrinsic: Vec = [0, 0, 0, 0];

  constructor(spec: Camera, id: number, body: BodyNode) {
    super(spec, id);
    this.body = body;
  }
}

export class LightNode extends Node<Light> {
  body: BodyNode;
  pos: Vec = [0, 0, 0];
  dir: Vec = [0, 0, -1];
  target = -1;
  texid = -1;

  constructor(spec: Light, id: number, body: BodyNode) {
    super(spec, id);
    this.body = body;
  }
}

export class MeshNode extends Node<Mesh> {
  plugin: PluginNode | null = null;
  data: CompiledMesh | null = null;
  needhull = false;
  needsdf = false;
  /** unused by colliding geoms and sensors */
  visual = true;
}

export class FlexNode extends Node<Flex> {
  /** bodies of the vertices (or a single one for all), and of the nodes */
  vertbodies: BodyNode[] = [];
  nodebodies: BodyNode[] = [];
  matid = -1;
  nvert = 0;
  rigid = false;
  centered = false;
  interpolated = false;
  /** has strain constraints */
  strain = false;
  elem: number[] = [];
  edge = new Int32Array(0);
  elemedge = new Int32Array(0);
  flap = new Int32Array(0);
  shell = new Int32Array(0);
  elemlayer = new Int32Array(0);
  evpair = new Int32Array(0);
  texcoord: readonly number[] = [];
  emptycells: readonly number[] = [];
  node0: Float64Array = new Float64Array(0);
  vert0: Float64Array = new Float64Array(0);
  size: Vec = [0, 0, 0];
  stiffness: Float64Array = new Float64Array(0);
  bending: Float64Array = new Float64Array(0);
  bvh: Bvh | null = null;
}

export class SkinNode extends Node<Skin> {
  data: SkinData | null = null;
  bodies: BodyNode[] = [];
  matid = -1;
}

export class HFieldNode extends Node<HField> {
  data: HFieldData | null = null;
}

export class TextureNode extends Node<Texture> {
  data: TexturePlan | null = null;
}

export class MaterialNode extends Node<Material> {
  texid: number[] = new Array<number>(10).fill(-1);
}

export class PairNode extends Node<Pair> {
  geom1!: GeomNode;
  geom2!: GeomNode;
  signature = 0;
}

export class ExcludeNode extends Node<Exclude> {
  signature = 0;
}

export class EqualityNode extends Node<Equality> {
  obj1 = -1;
  obj2 = -1;
}

/** A step of a tendon's path with its resolved object. */
export interface WrapNode {
  type: WrapType;
  /** null for pulleys */
  obj: JointNode | GeomNode | SiteNode | null;
  side: SiteNode | null;
  /** coefficient or divisor */
  prm: number;
}

export class TendonNode extends Node<Tendon> {
  path: WrapNode[] = [];
  matid = -1;
  limited = false;
  actfrclimited = false;
}

export class ActuatorNode extends Node<Actuator> {
  plugin: PluginNode | null = null;
  trntype: TrnType = TrnType.UNDEFINED;
  target: JointNode | TendonNode | SiteNode | BodyNode | null = null;
  /** reference site, or slider site of a slider-crank */
  second: SiteNode | null = null;
  actdim = 0;
  ctrlspec = 0;
  ctrlnum = 1;
  outnum = 1;
  actadr = -1;
  ctrladr = 0;
  outadr = 0;
  ctrlrange: Vec = [0, 0];
  actrange: Vec = [0, 0];
  forcelimited = false;
  actlimited = false;
  /** per input */
  ctrllimiteds: boolean[] = [];
  ctrlranges: Vec[] = [];
}

export class SensorNode extends Node<Sensor> {
  plugin: PluginNode | null = null;
  obj: Node<SpecElement> | null = null;
  ref: Node<SpecElement> | null = null;
  dim = 0;
  datatype: DataType = DataType.REAL;
  needstage: Stage = Stage.NONE;
}

export class NumericNode extends Node<Numeric> {
  size = 0;
}

export class TupleNode extends Node<Tuple> {
  objects: Node<SpecElement>[] = [];
}

/** Sizes of user data, given or computed. */
export interface UserSizes {
  body: number;
  jnt: number;
  geom: number;
  site: number;
  cam: number;
  tendon: number;
  actuator: number;
  sensor: number;
}

/** State shared by all phases. */
export class CompileState {
  readonly spec: SpecTree;
  readonly report: Report;
  readonly world: BodyNode;
  bodies: BodyNode[] = [];
  joints: JointNode[] = [];
  geoms: GeomNode[] = [];
  sites: SiteNode[] = [];
  cameras: CameraNode[] = [];
  lights: LightNode[] = [];
  flexes: FlexNode[] = [];
  meshes: MeshNode[] = [];
  skins: SkinNode[] = [];
  hfields: HFieldNode[] = [];
  textures: TextureNode[] = [];
  materials: MaterialNode[] = [];
  pairs: PairNode[] = [];
  excludes: ExcludeNode[] = [];
  equalities: EqualityNode[] = [];
  tendons: TendonNode[] = [];
  actuators: ActuatorNode[] = [];
  sensors: SensorNode[] = [];
  numerics: NumericNode[] = [];
  texts: Node<Text>[] = [];
  tuples: TupleNode[] = [];
  keys: Node<Key>[] = [];
  plugins: PluginNode[] = [];
  /** pose of each frame in its body, once it is known */
  readonly framePose = new Map<Frame, { pos: Vec; quat: Vec }>();
  readonly names = new NameIndex();
  /**
   * unused nodes after the bounding volumes, one for each fusion of two bodies that both have some: MuJoCo counts them
   */
  spareVolumes = 0;
  /** bytes of the assets compiled so far */
  assetBytes = 0;
  user: UserSizes = { body: 0, jnt: 0, geom: 0, site: 0, cam: 0, tendon: 0, actuator: 0, sensor: 0 };

  constructor(spec: SpecTree, report: Report) {
    this.spec = spec;
    this.report = report;
    this.world = new BodyNode(spec.worldbody, 0);
  }
}
