// A program that uses all of the package, for bundlers and runtimes to prove themselves on: it hands what it found to
// `report`, which whoever runs it puts into the global scope.
import { Data, getState, loadModel, modelFromXml, prepare, StateBit, step } from 'tenon';
import { Batch, rollout } from 'tenon/batch';
import load from 'tenon/mujoco';
import { Spec } from 'tenon/spec';

export const xml = `<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body name="ball" pos="0 0 0.3"><freejoint/><geom size="0.1"/></body>
    <body pos="0.05 0.02 0.6"><freejoint/><geom type="box" size="0.1 0.05 0.08"/></body>
  </worldbody>
</mujoco>`;

const urdf = '<robot><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>';

function end(model) {
  const data = new Data(model);
  for (let k = 0; k < 200; k++) step(model, data);
  return [...data.qpos].join(' ');
}

/** Two worlds on two threads, both ways. */
async function onThreads(model) {
  const batch = new Batch(model, 2, { threads: 2 });
  await batch.step(200);
  const start = getState(model, new Data(model), StateBit.FULLPHYSICS);
  const { state } = await rollout(model, start, { nbatch: 2, nstep: 200, threads: 2, chunkSize: 1 });
  const rolled = state.slice(-start.length).slice(1, 1 + model.nq);
  return { batch: [...batch.qpos.slice(model.nq)].join(' '), rolled: [...rolled].join(' ') };
}

async function run() {
  let unprepared = '';
  try {
    modelFromXml(xml);
  } catch (error) {
    unprepared = error.message;
  }
  const loaded = end(await loadModel('scene.xml', { files: { 'scene.xml': xml } }));
  await prepare();
  const compiled = end(modelFromXml(xml));
  const built = end(Spec.fromXml(xml).compile());
  const robot = modelFromXml(urdf).ngeom;
  const threads = await onThreads(modelFromXml(xml));
  await prepare({ engine: 'js' });
  const plain = end(modelFromXml(xml, { engine: 'js' }));
  const plainThreads = await onThreads(modelFromXml(xml, { engine: 'js' }));
  const mujoco = await load();
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  for (let k = 0; k < 200; k++) mujoco.mj_step(model, data);
  return { unprepared, loaded, compiled, built, robot, threads, plain, plainThreads, dropIn: [...data.qpos].join(' ') };
}

run().then(globalThis.report, (error) => globalThis.report({ error: error.stack }));
