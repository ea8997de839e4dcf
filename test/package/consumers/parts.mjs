// Common parts of the other programs: a scene, its state after 200 steps, and both engines by each way of preparing.
import { Data, loadModel, modelFromXml, prepare, step } from 'tenon';

export const xml = `<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body name="ball" pos="0 0 0.3"><freejoint/><geom size="0.1"/></body>
    <body pos="0.05 0.02 0.6"><freejoint/><geom type="box" size="0.1 0.05 0.08"/></body>
  </worldbody>
</mujoco>`;

export function end(model) {
  const data = new Data(model);
  for (let k = 0; k < 200; k++) step(model, data);
  return [...data.qpos].join(' ');
}

/** The order matters: at first nothing is prepared. */
export async function runEngines() {
  let unprepared = '';
  try {
    modelFromXml(xml);
  } catch (error) {
    unprepared = error.message;
  }
  const loaded = end(await loadModel('scene.xml', { files: { 'scene.xml': xml } }));
  await prepare();
  const compiled = end(modelFromXml(xml));
  await prepare({ engine: 'js' });
  const plain = end(modelFromXml(xml, { engine: 'js' }));
  return { unprepared, loaded, compiled, plain };
}
