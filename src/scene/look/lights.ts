/** Lights of the model, and the headlight that follows the camera. Intensities are those of MuJoCo, in display colours. */
import {
  AmbientLight,
  type Camera,
  Color,
  DirectionalLight,
  Group,
  type Light,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { type Data, LightType, type Model } from '../../index.ts';

/** The renderer divides by pi, MuJoCo does not. */
const PI = Math.PI;
const MAX_SHADOWS = 3;

interface Lamp {
  light: DirectionalLight | SpotLight | PointLight;
  id: number;
}

export class Lights {
  readonly group = new Group();
  readonly #m: Model;
  readonly #lamps: Lamp[] = [];
  readonly #head = new DirectionalLight();
  readonly #direction = new Vector3();

  /** @param headlightOn whether the light of the camera is among them */
  constructor(m: Model, headlightOn = true) {
    this.#m = m;
    const ambient = new Color(0, 0, 0);
    const { headlight } = m.vis;
    if (headlight.active && headlightOn) {
      add(ambient, headlight.ambient, 0);
      this.#head.color.setRGB(headlight.diffuse[0]!, headlight.diffuse[1]!, headlight.diffuse[2]!);
      this.#head.intensity = PI;
      this.group.add(this.#head, this.#head.target);
    }
    for (let id = 0; id < m.nlight; id++) {
      add(ambient, m.light_ambient, 3 * id);
      if (m.light_active[id]) this.#addLamp(id);
    }
    const everywhere = new AmbientLight(ambient, PI);
    this.group.add(everywhere);
  }

  /** @param camera where the headlight is; without it the headlight stays where it was */
  update(d: Data, camera: Camera | undefined, shadows: boolean): void {
    if (camera) {
      camera.getWorldDirection(this.#direction);
      this.#head.position.copy(camera.position);
      this.#head.target.position.copy(camera.position).add(this.#direction);
    }
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
    }
  }

  dispose(): void {
    for (const { light } of this.#lamps) light.dispose();
  }

  #addLamp(id: number): void {
    const m = this.#m;
    const color = new Color().setRGB(
      m.light_diffuse[3 * id]!,
      m.light_diffuse[3 * id + 1]!,
      m.light_diffuse[3 * id + 2]!,
    );
    const light = makeLamp(m, id, color);
    if (!light) return;
    const shadows = this.#lamps.filter((lamp) => lamp.light.userData['shadow']).length;
    light.userData['shadow'] = m.light_castshadow[id] !== 0 && shadows < MAX_SHADOWS && !(light instanceof PointLight);
    shapeShadow(light, m);
    this.group.add(light);
    if (!(light instanceof PointLight)) this.group.add(light.target);
    this.#lamps.push({ light, id });
  }
}

function makeLamp(m: Model, id: number, color: Color): Lamp['light'] | undefined {
  switch (m.light_type[id]) {
    case LightType.DIRECTIONAL:
      return new DirectionalLight(color, PI);
    case LightType.POINT:
      return new PointLight(color, PI, 0, 0);
    case LightType.SPOT: {
      const angle = Math.min((m.light_cutoff[id]! * PI) / 180, PI / 2 - 0.01);
      // a beam that is focused more fades over more of its width
      const penumbra = Math.min(1, 0.25 + 0.05 * m.light_exponent[id]!);
      return new SpotLight(color, PI, 0, angle, penumbra, 0);
    }
    default:
      return undefined;
  }
}

function shapeShadow(light: Light, m: Model): void {
  if (!(light instanceof DirectionalLight || light instanceof SpotLight)) return;
  const { shadow } = light;
  const size = Math.max(512, Math.min(2048, m.vis.quality.shadowsize || 2048));
  shadow.mapSize.set(size, size);
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
