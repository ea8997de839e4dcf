import { expect, test } from 'vitest';
import { withPair } from '../../../../test/support/constraintPair.ts';
import { ball, chain, expectDerivatives, free, hinge, slide } from '../../../../test/support/residual.ts';
import { scenes } from '../../../../test/support/scenes/constraintScenes.ts';
import { forward } from '../../engine/forward.ts';
import { EqType } from '../../model/enums.ts';
import { PassResult, workspaceSize } from './layout.ts';
import { refineSolution } from './refineSolution.ts';

test('smooth forces of chains of every joint', () => {
  expectDerivatives(chain([hinge, hinge, slide, hinge]));
  expectDerivatives(chain([ball, hinge, ball, slide]));
  expectDerivatives(chain([free, ball, `${hinge}${slide}`, hinge]));
});

test('applied forces and gravity compensation', () => {
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

test('a tendon spring exactly at rest', () => {
  expectDerivatives(chain([named, hinge, slide, hinge], tendons), [1], 0.3, ({ m, d }) => {
    forward(m, d);
    for (let k = 0; k < 2 * m.ntendon; k++) m.tendon_lengthspring[k] = d.ten_length[k >> 1];
  });
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

const related = (equality: string, more = '') => `
<mujoco><option gravity=".3 -.2 -9.81"/><worldbody>
  <body name="m" mocap="true" pos=".1 .2 .3" quat="1 .2 .1 .3"><site name="sm" pos=".1 0 .1" euler="10 20 0"/></body>
  <body name="a"><joint axis=".2 1 .3" pos=".05 0 .02"/><geom type="box" size=".1 .07 .04" pos=".05 .02 .1" euler="10 20 30"/>
    <body name="b" pos=".3 .1 .2"><joint type="ball"/><geom type="box" size=".1 .07 .04" pos=".05 .02 .1"/><site name="sb" euler="30 0 10" pos=".1 0 0"/>
      <body name="c" pos=".3 .1 .2"><joint type="slide" axis="1 .4 .2"/><geom type="box" size=".1 .07 .04" pos=".05 .02 .1"/><site name="sc" euler="30 40 10" pos=".1 .2 0"/></body></body>
    <body name="e" pos="-.3 .1 0"><joint axis="1 .2 0"/><geom size=".1" pos=".1 .2 .1"/><site name="se" pos=".1 .05 .02" euler="20 0 40"/></body></body>
  <body name="f" pos="1 0 0"><freejoint/><geom type="box" size=".1 .07 .04"/><site name="sf" euler="20 50 0" pos=".1 0 .1"/></body>
  </worldbody><equality>${equality}</equality>${more}</mujoco>`;

test('equalities of points and frames: connect, weld and distance', () => {
  for (const solimp of ['', 'solimp=".5 .95 1 .5 2"']) {
    expectDerivatives(related(`<connect body1="c" body2="e" anchor=".1 .2 .3" ${solimp}/>`), [1]);
    expectDerivatives(related(`<connect site1="sc" site2="sf" ${solimp}/>`), [1]);
    expectDerivatives(related(`<weld body1="c" body2="f" anchor=".1 .2 .3" torquescale=".7" ${solimp}/>`), [1]);
    expectDerivatives(related(`<weld site1="sc" site2="se" ${solimp}/>`), [1]);
    expectDerivatives(related(`<connect site1="sc" site2="sf" ${solimp}/>`), [1], 0.3, ({ m }) => {
      m.eq_type[0] = EqType.DISTANCE;
      m.eq_data[0] = 0.5;
    });
    expectDerivatives(related(`<weld body1="m" body2="b" relpose=".1 0 .2 1 .2 .1 0" ${solimp}/>`), [1]);
  }
});

test('forces of a fluid, on bodies and on ellipsoids, in wind', () => {
  const wet = 'density="3" viscosity=".4" wind=".3 1 -.2"';
  expectDerivatives(chain([hinge, ball, slide, hinge], '', wet), [1, 2]);
  const shaped = chain([free, ball, slide], '', wet).replaceAll('<geom ', '<geom fluidshape="ellipsoid" ');
  expectDerivatives(shaped, [1, 2]);
  // of centimeters, where the derivatives that implicit integrators use are not exact
  const small = '<geom type="box" size=".1 .01 .01" fluidshape="ellipsoid" fluidcoef="2 3 4 5 6"/>';
  const thrown = `<mujoco><option density="10" wind="5 5 0"/><worldbody><body><freejoint/>${small}</body></worldbody></mujoco>`;
  expectDerivatives(thrown, [1, 2]);
});

test('tendons around spheres and cylinders, outside and inside, with pulleys', () => {
  const wrapped = (geom: string, side: string, sidesite: string, height = '') => `
<mujoco><worldbody><site name="w" pos=".5 .1 .4"/>
  <body pos="0 0 0"><joint axis=".2 1 .3"/><geom size=".05" pos=".1 0 0" contype="0" conaffinity="0"/>
    <geom name="g" ${geom} contype="0" conaffinity="0" euler="80 10 0"/><site name="a" pos="-.3 .05 .${height}02"/><site name="side" pos="${side}"/>
    <body pos=".2 0 0"><joint type="ball"/><geom size=".05" pos=".1 0 0" contype="0" conaffinity="0"/><site name="b" pos=".1 -.05 ${height ? '.2' : '-.02'}"/></body></body>
  </worldbody><tendon><spatial stiffness="20" damping="1" limited="true" range="0 .1"><site site="a"/><geom geom="g" ${sidesite}/><site site="b"/>
    <pulley divisor="2"/><site site="a"/><site site="b"/><site site="w"/></spatial></tendon></mujoco>`;
  for (const geom of ['type="sphere" size=".12"', 'type="cylinder" size=".12 .3"']) {
    expectDerivatives(wrapped(geom, '0 0 .3', ''), [1, 2], 0.1);
    expectDerivatives(wrapped(geom, '0 0 .3', 'sidesite="side"'), [1, 2], 0.1);
    expectDerivatives(wrapped(geom, '0 .02 .05', 'sidesite="side"', '2'), [1, 2], 0.1);
  }
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

test('adhesion: of geoms, and of bodies by actuators, also in the gap', () => {
  for (const cone of ['pyramidal', 'elliptic']) {
    const sticky = '<geom type="box" size=".1 .15 .16" adhesion="3" gap=".02" margin=".02"/>';
    const xml = onFloor(sticky, `cone="${cone}"`)
      .replace('<body ', '<body name="b" ')
      .replace('</worldbody>', '</worldbody><actuator><adhesion body="b" ctrlrange="0 2" gain="5"/></actuator>');
    expectDerivatives(xml, [1, 2], 0.02, ({ d }) => {
      d.ctrl[0] = 0.7;
    });
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

test.each(['cone="pyramidal"', 'cone="elliptic"', 'cone="elliptic" jacobian="dense"'])(
  'a solution is found again from a disturbed acceleration, with rows and with the blocks of the solver: %s',
  (options) => {
    withPair(scenes['boxes condim 4'](`${options} tolerance="0" iterations="100"`), ({ m, d }) => {
      for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(i + 1);
      for (const rows of [true, false]) {
        forward(m, d);
        const exact = d.qacc.slice();
        const w = new Float64Array(workspaceSize(m));
        for (let i = 0; i < m.nv; i++) d.qacc[i] += 0.02 * Math.cos(3 * i);
        expect(refineSolution(m, d, w, rows)).toBe(0);
        for (let i = 0; i < m.nv; i++) expect(d.qacc[i]).toBeCloseTo(exact[i], 7);
        expect(w[PassResult.RESIDUAL]).toBeLessThan(1e-10);
      }
    });
  },
);
