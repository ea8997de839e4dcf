import { expect, test } from 'vitest';
import { type Pair, pairFromXml, randomState } from '../../../test/support/oracle.ts';
import { xfrcAccumulate } from '../../engine/actuation/fwdAcceleration.ts';
import { forward } from '../../engine/forward.ts';
import { fwdActuation } from '../../engine/fwdActuation.ts';
import { integratePos } from '../../engine/integrate/integratePos.ts';
import { inverse } from '../../engine/inverse.ts';
import { copyData } from '../../model/copy.ts';
import { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { activationAt, controlAt, Mat, matAt, workspaceSize } from './layout.ts';
import { polish } from './polish.ts';
import { residualDerivatives } from './residual.ts';

/** The residual at the acceleration of the Data: what inverse dynamics asks for, less what is applied. */
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

type Nudge = (t: Data, by: number) => void;

/** Richardson's extrapolation of centred differences, with nudges that shrink until no row switches. */
function slopeOf(m: Model, d: Data, nudge: Nudge, eps = 1e-6): Float64Array {
  const at = (by: number) => {
    const t = copyData(spare(m), d);
    nudge(t, by);
    const value = residualOf(m, t);
    return { value, states: t.efc_state.slice(0, t.nefc).join() };
  };
  const here = at(0).states;
  const centred = (by: number) => {
    const [plus, minus] = [at(by), at(-by)];
    if (plus.states !== here || minus.states !== here) return undefined;
    return plus.value.map((x, i) => (x - minus.value[i]) / (2 * by));
  };
  const [coarse, fine] = [centred(2 * eps), centred(eps)];
  if (coarse && fine) return fine.map((x, i) => (4 * x - coarse[i]) / 3);
  if (eps < 1e-9) throw new Error('a row switches within every nudge');
  return slopeOf(m, d, nudge, eps / 4);
}

/** Largest difference of a column from what it should be, by the largest element of all columns. */
function worstColumn(w: Float64Array, at: number, m: Model, n: number, column: (j: number) => Float64Array): number {
  let worst = 0;
  let scale = 1;
  for (let j = 0; j < n; j++) {
    const wanted = column(j);
    for (let i = 0; i < m.nv; i++) {
      scale = Math.max(scale, Math.abs(wanted[i]));
      const apart = Math.abs(w[at + i * n + j] - wanted[i]);
      if (!(apart <= worst)) worst = apart;
    }
  }
  return worst / scale;
}

function errors({ m, d }: Pair): Record<string, number> {
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  const t = copyData(spare(m), d);
  polish(m, t, w);
  d.qacc.set(t.qacc);
  residualDerivatives(m, t, w);
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
  return {
    q: worstColumn(w, matAt(m, Mat.RQ), m, m.nv, (j) => slopeOf(m, d, position(j))),
    v: worstColumn(w, matAt(m, Mat.RV), m, m.nv, (j) => slopeOf(m, d, element('qvel', j), 1e-5)),
    a: worstColumn(w, matAt(m, Mat.H), m, m.nv, (j) => slopeOf(m, d, element('qacc', j), 1e-4)),
    u: worstColumn(w, controlAt(m), m, m.nu, (j) => slopeOf(m, d, element('ctrl', j), 1e-4)),
    act: worstColumn(w, activationAt(m), m, m.na, (j) => slopeOf(m, d, element('act', j), 1e-5)),
  };
}

function expectDerivatives(
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

const chain = (joints: string[], rest = '', options = '') => `
<mujoco><option gravity=".3 -.2 -9.81" ${options}/><worldbody>
  ${joints.map((joint, k) => `<body name="b${k}" pos=".3 .1 .2">${joint}<geom type="box" size=".1 .07 .04" pos=".05 .02 .1" euler="10 20 30"/><site name="s${k}" pos=".1 .05 .02" euler="20 0 40"/>`).join('')}
  ${joints.map(() => '</body>').join('')}</worldbody>${rest}</mujoco>`;

const hinge = '<joint axis=".2 1 .3" pos=".05 0 .02" damping=".2" stiffness="3" springref=".2" armature=".1"/>';
const slide = '<joint type="slide" axis="1 .4 .2" damping=".1"/>';
const ball = '<joint type="ball" pos="-.1 0 .02" stiffness="2" damping=".1"/>';
const free = '<freejoint/>';

test('smooth forces of chains of every joint', () => {
  expectDerivatives(chain([hinge, hinge, slide, hinge]));
  expectDerivatives(chain([ball, hinge, ball, slide]));
  expectDerivatives(chain([free, ball, `${hinge}${slide}`, hinge]));
});

test('applied forces and compensated gravity', () => {
  const lifted = chain([hinge, ball, slide, hinge])
    .replace('name="b2"', 'name="b2" gravcomp=".7"')
    .replace('name="b3"', 'name="b3" gravcomp="1"');
  expectDerivatives(lifted, [1, 2], 0.3, ({ d }) => {
    for (let k = 6; k < d.xfrc_applied.length; k++) d.xfrc_applied[k] = Math.sin(k);
  });
});

test('polynomial springs and dampers', () => {
  const stiff = '<joint axis=".2 1 .3" damping=".2 .1 .05" stiffness="3 1 2"/>';
  expectDerivatives(
    chain(
      [
        stiff,
        '<joint type="ball" stiffness="2 .5 .3" damping=".1 .2"/>',
        '<joint type="free" stiffness="1 .3 .2"/>',
      ].slice(0, 2),
    ),
  );
});

const tendons = `<tendon>
  <spatial name="t0" stiffness="20" damping="2"><site site="s0"/><site site="s2"/><site site="s1"/></spatial>
  <spatial name="t1" springlength=".1"><site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="s3"/><site site="s0"/></spatial>
  <fixed name="t2" stiffness="3"><joint joint="h" coef=".5"/></fixed></tendon>`;
const named = hinge.replace('<joint', '<joint name="h"');

test('springs and dampers of tendons', () => {
  expectDerivatives(chain([named, hinge, slide, hinge], tendons));
  expectDerivatives(chain([named, ball, slide, ball], tendons));
});

const actuators = `<actuator>
  <motor joint="h" gear="2"/><position joint="h" kp="10" kv="2"/>
  <general joint="h" gaintype="affine" gainprm="2 .5 .3" biastype="affine" biasprm=".1 .2 .4" dyntype="filter" dynprm=".2"/>
  <general tendon="t0" gaintype="affine" gainprm="2 .5 .3" dyntype="filterexact" dynprm=".2" actearly="true"/>
  <general tendon="t2" dyntype="integrator" gainprm="3" actlimited="true" actrange="-3 3"/>
  <general site="s2" gear="1 2 3 .3 .2 .1" gainprm="2" biastype="affine" biasprm=".1 0 -.7"/>
  <muscle tendon="t0" lengthrange=".1 1.5"/></actuator>`;

test('actuators on joints, tendons and sites, and muscles', () => {
  expectDerivatives(chain([named, hinge, slide, hinge], tendons + actuators));
  expectDerivatives(chain([named, ball, slide, ball], tendons + actuators));
  const onBall = '<actuator><position joint="b" kp="5" kv="1" gear=".3 .4 .5"/></actuator>';
  expectDerivatives(chain([hinge, ball.replace('<joint', '<joint name="b"'), hinge], onBall));
});

test('limits, friction loss and equalities of joints and tendons', () => {
  const limited = (name: string) =>
    `<joint name="${name}" axis=".2 1 .3" limited="true" range="-1 5" frictionloss=".3"/>`;
  const both = chain(
    [limited('a'), limited('b'), '<joint type="ball" limited="true" range="0 10" frictionloss=".2"/>', limited('c')],
    `<equality><joint joint1="a" joint2="b" polycoef=".1 .5 .3 .2 .1"/></equality>`,
  );
  expectDerivatives(both);
  const strung = chain(
    [named, ball, slide, ball],
    `<tendon>
  <spatial name="t0" limited="true" range="0 .05" frictionloss=".5"><site site="s0"/><site site="s2"/></spatial>
  <spatial name="t1" limited="true" range="2 3"><site site="s1"/><site site="s3"/><site site="s0"/></spatial></tendon>
  <equality><tendon tendon1="t0" tendon2="t1" polycoef=".1 .5 .3 .2 .1"/></equality>`,
  );
  expectDerivatives(strung);
});

const onFloor = (geom: string, options: string, more = '') => `
<mujoco><option ${options}/><worldbody><geom type="plane" size="5 5 .1" friction=".4 .05 .01" condim="1" euler="3 5 0"/>
  <body pos="0 0 .15"><freejoint/>${geom}${more}</body></worldbody></mujoco>`;

const geoms = [
  '<geom size=".2"/>',
  '<geom type="capsule" size=".15 .2" euler="80 20 0"/>',
  '<geom type="box" size=".1 .15 .16"/>',
];

test('contacts with a plane, both cones, every dimension', () => {
  for (const geom of geoms) {
    for (const cone of ['pyramidal', 'elliptic']) {
      for (const dim of [1, 3, 4, 6]) {
        const xml = onFloor(
          geom.replace('<geom', `<geom condim="${dim}" friction=".4 .05 .01"`),
          `cone="${cone}" impratio="2"`,
        );
        expectDerivatives(xml, [1, 2], 0.02, undefined, `${geom} ${cone} ${dim}`);
      }
    }
  }
});

const touching = (one: string, two: string, options: string) => `
<mujoco><option ${options}/><worldbody>
  <body><joint axis=".2 1 .3"/><joint type="slide" axis="1 0 .2"/><geom ${one}/>
    <body pos=".1 0 0"><joint axis="1 .2 0"/><geom size=".01" pos=".3 .3 .3" contype="0" conaffinity="0"/>
      <body pos=".1 0 .0"><joint type="ball"/><geom ${two}/></body></body></body></worldbody></mujoco>`;

const pairs = [
  ['size=".2" condim="4"', 'size=".15" pos=".05 .1 .15"'],
  ['size=".2"', 'type="capsule" size=".1 .3" pos=".1 .1 .15" euler="30 40 0" condim="6"'],
  ['type="capsule" size=".1 .3" euler="0 70 0"', 'type="capsule" size=".1 .3" pos="-.1 .0 .12" euler="70 10 0"'],
  ['size=".2"', 'type="box" size=".1 .2 .3" pos=".05 0 .25" euler="20 30 0"'],
  ['size=".2"', 'type="cylinder" size=".1 .3" pos=".1 .1 .2" euler="60 40 0"'],
  ['type="capsule" size=".1 .3" euler="0 70 0"', 'type="box" size=".1 .2 .1" pos="-.1 0 .15" euler="20 30 0"'],
  ['type="box" size=".1 .2 .1"', 'type="box" size=".1 .2 .1" pos="-.1 0 .15" euler="20 30 0"'],
] as const;

test('contacts of other pairs between bodies of one tree', () => {
  for (const [one, two] of pairs) {
    for (const cone of ['pyramidal', 'elliptic']) {
      const xml = touching(one, two, `cone="${cone}" impratio="2"`);
      expectDerivatives(xml, [1, 2], 0.05, undefined, `${one}, ${two} ${cone}`);
    }
  }
});
