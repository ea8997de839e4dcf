/** Name labels at objects, as HTML elements over the picture. */
import { type Camera, Vector3 } from 'three';
import { type Data, id2name, type Model, ObjType } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';

const MAX_LABELS = 300;

export class Labels {
  readonly #host: HTMLElement;
  readonly #spans: HTMLSpanElement[] = [];
  readonly #point = new Vector3();
  #count = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  update(m: Model, d: Data, s: ViewSettings, camera: Camera, selected: number): void {
    this.#count = 0;
    const put = (type: ObjType, id: number, pos: Float64Array, at: number) => {
      const text = id2name(m, type, id) ?? String(id);
      this.#put(text, pos[3 * at]!, pos[3 * at + 1]!, pos[3 * at + 2]!, camera);
    };
    const each = (type: ObjType, n: number, pos: Float64Array, from = 0) => {
      for (let i = from; i < Math.min(n, MAX_LABELS); i++) put(type, i, pos, i);
    };
    if (s.label === 'body') each(ObjType.BODY, m.nbody, d.xipos, 1);
    if (s.label === 'joint') each(ObjType.JOINT, m.njnt, d.xanchor);
    if (s.label === 'geom') each(ObjType.GEOM, m.ngeom, d.geom_xpos);
    if (s.label === 'site') each(ObjType.SITE, m.nsite, d.site_xpos);
    if (s.label === 'tendon') {
      for (let t = 0; t < m.ntendon; t++) if (d.ten_wrapnum[t]) put(ObjType.TENDON, t, d.wrap_xpos, d.ten_wrapadr[t]!);
    }
    if (s.label === 'actuator') {
      for (let i = 0; i < m.nactuator; i++)
        if (m.actuator_trntype[i]! <= 1) put(ObjType.ACTUATOR, i, d.xanchor, m.actuator_trnid[2 * i]!);
    }
    if (s.label === 'selection' && selected > 0) put(ObjType.BODY, selected, d.xipos, selected);
    this.#spans.forEach((span, k) => {
      if (k >= this.#count) span.hidden = true;
    });
  }

  clear(): void {
    this.#host.replaceChildren();
    this.#spans.length = 0;
  }

  #put(text: string, x: number, y: number, z: number, camera: Camera): void {
    this.#point.set(x, y, z).project(camera);
    if (this.#point.z > 1 || Math.abs(this.#point.x) > 1 || Math.abs(this.#point.y) > 1) return;
    let span = this.#spans[this.#count];
    if (!span) {
      span = document.createElement('span');
      this.#host.append(span);
      this.#spans.push(span);
    }
    this.#count++;
    span.hidden = false;
    if (span.textContent !== text) span.textContent = text;
    span.style.left = `${50 * (1 + this.#point.x)}%`;
    span.style.top = `${50 * (1 - this.#point.y)}%`;
  }
}
