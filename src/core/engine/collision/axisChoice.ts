import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Which axes the broad phase sweeps along: those of the world, or MuJoCo's.
 *
 *  MuJoCo sweeps along the principal axes of the geom positions. With few geoms, computing these axes costs more than they
 *  save, so boxes are swept along the axes of the world, enlarged by SLACK. A larger set of pairs reaches the pair functions,
 *  and the contacts are the same, with one exception: if two bodies graze, contact distance and margin are equal up to
 *  rounding, and the rounding of boxes along MuJoCo's axes decides whether MuJoCo has the contact.
 *
 *  Example: three boxes of half size 0.1 in a row, 0.2 apart. Distance and margin of neighbors are both 0. Which pairs MuJoCo
 *  has depends on the position of the row; test/repro/touchingBoxes.test.ts compares several.
 *
 *  So when a contact grazes, detection runs again along MuJoCo's axes. Bodies that graze tend to do so in the next steps,
 *  which therefore start with MuJoCo's axes. `override` (its boxes leave out the gap) and `sleep` always use these. */

/** Up to this many geoms the axes are those of the world. */
const FEW_GEOMS = 64;

/** Relative bound of rounding errors of coordinates, including sorting in single precision. */
const SLACK = 1e-6;

/** Calls that use MuJoCo's axes after a grazing contact. */
const GRAZING_CALLS = 100;

/** Slack of the broad phase: positive for the axes of the world, 0 for MuJoCo's.
 *  reads  d: work_col_touch */
export function broadphaseSlack(m: Model, d: Data): number {
  const { work_col_touch } = d;
  return allowsWorldAxes(m) && work_col_touch[0] === 0 ? SLACK : 0;
}

/** True if detection must run again along MuJoCo's axes.
 *  reads  d: contact_* ncon   writes d: work_col_touch */
export function mustDetectAgain(m: Model, d: Data, slack: number): boolean {
  const { work_col_touch } = d;
  if (!allowsWorldAxes(m)) return false;
  const grazing = hasGrazingContact(m, d);
  work_col_touch[0] = grazing ? GRAZING_CALLS : Math.max(0, work_col_touch[0] - 1);
  return slack > 0 && grazing;
}

function allowsWorldAxes(m: Model): boolean {
  return m.ngeom <= FEW_GEOMS && (m.opt.enableflags & (Enable.OVERRIDE | Enable.SLEEP)) === 0;
}

/** True if the distance of a contact of two bodies is the margin up to rounding. */
function hasGrazingContact(m: Model, d: Data): boolean {
  const { geom_bodyid } = m;
  const { ncon, contact_geom, contact_dist, contact_pos, contact_includemargin } = d;
  for (let i = 0; i < ncon; i++) {
    const size = Math.abs(contact_pos[3 * i]) + Math.abs(contact_pos[3 * i + 1]) + Math.abs(contact_pos[3 * i + 2]);
    if (contact_dist[i] + SLACK * (1 + size) < contact_includemargin[i]) continue;
    // MuJoCo tests flexes along the axes of the world
    if (contact_geom[2 * i] < 0 || contact_geom[2 * i + 1] < 0) continue;
    if (geom_bodyid[contact_geom[2 * i]] > 0 && geom_bodyid[contact_geom[2 * i + 1]] > 0) return true;
  }
  return false;
}
