/** The tree of a spec as nodes: ids in MuJoCo's order (bodies depth first; the children of each kind by body), with
 * unique names. */

import { ObjType, TextureType } from '../../core/model/enums.ts';
import type { Body, Frame } from '../../formats/spec/elements/body.ts';
import { Key } from '../../formats/spec/elements/custom.ts';
import {
  ActuatorNode,
  BodyNode,
  CameraNode,
  type CompileState,
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
  SensorNode,
  SiteNode,
  SkinNode,
  TendonNode,
  TextureNode,
  TupleNode,
} from '../compileState.ts';
import { repeated } from '../names.ts';

/** Signatures of body pairs have 16 bits for each body. */
const MAX_BODIES = 65534;

export function buildNodes(state: CompileState): void {
  const { spec, report } = state;
  addBody(state, state.world);
  if (state.joints.length > 0 && state.world.joints.length > 0) {
    report.elementError(state.world.joints[0].spec, undefined, 'a joint in the world body: the world cannot move');
  }
  const count = state.bodies.length + spec.flexes.length;
  if (count >= MAX_BODIES) report.modelError(`expected at most ${MAX_BODIES - 1} bodies and flexes, found ${count}`);
  state.flexes = spec.flexes.map((s, i) => new FlexNode(s, i));
  state.meshes = spec.meshes.map((s, i) => new MeshNode(s, i));
  state.skins = spec.skins.map((s, i) => new SkinNode(s, i));
  state.hfields = spec.hfields.map((s, i) => new HFieldNode(s, i));
  state.textures = spec.textures.map((s, i) => new TextureNode(s, i));
  state.materials = spec.materials.map((s, i) => new MaterialNode(s, i));
  state.pairs = spec.pairs.map((s, i) => new PairNode(s, i));
  state.excludes = spec.excludes.map((s, i) => new ExcludeNode(s, i));
  state.equalities = spec.equalities.map((s, i) => new EqualityNode(s, i));
  state.tendons = spec.tendons.map((s, i) => new TendonNode(s, i));
  state.actuators = spec.actuators.map((s, i) => new ActuatorNode(s, i));
  state.sensors = spec.sensors.map((s, i) => new SensorNode(s, i));
  state.numerics = spec.numerics.map((s, i) => new NumericNode(s, i));
  state.texts = spec.texts.map((s, i) => new Node(s, i));
  state.tuples = spec.tuples.map((s, i) => new TupleNode(s, i));
  state.keys = keyframes(state);
  nameAssets(state);
  indexNames(state);
}

/** Keyframes, padded with empty ones if <size nkey> requests more. */
function keyframes(state: CompileState): Node<Key>[] {
  const { spec } = state;
  const keys = spec.keys.slice();
  if (spec.size.nkey > MAX_KEYS) state.report.modelError(`nkey is limited to ${MAX_KEYS}, found ${spec.size.nkey}`);
  const empty = new Key();
  while (keys.length < Math.min(spec.size.nkey, MAX_KEYS)) keys.push(empty);
  return keys.map((s, i) => new Node(s, i));
}

const MAX_KEYS = 1 << 20;

function addBody(state: CompileState, node: BodyNode): void {
  const body: Body = node.spec;
  node.id = state.bodies.length;
  state.bodies.push(node);
  for (const s of body.geoms) node.geoms.push(push(state.geoms, (id) => new GeomNode(s, id, node)));
  for (const s of body.joints) node.joints.push(push(state.joints, (id) => new JointNode(s, id, node)));
  for (const s of body.sites) node.sites.push(push(state.sites, (id) => new SiteNode(s, id, node)));
  for (const s of body.cameras) node.cameras.push(push(state.cameras, (id) => new CameraNode(s, id, node)));
  for (const s of body.lights) node.lights.push(push(state.lights, (id) => new LightNode(s, id, node)));
  for (const s of body.bodies) {
    const child = new BodyNode(s, 0);
    child.parent = node;
    node.bodies.push(child);
    addBody(state, child);
  }
}

function push<N>(list: N[], make: (id: number) => N): N {
  const node = make(list.length);
  list.push(node);
  return node;
}

/** Assets without a name are named after their file, without folder and extension. */
function nameAssets(state: CompileState): void {
  for (const list of [state.meshes, state.skins, state.hfields, state.textures]) {
    for (const node of list) if (node.name === '') node.name = fileStem(node.spec.file);
  }
  for (const node of [...state.meshes, ...state.hfields, ...state.materials]) {
    if (node.name === '') state.report.elementError(node.spec, 'name', 'expected a name');
  }
  for (const node of state.textures) {
    if (node.name === '' && node.spec.type !== TextureType.SKYBOX)
      state.report.elementError(node.spec, 'name', 'expected a name');
  }
}

function fileStem(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? base : base.slice(0, dot);
}

function indexNames(state: CompileState): void {
  const { names, report } = state;
  names.add(ObjType.BODY, state.bodies, report);
  names.add(ObjType.JOINT, state.joints, report);
  names.add(ObjType.GEOM, state.geoms, report);
  names.add(ObjType.SITE, state.sites, report);
  names.add(ObjType.CAMERA, state.cameras, report);
  names.add(ObjType.LIGHT, state.lights, report);
  names.add(ObjType.FLEX, state.flexes, report);
  names.add(ObjType.MESH, state.meshes, report);
  names.add(ObjType.SKIN, state.skins, report);
  names.add(ObjType.HFIELD, state.hfields, report);
  names.add(ObjType.TEXTURE, state.textures, report);
  names.add(ObjType.MATERIAL, state.materials, report);
  names.add(ObjType.PAIR, state.pairs, report);
  names.add(ObjType.EXCLUDE, state.excludes, report);
  names.add(ObjType.EQUALITY, state.equalities, report);
  names.add(ObjType.TENDON, state.tendons, report);
  names.add(ObjType.ACTUATOR, state.actuators, report);
  names.add(ObjType.SENSOR, state.sensors, report);
  names.add(ObjType.NUMERIC, state.numerics, report);
  names.add(ObjType.TEXT, state.texts, report);
  names.add(ObjType.TUPLE, state.tuples, report);
  names.add(ObjType.KEY, state.keys, report);
  checkFrameNames(state);
}

function checkFrameNames(state: CompileState): void {
  const seen = new Map<string, Frame>();
  for (const body of state.bodies) {
    for (const frame of body.spec.frames) {
      if (frame.name === '') continue;
      const first = seen.get(frame.name);
      if (first) state.report.elementError(frame, 'name', repeated('frame', frame.name, first));
      else seen.set(frame.name, frame);
    }
  }
}
