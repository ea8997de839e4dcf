// A TypeScript program in the style of the official package: it compiles in strict mode with the declarations of
// `@mujoco/mujoco` and, with the import changed, with ours.
import load, {
  type ClassHandle,
  type DoubleBuffer,
  type MainModule,
  type MjContact,
  type MjContactVec,
  type MjData,
  type MjDataJointAccessor,
  type MjModel,
  type MjModelGeomAccessor,
  type MjOption,
  type MjSpec,
  type MjsBody,
  type MjsElement,
  type MjsGeom,
  type MjsOrientation,
  type MjVFS,
  type MjVisualGlobal,
  type MjvGeom,
  type MjvScene,
  type mjDoubleVec,
  type mjIntVecVec,
  type mjStringVec,
  type mjtGeom,
  type mjtGeomValue,
  type mjtJoint,
  type mjtObj,
} from '@mujoco/mujoco';

/** An interface has no index signature. */
interface LoaderOptions {
  locateFile?: (path: string) => string;
  printErr?: (text: string) => void;
  onRuntimeInitialized?: () => void;
}
type Loader = (options?: LoaderOptions) => Promise<unknown>;
const loader: Loader = load;

export async function start(options: LoaderOptions): Promise<MainModule> {
  await loader(options);
  return load({ ...options, noInitialRun: true });
}

function exists<T>(value: T | null | undefined): asserts value is T {
  if (value === null || value === undefined) throw new Error('missing');
}

const sum = (values: number[]): number => values.reduce((total, x) => total + x, 0);

/** Frees its contents at the end. */
class Scope {
  readonly #handles: ClassHandle[] = [];

  keep<T extends ClassHandle>(handle: T): T {
    this.#handles.push(handle);
    return handle;
  }

  free(): void {
    for (const handle of this.#handles.reverse()) if (!handle.isDeleted()) handle.delete();
  }
}

export function buildSpec(mujoco: MainModule, xml: string): MjModel {
  const spec: MjSpec = mujoco.parseXMLString(xml);
  const world = mujoco.mjs_findBody(spec, 'world');
  exists(world);
  const defaults = mujoco.mjs_getSpecDefault(spec);
  exists(defaults);
  const arm = mujoco.mjs_addBody(world, defaults);
  exists(arm);
  const geom: MjsGeom | undefined = mujoco.mjs_addGeom(arm, defaults);
  exists(geom);
  place(mujoco, arm, geom);
  spec.modelname = 'built';
  spec.option.timestep = 0.001;
  spec.compiler.autolimits = true;
  const option: MjOption = new mujoco.MjOption();
  spec.option = option;
  const names: mjStringVec = new mujoco.mjStringVec();
  for (let e = mujoco.mjs_firstElement(spec, mujoco.mjtObj.mjOBJ_BODY); e; e = mujoco.mjs_nextElement(spec, e)) {
    names.push_back(describe(mujoco, e));
  }
  const key = mujoco.mjs_addKey(spec);
  exists(key);
  const qpos: mjDoubleVec = key.qpos;
  qpos.resize(7, 0);
  return mujoco.mj_compile(spec);
}

function place(mujoco: MainModule, arm: MjsBody, geom: MjsGeom): void {
  arm.mocap = true;
  arm.gravcomp = 1;
  arm.childclass = 'main';
  arm.pos[2] = 1;
  const turned: MjsOrientation = arm.alt;
  turned.type = mujoco.mjtOrientation.mjORIENTATION_EULER;
  geom.alt = turned;
  geom.type = mujoco.mjtGeom.mjGEOM_CAPSULE;
  geom.size.set([0.1, 0.2, 0]);
  geom.info = 'added';
  geom.userdata.push_back(3);
}

function describe(mujoco: MainModule, element: MjsElement): string {
  const kind: mjtObj = element.elemtype;
  return `${mujoco.mjs_getName(element)} ${kind.value} ${mujoco.mjs_getId(element)}`;
}

/** Values distinguish the members of a union. */
export function shapeName(type: mjtGeom): string {
  switch (type.value) {
    case 2:
      return 'sphere';
    case 6:
      return 'box';
    default:
      return type.value > 7 ? 'decoration' : 'other';
  }
}

export function named(mujoco: MainModule, model: MjModel, data: MjData): number {
  const geom: MjModelGeomAccessor = model.geom('hand');
  geom.size = [1, 2, 3];
  geom.margin = 0.5;
  const radius: number = geom.size[0];
  const joint: MjDataJointAccessor = data.jnt(0);
  joint.qpos = [0.5];
  const speed: number = sum(joint.qvel);
  model.jnt('hinge').limited = false;
  const ball: mjtGeomValue<2> = mujoco.mjtGeom.mjGEOM_SPHERE;
  const free: mjtJoint = mujoco.mjtJoint.mjJNT_FREE;
  const isFree = model.jnt_type[0] === free.value;
  const id: number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM.value, 'hand');
  return radius + speed + ball.value + id + Number(isFree) + model.body('arm').id;
}

export function simulate(mujoco: MainModule, xml: string, files: Map<string, Uint8Array>): number[] {
  const scope = new Scope();
  const vfs: MjVFS = scope.keep(new mujoco.MjVFS());
  for (const [name, bytes] of files) vfs.addBuffer(name, bytes);
  mujoco.FS.mkdirTree('/models', 0o777);
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/models');
  mujoco.FS.writeFile('/models/a.xml', xml);
  const model = scope.keep(mujoco.MjModel.from_xml_string(xml, vfs));
  const data = scope.keep(new mujoco.MjData(model));
  const view: MjVisualGlobal = model.vis.global;
  view.fovy = 30;
  model.opt.iterations = 10;
  for (let k = 0; k < 10; k++) mujoco.mj_step(model, data);
  const jacobian: DoubleBuffer = scope.keep(new mujoco.DoubleBuffer(3 * model.nv));
  mujoco.mj_jac(model, data, jacobian, null, [0, 0, 1], 1);
  const state = new Float64Array(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_PHYSICS.value));
  mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_PHYSICS.value);
  const contacts: MjContactVec = data.contact;
  const depth: number[] = [];
  for (let i = 0; i < contacts.size(); i++) {
    const contact: MjContact | undefined = contacts.get(i);
    if (contact) depth.push(contact.dist + contact.pos[2] + sum(contact.frame));
  }
  const positions: Float64Array = data.xpos;
  const runs: number | undefined = data.timer.get(mujoco.mjtTimer.mjTIMER_STEP.value)?.number;
  const result = [...depth, ...positions, sum(data.qpos), runs ?? 0, sum(jacobian.GetView())];
  scope.free();
  return result;
}

export function draw(mujoco: MainModule, model: MjModel, data: MjData): [number, number][] {
  const scene: MjvScene = new mujoco.MjvScene(model, 100);
  const camera = new mujoco.MjvCamera();
  camera.lookat[2] = 1;
  const option = new mujoco.MjvOption();
  option.flags[mujoco.mjtVisFlag.mjVIS_CONTACTPOINT.value] = 1;
  const all = mujoco.mjtCatBit.mjCAT_ALL.value;
  mujoco.mjv_updateScene(model, data, option, new mujoco.MjvPerturb(), camera, all, scene);
  return Array.from({ length: scene.geoms.size() }, (_, i) => {
    const geom: MjvGeom | undefined = scene.geoms.get(i);
    exists(geom);
    const color: number[] = geom.rgba;
    return [geom.type, color[0] ?? 0];
  });
}

export function lists(mujoco: MainModule): number {
  const nested: mjIntVecVec = new mujoco.mjIntVecVec();
  const list = new mujoco.mjIntVec();
  list.push_back(3);
  nested.push_back(list);
  const words: string = mujoco.mjVISSTRING[0][0];
  return (nested.get(0)?.get(0) ?? 0) + words.length + mujoco.mjPI;
}
