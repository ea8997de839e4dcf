import { createViewer } from './node_modules/tenon/dist/browser/viewer.single.js';

const xml = `<mujoco model="ball"><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const url = URL.createObjectURL(new Blob([xml], { type: 'text/xml' }));
const element = document.createElement('tenon-viewer');
element.setAttribute('src', url);
element.style.height = '100px';
document.body.append(element);
element.addEventListener('load', ({ detail }) => {
  const { model, data, title } = detail;
  // class names in the console of a browser
  const labels = [model, data, model.body(1)].map((object) => object.constructor.name);
  const text = `${data}`.split(',')[0].replace(/[\d.]+(?= s)/, '#');
  report({ loaded: title, playing: element.viewer.playing, exported: typeof createViewer, labels, text });
});
element.addEventListener('error', ({ detail }) => report(detail.message));
