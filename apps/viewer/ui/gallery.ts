/** The gallery of examples, with pictures. */

import { SceneRenderer } from '../../../src/view/scene/sceneRenderer.ts';
import { ViewSettings } from '../../../src/view/scene/settings.ts';
import { RemoteSimulation } from '../../../src/view/viewer/sim/remote/remoteSimulation.ts';
import { type Example, plainSource, threadsEnabled } from '../inputs/example.ts';
import { h } from './dom.ts';

const [WIDTH, HEIGHT] = [320, 200];
const pictures = new Map<string, string>();

export function galleryView(
  examples: readonly Example[],
  open: (name: string) => void,
  choose: (folder: boolean) => void,
  openAddress: (text: string) => void,
): HTMLElement {
  const cards = examples.map((example) => {
    const image = h('img', { alt: '', width: WIDTH, height: HEIGHT, data: { name: example.name } });
    if (example.picture !== undefined) image.src = example.picture;
    return h(
      'button',
      { class: 'card', data: { example: example.name }, on: { click: () => open(example.name) } },
      image,
      h('b', {}, example.title),
      h('span', {}, example.about),
    );
  });
  const grid = h('div', { class: 'grid' }, ...cards);
  void drawPictures(grid, examples);
  return h(
    'div',
    { class: 'gallery' },
    h('h2', {}, 'Tenon'),
    h(
      'p',
      { class: 'lead' },
      'Rigid-body physics with MuJoCo’s semantics, in TypeScript. Choose an example, or drop your own model on the page.',
    ),
    grid,
    h(
      'p',
      { class: 'actions' },
      h('button', { class: 'plain', on: { click: () => choose(false) } }, 'Open files …'),
      h('button', { class: 'plain', on: { click: () => choose(true) } }, 'Open a folder …'),
    ),
    addressForm(openAddress),
  );
}

/** A model from elsewhere: a URL, or a folder on GitHub. */
function addressForm(open: (text: string) => void): HTMLElement {
  const input = h('input', {
    type: 'url',
    id: 'address',
    required: true,
    placeholder: 'https://… of a model, or of a folder on GitHub',
  });
  input.setAttribute('aria-label', 'URL of a model');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    open(input.value);
  };
  return h('form', { class: 'inline', on: { submit } }, input, h('button', { class: 'plain' }, 'Open a URL'));
}

/** Missing pictures are rendered one by one, so that the page stays responsive; stops when the gallery is closed. */
async function drawPictures(grid: HTMLElement, examples: readonly Example[]): Promise<void> {
  let view: SceneRenderer<HTMLCanvasElement> | undefined;
  for (const { name, at } of examples) {
    const image = grid.querySelector<HTMLImageElement>(`img[data-name="${name}"]`)!;
    if (await hasPicture(image)) continue;
    await idle();
    if (!image.isConnected) break;
    try {
      if (!pictures.has(name)) {
        view ??= new SceneRenderer(document.createElement('canvas'), document.createElement('div'));
        pictures.set(name, await drawPicture(view, name, at));
      }
      image.src = pictures.get(name)!;
    } catch {
      image.classList.add('missing');
    }
  }
  view?.dispose();
}

/** The package has no pictures: they are rendered there. */
async function hasPicture(image: HTMLImageElement): Promise<boolean> {
  if (image.src === '') return false;
  return image.decode().then(
    () => true,
    () => false,
  );
}

async function drawPicture(view: SceneRenderer<HTMLCanvasElement>, name: string, at: number): Promise<string> {
  const { simulation } = await RemoteSimulation.open(await plainSource({ kind: 'example', name }), {
    thread: threadsEnabled(),
  });
  const { m, d, perturbation } = simulation;
  simulation.reset(m.nkey > 0 ? 0 : -1);
  simulation.runTo(at);
  await simulation.whenIdle();
  simulation.dispose();
  view.dark = matchMedia('(prefers-color-scheme: dark)').matches;
  view.setModel(m);
  view.resize(WIDTH, HEIGHT, 1);
  if (m.ncam > 0) view.rig?.fixed(0);
  const settings = new ViewSettings();
  settings.flags.reflection = false;
  view.draw(d, settings, perturbation);
  return view.canvas.toDataURL('image/jpeg', 0.85);
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve, 30);
  });
}
