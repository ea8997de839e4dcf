// A program that uses the whole package, to test bundlers and runtimes: it passes its results to the global function `report`, which the
// caller provides.
import { Data, getState, modelFromXml, StateBit } from 'tenon';
import { Batch, rollout } from 'tenon/batch';
import load from 'tenon/mujoco';
import { Spec } from 'tenon/spec';
import { end, runEngines, xml } from './parts.mjs';

const urdf = '<robot><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>';

/** Two worlds on two threads, in a Batch and in a rollout. */
async function onThreads(model) {
  const batch = new Batch(model, 2, { threads: 2 });
  await batch.step(200);
  const start = getState(model, new Data(model), StateBit.FULLPHYSICS);
  const { state } = await rollout(model, start, { nbatch: 2, nstep: 200, threads: 2, chunkSize: 1 });
  const rolled = state.slice(-start.length).slice(1, 1 + model.nq);
  return { batch: [...batch.qpos.slice(model.nq)].join(' '), rolled: [...rolled].join(' ') };
}

async function run() {
  const engines = await runEngines();
  const built = end(Spec.fromXml(xml).compile());
  const robot = modelFromXml(urdf).ngeom;
  const threads = await onThreads(modelFromXml(xml));
  const plainThreads = await onThreads(modelFromXml(xml, { engine: 'js' }));
  const mujoco = await load();
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  for (let k = 0; k < 200; k++) mujoco.mj_step(model, data);
  return { ...engines, built, robot, threads, plainThreads, dropIn: [...data.qpos].join(' ') };
}

run().then(globalThis.report, (error) => globalThis.report({ error: error.stack }));
