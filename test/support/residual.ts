/** Derivatives of the residual of the equations of motion, against differences of that residual alone. */
import { expect } from 'vitest';
import {
  drDactOffset,
  drDqOffset,
  drDuOffset,
  drDvOffset,
  Mat,
  matOffset,
  nextActOffset,
  stateSize,
  workspaceSize,
} from '../../src/core/derivative/analytic/layout.ts';
import { refineSolution } from '../../src/core/derivative/analytic/refineSolution.ts';
import { residualDerivatives } from '../../src/core/derivative/analytic/residual.ts';
import { forward } from '../../src/core/engine/forward.ts';
import { fwdActuation } from '../../src/core/engine/fwdActuation.ts';
import { advanceInputs } from '../../src/core/engine/integrate/advance.ts';
import { integratePos } from '../../src/core/engine/integrate/integratePos.ts';
import { inverse } from '../../src/core/engine/inverse.ts';
import { xfrcAccumulate } from '../../src/core/engine/tree/xfrcAccumulate.ts';
import { copyData } from '../../src/core/model/copy.ts';
import { Data } from '../../src/core/model/data.ts';
import type { Model } from '../../src/core/model/model.ts';
import { type Pair, pairFromXml, randomState } from './oracle/oracle.ts';

/** The residual at the acceleration of the Data: inverse dynamics minus applied forces. */
function residualOf(m: Model, t: Data): Float64Array {
  inverse(m, t);
  fwdActuation(m, t);
  const applied = new Float64Array(m.nv);
  xfrcAccumulate(m, t, applied, 0);
  return t.qfrc_inverse.map((x, i) => x - t.qfrc_actuator[i] - applied[i]);
}

const spares = new WeakMap<Model, Data>();

function spare(m: Model): Data {
  const found = spares.get(m) ?? new Data(m);
  spares.set(m, found);
  return found;
}

/** The activations after a step from the state of the Data. */
function nextOf(m: Model, t: Data): Float64Array {
  inverse(m, t);
  fwdActuation(m, t);
  advanceInputs(m, t, 0);
  return t.act.slice();
}

type Nudge = (t: Data, by: number) => void;

/** Richardson's extrapolation of centered differences, with steps that shrink until no row switches. */
function residualDerivative(m: Model, d: Data, nudge: Nudge, eps = 1e-6, f = residualOf): Float64Array {
  const at = (by: number) => {
    const t = copyData(spare(m), d);
    nudge(t, by);
    const value = f(m, t);
    return { value, states: t.efc_state.slice(0, t.nefc).join() };
  };
  const here = at(0).states;
  const centered = (by: number) => {
    const [plus, minus] = [at(by), at(-by)];
    if (plus.states !== here || minus.states !== here) return undefined;
    return plus.value.map((x, i) => (x - minus.value[i]) / (2 * by));
  };
  const [coarse, fine] = [centered(2 * eps), centered(eps)];
  if (coarse && fine) return fine.map((x, i) => (4 * x - coarse[i]) / 3);
  if (eps < 1e-9) throw new Error('a row switches within every step size');
  return residualDerivative(m, d, nudge, eps / 4, f);
}

/** Largest deviation of a column, relative to the largest element of all columns. */
function worstColumn(w: Float64Array, at: number, n: number, column: (j: number) => Float64Array, stride = n): number {
  let worst = 0;
  let scale = 1;
  for (let j = 0; j < n; j++) {
    const wanted = column(j);
    for (let i = 0; i < wanted.length; i++) {
      scale = Math.max(scale, Math.abs(wanted[i]));
      const apart = Math.abs(w[at + i * stride + j] - wanted[i]);
      if (!(apart <= worst)) worst = apart;
    }
  }
  return worst / scale;
}

/** The upper triangle of a symmetric matrix from the lower one. */
function mirror(w: Float64Array, at: number, n: number): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) w[at + j * n + i] = w[at + i * n + j];
}

function errors({ m, d }: Pair): Record<string, number> {
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const t = copyData(spare(m), d);
  refineSolution(m, t, w, true);
  d.qacc.set(t.qacc);
  residualDerivatives(m, t, w, true);
  const unit = (j: number) => Float64Array.from({ length: m.nv }, (_, i) => (i === j ? 1 : 0));
  const position =
    (j: number): Nudge =>
    (x, by) =>
      integratePos(m, x.qpos, 0, unit(j), 0, by);
  const element =
    (name: 'qvel' | 'qacc' | 'ctrl' | 'act', j: number): Nudge =>
    (x, by) => {
      x[name][j] += by;
    };
  const { nv, na } = m;
  mirror(w, matOffset(m, Mat.H), nv);
  const next = nextActOffset(m) + na * 2 * nv;
  const byState = (j: number) => (j < nv ? position(j) : element('qvel', j - nv));
  return {
    next: worstColumn(w, nextActOffset(m), na > 0 ? 2 * nv : 0, (j) =>
      residualDerivative(m, d, byState(j), 1e-5, nextOf),
    ),
    'next by act': worstColumn(w, next, na, (j) => residualDerivative(m, d, element('act', j), 1e-5, nextOf)),
    'next by ctrl': worstColumn(w, next + na * na, na > 0 ? m.nu : 0, (j) =>
      residualDerivative(m, d, element('ctrl', j), 1e-5, nextOf),
    ),
    q: worstColumn(w, drDqOffset(m), m.nv, (j) => residualDerivative(m, d, position(j)), stateSize(m)),
    v: worstColumn(w, drDvOffset(m), m.nv, (j) => residualDerivative(m, d, element('qvel', j), 1e-5), stateSize(m)),
    a: worstColumn(w, matOffset(m, Mat.H), m.nv, (j) => residualDerivative(m, d, element('qacc', j), 1e-4)),
    u: worstColumn(w, drDuOffset(m), m.nu, (j) => residualDerivative(m, d, element('ctrl', j), 1e-4)),
    act: worstColumn(w, drDactOffset(m), m.na, (j) => residualDerivative(m, d, element('act', j), 1e-5), stateSize(m)),
  };
}

export function expectDerivatives(
  xml: string,
  seeds = [1, 2, 3],
  scale = 0.3,
  prepare?: (pair: Pair) => void,
  label = '',
): void {
  const pair = pairFromXml(xml);
  for (const seed of seeds) {
    randomState(pair, seed, scale);
    prepare?.(pair);
    for (const [name, error] of Object.entries(errors(pair))) {
      expect.soft(error, `${label} by ${name}, seed ${seed}`).toBeLessThan(1e-7);
    }
  }
}

export const chain = (joints: string[], rest = '', options = '') => `
<mujoco><option gravity=".3 -.2 -9.81" ${options}/><worldbody>
  ${joints.map((joint, k) => `<body name="b${k}" pos=".3 .1 .2">${joint}<geom type="box" size=".1 .07 .04" pos=".05 .02 .1" euler="10 20 30"/><site name="s${k}" pos=".1 .05 .02" euler="20 0 40"/>`).join('')}
  ${joints.map(() => '</body>').join('')}</worldbody>${rest}</mujoco>`;

export const hinge = '<joint axis=".2 1 .3" pos=".05 0 .02" damping=".2" stiffness="3" springref=".2" armature=".1"/>';
export const slide = '<joint type="slide" axis="1 .4 .2" damping=".1"/>';
export const ball = '<joint type="ball" pos="-.1 0 .02" stiffness="2" damping=".1"/>';
export const free = '<freejoint/>';
