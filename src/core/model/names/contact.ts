/** A contact as an object: `data.contacts()`. */

import type { Data } from '../data.ts';
import { ObjType } from '../enums.ts';
import type { Model } from '../model.ts';
import { id2name } from './names.ts';

/** Write the force and torque of contact `id`, in its frame, to `res[r..r+6)`. The engine sets it when it is attached to a Model. */
export type ContactForce = (m: Model, d: Data, id: number, res: Float64Array, r: number) => void;

/** One contact at the time of the last `forward` or `step`: a copy, which later steps do not change.
 *
 *  The normal points from the first geom to the second one. Forces act on the second body; the first body gets the
 *  opposite force. This is the convention of `contactForce` and of MuJoCo's `mj_contactForce`. */
export interface Contact {
  /** Its index in `data.contact_dist` and the other contact arrays. */
  readonly id: number;
  /** Ids of the two geoms; -1 for a flex. */
  readonly geom: readonly [number, number];
  /** Names of the two geoms; empty for a flex or a geom without a name. */
  readonly geomNames: readonly [string, string];
  /** Ids of the bodies of the two geoms; -1 for a flex. */
  readonly body: readonly [number, number];
  readonly bodyNames: readonly [string, string];
  /** Ids of the two flexes; -1 for a geom. */
  readonly flex: readonly [number, number];
  /** Distance between the surfaces; negative if they overlap. */
  readonly dist: number;
  /** Point between the surfaces, world frame. */
  readonly pos: Float64Array;
  /** Rotation matrix by rows, world frame: the normal, then two tangents. */
  readonly frame: Float64Array;
  /** First row of the frame: from the first geom to the second one. */
  readonly normal: Float64Array;
  /** Dimension of the contact: 1 without friction, 3, 4 or 6. */
  readonly dim: number;
  /** Friction: two sliding, one torsional, two rolling. */
  readonly friction: Float64Array;
  /** Force in the contact frame: along the normal, then along the tangents. */
  readonly force: Float64Array;
  /** Torque in the contact frame: about the normal, then about the tangents. */
  readonly torque: Float64Array;
  /** Force on the second body, world frame. */
  readonly worldForce: Float64Array;
  /** Torque on the second body about `pos`, world frame. */
  readonly worldTorque: Float64Array;
}

/** Every contact of a `Data`. */
export function listContacts(d: Data, contactForce: ContactForce): Contact[] {
  const m = d.model;
  return Array.from({ length: Math.min(d.ncon, d.con_cap) }, (_, id) => contactAt(m, d, id, contactForce));
}

function contactAt(m: Model, d: Data, id: number, contactForce: ContactForce): Contact {
  const pair = (ids: ArrayLike<number>) => [ids[2 * id], ids[2 * id + 1]] as const;
  const names = (type: ObjType, [first, second]: readonly [number, number]) =>
    [id2name(m, type, first) ?? '', id2name(m, type, second) ?? ''] as const;
  const geom = pair(d.contact_geom);
  const bodyOf = (g: number) => (g < 0 ? -1 : m.geom_bodyid[g]);
  const body = [bodyOf(geom[0]), bodyOf(geom[1])] as const;
  const frame = d.contact_frame.slice(9 * id, 9 * id + 9);
  const wrench = new Float64Array(6);
  contactForce(m, d, id, wrench, 0);
  const force = wrench.subarray(0, 3);
  const torque = wrench.subarray(3, 6);
  return {
    id,
    geom,
    geomNames: names(ObjType.GEOM, geom),
    body,
    bodyNames: names(ObjType.BODY, body),
    flex: pair(d.contact_flex),
    dist: d.contact_dist[id],
    pos: d.contact_pos.slice(3 * id, 3 * id + 3),
    frame,
    normal: frame.subarray(0, 3),
    dim: d.contact_dim[id],
    friction: d.contact_friction.slice(5 * id, 5 * id + 5),
    force,
    torque,
    worldForce: toWorld(frame, force),
    worldTorque: toWorld(frame, torque),
  };
}

/** frame^T v: the rows of the frame are the axes of the contact. */
function toWorld(frame: Float64Array, v: Float64Array): Float64Array {
  return Float64Array.from({ length: 3 }, (_, k) => frame[k] * v[0] + frame[3 + k] * v[1] + frame[6 + k] * v[2]);
}
