/** The viewpoint: a free camera that orbits a point, one that follows a body, or a camera of the model. */
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { CamLightMode, type Data, id2name, type Model, ObjType, Projection } from '../../index.ts';
import { initialView, viewAxes } from './framing/initialView.ts';
import { fittedHalfHeight } from './framing/narrow.ts';
import type { ViewSettings } from './settings.ts';

export type CameraMode = { kind: 'free' } | { kind: 'track'; body: number } | { kind: 'fixed'; id: number };

const RADIANS = Math.PI / 180;

export class CameraRig {
  readonly perspective = new PerspectiveCamera();
  readonly orthographic = new OrthographicCamera();
  readonly #m: Model;
  mode: CameraMode = { kind: 'free' };
  readonly lookat = new Vector3();
  distance = 1;
  azimuth = 90;
  elevation = -45;
  /** Aspect ratio: width / height. */
  aspect = 1;
  /** Whether cameras of the model are widened in narrow pictures; otherwise their fields of view are exact. */
  fitsNarrow = false;
  readonly #fitted = { camera: -1, aspect: Number.NaN, half: 0 };
  readonly #trackedPosition = new Vector3();
  #d: Data | undefined;
  /** `update` sets the initial view, because it depends on the picture size, and again if that changes. */
  #fits = true;
  #fittedAspect = Number.NaN;

  constructor(m: Model) {
    this.#m = m;
    for (const camera of [this.perspective, this.orthographic]) camera.up.set(0, 0, 1);
    const start = m.vis.global.cameraid;
    if (start >= 0 && start < m.ncam) this.mode = { kind: 'fixed', id: start };
  }

  /** The active camera. */
  get active(): PerspectiveCamera | OrthographicCamera {
    const { mode } = this;
    const flat =
      mode.kind === 'fixed'
        ? this.#m.cam_projection[mode.id] === Projection.ORTHOGRAPHIC
        : this.#m.vis.global.orthographic !== 0;
    return flat ? this.orthographic : this.perspective;
  }

  /** Return to the initial view, of the whole model, at the next update. */
  align(): void {
    this.#fits = true;
    this.#fittedAspect = Number.NaN;
  }

  /** Fit the initial view again at the next update, unless the user changed it. */
  refit(): void {
    if (this.#fits) this.#fittedAspect = Number.NaN;
  }

  /** Move closer to a point. */
  focus(point: Vector3): void {
    this.free();
    this.lookat.copy(point);
  }

  free(): void {
    if (this.mode.kind === 'fixed') this.#adopt();
    this.#fits = false;
    this.mode = { kind: 'free' };
  }

  track(body: number, d: Data): void {
    if (this.mode.kind === 'fixed') this.#adopt();
    this.#fits = false;
    this.mode = { kind: 'track', body };
    this.#at(body, d, this.#trackedPosition);
    this.lookat.copy(this.#trackedPosition);
  }

  fixed(id: number): void {
    if (id >= 0 && id < this.#m.ncam) this.mode = { kind: 'fixed', id };
  }

  /** Switch to the next or previous camera of the model. */
  cycle(by: 1 | -1): void {
    const n = this.#m.ncam;
    if (n === 0) return;
    const now = this.mode.kind === 'fixed' ? this.mode.id : by > 0 ? -1 : n;
    this.fixed((((now + by) % n) + n) % n);
  }

  rotate(dx: number, dy: number): void {
    this.leaveFixed();
    this.azimuth = (this.azimuth - 180 * dx) % 360;
    this.elevation = Math.max(-89.5, Math.min(89.5, this.elevation - 180 * dy));
  }

  /** Pan with the pointer; dx and dy are relative to the height of the picture. */
  pan(dx: number, dy: number): void {
    this.leaveFixed();
    const height = 2 * this.distance * Math.tan((this.#m.vis.global.fovy * RADIANS) / 2);
    const { right, up } = this.#axes();
    this.lookat.addScaledVector(right, -dx * height).addScaledVector(up, dy * height);
  }

  zoom(factor: number): void {
    this.leaveFixed();
    const { extent } = this.#m.stat;
    this.distance = Math.max(0.01 * extent, Math.min(100 * extent, this.distance * factor));
  }

  /** Update the pose of the active camera. */
  update(d: Data, settings: ViewSettings): void {
    this.#d = d;
    const { mode } = this;
    if (mode.kind === 'free' && this.#fits && this.aspect !== this.#fittedAspect) this.#fit(d, settings);
    if (mode.kind === 'fixed') {
      this.#placeFixed(mode.id, d, settings);
      return;
    }
    if (mode.kind === 'track') {
      const now = this.#at(mode.body, d, new Vector3());
      this.lookat.add(now).sub(this.#trackedPosition);
      this.#trackedPosition.copy(now);
    }
    const { forward } = this.#axes();
    const camera = this.active;
    camera.position.copy(this.lookat).addScaledVector(forward, -this.distance);
    camera.up.set(0, 0, 1);
    camera.lookAt(this.lookat);
    const { fovy } = this.#m.vis.global;
    this.#project(fovy, this.distance * Math.tan(0.5 * fovy * RADIANS || 0.5));
  }

  /** Display name of the camera. */
  name(): string {
    const { mode } = this;
    if (mode.kind === 'free') return 'Free';
    if (mode.kind === 'track') return `Follow ${id2name(this.#m, ObjType.BODY, mode.body) ?? `body ${mode.body}`}`;
    return id2name(this.#m, ObjType.CAMERA, mode.id) ?? `Camera ${mode.id}`;
  }

  #placeFixed(id: number, d: Data, settings: ViewSettings): void {
    const camera = this.active;
    const { cam_xpos, cam_xmat } = d;
    camera.position.set(cam_xpos[3 * id]!, cam_xpos[3 * id + 1]!, cam_xpos[3 * id + 2]!);
    const column = (c: number) =>
      new Vector3(...([0, 1, 2].map((r) => cam_xmat[9 * id + 3 * r + c]!) as [number, number, number]));
    camera.up.copy(column(1));
    camera.lookAt(camera.position.clone().sub(column(2)));
    const fovy = this.#m.cam_fovy[id]!;
    this.#project(this.fitsNarrow ? this.#fittedFovy(id, d, settings) : fovy, fovy / 2);
  }

  /** Fitted once for each camera and size of the picture, so that the view does not change while the model moves. */
  #fittedFovy(camera: number, d: Data, settings: ViewSettings): number {
    const { aspect } = this;
    if (this.#fitted.camera !== camera || this.#fitted.aspect !== aspect)
      Object.assign(this.#fitted, { camera, aspect, half: fittedHalfHeight(this.#m, d, settings, camera, aspect) });
    return (2 * Math.atan(this.#fitted.half)) / RADIANS;
  }

  /** Projection of the active camera: a field of view, or half the height of an orthographic view. */
  #project(fovy: number, half: number): void {
    const { extent } = this.#m.stat;
    const { znear, zfar } = this.#m.vis.map;
    const camera = this.active;
    camera.near = znear * extent;
    camera.far = Math.max(zfar, 50) * extent;
    if (camera instanceof PerspectiveCamera) {
      camera.fov = fovy;
      camera.aspect = this.aspect;
    } else {
      Object.assign(camera, { top: half, bottom: -half, right: half * this.aspect, left: -half * this.aspect });
      camera.near = -camera.far;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  #fit(d: Data, settings: ViewSettings): void {
    this.#fittedAspect = this.aspect;
    const { lookat, ...view } = initialView(this.#m, d, settings, this.aspect);
    Object.assign(this, view);
    this.lookat.set(...lookat);
  }

  /** Let the user move a camera of the model: switch to a free camera, or to one that tracks the same body. */
  leaveFixed(): void {
    this.#fits = false;
    if (this.mode.kind !== 'fixed') return;
    const { id } = this.mode;
    const follows = this.#m.cam_mode[id] === CamLightMode.TRACK || this.#m.cam_mode[id] === CamLightMode.TRACKCOM;
    const body = this.#m.cam_bodyid[id]!;
    this.free();
    if (!follows || body <= 0 || !this.#d) return;
    this.mode = { kind: 'track', body };
    this.#at(body, this.#d, this.#trackedPosition);
  }

  /** Start the free camera at the pose of a camera of the model. */
  #adopt(): void {
    const camera = this.active;
    const dir = camera.getWorldDirection(new Vector3());
    const toCenter = new Vector3(...(Array.from(this.#m.stat.center) as [number, number, number])).sub(camera.position);
    this.distance = Math.max(0.3 * this.#m.stat.extent, toCenter.dot(dir));
    this.lookat.copy(camera.position).addScaledVector(dir, this.distance);
    this.elevation = Math.asin(Math.max(-1, Math.min(1, dir.z))) / RADIANS;
    this.azimuth = Math.atan2(dir.y, dir.x) / RADIANS;
  }

  #axes(): { forward: Vector3; right: Vector3; up: Vector3 } {
    const { forward, right, up } = viewAxes(this.azimuth, this.elevation);
    return { forward: new Vector3(...forward), right: new Vector3(...right), up: new Vector3(...up) };
  }

  #at(body: number, d: Data, into: Vector3): Vector3 {
    return into.set(d.xipos[3 * body]!, d.xipos[3 * body + 1]!, d.xipos[3 * body + 2]!);
  }
}
