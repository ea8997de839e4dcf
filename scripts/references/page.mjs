// Runs in the browser: renders a model from its first camera in its first keyframe, geoms only.
import { Data, forward, modelFromXml, prepare, resetDataKeyframe } from '../../src/index.ts';
import { Renderer } from '../../src/view/viewer/renderer.ts';

Object.assign(globalThis, { drawModel });

async function drawModel(xml, width, height) {
  await prepare();
  const model = modelFromXml(xml);
  const data = new Data(model);
  if (model.nkey > 0) resetDataKeyframe(model, data, 0);
  forward(model, data);
  const renderer = new Renderer(model, { width, height });
  renderer.settings.fromWords(['no-haze', 'no-reflection', 'no-tendon', 'no-rangefinder', 'site-000000']);
  renderer.update(data, 0);
  // the official package cannot return boolean arrays, so the reference gets ours
  const { light_active, light_castshadow, mat_texuniform } = model;
  const switches = { light_active, light_castshadow, mat_texuniform };
  return {
    rgb: [...renderer.render()],
    switches: Object.fromEntries(Object.entries(switches).map(([name, values]) => [name, [...values]])),
  };
}
