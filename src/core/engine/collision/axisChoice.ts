import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Axes along which the broad phase sweeps: world axes, or MuJoCo's axes.
 *
 *  MuJoCo sweeps along the principal axes of the geom positions. With few geoms, computing these axes costs more than
 *  it saves, so boxes are swept along the world axes, enlarged by SLACK. More pairs reach the pair functions, but the
 *  contacts are the same, with one exception: if two bodies graze, contact distance and margin are equal up to
 *  rounding, and the rounding of boxes along MuJoCo's axes decides whether MuJoCo has the contact.
 *
 *  Example: three boxes of half size 0.1 in a row, 0.2 apart. Distance and margin of neighbors are both 0. Which pairs
 *  MuJoCo has depends on the position of the row; test/repro/touchingBoxes.test.ts compares several.
 *
 *  So when a contact grazes, detection runs again along MuJoCo's axes. Bodies that graze tend to do so again in the
 *  next steps, which therefore start with MuJoCo's axes. `override` (whose boxes exclude the gap) and `sleep` always
 *  use these. */

/** Maximum number of geoms for sweeps along the world axes. */
const FEW_GEOMS = 64;

/** Relative bound on rounding errors of coordinates, including sorting in single precision. */
const SLACK = 1e-6;

/** Number of calls that use MuJoCo's axes after a grazing contact. */
const GRAZING_CALLS = 100;

/** Slack of the broad phase: positive for the world axes, 0 for MuJoCo's.
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

/** True if the distance of a contact between two bodies equals the margin up to rounding. */
function hasGrazingContact(m: Model, d: Data): boolean {
  const { geom_bodyid } = m;
  const { ncon, contact_geom, contact_dist, contact_pos, contact_includemargin } = d;
  for (let i = 0; i < ncon; i++) {
    const size = Math.abs(contact_pos[3 * i]) + Math.abs(contact_pos[3 * i + 1]) + Math.abs(contact_pos[3 * i + 2]);
    if (contact_dist[i] + SLACK * (1 + size) < contact_includemargin[i]) continue;
    // MuJoCo tests flexes along the world axes
    if (contact_geom[2 * i] < 0 || contact_geom[2 * i + 1] < 0) continue;
    if (geom_bodyid[contact_geom[2 * i]] > 0 && geom_bodyid[contact_geom[2 * i + 1]] > 0) return true;
  }
  return false;
}
