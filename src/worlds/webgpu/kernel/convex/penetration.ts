import { coreRadius, isRound, shrink } from '../../../../core/engine/collision/convex/ccd.ts';
import { multicontact } from '../../../../core/engine/collision/convex/faces/multicontact.ts';
import { clipDir } from '../../../../core/engine/collision/convex/faces/workspace.ts';
import {
  EPA_MAX,
  gjkState,
  gjkWitness1,
  gjkWitness2,
  gjkWitnessDist,
  NWITNESS,
  polyFaceInt,
  polyVert,
  VERT,
} from '../../../../core/engine/collision/convex/gjk/workspace.ts';
import { areDiscrete, shapeCenter } from '../../../../core/engine/collision/convex/shape.ts';
import {
  KIND,
  MARGIN,
  POS,
  SHAPE,
  SHAPE_INT,
  shape,
  shapeInt,
} from '../../../../core/engine/collision/convex/workspace.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../../../../core/engine/collision/precontact.ts';
import { copy } from '../../../../core/math/array.ts';
import type { int } from '../../../../core/math/int.ts';
import { addTo3, copy3, dot3, norm3, scl3, subFrom3, zero3 } from '../../../../core/math/vec3.ts';
import type { Data } from '../../../../core/model/data.ts';
import type { Model } from '../../../../core/model/model.ts';
import { expandStep, startExpanding } from './expand.ts';
import { aim, project, Search, searchStep } from './search.ts';
import { findVertex, isKnown, vertexNorm } from './vertex.ts';
import {
  expandCorner,
  expandCount,
  expandExtent,
  expandNormal,
  MIN_REACH,
  NVERT,
  searchMember,
  searchNear,
  searchPart,
  searchSize,
  searchWeight,
} from './workspace.ts';

/*
 * Contacts of two convex shapes by searches that are robust in single precision; each is called from one place only.
 * In shaders this replaces the engine's function of the same name (scripts/wgsl/absent.mjs).
 */

/** Cores of round shapes closer than this, relative to their vertices, have no well-defined direction. */
const TOUCHING = 2e-5;

/** A larger weight of a face vertex means that the face has no area. */
const MAX_WEIGHT = 20;

/** The shapes in world coordinates, and the offset subtracted from all positions. */
const kept = new Float64Array(2 * SHAPE);
const origin = new Float64Array(3);
const start = new Float64Array(3);

/** Write the contacts of the two shapes into con at c; returns their number. */
export function penetration(m: Model, d: Data, maxContacts: int, margin: number, con: Float64Array, c: int): int {
  copy(kept, 0, shape, 0, 2 * SHAPE);
  moveToOrigin();
  const n = contactsHere(m, d, maxContacts, margin, con, c);
  copy(shape, 0, kept, 0, 2 * SHAPE);
  for (let k = 0; k < n; k++) addTo3(con, c + k * CON + CON_POS, origin, 0);
  return n;
}

/** Translate both shapes so that the second one is at the origin: positions far from it have low precision. */
function moveToOrigin(): void {
  copy3(origin, 0, shape, SHAPE + POS);
  zero3(shape, SHAPE + POS);
  subFrom3(shape, POS, origin, 0);
}

function contactsHere(m: Model, d: Data, maxContacts: int, margin: number, con: Float64Array, c: int): int {
  const tolerance = areDiscrete() ? 0 : m.opt.ccd_tolerance;
  const phase = findContact(m, tolerance);
  if (phase === Phase.CORES) return writeCores(coreRadius(0), coreRadius(1), margin, con, c);
  if (phase !== Phase.EXPAND) return 0;
  const several = maxContacts > 1 ? writeClipped(m, d, maxContacts, margin, con, c) : 0;
  if (several === 0) writeDeepest(margin - expandExtent[MIN_REACH], con, c);
  return Math.max(1, several);
}

/**
 * The quantity to search for: the distance of the cores of spheres and capsules, the distance of the shapes, the depth
 * of the shapes.
 */
const Phase = { NONE: -1, CORES: 0, SHAPES: 1, EXPAND: 2 } as const;

/** Find support vertices in the direction of the current search; returns the phase that found a contact. */
function findContact(m: Model, tolerance: number): int {
  const iterations = Math.min(m.opt.ccd_iterations, EPA_MAX);
  const kind0 = shapeInt[KIND];
  const kind1 = shapeInt[SHAPE_INT + KIND];
  const radii = coreRadius(0) + coreRadius(1);
  let phase: int = isRound(0) || isRound(1) ? Phase.CORES : Phase.SHAPES;
  if (phase === Phase.CORES) {
    shrink(0);
    shrink(1);
  }
  let on = startAtCenters();
  let k = 0;
  while (on) {
    const n = phase === Phase.EXPAND ? expandCount[NVERT] : searchSize[0];
    findVertex(m, n);
    const known = isKnown(n);
    let found: int = Search.DONE;
    if (phase === Phase.EXPAND) found = expandStep(tolerance, 4 + iterations, known);
    else found = searchStep(phase === Phase.CORES ? radii : 0, tolerance, known);
    k++;
    if (phase !== Phase.EXPAND && k >= iterations && found === Search.ON) found = Search.DONE;
    if (found === Search.ON) continue;
    k = 0;
    on = false;
    if (found === Search.APART) phase = Phase.NONE;
    else if (phase === Phase.CORES) {
      shapeInt[KIND] = kind0;
      shapeInt[SHAPE_INT + KIND] = kind1;
      shape[MARGIN] = kept[MARGIN];
      shape[SHAPE + MARGIN] = kept[SHAPE + MARGIN];
      if (!coresAreApart(tolerance)) {
        phase = Phase.SHAPES;
        on = startAtCenters();
      }
    } else if (phase === Phase.SHAPES) {
      phase = Phase.EXPAND;
      on = startExpanding(searchSize[0]);
      if (!on) phase = Phase.NONE;
    }
  }
  shapeInt[KIND] = kind0;
  shapeInt[SHAPE_INT + KIND] = kind1;
  return phase;
}

/** Start a search at the difference of the centers; returns false if they coincide. */
function startAtCenters(): boolean {
  searchSize[0] = 0;
  shapeCenter(0, searchNear, 0);
  shapeCenter(1, start, 0);
  subFrom3(searchNear, 0, start, 0);
  return aim();
}

function coresAreApart(tolerance: number): boolean {
  return searchSize[0] < 4 && norm3(searchNear, 0) > Math.max(tolerance, TOUCHING * vertexNorm(0));
}

/** Write the contact of shapes with separated cores and radii around them; returns the number of contacts. */
function writeCores(radius0: number, radius1: number, margin: number, con: Float64Array, c: int): int {
  const n = searchSize[0];
  const length = norm3(searchNear, 0);
  const dist = length - radius0 - radius1;
  if (!(dist < 0)) return 0;
  startContact(con, c, margin + dist);
  scl3(con, c + CON_NORMAL, searchNear, 0, -1 / length);
  for (let i = 0; i < 3; i++) {
    let middle = 0.5 * (radius0 - radius1) * con[c + CON_NORMAL + i];
    for (let k = 0; k < n; k++)
      middle += 0.5 * searchWeight[k] * (polyVert[VERT * k + 3 + i] + polyVert[VERT * k + 6 + i]);
    con[c + CON_POS + i] = middle;
  }
  return 1;
}

/** Write the contact at the face with the least depth. If several faces share a plane, the projection of the origin may
 * be outside this one; but the weights of a face that is too thin are rounding errors. */
function writeDeepest(dist: number, con: Float64Array, c: int): void {
  for (let k = 0; k < 3; k++) searchMember[k] = VERT * expandCorner[k];
  project(3);
  let maxPart: number = 0;
  for (let k = 0; k < 3; k++) maxPart = Math.max(maxPart, Math.abs(searchPart[k]));
  for (let k = 0; k < 3 && !(maxPart < MAX_WEIGHT); k++) searchPart[k] = 1.0 / 3.0;
  startContact(con, c, dist);
  copy3(con, c + CON_NORMAL, expandNormal, 0);
  for (let i = 0; i < 3; i++) {
    let middle: number = 0;
    for (let k = 0; k < 3; k++)
      middle += searchPart[k] * (polyVert[searchMember[k] + 3 + i] + polyVert[searchMember[k] + 6 + i]);
    con[c + CON_POS + i] = 0.5 * middle;
  }
}

/** Write the contacts of faces or edges in contact; returns their number, 0 if there are none. The normal is that of a
 * face: the difference of nearly equal points has no accurate direction. */
function writeClipped(m: Model, d: Data, maxContacts: int, margin: number, con: Float64Array, c: int): int {
  for (let k = 0; k < 3; k++) polyFaceInt[k] = expandCorner[k];
  copy3(gjkWitness1, 0, expandNormal, 0);
  zero3(gjkWitness2, 0);
  gjkState[NWITNESS] = 0;
  multicontact(m, d, 0, maxContacts);
  const n = gjkState[NWITNESS];
  const side: number = dot3(clipDir, 0, expandNormal, 0) < 0 ? -1 : 1;
  for (let k = 0; k < n; k++) {
    const at = c + k * CON;
    startContact(con, at, margin + gjkWitnessDist[k]);
    for (let i = 0; i < 3; i++) con[at + CON_POS + i] = 0.5 * (gjkWitness1[3 * k + i] + gjkWitness2[3 * k + i]);
    scl3(con, at + CON_NORMAL, clipDir, 0, side);
  }
  return n;
}
