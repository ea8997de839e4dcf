/** Mouse, pen and touch on the picture: camera, selection, perturbation. */
import { Vector3 } from 'three';
import type { Hit, SceneRenderer } from '../scene/sceneRenderer.ts';
import type { SimulationHandle } from './run/simulationHandle.ts';

export interface PointerHost {
  readonly sceneRenderer: SceneRenderer<HTMLCanvasElement>;
  sim(): SimulationHandle | undefined;
  /** Whether dragging a body perturbs it even without Ctrl, for touch. */
  dragMode(): boolean;
  /** Called when the user selects a body, or none. */
  onSelect(hit: Hit | undefined): void;
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
    const { canvas } = host.sceneRenderer;
    canvas.addEventListener('pointerdown', (event) => this.#start(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(type, (event) => this.#end(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #start(event: PointerEvent): void {
    const { canvas } = this.#host.sceneRenderer;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#down.size > 1) {
      this.#release();
      this.#drag = undefined;
      return;
    }
    if (this.#isDouble(event)) this.#doubleClick(event);
    const shouldGrab = event.ctrlKey || event.metaKey || (this.#host.dragMode() && event.button === 0);
    this.#drag = shouldGrab ? this.#grab(event) : undefined;
    this.#drag ??= event.button === 2 ? 'move' : event.button === 1 ? 'zoom' : 'turn';
  }

  #move(event: PointerEvent): void {
    const last = this.#down.get(event.pointerId);
    if (!last) return;
    const { sceneRenderer } = this.#host;
    const height = sceneRenderer.canvas.clientHeight || 1;
    const dx = (event.clientX - last.x) / height;
    const dy = (event.clientY - last.y) / height;
    if (this.#down.size === 2) this.#pinch(event, last, height);
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#down.size > 1) return;
    if (this.#drag === 'turn') sceneRenderer.rig?.rotate(dx, dy);
    if (this.#drag === 'move') sceneRenderer.rig?.pan(dx, dy);
    if (this.#drag === 'zoom') sceneRenderer.rig?.zoom(Math.exp(2 * dy));
    if (this.#drag === 'pull') this.#dragBody(event);
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
    this.#host.sceneRenderer.rig?.zoom(Math.exp(0.0015 * Math.max(-300, Math.min(300, unit * event.deltaY))));
  }

  /** Two fingers: their distance zooms, their midpoint pans. */
  #pinch(event: PointerEvent, last: { x: number; y: number }, height: number): void {
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0 && now > 0) this.#host.sceneRenderer.rig?.zoom(before / now);
    this.#host.sceneRenderer.rig?.pan((event.clientX - last.x) / (2 * height), (event.clientY - last.y) / (2 * height));
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
      if (hit && (event.ctrlKey || event.metaKey)) this.#host.sceneRenderer.rig?.track(hit.body, sim.d);
      else if (hit) this.#host.sceneRenderer.rig?.focus(hit.point);
      return;
    }
    const selection = hit && hit.body > 0 ? hit : undefined;
    sim.perturbation.select(selection?.body ?? -1, hit?.point.toArray());
    this.#host.onSelect(selection);
  }

  /** Perturb the selected body, or else the one under the pointer. */
  #grab(event: PointerEvent): Drag | undefined {
    const sim = this.#host.sim();
    if (!sim) return undefined;
    const hit = this.#hit(event);
    const fresh =
      hit !== undefined &&
      hit.body > 0 &&
      (sim.perturbation.body < 0 || this.#host.dragMode() || hit.body === sim.perturbation.body);
    if (fresh) {
      sim.perturbation.select(hit.body, hit.point.toArray());
      this.#host.onSelect(hit);
    }
    if (!sim.perturbation.movable || (this.#host.dragMode() && !fresh && !event.ctrlKey)) return undefined;
    const rotates = event.shiftKey;
    sim.perturbation.start(rotates ? 'turn' : 'pull');
    sim.sendPerturbation();
    return rotates ? 'rotate' : 'pull';
  }

  #dragBody(event: PointerEvent): void {
    const sim = this.#host.sim();
    if (!sim) return;
    const { x, y } = this.#at(event);
    const target = this.#host.sceneRenderer.pointAtDepth(x, y, new Vector3(...sim.perturbation.target));
    sim.perturbation.target[0] = target.x;
    sim.perturbation.target[1] = target.y;
    sim.perturbation.target[2] = target.z;
    sim.sendPerturbation(!sim.playing);
  }

  #rotate(dx: number, dy: number): void {
    const sim = this.#host.sim();
    const camera = this.#host.sceneRenderer.rig?.active;
    if (!sim || !camera) return;
    const e = camera.matrixWorld.elements;
    sim.perturbation.rotate([e[4], e[5], e[6]], 3 * dx);
    sim.perturbation.rotate([e[0], e[1], e[2]], 3 * dy);
    sim.sendPerturbation(!sim.playing);
  }

  #release(): void {
    const sim = this.#host.sim();
    if (!sim || (this.#drag !== 'pull' && this.#drag !== 'rotate')) return;
    sim.perturbation.release();
    sim.sendPerturbation();
  }

  #hit(event: PointerEvent): Hit | undefined {
    const { x, y } = this.#at(event);
    return this.#host.sceneRenderer.pick(x, y);
  }

  /** Position in the canvas in [-1, 1], y up. */
  #at(event: PointerEvent): { x: number; y: number } {
    const box = this.#host.sceneRenderer.canvas.getBoundingClientRect();
    return { x: (2 * (event.clientX - box.left)) / box.width - 1, y: 1 - (2 * (event.clientY - box.top)) / box.height };
  }
}
