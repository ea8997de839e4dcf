// A TypeScript program in the style of `mujoco-js` 0.0.7.
import load, { type MainModule, type MjData, type MjModel, type MjvScene } from 'tenon/mujoco/legacy';

export async function show(xml: string): Promise<number> {
  const mujoco: MainModule = await load();
  if (!mujoco.FS.analyzePath('/working').exists) mujoco.FS.mkdir('/working');
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/working');
  mujoco.FS.writeFile('/working/scene.xml', xml);
  const model: MjModel = mujoco.MjModel.loadFromXML('/working/scene.xml');
  const data: MjData = new mujoco.MjData(model);
  mujoco.mj_resetData(model, data);
  mujoco.mj_forward(model, data);
  const first: number = model.tex_adr[0]!;
  const pixels = model.tex_data.subarray(first, first + 3);
  const geom = new Int32Array(1);
  const distance: number = mujoco.mj_ray(model, data, [0, 0, 5], [0, 0, -1], null, 1, -1, geom);
  const mass = new mujoco.DoubleBuffer(model.nv * model.nv);
  mujoco.mj_fullM(model, mass, data.qM);
  const scene: MjvScene = new mujoco.MjvScene(model, 100);
  const camera = new mujoco.MjvCamera();
  mujoco.mjv_moveCamera(model, mujoco.mjtMouse.mjMOUSE_ZOOM.value, 0, 0.1, scene, camera);
  mujoco.mj_applyFT(model, data, [0, 0, 1], [0, 0, 0], [0, 0, 0], 1, data.qfrc_applied);
  const names = new TextDecoder('utf-8').decode(model.names);
  // @ts-expect-error a data where a model belongs
  mujoco.mj_step(data, model);
  return pixels.length + distance + mujoco.mju_norm([3, 4]) + names.length + model.geom_size[0]!;
}
