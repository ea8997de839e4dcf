// needs: the compiled engine
/** Sleep states, from `tree_asleep` after every step: the countdowns, the cycles, and the countdown of a woken tree equal those of MuJoCo. */
import { expect, test } from 'vitest';
import { step } from '../../src/core/engine/step.ts';
import { Disable } from '../../src/core/model/enums.ts';
import { closePair, lockstep, pairOf, type Side, sleepsOf } from '../support/oracle/lockstep.ts';
import { fieldError, mujoco } from '../support/oracle/oracle.ts';

const scene = (world: string, rest = '', option = '', flag = '') =>
  `<mujoco><option timestep="0.005" ${option}><flag sleep="enable" ${flag}/></option>
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody>${rest}</mujoco>`;
const box = (name: string, pos: string, more = '') =>
  `<body name="${name}" pos="${pos}" ${more}><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
/** Slides along x without gravity. */
const slider = (name: string, x: number, more = '', geom = '') => `<body name="${name}" pos="${x} 0 1" ${more}>
  <joint name="${name}" type="slide" axis="1 0 0"/><geom size=".05" ${geom}/><site name="${name}"/></body>`;
const boxes = (n: number) => Array.from({ length: n }, (_, k) => box(`b${k}`, `${k} 0 .1`)).join('');
/** The step when everything is asleep. */
const ASLEEP = 40;

const FIELDS = ['ncon', 'nefc', 'nisland', 'qpos', 'qvel'];

test.each(['qfrc_applied', 'xfrc_applied'] as const)(
  'a lasting %s keeps its tree awake, and a later one wakes it, whichever other trees sleep',
  (field) => {
    const [size, first] = field === 'qfrc_applied' ? [6, 0] : [6, 6];
    for (const value of [1e-300, -0, 1e-3]) {
      const history = lockstep(scene(boxes(5)), {
        steps: 120,
        before: ({ d }, k) => {
          d[field].fill(0);
          // from the start, until later, and from later on: the second and the fourth of consecutive sleeping trees, and their last
          // component
          if (k < 30) d[field][first + size * 1 + 5] = d[field][first + size * 3] = value;
          if (k >= 70 && k < 85) d[field][first + size * 3 + 5] = d[field][first + size * 2] = value;
        },
        fields: FIELDS,
        tolerance: 1e-6,
      });
      const tree = (i: number) => sleepsOf(history, i);
      expect(tree(1).slice(0, 30), `${field} ${value}`).toEqual(Array(30).fill(false));
      expect(tree(3).slice(0, 30), `${field} ${value}`).toEqual(Array(30).fill(false));
      expect([0, 1, 2, 3, 4].map((i) => tree(i)[69])).toEqual(Array(5).fill(true));
      expect([0, 1, 2, 3, 4].map((i) => tree(i)[72])).toEqual([true, true, false, false, true]);
      expect(history[119].every((next) => next >= 0)).toBe(true);
    }
  },
);

test('velocities and positions wake each of several consecutive sleeping trees, also several in one step', () => {
  const changes: Record<number, (d: Side['d']) => void> = {
    50: (d) => (d.qvel[6 * 2 + 4] = 1e-300),
    70: (d) => (d.qvel[6 * 1] = d.qvel[6 * 4 + 5] = -0),
    90: (d) => (d.qpos[7 * 3 + 2] += 1e-9),
    110: (d) => (d.qpos[0] = d.qpos[7 * 4 + 1] = d.qpos[7 * 4] + 1e-9),
  };
  const history = lockstep(scene(boxes(5)), {
    steps: 130,
    before: ({ d }, k) => changes[k]?.(d),
    fields: FIELDS,
    tolerance: 1e-6,
  });
  const awakeAfter = (k: number) => history[k].flatMap((next, i) => (next < 0 ? [i] : []));
  expect([50, 70, 90].map(awakeAfter)).toEqual([[2], [1, 4], [3]]);
  expect(awakeAfter(110)).toContain(0);
});

test('each sleeping tree between awake trees is woken by its own disturbance', () => {
  const world = Array.from({ length: 9 }, (_, k) => box(`b${k}`, `${k} 0 .1`, k % 4 === 2 ? 'sleep="never"' : '')).join(
    '',
  );
  const sleepers = [0, 1, 3, 4, 5, 7, 8];
  const disturb: ((d: Side['d'], tree: number) => void)[] = [
    (d, tree) => (d.xfrc_applied[6 * (tree + 1) + 2] = 1e-9),
    (d, tree) => (d.qfrc_applied[6 * tree + 5] = 1e-9),
    (d, tree) => (d.qvel[6 * tree] = 1e-9),
    (d, tree) => (d.qpos[7 * tree + 6] += 1e-9),
  ];
  const history = lockstep(scene(world), {
    steps: 40 + 15 * 7,
    before: ({ d }, k) => {
      d.xfrc_applied.fill(0);
      d.qfrc_applied.fill(0);
      // a force on the world wakes nothing
      d.xfrc_applied[0] = 1;
      const n = (k - 40) / 15;
      if (n < 0 || !Number.isInteger(n)) return;
      disturb[n % 4](d, sleepers[n]);
      disturb[(n + 1) % 4](d, sleepers[(n + 3) % 7]);
    },
    fields: ['ncon', 'nv_awake', 'ntree_awake'],
    tolerance: 0,
  });
  for (let n = 0; n < 7; n++) {
    const woken = history[40 + 15 * n].flatMap((next, i) => (next < 0 && i % 4 !== 2 ? [i] : []));
    expect(woken).toEqual([sleepers[n], sleepers[(n + 3) % 7]].sort());
  }
});

test('a velocity below the tolerance counts as rest, one at the tolerance does not; rotations are scaled by their length', () => {
  const world = `<body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="-.3 0 0 .3 0 0" contype="0" conaffinity="0"/></body>
    ${slider('a', 1)}${slider('b', 2)}${slider('c', 3)}`;
  const option = 'gravity="0 0 0" sleep_tolerance=".01"';
  for (const factor of [0.999, 1, 1.001]) {
    const history = lockstep(scene(world, '', option), {
      steps: 14,
      before: ({ m, d }) => {
        d.qvel[0] = (factor * 0.01) / m.dof_length[0];
        d.qvel.set([0.01 * factor, -0.01 * factor, 0], 1);
      },
      fields: ['dof_length'].slice(1),
    });
    expect(sleepsOf(history, 3)[12]).toBe(true);
    for (const tree of [0, 1, 2]) expect(history.some((trees) => trees[tree] > -11)).toBe(factor < 1);
  }
});

/** Two spheres without gravity; the first moves slower than the tolerance toward the second, which sleeps. */
const creeping = (extra: string, rest = '') =>
  scene(
    `${slider('a', 0)}${slider('b', 0.10033, 'sleep="init"')}${extra}`,
    rest,
    'gravity="0 0 0" sleep_tolerance=".02"',
  );
const creep = ({ d }: Side, k: number) => {
  if (k === 0) d.qvel[0] = 0.012;
};

test('a tree that a contact wakes inherits the countdown of the other tree', () => {
  const history = lockstep(creeping(''), { steps: 40, before: creep, fields: FIELDS });
  const woken = history.findIndex(([, b]) => b < 0);
  expect(woken).toBeGreaterThan(2);
  // one step more than the first, whose countdown started at -11
  expect(history[woken][1]).toBe(history[woken][0]);
  expect(history[woken][1]).toBeGreaterThan(-9);
  expect(history[39].every((next) => next >= 0)).toBe(true);
});

test('the same holds with the geoms swapped, and for all trees of a cycle', () => {
  const world = `${slider('b', 0, 'sleep="init"')}${slider('c', -0.0999, 'sleep="init"')}${slider('a', 0.10033)}`;
  const history = lockstep(scene(world, '', 'gravity="0 0 0" sleep_tolerance=".02"'), {
    steps: 40,
    before: ({ d }, k) => {
      if (k === 0) d.qvel[2] = -0.012;
    },
    fields: FIELDS,
  });
  const woken = history.findIndex(([b]) => b < 0);
  expect(history[0].slice(0, 2)).toEqual([1, 0]);
  expect(woken).toBeGreaterThan(2);
  expect(history[woken][1]).toBe(history[woken][0]);
  expect(history[woken][0]).toBeGreaterThan(-9);
});

const tendon = (attributes: string) =>
  `<tendon><spatial ${attributes}><site site="a"/><site site="b"/></spatial></tendon>`;
/** The first moves away from the second or toward it; a tendon of length 1 connects them. */
const tied = (attributes: string, speed: number, tolerance: number) =>
  lockstep(
    scene(
      slider('a', 0) + slider('b', 1, 'sleep="init"'),
      tendon(attributes),
      `gravity="0 0 0" sleep_tolerance="${tolerance}"`,
    ),
    {
      steps: 30,
      before: ({ d }, k) => {
        if (k === 0) d.qvel[0] = speed;
      },
      fields: [...FIELDS, 'ten_length', 'nl'],
    },
  );

test.each([
  ['the upper limit', 'range="0 1.02"', -0.8],
  ['the upper limit minus the margin', 'range="0 1.05" margin=".03"', -0.8],
  ['the lower limit', 'range=".98 2"', 0.8],
  ['the lower limit plus the margin', 'range=".95 2" margin=".03"', 0.8],
] as const)(
  'a tendon that reaches %s wakes its trees, with the countdown of the moving tree',
  (_, attributes, speed) => {
    const history = tied(attributes, speed, 1);
    const woken = history.findIndex(([, b]) => b < 0);
    expect(woken).toBeGreaterThan(3);
    expect(woken).toBeLessThan(8);
    expect(history[woken][1]).toBe(history[woken][0]);
    expect(history[woken][1]).toBeGreaterThan(-10);
  },
);

test('a tendon within its limits and one without limits wake nothing', () => {
  for (const attributes of ['range="0 3"', 'range=".01 1.9" margin=".3"', '', 'range="0 1.01" limited="false"']) {
    for (const speed of [-0.8, 0.8]) expect(sleepsOf(tied(attributes, speed, 1e-3), 1)).not.toContain(false);
  }
});

test.each([
  ['limits', 'the tendon', Disable.LIMIT],
  ['equalities', 'the equality', Disable.EQUALITY],
])('with %s disabled %s still wakes', (_, __, flag) => {
  const rest = `${tendon(flag === Disable.LIMIT ? 'range="0 1.02"' : '')}<equality><joint joint1="a" joint2="b" active="false"/></equality>`;
  const history = lockstep(scene(slider('a', 0) + slider('b', 1, 'sleep="init"'), rest, 'gravity="0 0 0"'), {
    steps: 20,
    before: ({ m, d }, k) => {
      m.opt.disableflags = flag;
      if (k === 0) d.qvel[0] = -0.8;
      if (k === 8 && flag === Disable.EQUALITY) d.eq_active[0] = 1;
    },
    fields: [...FIELDS, 'ne', 'nl'],
  });
  expect(sleepsOf(history, 1)[2]).toBe(true);
  expect(sleepsOf(history, 1)[9]).toBe(false);
});

test('a limited tendon between two sleeping islands wakes neither, and an equality wakes both', () => {
  const world = boxes(3).replaceAll('type="box" size=".1 .1 .1"/>', 'type="box" size=".1 .1 .1"/><site name="S"/>');
  let n = 0;
  const named = world.replaceAll('"S"', () => `"${'abc'[n++]}"`);
  const rest = `<tendon><spatial name="t" range="0 1.0001"><site site="a"/><site site="b"/></spatial></tendon>
    <equality><connect body1="b0" body2="b2" anchor="0 0 0" active="false"/></equality>`;
  const history = lockstep(scene(named, rest), {
    steps: 110,
    before: ({ m, d }, k) => {
      // from here on the limit is beyond the length
      if (k === 60) m.tendon_range[1] = 0.9;
      if (k === 80) d.eq_active[0] = 1;
    },
    fields: ['nl', 'ne', 'ncon'],
  });
  expect(history[59].every((next) => next >= 0)).toBe(true);
  expect(history[79]).toEqual(history[59]);
  expect(history[80].map((next) => next < 0)).toEqual([true, false, true]);
});

const equalities: [string, string][] = [
  ['connect', '<connect body1="b0" body2="b1" anchor=".5 0 0" active="false"/>'],
  ['weld', '<weld body1="b1" body2="b0" active="false"/>'],
  ['weld of sites', '<weld site1="s0" site2="s1" active="false"/>'],
  ['connect of sites', '<connect site1="s1" site2="s0" active="false"/>'],
];

test.each(equalities)(
  'a %s that becomes active wakes, with a full countdown, a tree connected to an awake one, and two trees that slept separately',
  (_, xml) => {
    const site = (k: number) => `<site name="s${k}" pos="${k === 0 ? 0.5 : -0.5} 0 0"/>`;
    const world = [0, 1].map((k) => box(`b${k}`, `${k} 0 .1`).replace('</body>', `${site(k)}</body>`)).join('');
    const rest = `<equality>${xml}</equality>`;
    const history = lockstep(scene(world, rest), {
      steps: 112,
      before: ({ d }, k) => {
        if (k === 50) d.eq_active[0] = 1;
        if (k === 51) d.eq_active[0] = 0;
        if (k === 100) d.qvel[0] = 0.0005;
        if (k === 104) d.eq_active[0] = 1;
      },
      fields: ['ne', 'nisland'],
      tolerance: 1e-6,
    });
    expect(history[49]).toEqual([0, 1]);
    expect(history[50].every((next) => next < 0)).toBe(true);
    expect(history[99].every((next) => next >= 0)).toBe(true);
    expect(sleepsOf(history, 1)[103]).toBe(true);
    expect(sleepsOf(history, 1)[104]).toBe(false);
  },
);

test('an equality of joints wakes from either side, and one with a single joint, or to the world, wakes nothing', () => {
  for (const [xml, wakes] of [
    ['<joint joint1="a" joint2="b" active="false"/>', true],
    ['<joint joint1="b" joint2="a" active="false"/>', true],
    ['<joint joint1="b" active="false"/>', false],
    ['<connect body1="b" anchor="0 0 0" active="false"/>', false],
    ['<weld body1="w" body2="b" active="false"/>', false],
  ] as const) {
    const world = `${slider('a', 0)}${slider('b', 1, 'sleep="init"')}<body name="w" pos="0 2 0"/>`;
    const history = lockstep(scene(world, `<equality>${xml}</equality>`, 'gravity="0 0 0"'), {
      steps: 20,
      before: ({ d }, k) => {
        d.qvel[0] = 0.3;
        if (k === 5) d.eq_active[0] = 1;
      },
      fields: ['ne', 'nefc'],
    });
    expect(sleepsOf(history, 1)[4]).toBe(true);
    expect(sleepsOf(history, 1)[5], xml).toBe(!wakes);
  }
});

test('a cycle of trees in the order of the island falls asleep and wakes as a whole', () => {
  const pile = [0, 1, 2].map((k) => box(`p${k}`, `0 0 ${0.1 + 0.2 * k}`)).join('');
  const history = lockstep(scene(box('x', '2 0 .1') + pile + box('y', '3 0 .1')), {
    steps: 260,
    before: ({ d }, k) => {
      d.xfrc_applied.fill(0);
      if (k === 200) d.xfrc_applied[6 * 3] = 1e-6;
    },
    fields: ['nisland', 'ncon'],
    tolerance: 0,
  });
  expect(history[199]).toEqual([0, 2, 3, 1, 4]);
  expect(history[200].map((next) => next < 0)).toEqual([false, true, true, true, false]);
});

test('more than twenty islands fall asleep and wake one by one', () => {
  const world = Array.from({ length: 24 }, (_, k) => box(`b${k}`, `${0.3 * (k % 8)} ${Math.floor(k / 8)} .1`)).join('');
  const history = lockstep(scene(world), {
    steps: 90,
    before: ({ d }, k) => {
      d.xfrc_applied.fill(0);
      if (k >= ASLEEP) d.xfrc_applied[6 * (1 + ((5 * (k - ASLEEP)) % 24))] = 1e-6;
    },
    fields: ['nisland', 'ncon', 'nefc'],
    tolerance: 0,
  });
  expect(history[ASLEEP - 1].every((next) => next >= 0)).toBe(true);
  const woken = history.slice(ASLEEP).flatMap((trees) => trees.flatMap((next, i) => (next < 0 ? [i] : [])));
  expect(new Set(woken).size).toBe(24);
});

test('disabling and enabling sleep during a run wakes all trees, and restarts their countdown', () => {
  const history = lockstep(scene(boxes(3)), {
    steps: 100,
    before: ({ m }, k) => {
      if (k === 50) m.opt.enableflags &= ~16;
      if (k === 60) m.opt.enableflags |= 16;
    },
    fields: FIELDS,
    tolerance: 1e-6,
  });
  expect(history[49].every((next) => next >= 0)).toBe(true);
  expect(history[55]).toEqual([-11, -11, -11]);
  expect(history[99].every((next) => next >= 0)).toBe(true);
});

test('without islands no tree falls asleep while there are constraints, and sleeping trees stay asleep', () => {
  const world = `${boxes(2)}<body pos="0 3 1" sleep="init"><joint type="slide"/><geom size=".05"/></body>`;
  const history = lockstep(scene(world), {
    steps: 120,
    before: ({ m }, k) => {
      m.opt.disableflags = k < 60 ? 1 << 18 : 0;
    },
    fields: FIELDS,
    tolerance: 1e-6,
  });
  expect(history[59].map((next) => next >= 0)).toEqual([false, false, true]);
  expect(history[119].every((next) => next >= 0)).toBe(true);
});

test('trees that start asleep stay asleep under RK4', () => {
  const world = `<body pos="0 0 1" sleep="init"><joint type="slide" axis="0 0 1"/><geom size=".05"/></body>${box('a', '1 0 .5')}`;
  const pair = pairOf(scene(world, '', 'integrator="RK4"'));
  for (let k = 0; k < 30; k++) {
    step(pair.m, pair.d);
    mujoco.mj_step(pair.theirs.m, pair.theirs.d);
    expect([pair.d.tree_asleep[0], pair.theirs.d.tree_asleep[0]]).toEqual([0, 0]);
    for (const field of ['qpos', 'qvel']) expect(fieldError(pair, field), field).toBeLessThan(1e-9);
  }
  closePair(pair);
});

test('changes to the Model wake no tree', () => {
  const history = lockstep(scene(boxes(2)), {
    steps: 60,
    before: ({ m }, k) => {
      if (k !== ASLEEP) return;
      m.body_mass[1] *= 2;
      m.geom_size[3] += 0.01;
      m.body_pos[3] += 0.1;
    },
    fields: ['ncon'],
  });
  expect(history[59]).toEqual([0, 1]);
});
