/** `mjv_select`: the body, geom, flex or skin under the mouse. */
import { cross3, normalize3 } from '../../core/math/vec3.ts';
import type { Data } from '../../core/model/data.ts';
import type { Model } from '../../core/model/model.ts';
import { ray } from '../../core/query/index.ts';
import { VisFlag } from './enums.ts';
import type { OptionRecord } from './records.ts';
import { cameraInModel } from './room.ts';
import type { SceneState } from './scene.ts';
import { type Met, meetFlexes, meetSkins } from './soft/picking.ts';

/** A body, the hit point, and the geom, flex or skin that was hit; -1 for none. */
interface Selected {
  body: number;
  geom: number;
  flex: number;
  skin: number;
  point: Float64Array;
}

export function select(
  m: Model,
  d: Data,
  opt: OptionRecord,
  aspect: number,
  relx: number,
  rely: number,
  scene: SceneState,
): Selected {
  const line = rayUnder(scene, aspect, relx, rely);
  const met: [keyof Selected, Met | undefined][] = [
    ['geom', meetGeoms(m, d, opt, line)],
    ['flex', meetFlexes(m, d, opt, line)],
    ['skin', meetSkins(m, opt, scene, line)],
  ];
  const none: Selected = { body: -1, geom: -1, flex: -1, skin: -1, point: new Float64Array(3) };
  const dist = (of: Met | undefined) => of?.dist ?? Infinity;
  const [kind, first] = met.reduce((a, b) => (dist(b[1]) < dist(a[1]) ? b : a));
  return first ? { ...none, body: first.body, point: first.point, [kind]: first.id } : none;
}

interface Line {
  from: Float64Array;
  direction: Float64Array;
}

/** The ray through a point of the picture, in model coordinates. */
function rayUnder(scene: SceneState, aspect: number, relx: number, rely: number): Line {
  const [left, right] = scene.camera;
  const mean = (of: 'frustum_top' | 'frustum_bottom' | 'frustum_center' | 'frustum_near'): number =>
    Math.fround(0.5 * Math.fround(left[of] + right[of]));
  const [top, bottom] = [mean('frustum_top'), mean('frustum_bottom')];
  const { headpos, forward, up } = cameraInModel(scene);
  const side = new Float64Array(3);
  cross3(side, 0, up, 0, forward, 0);
  normalize3(side, 0);
  const height = Math.fround(top - bottom);
  const above = bottom + rely * height;
  const beside = -(mean('frustum_center') + (2 * relx - 1) * 0.5 * aspect * height);
  const offset = up.map((x, k) => x * above + side[k] * beside);
  if (left.orthographic !== 0) return { from: headpos.map((x, k) => x + offset[k]), direction: forward };
  const direction = forward.map((x, k) => x * mean('frustum_near') + offset[k]);
  normalize3(direction, 0);
  return { from: headpos, direction };
}

function meetGeoms(m: Model, d: Data, opt: OptionRecord, { from, direction }: Line): Met | undefined {
  const flgStatic = opt.flags[VisFlag.STATIC] !== 0;
  const { dist, geomid: id } = ray(m, d, from, direction, { geomgroup: opt.geomgroup, flgStatic, bodyexclude: -1 });
  if (dist < 0) return undefined;
  return { dist, id, body: m.geom_bodyid[id], point: from.map((x, k) => x + direction[k] * dist) };
}
