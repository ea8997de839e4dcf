/** A backdrop for models that have neither lights nor a floor, such as a plain URDF: studio lights, and ground under the lowest point of
 * the model. The ground is a picture: it has no contacts, and fades where the model is below it. */
import {
  CircleGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type IUniform,
  Mesh,
  ShadowMaterial,
  Vector3,
} from 'three';
import { type Data, GeomType, type Model } from '../../../index.ts';
import { lowestPoint } from '../framing/lowest.ts';
import { withSoftShadows } from './softShadow.ts';

/** Directions to the lamps, and their strengths in the classic and in the physical look. */
const KEY = { from: [-0.45, -0.6, 1], classic: 0.62, physical: 1.7 } as const;
const FILL = { from: [0.9, 0.3, 0.35], classic: 0.22, physical: 0.35 } as const;
const SKY = { classic: 0.3, physical: 0 } as const;
/** Width of shadow edges in texels: few samples of the classic look allow narrow ones. */
const SOFTNESS = { classic: 3, physical: 6 } as const;
/** Radius of the ground and reach of the shadows, in extents of the model. */
const RADIUS = 7;
const SHADOWS = 2.2;
/** Depth below the ground at which it has disappeared, in extents. */
const FADE = 0.25;

/** Whether a model has neither lights nor a floor. */
export function isBare(m: Model): boolean {
  if (m.nlight > 0) return false;
  const isGround = (type: number) => type === GeomType.PLANE || type === GeomType.HFIELD;
  return m.ngeom + m.nflex > 0 && !m.geom_type.some(isGround);
}

export class Backdrop {
  readonly group = new Group();
  readonly #m: Model;
  readonly #ground: Mesh<CircleGeometry, ShadowMaterial>;
  readonly #key = new DirectionalLight();
  readonly #uniforms = {
    ink: { value: new Color() } as IUniform<Color>,
    /** Opacity of the ground, the distance of its lines, and its radius. */
    ground: { value: new Vector3(1, 1, 1) } as IUniform<Vector3>,
  };
  /** Height of the ground; undefined until the first state is drawn. */
  #height: number | undefined;

  constructor(m: Model, physical: boolean) {
    this.#m = m;
    this.group.name = 'backdrop';
    this.#ground = new Mesh(new CircleGeometry(1, 96), this.#makeMaterial());
    this.#ground.receiveShadow = true;
    // below everything else that is transparent
    this.#ground.renderOrder = -1;
    const extent = Math.max(m.stat.extent, 1e-3);
    this.#ground.scale.setScalar(RADIUS * extent);
    const strength = physical ? 'physical' : 'classic';
    this.#aim(this.#key, KEY.from, KEY[strength]);
    shapeShadow(this.#key, extent, SOFTNESS[strength]);
    const fill = new DirectionalLight();
    this.#aim(fill, FILL.from, FILL[strength]);
    const sky = new HemisphereLight(0xffffff, 0x9a9a9a, Math.PI * SKY[strength]);
    sky.position.set(0, 0, 1);
    sky.visible = SKY[strength] > 0;
    this.group.add(this.#ground, this.#key, this.#key.target, fill, fill.target, sky);
    this.#uniforms.ground.value.set(1, lineDistance(extent), RADIUS * extent);
  }

  /** Height of the ground. */
  get height(): number | undefined {
    return this.#height;
  }

  /** @param dark whether the background is dark */
  update(d: Data, shown: boolean, shadows: boolean, dark: boolean): void {
    this.group.visible = shown;
    if (!shown) return;
    this.#height ??= lowestPoint(this.#m, d) ?? 0;
    const extent = Math.max(this.#m.stat.extent, 1e-3);
    // slightly lower than the model, which may touch it
    this.#ground.position.set(this.#m.stat.center[0]!, this.#m.stat.center[1]!, this.#height - 1e-4 * extent);
    this.#key.castShadow = shadows;
    this.#uniforms.ink.value.setHex(dark ? 0xffffff : 0x33404d);
    const below = this.#height - lowestCenter(this.#m, d);
    this.#uniforms.ground.value.x = Math.max(0, Math.min(1, 1 - below / (FADE * extent)));
    this.#ground.visible = this.#uniforms.ground.value.x > 0;
  }

  dispose(): void {
    this.#ground.geometry.dispose();
    this.#ground.material.dispose();
    this.#key.dispose();
  }

  #aim(light: DirectionalLight, from: readonly [number, number, number], strength: number): void {
    const { center, extent } = this.#m.stat;
    light.target.position.set(center[0]!, center[1]!, center[2]!);
    const away = new Vector3(...from).normalize().multiplyScalar(4 * Math.max(extent, 1e-3));
    light.position.copy(light.target.position).add(away);
    light.intensity = Math.PI * strength;
  }

  /** Shadows, lines and a tint over the background, which fade with the distance from the center. */
  #makeMaterial(): ShadowMaterial {
    const material = new ShadowMaterial({ opacity: 0.42, depthWrite: false });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xy;');
      shader.fragmentShader = withSoftShadows(shader.fragmentShader)
        .replace('#include <common>', `#include <common>\n${groundHead}`)
        .replace(/gl_FragColor = [^;]*;/, groundBody);
    };
    return material;
  }
}

const groundHead = `
varying vec2 vGround;
uniform vec3 ink;
uniform vec3 ground;`;

// lines have a width of one pixel and a half, and disappear where they would be dense
const groundBody = `
vec2 at = vGround * ground.z / ground.y;
vec2 wide = fwidth(at);
vec2 off = abs(fract(at - 0.5) - 0.5) / max(wide, vec2(1e-6));
vec2 thin = (1.0 - smoothstep(0.5, 1.5, off)) * (1.0 - smoothstep(0.05, 0.35, wide));
float away = length(vGround);
float shade = opacity * (1.0 - getShadowMask()) * (1.0 - smoothstep(0.3, 0.6, away));
float tint = (0.045 + 0.075 * max(thin.x, thin.y)) * (1.0 - smoothstep(0.1, 1.0, away));
float alpha = 1.0 - (1.0 - shade) * (1.0 - tint);
gl_FragColor = vec4(ink * tint * (1.0 - shade) / max(alpha, 1e-4), alpha * ground.x);`;

/** A power of ten that divides the model into a few cells. */
function lineDistance(extent: number): number {
  return 10 ** Math.floor(Math.log10(extent));
}

function lowestCenter(m: Model, d: Data): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let g = 0; g < m.ngeom; g++) lowest = Math.min(lowest, d.geom_xpos[3 * g + 2]!);
  for (let v = 0; v < m.nflexvert; v++) lowest = Math.min(lowest, d.flexvert_xpos[3 * v + 2]!);
  return lowest;
}

function shapeShadow(light: DirectionalLight, extent: number, radius: number): void {
  const reach = SHADOWS * extent;
  const { shadow } = light;
  shadow.mapSize.set(2048, 2048);
  shadow.radius = radius;
  shadow.normalBias = 0.004 * extent;
  shadow.bias = -1e-4;
  Object.assign(shadow.camera, { near: 0.1 * extent, far: 10 * extent, left: -reach, right: reach });
  Object.assign(shadow.camera, { top: reach, bottom: -reach });
}
