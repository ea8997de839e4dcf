// A program that uses only one function that loads, so that a bundler can drop as much as possible.
import { Data, loadModel, step } from 'tenon';

async function run() {
  const model = await loadModel('b.xml', {
    files: { 'b.xml': '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>' },
  });
  const data = new Data(model);
  step(model, data);
  return { qvel: data.qvel[2] };
}

run().then(globalThis.report, (error) => globalThis.report({ error: error.stack }));
