/** Visible parts of a model: geoms, sites, flexes, tendons and skins, with the farthest point of each in a direction. */
import { type Data, GeomType, type Model } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';
import { elementColor } from '../shapes/solids.ts';

export type Vec3 = readonly [number, number, number];

/** A visible part, in the world frame. */
export interface Piece {
  /** Its body moves, or it is a flex, tendon or skin. */
  readonly moves: boolean;
  /** Largest x · n over its points x. */
  reach(n: Vec3): number;
}

/** A static piece farther away than this many radii of the moving pieces is scenery. */
const SCENERY = 4;

/** All visible pieces except planes and height fields, which are ground; the ground if there is nothing else. */
export function visiblePieces(m: Model, d: Data, settings: ViewSettings): Piece[] {
  const geoms: Piece[] = [];
  const ground: Piece[] = [];
  for (let g = 0; g < m.ngeom; g++) {
    if (!settings.shows('geom', m.geom_group[g]!)) continue;
    if (elementColor(m, m.geom_rgba, g, m.geom_matid[g]!)[3] === 0) continue;
    const type = m.geom_type[g]!;
    const isGround = type === GeomType.PLANE || type === GeomType.HFIELD;
    (isGround ? ground : geoms).push({ moves: moves(m, m.geom_bodyid[g]!), reach: (n) => geomReach(m, d, g, n) });
  }
  const others = [...sites(m, d, settings), ...softPieces(m, d, settings)];
  const solid = [...geoms, ...others];
  return solid.length > 0 ? solid : ground;
}

/** Moving pieces, and static pieces near them; everything if nothing moves. */
export function withoutScenery(pieces: readonly Piece[]): readonly Piece[] {
  const moving = pieces.filter((piece) => piece.moves);
  if (moving.length === 0) return pieces;
  const core = boxOf(moving);
  const limit = SCENERY * radiusOf(core);
  const center = [0, 1, 2].map((k) => (core.min[k]! + core.max[k]!) / 2);
  const isNear = (piece: Piece) => {
    const { min, max } = boxOf([piece]);
    return [0, 1, 2].every((k) => min[k]! >= center[k]! - limit && max[k]! <= center[k]! + limit);
  };
  return pieces.filter((piece) => piece.moves || isNear(piece));
}

/** Largest x · n over all points x of some pieces. */
export function reachOf(pieces: readonly Piece[], n: Vec3): number {
  let most = -Infinity;
  for (const piece of pieces) most = Math.max(most, piece.reach(n));
  return most;
}

interface Box {
  min: number[];
  max: number[];
}

function boxOf(pieces: readonly Piece[]): Box {
  const axes: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return {
    max: axes.map((n) => reachOf(pieces, n)),
    min: axes.map(([x, y, z]) => -reachOf(pieces, [-x, -y, -z])),
  };
}

function radiusOf({ min, max }: Box): number {
  return Math.hypot(...min.map((low, k) => max[k]! - low)) / 2;
}

function moves(m: Model, body: number): boolean {
  return m.body_weldid[body] !== 0 || m.body_mocapid[m.body_rootid[body]!]! >= 0;
}

function sites(m: Model, d: Data, settings: ViewSettings): Piece[] {
  const shown = Array.from({ length: m.nsite }, (_, s) => s).filter(
    (s) => settings.shows('site', m.site_group[s]!) && elementColor(m, m.site_rgba, s, m.site_matid[s]!)[3] > 0,
  );
  return shown.map((s) => ({
    moves: moves(m, m.site_bodyid[s]!),
    reach: (n) => at(d.site_xpos, s, n) + primitiveReach(m.site_type[s]!, m.site_size, s, local(d.site_xmat, s, n)),
  }));
}

/** Flexes, spatial tendons and skins. */
function softPieces(m: Model, d: Data, settings: ViewSettings): Piece[] {
  const pieces: Piece[] = [];
  for (let f = 0; f < m.nflex; f++) {
    if (!settings.shows('flex', m.flex_group[f]!)) continue;
    const [from, count, radius] = [m.flex_vertadr[f]!, m.flex_vertnum[f]!, m.flex_radius[f]!];
    pieces.push({ moves: true, reach: (n) => cloudReach(d.flexvert_xpos, from, count, n) + radius * norm(n) });
  }
  for (let t = 0; t < m.ntendon; t++) {
    const [from, count] = [d.ten_wrapadr[t]!, d.ten_wrapnum[t]!];
    if (count === 0 || !settings.shows('tendon', m.tendon_group[t]!)) continue;
    pieces.push({ moves: true, reach: (n) => cloudReach(d.wrap_xpos, from, count, n) });
  }
  for (let s = 0; s < m.nskin; s++) {
    if (!settings.shows('skin', m.skin_group[s]!)) continue;
    const [from, count] = [m.skin_boneadr[s]!, m.skin_bonenum[s]!];
    const bodies = m.skin_bonebodyid.slice(from, from + count);
    pieces.push({ moves: true, reach: (n) => Math.max(...Array.from(bodies, (body) => at(d.xpos, body, n))) });
  }
  return pieces;
}

function geomReach(m: Model, d: Data, g: number, n: Vec3): number {
  const type = m.geom_type[g]!;
  const toward = local(d.geom_xmat, g, n);
  const data = m.geom_dataid[g]!;
  const center = at(d.geom_xpos, g, n);
  if ((type === GeomType.MESH || type === GeomType.SDF) && data >= 0)
    return center + cloudReach(m.mesh_vert, m.mesh_vertadr[data]!, m.mesh_vertnum[data]!, toward);
  if (type === GeomType.HFIELD && data >= 0) {
    const [x, y, top, bottom] = m.hfield_size.subarray(4 * data, 4 * data + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const [nx, ny, nz] = toward;
    return center + x * Math.abs(nx) + y * Math.abs(ny) + (nz > 0 ? top * nz : -bottom * nz);
  }
  return center + primitiveReach(type, m.geom_size, g, toward);
}

/** Largest x · n over a primitive about the origin. */
function primitiveReach(type: number, sizes: Float64Array, i: number, [nx, ny, nz]: Vec3): number {
  const [a, b, c] = sizes.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
  if (type === GeomType.CAPSULE) return a * Math.hypot(nx, ny, nz) + b * Math.abs(nz);
  if (type === GeomType.CYLINDER) return a * Math.hypot(nx, ny) + b * Math.abs(nz);
  if (type === GeomType.ELLIPSOID) return Math.hypot(a * nx, b * ny, c * nz);
  if (type === GeomType.BOX) return a * Math.abs(nx) + b * Math.abs(ny) + c * Math.abs(nz);
  if (type === GeomType.PLANE) return a * Math.abs(nx) + b * Math.abs(ny);
  return a * Math.hypot(nx, ny, nz);
}

function cloudReach(points: Float64Array | Float32Array, from: number, count: number, [x, y, z]: Vec3): number {
  let most = -Infinity;
  for (let i = 3 * from; i < 3 * (from + count); i += 3)
    most = Math.max(most, points[i]! * x + points[i + 1]! * y + points[i + 2]! * z);
  return most;
}

function at(points: Float64Array, i: number, n: Vec3): number {
  return cloudReach(points, i, 1, n);
}

/** A direction in the frame of element i. */
function local(mats: Float64Array, i: number, [x, y, z]: Vec3): Vec3 {
  const column = (k: number) => mats[9 * i + k]! * x + mats[9 * i + 3 + k]! * y + mats[9 * i + 6 + k]! * z;
  return [column(0), column(1), column(2)];
}

function norm([x, y, z]: Vec3): number {
  return Math.hypot(x, y, z);
}
