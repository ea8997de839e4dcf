/** Lighting of OpenGL's fixed-function pipeline, as in MuJoCo's renderer: spot exponents, cutoffs, distance
 * attenuation, and lights with separate specular colors. Lights of three.js have none of these, so uniforms supply
 * them. Shaders are generated for the current lights: a light without exponent, attenuation, cutoff, highlights or
 * ambient part does not compute them. */
import { type IUniform, ShaderChunk, Vector4 } from 'three';
import { LightType, type Model } from '../../../index.ts';

/** Light parameters missing in three.js. The headlight is entry 0, light `id` of the model is entry `id + 1`. */
export interface LampUniforms {
  /** Spot exponent, and constant, linear and quadratic attenuation. */
  lampBeam: IUniform<Vector4[]>;
  /** Specular color, and whether the light is clamped at white separately. */
  lampShine: IUniform<Vector4[]>;
  /** Ambient light of the lamp, and the cosine of the cutoff. */
  lampAround: IUniform<Vector4[]>;
}

/** Entries of the active lights in three.js order: positional, then directional. */
export interface LampOrder {
  spots: number[];
  suns: number[];
}

/** Cosine of the cutoff of a light without one. */
export const NO_CUTOFF = -2;

export function makeLampUniforms(m: Model): LampUniforms {
  const entries = (make: (id: number) => Vector4) => Array.from({ length: m.nlight + 1 }, (_, k) => make(k - 1));
  return {
    lampBeam: { value: entries((id) => beamOf(m, id)) },
    lampShine: { value: entries(() => new Vector4()) },
    lampAround: { value: entries(() => new Vector4(0, 0, 0, NO_CUTOFF)) },
  };
}

function beamOf(m: Model, id: number): Vector4 {
  if (id < 0 || m.light_type[id] !== LightType.SPOT) return new Vector4(0, 1, 0, 0);
  return new Vector4(m.light_exponent[id], ...m.light_attenuation.subarray(3 * id, 3 * id + 3));
}

/** A positional light encodes its entry in `decay`, scaled so that other materials are barely affected. */
const ENTRY = 2 ** -14;

export function decayOfLamp(id: number): number {
  return -ENTRY * (id + 1);
}

/** Everything that affects the source of a shader: lights and their traits. */
export function fixedLightKey(uniforms: LampUniforms, { spots, suns }: LampOrder): string {
  const one = (entry: number) => `${entry}:${Object.values(traitsOf(uniforms, entry)).map(Number).join('')}`;
  return `${uniforms.lampBeam.value.length} ${spots.map(one).join()} ${suns.map(one).join()}`;
}

interface Traits {
  narrows: boolean;
  fades: boolean;
  ends: boolean;
  shines: boolean;
  surrounds: boolean;
  /** Clamped at white separately. */
  alone: boolean;
}

function traitsOf({ lampBeam, lampShine, lampAround }: LampUniforms, entry: number): Traits {
  const [beam, shine, around] = [lampBeam, lampShine, lampAround].map(({ value }) => value[entry]!) as [
    Vector4,
    Vector4,
    Vector4,
  ];
  return {
    narrows: beam.x !== 0,
    fades: beam.y !== 1 || beam.z !== 0 || beam.w !== 0,
    ends: around.w !== NO_CUTOFF,
    shines: shine.x !== 0 || shine.y !== 0 || shine.z !== 0,
    surrounds: around.x !== 0 || around.y !== 0 || around.z !== 0,
    alone: shine.w > 0.5,
  };
}

const LIGHTS = '#include <lights_fragment_begin>';
const FUNCTIONS = '#include <lights_phong_pars_fragment>';

/** Replace the lighting of a three.js Phong shader.
 *
 *  light = strength (rgb (ambient + diffuse n.l) + specular (n.h)^shininess)
 *  strength = (l.axis)^exponent / (a0 + a1 distance + a2 distance^2), 0 beyond the cutoff or in shadow
 *
 *  @param glossy whether the surface has highlights */
export function withFixedLight(shader: string, uniforms: LampUniforms, order: LampOrder, glossy: boolean): string {
  const { spots, suns } = order;
  // other lights may be mixed with those of the model: then each one identifies itself
  const ours = `#if NUM_SPOT_LIGHTS == ${spots.length} && NUM_DIR_LIGHTS == ${suns.length}`;
  const traits = (entry: number) => {
    const all = traitsOf(uniforms, entry);
    return { ...all, shines: all.shines && glossy };
  };
  const known = [
    ...spots.flatMap((entry, k) => [
      spotFunction(`spot${k}`, traits(entry), entry),
      directFunction(`spotDirect${k}`, `spotLights[${k}].color`, traits(entry), entry),
    ]),
    ...suns.map((entry, k) => directFunction(`sunDirect${k}`, `directionalLights[${k}].color`, traits(entry), entry)),
  ];
  const functions = `${FUNCTIONS}
${uniformsOf(uniforms)}
${otherDirect(glossy)}
${ours}
${known.join('\n')}
#else
${mixedFunctions(glossy)}
#endif`;
  const begin = ShaderChunk.lights_fragment_begin;
  return shader
    .replace(FUNCTIONS, functions)
    .replace(LIGHTS, `${ours}\n${knownLights(begin)}\n#else\n${mixedLights(begin)}\n#endif`);
}

function uniformsOf({ lampBeam }: LampUniforms): string {
  const names = ['lampBeam', 'lampShine', 'lampAround'] satisfies (keyof LampUniforms)[];
  return names.map((name) => `uniform vec4 ${name}[${lampBeam.value.length}];`).join('\n');
}

/** The light loops of three.js, which it unrolls, with one function per light. */
function knownLights(begin: string): string {
  return (
    loopOver(
      loopOver(loopOver(begin, 'POINT', 'otherDirect'), 'SPOT', 'spotDirectUNROLLED_LOOP_INDEX'),
      'DIR',
      'sunDirectUNROLLED_LOOP_INDEX',
    )
      .replace('getSpotLightInfo(', 'spotUNROLLED_LOOP_INDEX(')
      // the color of a light is in its uniform; this is the incoming intensity
      .replace('getDirectionalLightInfo( directionalLight, directLight );', '$& directLight.color = vec3( 1.0 );')
  );
}

function mixedLights(begin: string): string {
  return loopOver(begin, 'SPOT', 'mixedDirect')
    .replace('getSpotLightInfo(', 'mixedSpot(')
    .replaceAll('RE_Direct(', 'otherDirect(');
}

/** Call another function in the loop over lights of one kind. */
function loopOver(begin: string, kind: 'POINT' | 'SPOT' | 'DIR', direct: string): string {
  const from = begin.indexOf(`i < NUM_${kind}_LIGHTS`);
  return begin.slice(0, from) + begin.slice(from).replace('RE_Direct(', `${direct}(`);
}

const INCOMING =
  'const in IncidentLight light, const in vec3 position, const in vec3 normal, const in vec3 view, const in vec3 coat, const in BlinnPhongMaterial material, inout ReflectedLight reflected';

/** Intensity of a positional light at a point. */
function spotFunction(name: string, { narrows, fades, ends }: Traits, entry: number | 'lamp'): string {
  return `void ${name}(const in SpotLight spot, const in vec3 position, out IncidentLight light) {
  vec3 to = spot.position - position;
  light.direction = normalize(to);
  float inside = dot(light.direction, spot.direction);
  vec4 beam = lampBeam[${entry}];
  float far = length(to);
  float strength = ${narrows ? 'pow(max(inside, 1e-4), beam.x)' : '1.0'}${fades ? ' / (beam.y + beam.z * far + beam.w * far * far)' : ''};
  light.visible = ${ends ? `inside >= lampAround[${entry}].w` : 'true'};
  light.color = vec3(light.visible ? strength : 0.0);
}`;
}

/**
 * Reflected light. Light that is clamped at white separately goes into directDiffuse, all other into directSpecular.
 */
function directFunction(name: string, color: string, traits: Traits, entry: number | 'lamp'): string {
  const { shines, surrounds, alone } = traits;
  const around = surrounds ? ` + lampAround[${entry}].rgb` : '';
  const shine = shines ? ` + ${GLOSS} * lampShine[${entry}].rgb * material.specularColor` : '';
  return `void ${name}(${INCOMING}) {
  float facing = dot(normal, light.direction);
  vec3 sum = light.color.r * (material.diffuseColor * (${color} * (RECIPROCAL_PI * max(facing, 0.0))${around})${shine});
  ${alone ? 'reflected.directDiffuse += min(sum, vec3(1.0));' : 'reflected.directSpecular += sum;'}
}`;
}

const GLOSS =
  '(facing > 0.0 ? pow(max(dot(normal, normalize(light.direction + view)), 1e-4), material.specularShininess) : 0.0)';

/** Lights outside the model have the usual highlights of three.js. */
function otherDirect(glossy: boolean): string {
  return `void otherDirect(${INCOMING}) {
  float facing = dot(normal, light.direction);
  vec3 diffuse = RECIPROCAL_PI * light.color;
  reflected.directSpecular += diffuse * (material.diffuseColor * max(facing, 0.0)${glossy ? ` + ${GLOSS} * material.specularColor` : ''});
}`;
}

/** When mixed with other lights, positional lights use these functions, directional lights those of three.js. */
function mixedFunctions(glossy: boolean): string {
  const all = { narrows: true, fades: true, ends: true, shines: glossy, surrounds: true };
  return `int lamp = -1;
vec3 lampColor = vec3(0.0);
#if NUM_SPOT_LIGHTS > 0
${spotFunction('lampSpot', { ...all, alone: false }, 'lamp')}
void mixedSpot(const in SpotLight spot, const in vec3 position, out IncidentLight light) {
  lamp = spot.decay < 0.0 ? int(-spot.decay * ${(1 / ENTRY).toFixed(1)} + 0.5) : -1;
  lampColor = spot.color;
  if (lamp < 0) getSpotLightInfo(spot, position, light);
  else lampSpot(spot, position, light);
}
${directFunction('aloneDirect', 'lampColor', { ...all, alone: true }, 'lamp')}
${directFunction('lampDirect', 'lampColor', { ...all, alone: false }, 'lamp')}
void mixedDirect(${INCOMING}) {
  if (lamp < 0) otherDirect(light, position, normal, view, coat, material, reflected);
  else if (lampShine[lamp].a > 0.5) aloneDirect(light, position, normal, view, coat, material, reflected);
  else lampDirect(light, position, normal, view, coat, material, reflected);
}
#endif`;
}
