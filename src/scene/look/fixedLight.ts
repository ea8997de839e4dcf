/** Light as OpenGL's fixed pipeline has it, which MuJoCo's renderer uses: beams that narrow by an exponent and end at a
 *  cutoff, fading with distance as the model says, and lamps whose highlights have a colour of their own. The lamps are those
 *  of three.js, which know nothing of all this: what they lack is in uniforms. */
import { type IUniform, Vector4 } from 'three';
import { LightType, type Model } from '../../index.ts';

/** What three's lamps cannot say. The light at the camera is the first entry, light `id` of the model is entry `id + 1`. */
export interface LampUniforms {
  /** Exponent of the beam, and constant, linear and square part of its attenuation. */
  lampBeam: IUniform<Vector4[]>;
  /** Colour of highlights, and whether the light is cut off at white for itself. */
  lampShine: IUniform<Vector4[]>;
  /** Light that comes from all around while the lamp is on, and the cosine of the cutoff. */
  lampAround: IUniform<Vector4[]>;
  /** Entries of the lamps without a place, in three's order. */
  lampOfSun: IUniform<number[]>;
}

export function makeLampUniforms(m: Model): LampUniforms {
  const entries = (make: (id: number) => Vector4) => Array.from({ length: m.nlight + 1 }, (_, k) => make(k - 1));
  return {
    lampBeam: { value: entries((id) => beamOf(m, id)) },
    lampShine: { value: entries(() => new Vector4()) },
    lampAround: { value: entries(() => new Vector4(0, 0, 0, -2)) },
    lampOfSun: { value: [] },
  };
}

function beamOf(m: Model, id: number): Vector4 {
  if (id < 0 || m.light_type[id] !== LightType.SPOT) return new Vector4(0, 1, 0, 0);
  return new Vector4(m.light_exponent[id], ...m.light_attenuation.subarray(3 * id, 3 * id + 3));
}

/** A lamp with a place carries its entry in `decay`, so little of it that materials of others hardly see it. */
const ENTRY = 2 ** -14;

export function decayOfLamp(id: number): number {
  return -ENTRY * (id + 1);
}

export function fixedLightKey({ lampBeam, lampOfSun }: LampUniforms): string {
  return `${lampBeam.value.length} ${lampOfSun.value.length}`;
}

/** To be put behind three's functions of lamps and of Phong's lighting, in whose place its own come.
 *
 *  light = strength (rgb (ambient + diffuse n.l) + specular (n.h)^shininess)
 *  strength = (l.axis)^exponent / (a0 + a1 distance + a2 distance^2), 0 beyond the cutoff or in shadow */
export function fixedLight({ lampBeam, lampOfSun }: LampUniforms): string {
  const suns = lampOfSun.value.length;
  return `
uniform vec4 lampBeam[${lampBeam.value.length}];
uniform vec4 lampShine[${lampBeam.value.length}];
uniform vec4 lampAround[${lampBeam.value.length}];
// entry of the lamp that shines now, -1 if it is none of the model
int lamp = -1;
vec3 lampColor = vec3(0.0);

#if NUM_SPOT_LIGHTS > 0
void fixedSpot(const in SpotLight spot, const in vec3 position, out IncidentLight light) {
  if (spot.decay >= 0.0) {
    getSpotLightInfo(spot, position, light);
    return;
  }
  lamp = int(-spot.decay * ${(1 / ENTRY).toFixed(1)} + 0.5);
  lampColor = RECIPROCAL_PI * spot.color;
  vec3 to = spot.position - position;
  float far = length(to);
  light.direction = to / far;
  float inside = dot(light.direction, spot.direction);
  vec4 beam = lampBeam[lamp];
  float strength = pow(max(inside, 1e-4), beam.x) / (beam.y + beam.z * far + beam.w * far * far);
  light.color = vec3(inside < lampAround[lamp].w ? 0.0 : strength);
  light.visible = light.color.r > 0.0;
}
#define getSpotLightInfo fixedSpot
#endif

#if NUM_DIR_LIGHTS > 0 && NUM_DIR_LIGHTS == ${suns}
uniform float lampOfSun[${Math.max(1, suns)}];
int sunsDone = 0;
void fixedSun(const in DirectionalLight sun, out IncidentLight light) {
  getDirectionalLightInfo(sun, light);
  lamp = int(lampOfSun[sunsDone] + 0.5);
  sunsDone++;
  lampColor = RECIPROCAL_PI * light.color;
  light.color = vec3(1.0);
}
#define getDirectionalLightInfo fixedSun
#endif

// lights that are cut off at white for themselves go into directDiffuse, all others into directSpecular
void fixedDirect(const in IncidentLight light, const in vec3 position, const in vec3 normal, const in vec3 view, const in vec3 coat, const in BlinnPhongMaterial material, inout ReflectedLight reflected) {
  bool known = lamp >= 0;
  vec3 diffuse = known ? lampColor : RECIPROCAL_PI * light.color;
  vec4 shine = known ? lampShine[lamp] : vec4(diffuse, 0.0);
  vec3 around = known ? lampAround[lamp].rgb : vec3(0.0);
  float strength = known ? light.color.r : 1.0;
  float facing = dot(normal, light.direction);
  float gloss = facing > 0.0 ? pow(max(dot(normal, normalize(light.direction + view)), 1e-4), material.specularShininess) : 0.0;
  vec3 sum = strength * (material.diffuseColor * (around + diffuse * max(facing, 0.0)) + gloss * shine.rgb * material.specularColor);
  if (shine.a > 0.5) reflected.directDiffuse += min(sum, vec3(1.0));
  else reflected.directSpecular += sum;
  lamp = -1;
}
#undef RE_Direct
#define RE_Direct fixedDirect`;
}
