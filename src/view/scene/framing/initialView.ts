/** The initial view of a model. */
import { type Data, type Model, Projection } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';
import { fitView, isInside, type Lens, type ViewAxes } from './fit.ts';
import { hasOwnStatistic } from './ownStatistic.ts';
import { type Vec3, visiblePieces, withoutScenery } from './visible.ts';

/** Angles and position of a free camera, in degrees and meters. */
export interface FreeView {
  readonly azimuth: number;
  readonly elevation: number;
  readonly lookat: Vec3;
  readonly distance: number;
}

const RADIANS = Math.PI / 180;
/** MuJoCo's default angles. */
const UNSET = { azimuth: 90, elevation: -45 };
/** Our default angles: from the front and the side, at eye height. */
const ANGLES = { azimuth: 120, elevation: -20 };
/** Minimum fraction of the picture that a model must span to count as shown by a camera. */
const MIN_SHARE = 0.5;

/** Directions of a camera with these angles, in degrees. */
export function viewAxes(azimuth: number, elevation: number): ViewAxes {
  const [az, el] = [azimuth * RADIANS, elevation * RADIANS];
  const forward: Vec3 = [Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el)];
  const right: Vec3 = [Math.sin(az), -Math.cos(az), 0];
  const up: Vec3 = [-Math.sin(el) * Math.cos(az), -Math.sin(el) * Math.sin(az), Math.cos(el)];
  return { forward, right, up };
}

/** The free view of a model: its author's, if `statistic` is set and shows the model without its scenery; otherwise the nearest one of
 *  everything except the ground. Angles are those of `visual/global`. */
export function initialView(m: Model, d: Data, settings: ViewSettings, aspect: number): FreeView {
  const { stat, vis } = m;
  const { azimuth, elevation, fovy, orthographic } = vis.global;
  const angles = azimuth === UNSET.azimuth && elevation === UNSET.elevation ? ANGLES : { azimuth, elevation };
  const axes = viewAxes(angles.azimuth, angles.elevation);
  const y = Math.tan(0.5 * fovy * RADIANS || 0.5);
  const lens: Lens = { x: y * aspect, y, flat: orthographic !== 0 };
  const pieces = visiblePieces(m, d, settings);
  const [cx, cy, cz] = stat.center as unknown as Vec3;
  const ofAuthor = { lookat: [cx, cy, cz] as const, distance: 1.5 * stat.extent };
  const own = hasOwnStatistic(m);
  const subject = own ? withoutScenery(pieces) : pieces;
  const camera = [0, 1, 2].map((k) => ofAuthor.lookat[k]! - ofAuthor.distance * axes.forward[k]!) as unknown as Vec3;
  const scale = lens.flat ? ofAuthor.distance : 1;
  const authorLens = { x: scale * lens.x, y: scale * lens.y, flat: lens.flat };
  if (own && isInside(subject, camera, axes, authorLens)) return { ...angles, ...ofAuthor };
  return { ...angles, ...(fitView(subject, axes, lens) ?? ofAuthor) };
}

/** The first camera of a model whose picture shows all moving parts, if there is one. */
export function cameraOfWhole(m: Model, d: Data, settings: ViewSettings, aspect: number): number | undefined {
  const all = visiblePieces(m, d, settings);
  const moving = all.filter((piece) => piece.moves);
  const pieces = moving.length > 0 ? moving : all;
  for (let id = 0; id < m.ncam; id++) {
    const column = (k: number) => [0, 1, 2].map((r) => d.cam_xmat[9 * id + 3 * r + k]!) as unknown as Vec3;
    const [right, up, [x, y, z]] = [column(0), column(1), column(2)];
    const axes = { right, up, forward: [-x, -y, -z] as const };
    const flat = m.cam_projection[id] === Projection.ORTHOGRAPHIC;
    const half = flat ? m.cam_fovy[id]! / 2 : Math.tan(0.5 * m.cam_fovy[id]! * RADIANS);
    const lens = (share: number) => ({ x: share * half * aspect, y: share * half, flat });
    const position = d.cam_xpos.subarray(3 * id, 3 * id + 3) as unknown as Vec3;
    if (isInside(pieces, position, axes, lens(1)) && !isInside(pieces, position, axes, lens(MIN_SHARE))) return id;
  }
  return undefined;
}
