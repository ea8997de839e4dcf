/** Detects that a simulation has diverged, and finds the last good state. */
import { type Data, describeWarning, type Model, Warning } from '../../../index.ts';
import type { History } from './history.ts';

/** A message about the divergence, and the state to return to. */
export interface Divergence {
  text: string;
  reasons: string[];
  time: number;
  /** Index into the history, or -1. */
  lastGood: number;
}

const bad = [Warning.BADQPOS, Warning.BADQVEL, Warning.BADQACC];

/** Number of bad-state warnings so far. */
export function countBad(d: Data): number {
  return bad.reduce((sum, kind) => sum + d.warning_number[kind]!, 0);
}

/** Describe a divergence; `before` is the time at the start of the failing step. */
export function describeDivergence(m: Model, d: Data, history: History, before: number): Divergence {
  const kind = bad.find((k) => d.warning_number[k]! > 0) ?? Warning.BADQACC;
  return {
    text: describeWarning(m, kind, d.warning_lastinfo[kind]!),
    reasons: likelyReasons(m),
    time: before,
    lastGood: lastGood(history),
  };
}

/** The newest state before speeds grew: searching backward, the first that is about as calm as the calmest tenth of the
 * history. */
function lastGood(history: History): number {
  const n = history.length;
  if (n === 0) return -1;
  const calm = Math.max(20, 8 * calmSpeed(history));
  for (let i = n - 1; i >= 0; i--) {
    const { speed, value } = history.sizeAt(i);
    if (speed <= calm && value < 1e6) return i;
  }
  return 0;
}

function calmSpeed(history: History): number {
  const samples: number[] = [];
  const every = Math.max(1, Math.floor(history.length / 200));
  for (let i = 0; i < history.length; i += every) samples.push(history.sizeAt(i).speed);
  samples.sort((a, b) => a - b);
  return samples[Math.floor(samples.length / 10)] ?? 0;
}

function likelyReasons(m: Model): string[] {
  const reasons: string[] = [];
  const dt = m.opt.timestep;
  if (dt > 0.005) reasons.push(`The timestep is long (${dt} s). Try 0.002 s.`);
  let stiff = -1;
  for (let j = 0; j < m.njnt; j++) {
    const inertia = m.dof_M0[m.jnt_dofadr[j]!]!;
    if (inertia > 0 && dt * Math.sqrt(m.jnt_stiffness[j]! / inertia) > 1) stiff = j;
  }
  if (stiff >= 0) reasons.push('A joint spring is too stiff for the timestep.');
  for (let i = 0; i < m.nactuator; i++) {
    const inertia = smallestInertia(m);
    const kp = Math.abs(m.actuator_biasprm[10 * i + 1]!);
    if (inertia > 0 && dt * Math.sqrt(kp / inertia) > 1) {
      reasons.push('An actuator gain is too high for the timestep, or its joint needs armature.');
      break;
    }
  }
  if (m.opt.integrator === 0) reasons.push('An implicit integrator (implicitfast) keeps stiff damping stable.');
  return reasons;
}

function smallestInertia(m: Model): number {
  let minInertia = Number.POSITIVE_INFINITY;
  for (let i = 0; i < m.nv; i++) minInertia = Math.min(minInertia, m.dof_M0[i]!);
  return Number.isFinite(minInertia) ? minInertia : 0;
}
