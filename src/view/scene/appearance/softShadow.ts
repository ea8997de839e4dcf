/** Soft edges of shadows without grain. The renderer takes five samples of the shadow map per pixel, rotated by noise, which is visible
 * in wide edges. */
import { ShaderChunk } from 'three';

const CHUNK = '#include <shadowmap_pars_fragment>';
/** The five samples and their mean. */
const FIVE = /shadow = \(\s*texture\( shadowMap[\s\S]*?\) \* 0\.2;/;
const SAMPLES = 24;

const MANY = `shadow = 0.0;
for (int i = 0; i < ${SAMPLES}; i++)
  shadow += texture(shadowMap, vec3(shadowCoord.xy + vogelDiskSample(i, ${SAMPLES}, phi) * radius, shadowCoord.z));
shadow /= ${SAMPLES}.0;`;

/** Take more samples in a shader of three.js; other versions of three.js remain as they are. */
export function withSoftShadows(fragmentShader: string): string {
  return fragmentShader.replace(CHUNK, ShaderChunk.shadowmap_pars_fragment.replace(FIVE, MANY));
}
