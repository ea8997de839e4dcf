import { Data, modelFromXml, prepare } from 'tenon';
import { createViewer } from 'tenon/viewer';
import { ball, isColored } from './ball.mjs';

const container = document.querySelector('#place');
const found = { events: [] };
const note = (name) => {
  if (!found.events.includes(name)) found.events.push(name);
};

async function run() {
  const viewer = createViewer(container, { xml: ball, camera: 'top', autoplay: false, show: { shadow: false } });
  viewer.on('load', ({ title }) => {
    note('load');
    found.title = title;
  });
  let frames = 0;
  viewer.on('frame', () => {
    note('frame');
    frames++;
  });
  viewer.on('step', () => note('step'));
  viewer.on('select', (hit) => {
    found.selected = hit?.body;
  });
  await viewer.ready;
  found.camera = viewer.model.ncam === 1;
  await viewer.step();
  found.afterStep = viewer.data.time;
  await viewer.step(-1);
  found.afterBack = viewer.data.time;
  await viewer.seek(0.1);
  found.afterSeek = Number(viewer.data.time.toFixed(6));
  container.style.setProperty('--tenon-bar', 'rgb(1, 2, 3)');
  found.bar = getComputedStyle(viewer.element.shadowRoot.querySelector('.bar')).backgroundColor;
  const recording = viewer.record();
  viewer.play();
  // long enough to encode a picture, also on a busy machine
  for (const before = frames; frames < before + 10; ) await new Promise((done) => setTimeout(done, 300));
  viewer.pause();
  const video = await recording.stop();
  found.video = [video.type, video.size > 100];
  const picture = await viewer.screenshot();
  found.picture = picture.type;
  found.colored = await isColored(picture);
  doubleClick(viewer.element.shadowRoot.querySelector('canvas'));
  try {
    viewer.camera('nowhere');
  } catch (error) {
    found.wrong = error.message;
  }
  await new Promise((done) => {
    const ask = setInterval(() => {
      if (found.events.length < 3) return;
      clearInterval(ask);
      done();
    }, 20);
  });
  viewer.dispose();
  await inPage();
  const bad = createViewer(container, { xml: '<mujoco><geom/></mujoco>' });
  bad.on('error', () => note('error'));
  found.mistake = await bad.ready.then(
    () => false,
    (error) => /geom/.test(error.message),
  );
  bad.dispose();
  try {
    createViewer('#nowhere');
  } catch (error) {
    found.missing = error.message;
  }
  await createViewer('#place')
    .load({})
    .catch((error) => {
      found.nothing = error.message;
    });
}

function doubleClick(canvas) {
  const box = canvas.getBoundingClientRect();
  const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let k = 0; k < 2; k++)
    for (const type of ['pointerdown', 'pointerup'])
      canvas.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, bubbles: true }));
}

/** A model of the page, stepped there with a control function. */
async function inPage() {
  await prepare();
  const model = modelFromXml(ball);
  const data = new Data(model);
  let controlled = 0;
  const control = () => controlled++;
  const viewer = createViewer(container, { model, data, control, autoplay: false, bar: false });
  await viewer.ready;
  await viewer.step(10);
  found.inPage = { time: Number(data.time.toFixed(6)), controlled };
  viewer.dispose();
}

// a pointer simulated by a script cannot be captured
Element.prototype.setPointerCapture = () => {};
run().then(
  () => report(found),
  (error) => report(String(error.stack)),
);
