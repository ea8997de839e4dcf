// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../../../load/load.ts';
import { forward } from '../../../engine/forward.ts';
import { step } from '../../../engine/step.ts';
import { Data } from '../../../model/data.ts';
import { Integrator, JacobianType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { stepVjp } from '../../reverse/stepVjp.ts';
import { stateDim } from '../../sizes.ts';
import { transition } from '../../transition.ts';
import { maxRelativeError } from '../../validate.ts';
import { workspaceOf } from '../../workspace.ts';
import { Span, workspaceSize } from '../layout.ts';
import { findSpans, spanEnd, spanFrom } from './spans.ts';

await prepare();

const box = (name: string, x: number, more = '') =>
  `<body name="${name}" pos="${x} 0 .098"><freejoint/><geom type="box" size=".1 .1 .1" ${more}/><site name="${name}"/></body>`;
const arm = (name: string, x: number) =>
  `<body name="${name}" pos="${x} 0 1"><joint name="${name}" axis="0 1 0" damping=".1"/><geom size=".05" pos="0 0 -.2"/><site name="${name}" pos="0 0 -.2"/></body>`;

// a tendon couples a and c over b; an actuator couples the boxes f and g at a site whose moment has zeros; d and e
// touch; h is isolated
const scene = `<mujoco><option jacobian="sparse"/><worldbody><geom type="plane" size="9 9 .1"/>
  ${arm('a', 0)}${arm('b', 1)}${arm('c', 2)}${box('d', 3)}${box('e', 3.199)}${box('f', 4)}${box('g', 5)}${arm('h', 6)}</worldbody>
  <tendon><spatial name="t" stiffness="30"><site site="a"/><site site="c"/></spatial></tendon>
  <actuator><position joint="b" kp="3"/><intvelocity joint="a" kp="2" actrange="-1 1"/><motor tendon="t"/><position site="f" refsite="g" gear="1 0 0 0 0 0" kp="1"/>
    <general joint="h" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><framepos objtype="body" objname="e"/><actuatorfrc actuator="a0"/></sensor></mujoco>`.replace(
  '<motor ',
  '<motor name="a0" ',
);

function moving(m: Model): Data {
  const d = new Data(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.05 * Math.cos(3 * i);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.1 * i;
  step(m, d, 5);
  return d;
}

test('a row has the columns of the trees, controls and activations coupled with its own', () => {
  const m = modelFromXml(scene);
  const d = moving(m);
  forward(m, d);
  const w = new Float64Array(workspaceSize(m));
  findSpans(m, d, w);
  const of = (name: string, kind: number) => {
    const i = m.body_dofadr[m.body_rootid[m.body(name).id]];
    return [spanFrom(w, i, kind), spanEnd(w, i, kind)];
  };
  // a 0, b 1, c 2, d 3, e 9, f 15, g 21, h 27
  expect([...'abcdefgh'].map((name) => of(name, Span.DOF))).toEqual([
    ...[
      [0, 3],
      [1, 2],
      [0, 3],
    ],
    ...[
      [3, 15],
      [3, 15],
      [15, 27],
      [15, 27],
      [27, 28],
    ],
  ]);
  expect([...'abcdfh'].map((name) => of(name, Span.CONTROL))).toEqual([
    [1, 3],
    [0, 1],
    [1, 3],
    [0, 0],
    [3, 4],
    [4, 5],
  ]);
  expect([...'abcdfh'].map((name) => of(name, Span.ACTIVATION))).toEqual([
    [0, 1],
    [0, 0],
    [0, 1],
    [0, 0],
    [0, 0],
    [1, 2],
  ]);
});

test('derivatives in spans equal those in whole rows, whatever is outside the spans', () => {
  for (const integrator of ['EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST', 'IMPLICITSPRINGDAMPER'] as const) {
    const m = modelFromXml(scene);
    m.opt.integrator = Integrator[integrator];
    const d = moving(m);
    expect(d.ncon).toBeGreaterThan(12);
    const y = Float64Array.from({ length: stateDim(m) }, (_, i) => Math.sin(i));
    const derivatives = (jacobian: number) => {
      m.opt.jacobian = jacobian;
      const work = workspaceOf(m);
      work.w.fill(Number.NaN);
      for (let k = 0; k < 3; k++) work.more(k).fill(Number.NaN);
      const sensed = transition(m, d, { sensors: true });
      work.w.fill(Number.NaN);
      work.more(0).fill(Number.NaN);
      const { A, B } = transition(m, d);
      expect([A, B]).toEqual([sensed.A, sensed.B]);
      return { A, B, C: sensed.C!, D: sensed.D!, ...stepVjp(m, d, { state: y }) };
    };
    const [spans, whole] = [derivatives(JacobianType.SPARSE), derivatives(JacobianType.DENSE)];
    for (const name of ['A', 'B', 'C', 'D', 'state', 'ctrl'] as const) {
      expect(maxRelativeError(spans[name], whole[name]), `${integrator} ${name}`).toBeLessThan(1e-12);
    }
  }
});
