import { createViewer } from './node_modules/tenon/dist/browser/viewer.single.js';

const xml = `<mujoco model="ball"><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const url = URL.createObjectURL(new Blob([xml], { type: 'text/xml' }));
const element = document.createElement('tenon-viewer');
element.setAttribute('src', url);
element.style.height = '100px';
document.body.append(element);
element.addEventListener('load', ({ detail }) => {
  report({ loaded: detail.title, playing: element.viewer.playing, exported: typeof createViewer });
});
element.addEventListener('error', ({ detail }) => report(detail.message));
