/** Mouse, pen and fingers on the picture: the camera, selecting, pulling. */
import { Vector3 } from 'three';
import type { Hit, View } from '../scene/view.ts';
import type { Run } from './run/run.ts';

export interface PointerHost {
  readonly view: View<HTMLCanvasElement>;
  sim(): Run | undefined;
  /** Whether dragging a body pulls it even without Ctrl, for fingers. */
  pulling(): boolean;
  /** The user has chosen a body, or none. */
  selected(hit: Hit | undefined): void;
}

type Drag = 'turn' | 'move' | 'zoom' | 'pull' | 'rotate';

const DOUBLE_MS = 350;

export class Pointer {
  readonly #host: PointerHost;
  readonly #down = new Map<number, { x: number; y: number }>();
  #drag: Drag | undefined;
  #lastTap = { time: 0, x: 0, y: 0, button: -1 };

  constructor(host: PointerHost) {
    this.#host = host;
    const { canvas } = host.view;
    canvas.addEventListener('pointerdown', (event) => this.#start(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(type, (event) => this.#end(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #start(event: PointerEvent): void {
    const { canvas } = this.#host.view;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#down.size > 1) {
      this.#release();
      this.#drag = undefined;
      return;
    }
    if (this.#isDouble(event)) this.#doubleClick(event);
    const hold = event.ctrlKey || event.metaKey || (this.#host.pulling() && event.button === 0);
    this.#drag = hold ? this.#takeHold(event) : undefined;
    this.#drag ??= event.button === 2 ? 'move' : event.button === 1 ? 'zoom' : 'turn';
  }

  #move(event: PointerEvent): void {
    const last = this.#down.get(event.pointerId);
    if (!last) return;
    const { view } = this.#host;
    const height = view.canvas.clientHeight || 1;
    const dx = (event.clientX - last.x) / height;
    const dy = (event.clientY - last.y) / height;
    if (this.#down.size === 2) this.#pinch(event, last, height);
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#down.size > 1) return;
    if (this.#drag === 'turn') view.rig?.rotate(dx, dy);
    if (this.#drag === 'move') view.rig?.pan(dx, dy);
    if (this.#drag === 'zoom') view.rig?.zoom(Math.exp(2 * dy));
    if (this.#drag === 'pull') this.#pull(event);
    if (this.#drag === 'rotate') this.#rotate(dx, dy);
  }

  #end(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
    if (this.#down.size > 0) return;
    this.#release();
    this.#drag = undefined;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.#host.view.rig?.zoom(Math.exp(0.0015 * Math.max(-300, Math.min(300, unit * event.deltaY))));
  }

  /** Two fingers: their distance zooms, their middle moves. */
  #pinch(event: PointerEvent, last: { x: number; y: number }, height: number): void {
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0 && now > 0) this.#host.view.rig?.zoom(before / now);
    this.#host.view.rig?.pan((event.clientX - last.x) / (2 * height), (event.clientY - last.y) / (2 * height));
  }

  #isDouble(event: PointerEvent): boolean {
    const { time, x, y, button } = this.#lastTap;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < 8;
    const double = near && button === event.button && event.timeStamp - time < DOUBLE_MS;
    this.#lastTap = { time: double ? 0 : event.timeStamp, x: event.clientX, y: event.clientY, button: event.button };
    return double;
  }

  #doubleClick(event: PointerEvent): void {
    const sim = this.#host.sim();
    const hit = this.#hit(event);
    if (!sim) return;
    if (event.button === 2) {
      if (hit && (event.ctrlKey || event.metaKey)) this.#host.view.rig?.track(hit.body, sim.d);
      else if (hit) this.#host.view.rig?.focus(hit.point);
      return;
    }
    const chosen = hit && hit.body > 0 ? hit : undefined;
    sim.hand.select(chosen?.body ?? -1, hit?.point.toArray());
    this.#host.selected(chosen);
  }

  /** Pull what is selected, or else what is under the pointer. */
  #takeHold(event: PointerEvent): Drag | undefined {
    const sim = this.#host.sim();
    if (!sim) return undefined;
    const hit = this.#hit(event);
    const fresh =
      hit !== undefined && hit.body > 0 && (sim.hand.body < 0 || this.#host.pulling() || hit.body === sim.hand.body);
    if (fresh) {
      sim.hand.select(hit.body, hit.point.toArray());
      this.#host.selected(hit);
    }
    if (!sim.hand.movable || (this.#host.pulling() && !fresh && !event.ctrlKey)) return undefined;
    const turn = event.shiftKey;
    sim.hand.start(turn ? 'turn' : 'pull');
    sim.sendHand();
    return turn ? 'rotate' : 'pull';
  }

  #pull(event: PointerEvent): void {
    const sim = this.#host.sim();
    if (!sim) return;
    const { x, y } = this.#at(event);
    const target = this.#host.view.pointAtDepth(x, y, new Vector3(...sim.hand.target));
    sim.hand.target[0] = target.x;
    sim.hand.target[1] = target.y;
    sim.hand.target[2] = target.z;
    sim.sendHand(!sim.playing);
  }

  #rotate(dx: number, dy: number): void {
    const sim = this.#host.sim();
    const camera = this.#host.view.rig?.active;
    if (!sim || !camera) return;
    const e = camera.matrixWorld.elements;
    sim.hand.rotate([e[4], e[5], e[6]], 3 * dx);
    sim.hand.rotate([e[0], e[1], e[2]], 3 * dy);
    sim.sendHand(!sim.playing);
  }

  #release(): void {
    const sim = this.#host.sim();
    if (!sim || (this.#drag !== 'pull' && this.#drag !== 'rotate')) return;
    sim.hand.release();
    sim.sendHand();
  }

  #hit(event: PointerEvent): Hit | undefined {
    const { x, y } = this.#at(event);
    return this.#host.view.pick(x, y);
  }

  /** Place in the canvas from -1 to 1, up is positive. */
  #at(event: PointerEvent): { x: number; y: number } {
    const box = this.#host.view.canvas.getBoundingClientRect();
    return { x: (2 * (event.clientX - box.left)) / box.width - 1, y: 1 - (2 * (event.clientY - box.top)) / box.height };
  }
}
