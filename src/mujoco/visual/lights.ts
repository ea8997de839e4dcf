/** Lights of a scene: the headlight, then those of the model. */
import type { Data } from '../../core/model/data.ts';
import { LightType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { assignRecord } from '../classes/struct.ts';
import { type LightRecord, MjvLight } from './records.ts';
import { cameraInModel } from './room.ts';
import type { SceneState } from './scene.ts';

export function makeLights(m: Model, d: Data, scene: SceneState): void {
  scene.nlight = 0;
  if (m.vis.headlight.active) addHeadlight(m, scene);
  for (let i = 0; i < m.nlight && scene.nlight < scene.lights.length; i++) {
    if (m.light_active[i]) addLight(m, d, i, next(scene));
  }
}

function next(scene: SceneState): LightRecord {
  const light = scene.lights[scene.nlight++];
  assignRecord(light, MjvLight.make());
  return light;
}

function addHeadlight(m: Model, scene: SceneState): void {
  const { headpos, forward } = cameraInModel(scene);
  const light = next(scene);
  const { ambient, diffuse, specular } = m.vis.headlight;
  const settings = { id: -1, headlight: 1, texid: -1, type: LightType.DIRECTIONAL, range: 10 };
  assignRecord(light, { ...settings, pos: headpos, dir: forward, ambient, diffuse, specular });
  light.bulbradius = Math.fround(0.02);
}

function addLight(m: Model, d: Data, i: number, light: LightRecord): void {
  const three = (array: Float32Array | Float64Array) => array.subarray(3 * i, 3 * i + 3);
  assignRecord(light, {
    id: i,
    type: m.light_type[i],
    texid: m.light_texid[i],
    castshadow: m.light_castshadow[i],
    bulbradius: m.light_bulbradius[i],
    intensity: m.light_intensity[i],
    range: m.light_range[i],
    ambient: three(m.light_ambient),
    diffuse: three(m.light_diffuse),
    specular: three(m.light_specular),
    pos: three(d.light_xpos),
    dir: three(d.light_xdir),
  });
  if (m.light_type[i] !== LightType.SPOT) return;
  light.attenuation.set(three(m.light_attenuation));
  light.exponent = m.light_exponent[i];
  light.cutoff = m.light_cutoff[i];
  light.softness = m.light_softness[i];
}
