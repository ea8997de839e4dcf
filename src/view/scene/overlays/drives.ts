/** Overlays of tendons and actuators; actuators are colored by their control. */
import { type Data, JointType, type Model, TrnType } from '../../../index.ts';
import { islandColor } from '../appearance/palette.ts';
import { elementColor } from '../shapes/solids.ts';
import type { Drawing } from './annotations.ts';
import type { LineBatch } from './lineBatch.ts';
import { along, at3, range } from './vectors.ts';

/** Paths of tendons. */
export function drawTendons({ m, d, s, lines }: Drawing): void {
  for (let t = 0; t < m.ntendon; t++) {
    if (!s.shows('tendon', m.tendon_group[t]!)) continue;
    const own = elementColor(m, m.tendon_rgba, t, m.tendon_matid[t]!);
    const row = d.tendon_efcadr[t]!;
    const island = s.flags.island ? (d.nisland > 0 && row >= 0 ? d.efc_island[row]! : -1) : -2;
    const rgba = island >= -1 ? [...islandColor(island), 1] : own;
    drawPath(d, lines, t, m.tendon_width[t]!, rgba);
  }
}

/** The path of a tendon through sites and around wrapping geoms. */
function drawPath(d: Data, pen: LineBatch, t: number, width: number, rgba: ArrayLike<number>): void {
  const first = d.ten_wrapadr[t]!;
  for (let k = first; k < first + d.ten_wrapnum[t]! - 1; k++) {
    // -2 marks a pulley, where the path is interrupted; inside a wrapping geom it is thinner
    if (d.wrap_obj[k] === -2 || d.wrap_obj[k + 1] === -2) continue;
    const inside = d.wrap_obj[k]! >= 0 && d.wrap_obj[k + 1]! >= 0;
    const from = at3(d.wrap_xpos, k);
    const radius = width * (inside ? 0.5 : 1);
    pen.rod(from, at3(d.wrap_xpos, k + 1), radius, rgba);
    pen.ball(from, radius, rgba);
  }
}

/** Joints, tendons and sites driven by actuators. */
export function drawActuators({ m, d, s, lines, size }: Drawing): void {
  const length = m.vis.scale.actuatorlength * size;
  for (let i = 0; i < m.nactuator; i++) {
    if (!s.shows('actuator', m.actuator_group[i]!)) continue;
    const rgba = actuatorColor(m, d, i, s.flags.activation);
    const id = m.actuator_trnid[2 * i]!;
    const type = m.actuator_trntype[i];
    const jointed = type === TrnType.JOINT || type === TrnType.JOINTINPARENT;
    if (jointed && m.jnt_type[id]! >= JointType.SLIDE) {
      const anchor = at3(d.xanchor, id);
      const axis = at3(d.xaxis, id);
      const [from, to] = [along(anchor, axis, -0.5 * length), along(anchor, axis, 0.5 * length)];
      lines.rod(from, to, m.vis.scale.actuatorwidth * size, rgba);
    } else if (jointed) lines.ball(at3(d.xanchor, id), 0.3 * length, rgba);
    else if (type === TrnType.TENDON) drawPath(d, lines, id, 1.3 * m.tendon_width[id]!, rgba);
    else if (type === TrnType.SITE) lines.ball(at3(d.site_xpos, id), 0.3 * length, rgba);
    else if (type === TrnType.SLIDERCRANK) {
      const slider = m.actuator_trnid[2 * i + 1]!;
      lines.rod(at3(d.site_xpos, slider), at3(d.site_xpos, id), m.vis.scale.slidercrank * size, rgba);
    }
  }
}

/** Blends from the neutral color to that of the largest or the most negative control. */
function actuatorColor(m: Model, d: Data, i: number, byActivation: boolean): number[] {
  const { actuator, actuatorpositive, actuatornegative } = m.vis.rgba;
  const u = m.actuator_ctrladr[i]!;
  const controlled = m.actuator_ctrlnum[i]! > 0;
  const limits = controlled && m.actuator_ctrllimited[u] ? range(m.actuator_ctrlrange, u) : [-1, 1];
  const last = m.actuator_actadr[i]! + m.actuator_actnum[i]! - 1;
  const value = byActivation && m.actuator_actnum[i]! > 0 ? d.act[last]! : controlled ? d.ctrl[u]! : 0;
  const mix = Math.min(1, Math.abs(value) / (Math.max(...limits.map(Math.abs)) || 1));
  const end = value < 0 ? actuatornegative : actuatorpositive;
  return [0, 1, 2].map((k) => (1 - mix) * actuator[k]! + mix * end[k]!);
}
