/** A model on the page: its simulation, its panels, and its link. */

import type { SceneRenderer } from '../../src/view/scene/sceneRenderer.ts';
import type { ViewSettings } from '../../src/view/scene/settings.ts';
import type { OpenResult, RemoteSimulation } from '../../src/view/viewer/sim/remote/remoteSimulation.ts';
import type { Context, Panel } from './context.ts';
import type { AppSource } from './inputs/example.ts';
import type { Link } from './inputs/link.ts';
import { groupsPanel, renderingPanel } from './panels/display/rendering.ts';
import { visualizationPanel } from './panels/display/visualization.ts';
import { forcesPanel } from './panels/measure/forces.ts';
import { infoPanel } from './panels/measure/info.ts';
import { PlotsPanel } from './panels/measure/plots.ts';
import { profilePanel } from './panels/measure/profile.ts';
import { sensorsPanel } from './panels/measure/sensors.ts';
import { watchPanel } from './panels/measure/watch.ts';
import { controlsPanel } from './panels/model/controls.ts';
import { equalityPanel, jointsPanel } from './panels/model/joints.ts';
import { linkedOptions, physicsPanel } from './panels/model/physics.ts';
import { programPanel } from './panels/model/program.ts';
import { savePanel } from './panels/save.ts';
import { isShown } from './ui/section.ts';

export interface SessionHost {
  readonly sceneRenderer: SceneRenderer;
  readonly settings: ViewSettings;
  changed(): void;
  showMessage(text: string): void;
  drawMs(): number;
  /** The model as MJCF, if available. */
  xml: (() => Promise<string>) | undefined;
  /** URL of the program that controls the model. */
  program: string | undefined;
}

export class ModelSession {
  readonly source: AppSource;
  readonly sim: RemoteSimulation;
  readonly title: string;
  readonly left: Panel[];
  readonly right: Panel[];
  readonly #plots: PlotsPanel;
  readonly #host: SessionHost;
  readonly #initialOptions: Record<string, number>;

  /** @param initialOptions physics options of the model */
  constructor(
    source: AppSource,
    result: OpenResult,
    link: Link,
    initialOptions: Record<string, number>,
    host: SessionHost,
  ) {
    this.source = source;
    this.title = result.title;
    this.#host = host;
    this.sim = result.simulation;
    this.#initialOptions = initialOptions;
    this.#aim(link);
    const context: Context = {
      sim: this.sim,
      sceneRenderer: host.sceneRenderer,
      settings: host.settings,
      title: this.title,
      changed: host.changed,
      showMessage: host.showMessage,
      plot: (field) => this.#plots.add(field),
    };
    this.#plots = new PlotsPanel(context);
    const present = (panels: (Panel | undefined)[]) => panels.filter((panel) => panel !== undefined);
    this.left = present([
      renderingPanel(context),
      groupsPanel(context),
      visualizationPanel(context),
      physicsPanel(context),
    ]);
    this.right = present([
      controlsPanel(context),
      jointsPanel(context),
      infoPanel(context),
      host.program === undefined ? undefined : programPanel(host.program),
      equalityPanel(context),
      sensorsPanel(context),
      forcesPanel(context),
      watchPanel(context, (field) => this.#plots.watch(field)),
      this.#plots,
      profilePanel(context, host.drawMs),
      savePanel(context, { xml: host.xml, keyframe: (name) => this.keyframe(name), camera: () => this.camera() }),
    ]);
    for (const field of link.plot ?? []) this.#plots.add(field);
  }

  /** Once per frame. */
  sample(): void {
    for (const panel of this.right) panel.sample?.();
  }

  /** Several times a second. */
  update(): void {
    for (const panel of [...this.left, ...this.right]) if (isShown(panel)) panel.update?.();
  }

  plot(field: string): void {
    this.#plots.add(field);
  }

  /** The parameters of this view. */
  link(): Link {
    const { sim, source } = this;
    const { rig } = this.#host.sceneRenderer;
    const changed = linkedOptions.filter((name) => sim.m.opt[name] !== this.#initialOptions[name]);
    return {
      ...(source.kind === 'example' ? { example: source.name } : {}),
      ...(source.kind === 'address' ? { model: source.url } : {}),
      speed: sim.speed,
      key: sim.startKey,
      show: this.#host.settings.toWords(),
      plot: this.#plots.fields,
      opt: Object.fromEntries(changed.map((name) => [name, sim.m.opt[name]])),
      ...(rig?.mode.kind === 'fixed' ? { camera: rig.mode.id } : {}),
      ...(rig?.mode.kind === 'track' ? { track: rig.mode.body } : {}),
      ...(rig && rig.mode.kind !== 'fixed' ? { view: [rig.azimuth, rig.elevation, rig.distance, ...rig.lookat] } : {}),
    };
  }

  /** The state as a keyframe to paste into the model. */
  keyframe(name = 'copied'): string {
    const { m, d } = this.sim;
    const list = (values: Float64Array) => Array.from(values, (x) => Number(x.toPrecision(10))).join(' ');
    const parts = [`name="${name}"`, `time="${d.time}"`, `qpos="${list(d.qpos)}"`];
    if (d.qvel.some((x) => x !== 0)) parts.push(`qvel="${list(d.qvel)}"`);
    if (m.na > 0) parts.push(`act="${list(d.act)}"`);
    if (m.nu > 0) parts.push(`ctrl="${list(d.ctrl)}"`);
    if (m.nmocap > 0) parts.push(`mpos="${list(d.mocap_pos)}"`, `mquat="${list(d.mocap_quat)}"`);
    return `<key ${parts.join(' ')}/>`;
  }

  /** The view as a camera to paste into the model. */
  camera(): string {
    const { elements } = this.#host.sceneRenderer.rig!.active.matrixWorld;
    const list = (...at: number[]) => at.map((k) => Number(elements[k]!.toPrecision(6))).join(' ');
    return `<camera pos="${list(12, 13, 14)}" xyaxes="${list(0, 1, 2, 4, 5, 6)}"/>`;
  }

  dispose(): void {
    for (const panel of [...this.left, ...this.right]) panel.dispose?.();
    this.sim.dispose();
  }

  /** Set the camera from a link. */
  #aim(link: Link): void {
    const { sim } = this;
    const { rig } = this.#host.sceneRenderer;
    if (!rig) return;
    // examples start at the camera of their author, other models at the free camera
    if (this.source.kind === 'example' && sim.m.ncam > 0 && !link.view) rig.fixed(0);
    if (link.camera !== undefined) rig.fixed(link.camera);
    const follows = link.track !== undefined && link.track > 0 && link.track < sim.m.nbody;
    if (follows) rig.track(link.track!, sim.d);
    if (link.view) {
      const [azimuth, elevation, distance, x, y, z] = link.view as [number, number, number, number, number, number];
      if (!follows) rig.free();
      Object.assign(rig, { azimuth, elevation, distance });
      rig.lookat.set(x, y, z);
    }
  }
}

/** Apply a link to a run; returns the options of the model itself. */
export async function applyLink(sim: RemoteSimulation, link: Link): Promise<Record<string, number>> {
  const { opt, nkey } = sim.m;
  const initial = Object.fromEntries(linkedOptions.map((name) => [name, opt[name]]));
  for (const name of linkedOptions) {
    const value = link.opt?.[name];
    if (value !== undefined) sim.setOption({ name, value });
  }
  if (link.speed !== undefined && link.speed > 0) sim.setSpeed(link.speed);
  // start in the first keyframe, if there is one
  const isKey = link.key !== undefined && Number.isInteger(link.key) && link.key >= -1 && link.key < nkey;
  sim.reset(isKey ? link.key! : nkey > 0 ? 0 : -1);
  if (link.paused) sim.play(false);
  await sim.whenIdle();
  return initial;
}
