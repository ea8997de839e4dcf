/** The custom element `<tenon-viewer src="model.xml">`. */
import type { CameraView, ViewerOptions } from './options.ts';
import { Viewer } from './viewer.ts';

/** Its attributes; changing any except `speed` reloads the viewer. */
const attributeNames = ['src', 'controller', 'camera', 'speed', 'paused', 'bar', 'key', 'show'];

/** Register `<tenon-viewer>`, or the same element under another name. Importing `tenon/viewer` registers it. Its attributes are `src`, `controller`, `camera` (a name or a number), `speed`, `key`,
 *  `paused`, `show` (`contactForce no-shadow`) and `bar="no"`; its events those of a viewer, with what they tell in `detail`.
 *
 *  @example
 *  defineViewerElement('robot-viewer');
 *  document.body.innerHTML = '<robot-viewer src="robot.xml" style="height: 400px"></robot-viewer>'; */
export function defineViewerElement(name = 'tenon-viewer'): void {
  if (!customElements.get(name)) customElements.define(name, makeClass());
}

/** Created on demand: `HTMLElement` exists only in browsers. */
function makeClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributeNames;
    /** The viewer while the element is connected. */
    viewer: Viewer | undefined;
    #queued = false;

    connectedCallback(): void {
      if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
      this.#rebuild();
    }

    disconnectedCallback(): void {
      this.viewer?.dispose();
      this.viewer = undefined;
    }

    attributeChangedCallback(changed: string): void {
      const speed = Number(this.getAttribute('speed') ?? 1);
      if (changed === 'speed' && this.viewer?.model && speed > 0) this.viewer.setSpeed(speed);
      else if (this.viewer) this.#rebuild();
    }

    /** Several attribute changes in one task cause one rebuild. */
    #rebuild(): void {
      if (this.#queued) return;
      this.#queued = true;
      queueMicrotask(() => {
        this.#queued = false;
        if (this.isConnected) this.#build();
      });
    }

    #build(): void {
      this.viewer?.dispose();
      const viewer = new Viewer(this, attributeOptions(this));
      this.viewer = viewer;
      for (const event of ['load', 'frame', 'step', 'select', 'error'] as const)
        viewer.on(event, (detail: unknown) => this.dispatchEvent(new CustomEvent(event, { detail })));
    }
  };
}

function attributeOptions(element: HTMLElement): ViewerOptions {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const number = (name: string) => (element.hasAttribute(name) ? Number(text(name)) : undefined);
  const words = (text('show') ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    src: text('src'),
    controller: text('controller'),
    camera: cameraOf(text('camera')),
    speed: number('speed'),
    key: number('key'),
    autoplay: !element.hasAttribute('paused'),
    bar: text('bar') !== 'no',
    show: Object.fromEntries(words.map((word) => [word.replace(/^no-/, ''), !word.startsWith('no-')])),
  };
}

/** Parses `top`, `0`, or `90,-20,4,0,0,1`: azimuth, elevation, distance, point looked at. */
function cameraOf(text: string | undefined): string | number | CameraView | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(',').map(Number);
  if (numbers.length === 6 && numbers.every(Number.isFinite)) {
    const [azimuth, elevation, distance, x, y, z] = numbers as [number, number, number, number, number, number];
    return { azimuth, elevation, distance, lookat: [x, y, z] };
  }
  return /^\d+$/.test(text) ? Number(text) : text;
}
