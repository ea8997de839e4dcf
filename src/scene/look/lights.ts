/** Lights of the model, and the headlight that follows the camera. Intensities are those of MuJoCo, in display colours. */
import {
  AmbientLight,
  type Camera,
  type Color,
  DirectionalLight,
  Group,
  type Light,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { type Data, LightType, type Model } from '../../index.ts';
import { setDisplayColor } from './colors.ts';

/** The renderer divides by pi, MuJoCo does not. */
const PI = Math.PI;
const MAX_SHADOWS = 3;
/** Width of the edge of soft shadows, in pixels of a map of 2048. */
const SOFT_TEXELS = 5;

interface Lamp {
  light: DirectionalLight | SpotLight | PointLight;
  id: number;
}

/** How strong the lights of a model are beside the light of a studio, which stands in for what comes from all around. */
const BESIDE_STUDIO = { lamp: 1.6, head: 0.12, ambient: 0 };
const ALONE = { lamp: 1, head: 1, ambient: 1 };

export class Lights {
  readonly group = new Group();
  readonly #m: Model;
  readonly #lamps: Lamp[] = [];
  readonly #head = new DirectionalLight();
  readonly #everywhere = new AmbientLight();
  readonly #direction = new Vector3();
  readonly #headlightOn: boolean;
  readonly #physical: boolean;

  /** @param headlightOn whether the light of the camera is among them @param physical whether there is a studio around */
  constructor(m: Model, headlightOn = true, physical = false) {
    this.#m = m;
    this.#headlightOn = headlightOn;
    this.#physical = physical;
    if (headlightOn) this.group.add(this.#head, this.#head.target);
    for (let id = 0; id < m.nlight; id++) if (m.light_active[id]) this.#addLamp(id);
    this.group.add(this.#everywhere);
    this.#setStrengths();
  }

  /** @param camera where the headlight is; without it the headlight stays where it was */
  update(d: Data, camera: Camera | undefined, shadows: boolean): void {
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
    }
  }

  dispose(): void {
    for (const { light } of this.#lamps) light.dispose();
  }

  /** Colours as the model has them now: the user may change them. */
  #setStrengths(): void {
    const m = this.#m;
    const { headlight } = m.vis;
    const on = this.#headlightOn && headlight.active !== 0;
    const strength = this.#physical ? BESIDE_STUDIO : ALONE;
    const ambient = this.#everywhere.color.setRGB(0, 0, 0);
    if (on) add(ambient, headlight.ambient, 0);
    for (let id = 0; id < m.nlight; id++) add(ambient, m.light_ambient, 3 * id);
    this.#everywhere.intensity = PI * strength.ambient;
    setDisplayColor(this.#head.color, headlight.diffuse, 'display');
    this.#head.intensity = on ? PI * strength.head : 0;
    for (const { light, id } of this.#lamps) {
      setDisplayColor(light.color, m.light_diffuse.subarray(3 * id, 3 * id + 3), 'display');
      light.intensity = PI * strength.lamp;
    }
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
      // a beam that is focused more fades over more of its width
      const penumbra = Math.min(1, 0.25 + 0.05 * m.light_exponent[id]!);
      return new SpotLight(0xffffff, 1, 0, angle, penumbra, 0);
    }
    default:
      return undefined;
  }
}

function shapeShadow(light: Light, m: Model): void {
  if (!(light instanceof DirectionalLight || light instanceof SpotLight)) return;
  const { shadow } = light;
  const extent = Math.max(m.stat.extent, 1e-3);
  shadow.camera.near = 0.02 * extent;
  shadow.camera.far = 30 * extent;
  shadow.bias = -0.0004;
  shadow.normalBias = 0.004 * extent;
  if (light instanceof DirectionalLight) {
    const reach = 1.2 * m.vis.map.shadowclip * extent;
    Object.assign(light.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
  }
}

/** A sun far enough behind what it shines on, whatever its position says. */
function aimSun(light: DirectionalLight, pos: Vector3, dir: Vector3, m: Model): void {
  const centre = new Vector3(m.stat.center[0], m.stat.center[1], m.stat.center[2]);
  const along = Math.max(0, centre.sub(pos).dot(dir));
  light.target.position.copy(pos).addScaledVector(dir, along);
  light.position.copy(light.target.position).addScaledVector(dir, -4 * Math.max(m.stat.extent, 1e-3));
}

function at3(values: Float64Array, i: number): Vector3 {
  return new Vector3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

function add(color: Color, values: Float32Array, at: number): void {
  color.r += values[at]!;
  color.g += values[at + 1]!;
  color.b += values[at + 2]!;
}
