/**
 * Lights of the model, and the headlight that follows the camera. Intensities are those of MuJoCo, in display colors.
 */
import {
  AmbientLight,
  type Camera,
  DirectionalLight,
  Group,
  type Light,
  type LightShadow,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { type Data, LightType, type Model } from '../../../index.ts';
import { setDisplayColor } from './colors.ts';
import { decayOfLamp, fixedLightKey, NO_CUTOFF } from './fixedLight.ts';
import type { SceneLight } from './surface.ts';

/** The renderer divides by pi; MuJoCo does not. */
const PI = Math.PI;
const MAX_SHADOWS = 3;
/** Edge width of soft shadows, in pixels of a 2048 shadow map. */
const SOFT_TEXELS = 5;
/** Minimum distance between a shadow caster and a receiver, in model extents. */
const NEARER = 0.0015;

interface Lamp {
  light: DirectionalLight | SpotLight | PointLight;
  id: number;
}

/** Factors of the model's lights next to a studio, which replaces ambient light. */
const BESIDE_STUDIO = { lamp: 1.6, head: 0.12, ambient: 0 };
const ALONE = { lamp: 1, head: 1, ambient: 1 };
/** Ambient light of a model without lights, as in MuJoCo's renderer. */
const WITHOUT_LIGHTS = 0.3;

export class Lights {
  readonly group = new Group();
  readonly #m: Model;
  readonly #scene: SceneLight;
  /** Key of the current shaders. */
  #key = '';
  readonly #lamps: Lamp[] = [];
  readonly #head = new DirectionalLight();
  readonly #everywhere = new AmbientLight();
  readonly #direction = new Vector3();
  readonly #headlightOn: boolean;
  readonly #physical: boolean;

  /** @param scene receives the light parameters missing in three.js, for the classic look
   * @param headlightOn whether to include the headlight @param physical whether there is a studio environment */
  constructor(m: Model, scene: SceneLight, headlightOn: boolean, physical: boolean) {
    this.#m = m;
    this.#scene = scene;
    this.#headlightOn = headlightOn;
    this.#physical = physical;
    if (headlightOn) this.group.add(this.#head, this.#head.target);
    for (let id = 0; id < m.nlight; id++) if (m.light_active[id]) this.#addLamp(id);
    this.group.add(this.#everywhere);
    this.#setStrengths();
    this.#order();
  }

  /** @param camera position of the headlight; without it the headlight does not move
   * @returns whether the shaders of the classic look must be regenerated */
  update(d: Data, camera: Camera | undefined, shadows: boolean): boolean {
    if (camera) {
      camera.getWorldDirection(this.#direction);
      this.#head.position.copy(camera.position);
      this.#head.target.position.copy(camera.position).add(this.#direction);
    }
    this.#setStrengths();
    for (const { light, id } of this.#lamps) {
      const pos = at3(d.light_xpos, id);
      const dir = at3(d.light_xdir, id);
      light.position.copy(pos);
      if (!(light instanceof PointLight)) {
        if (light instanceof DirectionalLight) aimSun(light, pos, dir, this.#m);
        else light.target.position.copy(pos).add(dir);
      }
      const casts = shadows && light.userData['shadow'] === true;
      if (light.castShadow !== casts) light.castShadow = casts;
      shapeShadow(light, this.#m);
      this.#scene.uniforms.lampShine.value[id + 1]!.w = shadows && this.#m.light_castshadow[id] ? 1 : 0;
    }
    return this.#order();
  }

  dispose(): void {
    for (const { light } of this.#lamps) light.dispose();
  }

  /** Current colors of the model, which the user may change. */
  #setStrengths(): void {
    const m = this.#m;
    const { headlight } = m.vis;
    const on = this.#headlightOn && headlight.active !== 0;
    const strength = this.#physical ? BESIDE_STUDIO : ALONE;
    const ambient = this.#everywhere.color.setRGB(0, 0, 0);
    if (on) ambient.setRGB(...triple(headlight.ambient, 0));
    else if (this.#headlightOn && this.#lamps.length === 0)
      ambient.setRGB(WITHOUT_LIGHTS, WITHOUT_LIGHTS, WITHOUT_LIGHTS);
    this.#everywhere.intensity = PI * strength.ambient;
    setDisplayColor(this.#head.color, headlight.diffuse, 'display');
    this.#head.intensity = PI * strength.head;
    const { lampShine, lampAround } = this.#scene.uniforms;
    lampShine.value[0]!.set(...triple(headlight.specular, 0), 0);
    this.#head.visible = on && isLit(headlight.diffuse, headlight.specular);
    for (const { light, id } of this.#lamps) {
      const own = [m.light_diffuse, m.light_specular, m.light_ambient].map((colors) =>
        colors.subarray(3 * id, 3 * id + 3),
      );
      // a light without intensity costs nothing
      light.visible = isLit(...own);
      setDisplayColor(light.color, m.light_diffuse.subarray(3 * id, 3 * id + 3), 'display');
      light.intensity = PI * strength.lamp;
      lampShine.value[id + 1]!.set(...triple(m.light_specular, 3 * id), 0);
      const isBeam = light instanceof SpotLight && m.light_cutoff[id]! < 180;
      const cutoff = isBeam ? Math.cos((m.light_cutoff[id]! * PI) / 180) : NO_CUTOFF;
      lampAround.value[id + 1]!.set(...triple(m.light_ambient, 3 * id), cutoff);
    }
  }

  /**
   * Record which lights are on, in three.js order: shadow casters first. Returns whether this requires other shaders.
   */
  #order(): boolean {
    const { uniforms, lamps } = this.#scene;
    const head = this.#headlightOn ? [{ light: this.#head, id: -1 }] : [];
    const entries = (kind: typeof DirectionalLight | typeof SpotLight) => {
      const on = [...head, ...this.#lamps].filter(({ light }) => light instanceof kind && light.visible);
      return [true, false]
        .flatMap((casts) => on.filter(({ light }) => light.castShadow === casts))
        .map(({ id }) => id + 1);
    };
    lamps.spots = entries(SpotLight);
    lamps.suns = entries(DirectionalLight);
    const key = fixedLightKey(uniforms, lamps);
    const changed = key !== this.#key;
    this.#key = key;
    return changed;
  }

  #addLamp(id: number): void {
    const m = this.#m;
    const light = makeLamp(m, id);
    if (!light) return;
    const shadows = this.#lamps.filter((lamp) => lamp.light.userData['shadow']).length;
    light.userData['shadow'] = m.light_castshadow[id] !== 0 && shadows < MAX_SHADOWS && !(light instanceof PointLight);
    const size = Math.max(512, Math.min(2048, m.vis.quality.shadowsize || 2048));
    if (light.shadow) light.shadow.mapSize.set(size, size);
    if (light.shadow && this.#physical) light.shadow.radius = SOFT_TEXELS * (size / 2048);
    this.group.add(light);
    if (!(light instanceof PointLight)) this.group.add(light.target);
    this.#lamps.push({ light, id });
  }
}

function makeLamp(m: Model, id: number): Lamp['light'] | undefined {
  switch (m.light_type[id]) {
    case LightType.DIRECTIONAL:
      return new DirectionalLight();
    case LightType.POINT:
      return new PointLight(0xffffff, 1, 0, 0);
    case LightType.SPOT: {
      const angle = Math.min((m.light_cutoff[id]! * PI) / 180, PI / 2 - 0.01);
      // a more focused beam fades over more of its width
      const penumbra = Math.min(1, 0.25 + 0.05 * m.light_exponent[id]!);
      return new SpotLight(0xffffff, 1, 0, angle, penumbra, decayOfLamp(id));
    }
    default:
      return undefined;
  }
}

/** Range of a shadow map, and its depth bias: large enough that surfaces do not shadow themselves, small enough that a
 * ball on a table has a shadow. */
function shapeShadow(light: Light, m: Model): void {
  if (!(light instanceof DirectionalLight || light instanceof SpotLight)) return;
  const { shadow } = light;
  const extent = Math.max(m.stat.extent, 1e-3);
  const far = 30 * extent;
  const nearer = NEARER * extent;
  shadow.normalBias = 0.004 * extent;
  if (light instanceof DirectionalLight) {
    const reach = 1.2 * m.vis.map.shadowclip * extent;
    clearSoftEdge(shadow, 2 * reach);
    const near = 0.02 * extent;
    Object.assign(light.shadow.camera, { near, far, left: -reach, right: reach, top: reach, bottom: -reach });
    shadow.bias = -nearer / (far - near);
  } else {
    const [x, y, z] = m.stat.center;
    const distance = light.position.distanceTo(new Vector3(x, y, z));
    const near = Math.max(0.02 * extent, 0.1 * distance);
    Object.assign(light.shadow.camera, { near, far: Math.max(far, 2 * distance) });
    clearSoftEdge(shadow, 2 * Math.tan(light.angle) * distance);
    // depth is 1 - near / distance, up to 1 %
    shadow.bias = (-nearer * near) / Math.max(near, distance) ** 2;
  }
}

/** A soft edge looks up texels within its radius: points of one surface must not shadow each other.
 *  @param width of the shadow map at the model */
function clearSoftEdge(shadow: LightShadow, width: number): void {
  if (shadow.radius > 1)
    shadow.normalBias = Math.max(shadow.normalBias, (1.2 * shadow.radius * width) / shadow.mapSize.x);
}

/** A directional light far enough behind its target, whatever its position. */
function aimSun(light: DirectionalLight, pos: Vector3, dir: Vector3, m: Model): void {
  const center = new Vector3(m.stat.center[0], m.stat.center[1], m.stat.center[2]);
  const along = Math.max(0, center.sub(pos).dot(dir));
  light.target.position.copy(pos).addScaledVector(dir, along);
  light.position.copy(light.target.position).addScaledVector(dir, -4 * Math.max(m.stat.extent, 1e-3));
}

function at3(values: Float64Array, i: number): Vector3 {
  return new Vector3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

function isLit(...colors: Float32Array[]): boolean {
  return colors.some((color) => color.some((part) => part !== 0));
}

function triple(values: Float32Array, at: number): [number, number, number] {
  return [values[at]!, values[at + 1]!, values[at + 2]!];
}
