/** The tree of a Spec as nodes: ids in MuJoCo's order (bodies depth first; the children of each kind by body), names
 *  checked to be unique. */

import { ObjType, TextureType } from '../../core/model/enums.ts';
import type { Body, Frame } from '../../formats/spec/elements/body.ts';
import { Key } from '../../formats/spec/elements/custom.ts';
import { repeated } from '../names.ts';
import {
  ActuatorNode,
  BodyNode,
  CameraNode,
  EqualityNode,
  ExcludeNode,
  FlexNode,
  GeomNode,
  HFieldNode,
  JointNode,
  LightNode,
  MaterialNode,
  MeshNode,
  Node,
  NumericNode,
  PairNode,
  type Scene,
  SensorNode,
  SiteNode,
  SkinNode,
  TendonNode,
  TextureNode,
  TupleNode,
} from '../scene.ts';

/** Signatures of body pairs have 16 bits for each body. */
const MAX_BODIES = 65534;

export function buildScene(scene: Scene): void {
  const { spec, report } = scene;
  addBody(scene, scene.world);
  if (scene.joints.length > 0 && scene.world.joints.length > 0) {
    report.problem(scene.world.joints[0].spec, undefined, 'a joint in the world body: the world cannot move');
  }
  const count = scene.bodies.length + spec.flexes.length;
  if (count >= MAX_BODIES) report.general(`at most ${MAX_BODIES - 1} bodies and flexes, found ${count}`);
  scene.flexes = spec.flexes.map((s, i) => new FlexNode(s, i));
  scene.meshes = spec.meshes.map((s, i) => new MeshNode(s, i));
  scene.skins = spec.skins.map((s, i) => new SkinNode(s, i));
  scene.hfields = spec.hfields.map((s, i) => new HFieldNode(s, i));
  scene.textures = spec.textures.map((s, i) => new TextureNode(s, i));
  scene.materials = spec.materials.map((s, i) => new MaterialNode(s, i));
  scene.pairs = spec.pairs.map((s, i) => new PairNode(s, i));
  scene.excludes = spec.excludes.map((s, i) => new ExcludeNode(s, i));
  scene.equalities = spec.equalities.map((s, i) => new EqualityNode(s, i));
  scene.tendons = spec.tendons.map((s, i) => new TendonNode(s, i));
  scene.actuators = spec.actuators.map((s, i) => new ActuatorNode(s, i));
  scene.sensors = spec.sensors.map((s, i) => new SensorNode(s, i));
  scene.numerics = spec.numerics.map((s, i) => new NumericNode(s, i));
  scene.texts = spec.texts.map((s, i) => new Node(s, i));
  scene.tuples = spec.tuples.map((s, i) => new TupleNode(s, i));
  scene.keys = keyframes(scene);
  nameAssets(scene);
  indexNames(scene);
}

/** Keyframes, filled up with empty ones when <size nkey> asks for more. */
function keyframes(scene: Scene): Node<Key>[] {
  const { spec } = scene;
  const keys = spec.keys.slice();
  if (spec.size.nkey > MAX_KEYS) scene.report.general(`nkey is limited to ${MAX_KEYS}, found ${spec.size.nkey}`);
  const empty = new Key();
  while (keys.length < Math.min(spec.size.nkey, MAX_KEYS)) keys.push(empty);
  return keys.map((s, i) => new Node(s, i));
}

const MAX_KEYS = 1 << 20;

function addBody(scene: Scene, node: BodyNode): void {
  const body: Body = node.spec;
  node.id = scene.bodies.length;
  scene.bodies.push(node);
  for (const s of body.geoms) node.geoms.push(push(scene.geoms, (id) => new GeomNode(s, id, node)));
  for (const s of body.joints) node.joints.push(push(scene.joints, (id) => new JointNode(s, id, node)));
  for (const s of body.sites) node.sites.push(push(scene.sites, (id) => new SiteNode(s, id, node)));
  for (const s of body.cameras) node.cameras.push(push(scene.cameras, (id) => new CameraNode(s, id, node)));
  for (const s of body.lights) node.lights.push(push(scene.lights, (id) => new LightNode(s, id, node)));
  for (const s of body.bodies) {
    const child = new BodyNode(s, 0);
    child.parent = node;
    node.bodies.push(child);
    addBody(scene, child);
  }
}

function push<N>(list: N[], make: (id: number) => N): N {
  const node = make(list.length);
  list.push(node);
  return node;
}

/** Assets without a name are called as their file, without folder and extension. */
function nameAssets(scene: Scene): void {
  for (const list of [scene.meshes, scene.skins, scene.hfields, scene.textures]) {
    for (const node of list) if (node.name === '') node.name = fileStem(node.spec.file);
  }
  for (const node of [...scene.meshes, ...scene.hfields, ...scene.materials]) {
    if (node.name === '') scene.report.problem(node.spec, 'name', 'a name is needed here');
  }
  for (const node of scene.textures) {
    if (node.name === '' && node.spec.type !== TextureType.SKYBOX)
      scene.report.problem(node.spec, 'name', 'a name is needed here');
  }
}

function fileStem(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? base : base.slice(0, dot);
}

function indexNames(scene: Scene): void {
  const { names, report } = scene;
  names.add(ObjType.BODY, scene.bodies, report);
  names.add(ObjType.JOINT, scene.joints, report);
  names.add(ObjType.GEOM, scene.geoms, report);
  names.add(ObjType.SITE, scene.sites, report);
  names.add(ObjType.CAMERA, scene.cameras, report);
  names.add(ObjType.LIGHT, scene.lights, report);
  names.add(ObjType.FLEX, scene.flexes, report);
  names.add(ObjType.MESH, scene.meshes, report);
  names.add(ObjType.SKIN, scene.skins, report);
  names.add(ObjType.HFIELD, scene.hfields, report);
  names.add(ObjType.TEXTURE, scene.textures, report);
  names.add(ObjType.MATERIAL, scene.materials, report);
  names.add(ObjType.PAIR, scene.pairs, report);
  names.add(ObjType.EXCLUDE, scene.excludes, report);
  names.add(ObjType.EQUALITY, scene.equalities, report);
  names.add(ObjType.TENDON, scene.tendons, report);
  names.add(ObjType.ACTUATOR, scene.actuators, report);
  names.add(ObjType.SENSOR, scene.sensors, report);
  names.add(ObjType.NUMERIC, scene.numerics, report);
  names.add(ObjType.TEXT, scene.texts, report);
  names.add(ObjType.TUPLE, scene.tuples, report);
  names.add(ObjType.KEY, scene.keys, report);
  checkFrameNames(scene);
}

function checkFrameNames(scene: Scene): void {
  const seen = new Map<string, Frame>();
  for (const body of scene.bodies) {
    for (const frame of body.spec.frames) {
      if (frame.name === '') continue;
      const first = seen.get(frame.name);
      if (first) scene.report.problem(frame, 'name', repeated('frame', frame.name, first));
      else seen.set(frame.name, frame);
    }
  }
}
