/** Tendons, and slider-cranks. */
import { dot3, sub3 } from '../../../core/math/vec3.ts';
import { ConstraintType, GeomType, ObjType, TrnType } from '../../../core/model/enums.ts';
import { type Drawing, inGroup, vec3 } from '../drawing.ts';
import { CatBit, Label, VisFlag } from '../enums.ts';
import type { GeomRecord } from '../records.ts';
import { ropeLength, ropePoints } from './catenary.ts';
import { islandColor } from './island.ts';

const MAX_ROPE = 100;
/** `wrap_obj` of a pulley, which interrupts a tendon. */
const PULLEY = -2;

export function drawTendons(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!(draw.catmask & CatBit.DYNAMIC) || !draw.has(VisFlag.TENDON)) return;
  for (let i = 0; i < m.ntendon; i++) {
    if (!inGroup(opt.tendongroup, m.tendon_group[i])) continue;
    const length = ropeLength(m, d, i);
    if (length === undefined) drawSegments(draw, i);
    else drawRope(draw, i, length);
  }
}

/** Straight segments of a tendon: `piece` receives the width and both ends. */
export function forSegments(
  { m, d }: Drawing,
  i: number,
  piece: (width: number, from: ArrayLike<number>, to: ArrayLike<number>, first: boolean) => void,
): void {
  const start = d.ten_wrapadr[i];
  for (let j = start; j < start + d.ten_wrapnum[i] - 1; j++) {
    if (d.wrap_obj[j] === PULLEY || d.wrap_obj[j + 1] === PULLEY) continue;
    const inside = d.wrap_obj[j] >= 0 && d.wrap_obj[j + 1] >= 0;
    piece(
      inside ? 0.5 * m.tendon_width[i] : m.tendon_width[i],
      vec3(d.wrap_xpos, j),
      vec3(d.wrap_xpos, j + 1),
      j === start,
    );
  }
}

function drawSegments(draw: Drawing, i: number): void {
  const { m, d, opt } = draw;
  const owner = { id: i, category: CatBit.DYNAMIC, type: ObjType.TENDON };
  const rgba = tendonColor(draw, i);
  forSegments(draw, i, (width, from, to, first) =>
    draw.connector(owner, GeomType.CAPSULE, width, from, to, undefined, (geom) => {
      draw.material(geom, m.tendon_matid[i], rgba);
      if (draw.has(VisFlag.ISLAND)) {
        geom.matid = -1;
        const bound = d.nisland > 0 && d.tendon_efcadr[i] >= 0;
        geom.rgba.set(islandColor(bound ? d.island_dofadr[d.efc_island[d.tendon_efcadr[i]]] : -1, true));
      }
      if (opt.label === Label.TENDON && first) draw.label(geom, ObjType.TENDON, i);
    }),
  );
}

/** At its limit, a tendon without an explicit color fades to that of constraints. */
function tendonColor(draw: Drawing, i: number): Float32Array {
  const { m } = draw;
  const rgba = m.tendon_rgba.slice(4 * i, 4 * i + 4);
  const plain = rgba[0] === 0.5 && rgba[1] === 0.5 && rgba[2] === 0.5 && rgba[3] === 1;
  if (m.tendon_matid[i] !== -1 || !plain) return rgba;
  const imp = draw.limitImpedance(ConstraintType.LIMIT_TENDON, i);
  for (let k = 0; k < 3; k++) rgba[k] = (1 - imp) * rgba[k] + imp * m.vis.rgba.constraint[k];
  return rgba;
}

function drawRope(draw: Drawing, i: number, length: number): void {
  const { m, d, opt } = draw;
  const start = d.ten_wrapadr[i];
  const count = Math.min(m.vis.quality.numslices + 1, MAX_ROPE);
  const points = ropePoints(vec3(d.wrap_xpos, start), vec3(d.wrap_xpos, start + 1), m.opt.gravity, length, count);
  const finish = (geom: GeomRecord): void => {
    draw.material(geom, m.tendon_matid[i], m.tendon_rgba.subarray(4 * i, 4 * i + 4));
    if (opt.label === Label.TENDON) draw.label(geom, ObjType.TENDON, i);
  };
  const owner = { id: i, category: CatBit.DYNAMIC, type: ObjType.TENDON };
  for (let j = 0; j < points.length - 1; j++) {
    draw.connector(owner, GeomType.CAPSULE, m.tendon_width[i], points[j], points[j + 1], undefined, finish);
  }
}

/** The slider from its site to the rod, and the rod to the crank. */
export function drawSliderCranks(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!(draw.catmask & CatBit.DYNAMIC)) return;
  const { slidercrank, crankbroken } = m.vis.rgba;
  const width = draw.scaled(m.vis.scale.slidercrank);
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_trntype[i] !== TrnType.SLIDERCRANK) continue;
    const crank = vec3(d.site_xpos, m.actuator_trnid[2 * i]);
    const k = m.actuator_trnid[2 * i + 1];
    const slider = vec3(d.site_xpos, k);
    const axis = Float64Array.of(d.site_xmat[9 * k + 2], d.site_xmat[9 * k + 5], d.site_xmat[9 * k + 8]);
    const between = new Float64Array(3);
    sub3(between, 0, crank, 0, slider, 0);
    const rod = m.actuator_cranklength[i];
    const along = dot3(between, 0, axis, 0);
    const det = along * along + rod * rod - dot3(between, 0, between, 0);
    const end = axis.map((x, c) => slider[c] + x * (along - Math.sqrt(Math.max(0, det))));
    const owner = { id: i, category: CatBit.DYNAMIC, type: ObjType.ACTUATOR };
    draw.connector(owner, GeomType.CYLINDER, width, slider, end, slidercrank, (geom) => {
      if (opt.label === Label.ACTUATOR) draw.label(geom, ObjType.ACTUATOR, i);
    });
    draw.connector(owner, GeomType.CAPSULE, width / 2, end, crank, det < 0 ? crankbroken : slidercrank);
  }
}
