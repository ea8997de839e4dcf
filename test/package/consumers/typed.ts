// A typical TypeScript program: it must compile in strict mode, without skipLibCheck.
import { Data, JointType, loadModel, type Model, modelFromXml, prepare, step } from 'tenon';
import { Batch, type RolloutPolicy, rollout } from 'tenon/batch';
import { type Environment, make } from 'tenon/env';
import load, {
  type MainModule,
  type MjData,
  type MjModel,
  type MjvCamera,
  type MjvScene,
  type mjtGeom,
} from 'tenon/mujoco';
import { type Body, Spec } from 'tenon/spec';

export async function native(): Promise<number> {
  await prepare({ engine: 'wasm' });
  const model: Model = modelFromXml('<mujoco/>');
  const data = new Data(await loadModel('a.xml'));
  step(model, data);
  data.ctrl[0] = model.opt.gravity[2]!;
  const height: number | undefined = data.body('ball').xpos[2];
  const type: Int32Array = model.jnt_type;
  data.time = 0;
  // @ts-expect-error sizes cannot be changed
  model.nv = 3;
  // @ts-expect-error scratch is not for users
  data.work_vec;
  return type[0] === JointType.FREE ? height! : data.qpos.length + model.vis.rgba.fog[0]!;
}

export async function dropIn(): Promise<number> {
  const mujoco = await load();
  const model: MjModel = mujoco.MjModel.from_xml_string('<mujoco/>');
  const data: MjData = new mujoco.MjData(model);
  mujoco.mj_step(model, data);
  data.time = 1;
  const lengths: Float64Array = data.efc_force;
  const { geom1 } = data.contact.get(0)!;
  // @ts-expect-error there is no such member
  data.qposs;
  // @ts-expect-error there is no such enumeration
  mujoco.mjtJoints;
  return model.nq + model.geom_size[0]! + lengths.length + geom1 + mujoco.mjtJoint.mjJNT_FREE.value + mujoco.mjPI;
}

export async function manyWorlds(model: Model): Promise<number> {
  using batch = new Batch(model, 10, { threads: 2, fields: ['xpos', 'ncon'] });
  await batch.step(3);
  await batch.reset([1], 0);
  const positions: Float64Array = batch.field('xpos');
  const contacts: Int32Array = batch.row('ncon', 3);
  // @ts-expect-error there is no such field
  batch.field('xposs');
  const policy: RolloutPolicy = (m, d, { world, step: k }) => {
    d.ctrl[0] = m.nu + world + k;
  };
  const { state, fields } = await rollout(model, batch.qpos, { policy, fields: ['ctrl', 'eq_active'] });
  const active: Uint8Array = fields.eq_active;
  // @ts-expect-error this field was not requested
  fields.xpos;
  return positions[0]! + contacts[0]! + state[0]! + active[0]! + fields.ctrl[0]!;
}

export async function builtInCode(): Promise<number> {
  const spec = await Spec.load('a.xml');
  const arm: Body = spec.worldbody.add('body', { name: 'arm', pos: [0, 0, 1] });
  const joint = arm.add('joint', { axis: new Float64Array([0, 1, 0]) });
  const motor = spec.actuator.add('motor', { joint, gear: [2] });
  motor.gear[0] = spec.find('geom', 'ball').size[0]!;
  // @ts-expect-error there is no such shape
  arm.add('geom', { type: 'cube' });
  // @ts-expect-error a gyro needs a site
  spec.sensor.add('gyro');
  const { model, data } = spec.recompile(spec.compile(), new Data(spec.compile()));
  return model.nq + data.time + joint.axis[1]!;
}

export async function environment(): Promise<number> {
  const env: Environment = await make('Hopper-v5', { healthy_reward: 2, max_episode_steps: 10 });
  const { observation } = env.reset({ seed: 1 });
  const { reward, truncated } = env.step(env.actionSpace.high);
  // @ts-expect-error the hopper has no such option
  await make('Hopper-v5', { main_body: 1 });
  // @ts-expect-error there is no such environment
  await make('Hopper-v99');
  return truncated ? reward : observation[0]!;
}

/** Typical use by clients of the official package: its types, and arrays as number lists. */
export function client(mujoco: MainModule, model: MjModel, data: MjData): number {
  const sum = (values: number[]): number => values.reduce((total, x) => total + x, 0);
  const scene: MjvScene = new mujoco.MjvScene(model, 100);
  const camera: MjvCamera = new mujoco.MjvCamera();
  const type: mjtGeom = mujoco.mjtGeom.mjGEOM_BOX;
  mujoco.mjv_updateScene(model, data, new mujoco.MjvOption(), new mujoco.MjvPerturb(), camera, 7, scene);
  const jacobian = new mujoco.DoubleBuffer(3 * model.nv);
  mujoco.mj_jacBody(model, data, jacobian, null, 1);
  const size: Float64Array = model.geom('box').size;
  model.opt.timestep = 0.001;
  mujoco.FS.writeFile('/model.xml', '<mujoco/>');
  // @ts-expect-error a data where a model belongs
  mujoco.mj_step(data, model);
  return sum(data.qpos) + sum(jacobian.GetView()) + size.length + type.value + (scene.geoms.get(0)?.type ?? 0);
}
