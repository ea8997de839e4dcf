// needs: the compiled engine
/** Flexes and sleeping, and the islands of flexes, against MuJoCo after every step. */
import { expect, test } from 'vitest';
import { Disable } from '../../src/core/model/enums.ts';
import { closePair, lockstep, pairOf } from '../support/oracle/lockstep.ts';

const scene = (world: string, rest = '', option = '') =>
  `<mujoco><option timestep="0.005" solver="CG" integrator="implicitfast" ${option}><flag sleep="enable"/></option>
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody>${rest}</mujoco>`;
const flex = (attributes: string, inside: string, pos = '0 0 .011') =>
  `<flexcomp name="f" radius=".01" mass=".1" pos="${pos}" ${attributes}><contact selfcollide="none"/>${inside}</flexcomp>`;
const cloth = 'type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2"';
const line = 'type="grid" count="4 1 1" spacing=".1 .1 .1" dim="1"';
const block = 'type="grid" count="2 2 2" spacing=".1 .1 .1" dim="3"';
const held = (kind: string) => `<edge equality="${kind}" solref=".02 1"/>`;
const shell = (kind: string) =>
  `<elasticity young="1e4" poisson=".2" damping=".1" thickness=".01" elastic2d="${kind}"/>`;
const soft = '<elasticity young="1e4" poisson=".2" damping=".1"/>';

/** Flexes by the forces between their vertices, and whether they may sleep. */
const flexes: [string, string, boolean][] = [
  ['edges of fixed length', flex(cloth, held('true')), true],
  ['a line of fixed length', flex(line, held('true')), true],
  ['vertices', flex(cloth, held('vert')), true],
  ['springs along a line', flex(line, '<edge stiffness="20" damping="1"/>'), false],
  ['elasticity that stretches', flex(cloth, shell('stretch')), false],
  ['elasticity that bends', flex(cloth, shell('bend')), false],
  ['edges of fixed length, and elasticity that bends', flex(cloth, `${held('true')}${shell('bend')}`), true],
  ['a soft volume', flex(block, soft, '0 0 .12'), false],
  ['a cell', flex(`${block.replace('2 2 2', '3 3 3')} dof="trilinear"`, soft, '0 0 .12'), false],
  [
    'a cell of fixed shape',
    flex(`${block.replace('2 2 2', '3 3 3')} dof="trilinear"`, held('strain'), '0 0 .12'),
    true,
  ],
  ['nothing', flex(cloth, ''), false],
];

test.each(flexes)('the policy of the trees of a flex with %s', (_, xml, sleeps) => {
  const pair = pairOf(scene(xml + flex(line, held('true'), '3 3 .011').replace('name="f"', 'name="g"')));
  const policies = [...pair.m.tree_sleep_policy];
  expect(policies).toEqual([...(pair.theirs.m.tree_sleep_policy as Int32Array)]);
  expect(policies[0] === policies[policies.length - 1]).toBe(sleeps);
  closePair(pair);
});

const AWAKE = 300;
test.each(flexes.filter(([, , sleeps]) => sleeps))(
  'a flex with %s falls asleep as a cycle, and wakes when one of its bodies is pushed',
  (_, xml) => {
    const trees = xml.includes('strain') ? 8 : xml.includes('count="4') ? 4 : 9;
    const history = lockstep(scene(xml, '', 'sleep_tolerance=".05"'), {
      steps: AWAKE + 8,
      before: ({ m, d }, k) => {
        d.xfrc_applied.fill(0);
        if (k === AWAKE) d.xfrc_applied[6 * (m.nbody - 1) + 2] = 1e-5;
      },
      fields: ['ncon', 'ne', 'nisland'],
    });
    expect(history[0]).toHaveLength(trees);
    expect(history[AWAKE - 1].every((next) => next >= 0)).toBe(true);
    expect(history[AWAKE].every((next) => next < 0)).toBe(true);
  },
);

const resting = flex(cloth, held('true'), '0 0 .0101');

test('a flex whose bodies sleep separately wakes as soon as its equality connects one that is awake', () => {
  const xml = scene(resting, '', 'gravity="0 0 0"');
  const history = lockstep(xml, {
    steps: 60,
    before: ({ m, d }, k) => {
      // without the equality each body is a separate tree
      m.opt.disableflags = k < 20 || (k >= 22 && k < 40) ? Disable.EQUALITY | Disable.CONTACT : Disable.CONTACT;
      d.xfrc_applied.fill(0);
      if (k === 19) d.xfrc_applied[6 * 4 + 2] = 1e-6;
      if (k === 39) d.xfrc_applied[6 * 7 + 2] = 1e-6;
    },
    fields: ['ne', 'nisland'],
  });
  expect(history[18]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(history.some((trees) => trees.some((next) => next < 0))).toBe(true);
});

test('in a flex that sleeps in several cycles an awake tree wakes the first cycle, with its own countdown', () => {
  const history = lockstep(scene(resting, '', 'gravity="0 0 0" sleep_tolerance=".05"'), {
    steps: 40,
    before: ({ m, d }, k) => {
      m.opt.disableflags = k < 24 ? Disable.EQUALITY | Disable.CONTACT : Disable.CONTACT;
      if (k === 20) d.qvel[3 * 5] = 0.01;
    },
    fields: ['ne', 'nefc'],
  });
  const awake = history.map((trees) => trees.filter((next) => next < 0).length);
  expect(awake.slice(19, 28)).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a ball that falls on a flex wakes the whole flex, and a flex that falls on a box wakes the box', () => {
  const ball = '<body pos=".02 .03 .5" sleep="never"><joint type="slide" axis="0 0 1"/><geom size=".03"/></body>';
  const onFlex = lockstep(scene(resting + ball, '', 'sleep_tolerance=".05"'), {
    steps: 120,
    before: ({ d }, k) => {
      // it is held above until the flex sleeps
      if (k < 50) d.qpos[d.qpos.length - 1] = d.qvel[d.qvel.length - 1] = 0;
    },
    fields: ['ncon'],
  });
  expect(onFlex[45].slice(0, 9).every((next) => next >= 0)).toBe(true);
  expect(onFlex.some((trees, k) => k > 50 && trees.slice(0, 9).every((next) => next < 0))).toBe(true);
  const box = '<body pos="0 0 .05" sleep="init"><freejoint/><geom type="box" size=".2 .2 .05"/></body>';
  const onBox = lockstep(scene(box + flex(cloth, held('true'), '0 0 .13')), { steps: 40, fields: ['ncon'] });
  expect(onBox[5][0]).toBe(0);
  expect(onBox[39][0]).toBeLessThan(0);
});

test('a sensor and an equality of a sleeping flex are not updated', () => {
  const xml = scene(
    resting,
    '<sensor><framepos objtype="body" objname="f_4"/><subtreecom body="f_4"/></sensor>',
    'sleep_tolerance=".05"',
  );
  lockstep(xml, { steps: 60, fields: ['sensordata', 'flexvert_xpos', 'flexedge_length', 'ne'] });
});

test.each(flexes)('islands of a flex with %s, on the floor next to a box, under every solver', (_, xml) => {
  const box = '<body pos="2 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>';
  for (const solver of ['CG', 'Newton', 'PGS']) {
    const found: number[] = [];
    const text = scene(box + xml.replace(/pos="0 0 .011"/, 'pos="0 0 .009"'), '', `iterations="50"`)
      .replace('solver="CG"', `solver="${solver}"`)
      .replace('<flag sleep="enable"/>', '');
    lockstep(text, {
      steps: 3,
      fields: [
        'nisland',
        'ncon',
        'nefc',
        'tree_island',
        'dof_island',
        'efc_island',
        'island_nv',
        'island_nefc',
        'island_ne',
        'island_nf',
        'map_efc2iefc',
        'map_dof2idof',
      ],
      tolerance: 0,
      after: ({ d }) => found.push(d.nisland),
    });
    expect(found[0]).toBeGreaterThanOrEqual(1);
  }
});
