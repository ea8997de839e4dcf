import { expect, test } from 'vitest';
import { collide, compareContacts } from '../../../../test/conformance/collision/compare.ts';
import { copyStateToOracle, mujoco, type Pair, pairFromXml, random } from '../../../../test/support/oracle/oracle.ts';
import { Disable, Enable } from '../../model/enums.ts';
import { Status } from '../runtime/status.ts';
import { collision } from './collision.ts';

/** Computes positions and contacts of our state in MuJoCo, and our contacts from the same positions. */
function collideBoth(pair: Pair): void {
  const { d, theirs } = pair;
  copyStateToOracle(pair);
  mujoco.mj_kinematics(theirs.m, theirs.d);
  mujoco.mj_comPos(theirs.m, theirs.d);
  mujoco.mj_collision(theirs.m, theirs.d);
  for (const name of ['xpos', 'xipos', 'ximat', 'geom_xpos', 'geom_xmat'] as const) {
    d[name].set(theirs.d[name] as Float64Array);
  }
  collide(pair);
}

/** Scatters free bodies in a cube of half size `spread`. */
function scatter({ m, d }: Pair, seed: number, spread: number): void {
  const next = random(seed);
  for (let j = 0; j < m.njnt; j++) {
    const a = m.jnt_qposadr[j];
    if (m.jnt_type[j] === 0) {
      for (let k = 0; k < 3; k++) d.qpos[a + k] = spread * next();
      const q = [next(), next(), next(), next()];
      const l = Math.hypot(...q);
      for (let k = 0; k < 4; k++) d.qpos[a + 3 + k] = q[k] / l;
    } else if (m.jnt_type[j] >= 2) d.qpos[a] = next();
  }
}

function setFlags({ m, theirs }: Pair, disable: number, enable: number): void {
  m.opt.disableflags = disable;
  m.opt.enableflags = enable;
  theirs.m.opt.disableflags = disable;
  theirs.m.opt.enableflags = enable;
}

const clusters = (n: number, more = '') => `<mujoco>
  <default><geom friction="0.7 0.01 0.002"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1" pos="0 0 -0.6"/>
    <geom name="wall" type="box" size="0.1 1 0.3" pos="1 0 -0.3"/>
    <geom name="rock" type="ellipsoid" size="0.3 0.2 0.2" pos="-0.8 0.2 -0.5" euler="10 20 30"/>
    <body name="slab" pos="0 0.9 -0.4" euler="10 0 0"><geom type="box" size="0.5 0.1 0.3"/><geom size="0.2" pos="0 0 0.3"/></body>
    ${Array.from(
      { length: n },
      (_, k) => `<body name="c${k}"><freejoint/>
        <geom name="a${k}" size="${0.12 + 0.01 * (k % 4)}" condim="${[1, 3, 4, 6][k % 4]}" priority="${k % 3 === 0 ? 1 : 0}"/>
        <geom name="b${k}" type="capsule" size="0.05 0.2" pos="0.1 0 0" margin="0.01" solmix="${k % 5}" solref="-100 -${k}"/>
        <geom name="d${k}" type="box" size="0.1 0.05 0.1" pos="0 0.15 0" euler="0 30 0" gap="0.02" friction="${0.1 * k} 0.1 0.1"/>
        <body name="e${k}" pos="0 0 0.2"><joint axis="0 1 0"/><geom type="cylinder" size="0.06 0.1" contype="${k % 2 ? 3 : 2}" conaffinity="1"/></body>
      </body>`,
    ).join('\n')}
  </worldbody>
  ${more}
</mujoco>`;

test('contacts of scattered bodies with several geoms match MuJoCo, in the same order', () => {
  const pair = pairFromXml(clusters(10));
  let contacts = 0;
  for (let seed = 1; seed <= 6; seed++) {
    scatter(pair, seed, 0.6);
    collideBoth(pair);
    expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
    contacts += pair.d.ncon;
  }
  expect(contacts).toBeGreaterThan(150);
});

test('without the mid phase the contacts are the same', () => {
  const pair = pairFromXml(clusters(10));
  for (let seed = 1; seed <= 5; seed++) {
    scatter(pair, seed, 0.6);
    setFlags(pair, 0, 0);
    collideBoth(pair);
    const set = () =>
      Array.from({ length: pair.d.ncon }, (_, i) =>
        [...pair.d.contact_geom.subarray(2 * i, 2 * i + 2), ...pair.d.contact_pos.subarray(3 * i, 3 * i + 3)].join(' '),
      ).sort();
    const withTrees = set();
    setFlags(pair, Disable.MIDPHASE, 0);
    collideBoth(pair);
    expect(set()).toEqual(withTrees);
    expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
  }
});

test('explicit pairs and excluded bodies match MuJoCo', () => {
  const pair = pairFromXml(
    clusters(
      6,
      `<contact>
        <pair geom1="a1" geom2="b0" condim="4" friction="1 0.9 0.1 0.02 0.03" margin="0.1" gap="0.05" solref="0.03 1"/>
        <pair geom1="floor" geom2="d2" solreffriction="0.01 1" solimp="0.8 0.9 0.01 0.4 3"/>
        <pair geom1="wall" geom2="rock"/>
        <pair geom1="d4" geom2="a4" margin="1"/>
        <exclude body1="c3" body2="c5"/>
        <exclude body1="c0" body2="e1"/>
        <exclude body1="world" body2="c2"/>
      </contact>`,
    ),
  );
  for (let seed = 20; seed <= 25; seed++) {
    scatter(pair, seed, 0.4);
    collideBoth(pair);
    expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
  }
});

test('flags: override, parent filter, contacts and constraints disabled', () => {
  const pair = pairFromXml(
    clusters(6).replace(
      '<default>',
      '<option o_margin="0.05" o_solref="0.1 0.5" o_solimp="0.5 0.6 0.1 0.3 2" o_friction="0.3 0.3 0.1 0.01 0.01"/><default>',
    ),
  );
  for (const [disable, enable] of [
    [0, Enable.OVERRIDE],
    [Disable.FILTERPARENT, 0],
    [Disable.MULTICCD, 0],
    [Disable.CONTACT, 0],
    [Disable.CONSTRAINT, 0],
  ]) {
    setFlags(pair, disable, enable);
    scatter(pair, 41, 0.4);
    collideBoth(pair);
    expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
  }
  expect(pair.d.ncon).toBe(0);
});

test('mocap bodies, welded bodies and planes on bodies are filtered as in MuJoCo', () => {
  const pair = pairFromXml(`<mujoco><worldbody>
    <geom type="box" size="0.2 0.2 0.2"/>
    <body name="static" pos="0.3 0 0"><geom size="0.2"/><body pos="0 0 0.2"><geom type="box" size="0.1 0.1 0.1"/></body></body>
    <body name="hand" mocap="true" pos="0.1 0.1 0.2"><geom type="capsule" size="0.1 0.2"/></body>
    <body name="tray" mocap="true" pos="0 0 -0.1"><geom type="plane" size="1 1 0.1"/><geom size="0.1"/></body>
    <body pos="0 0 0.1"><freejoint/><geom size="0.15"/>
      <body pos="0.1 0 0"><geom type="box" size="0.1 0.1 0.1"/><body pos="0 0 0.1"><joint/><geom size="0.12"/></body></body>
    </body>
  </worldbody></mujoco>`);
  for (const disable of [0, Disable.FILTERPARENT]) {
    setFlags(pair, disable, 0);
    collideBoth(pair);
    expect(pair.d.ncon).toBeGreaterThan(3);
    expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
  }
});

test('boxes stacked without a gap touch as in MuJoCo', () => {
  const pair = pairFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    ${[0, 1, 2].flatMap((x) => [0, 1, 2].map((z) => `<body pos="${0.2 * x} 0 ${0.1 + 0.2 * z}"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>`)).join('')}
  </worldbody></mujoco>`);
  collideBoth(pair);
  expect(pair.d.ncon).toBeGreaterThan(20);
  expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
});

test('adhesive contacts pull in the gap, without friction', () => {
  const pair = pairFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1" adhesion="3" gap="0.1"/>
    <body pos="0 0 0.15"><freejoint/><geom size="0.1"/></body><body pos="1 0 0.08"><freejoint/><geom size="0.1" adhesion="2"/></body>
  </worldbody></mujoco>`);
  collideBoth(pair);
  expect(pair.d.contact_dim[0]).toBe(1);
  expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
});

test('a stage that runs out of contacts reports how many it needs', () => {
  const pair = pairFromXml(clusters(30));
  scatter(pair, 3, 0.6);
  const { m, d } = pair;
  expect(collision(m, d)).toBe(Status.ARENA_FULL);
  expect(d.con_need).toBeGreaterThan(d.con_cap);
  expect(d.ncon).toBe(0);
  collideBoth(pair);
  expect(d.ncon).toBeGreaterThan(64);
  expect(compareContacts(pair)).toMatchObject({ error: expect.closeTo(0, 12) });
});

test('coincident geoms and geoms of size zero produce no NaN', () => {
  const types = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'];
  const pair = pairFromXml(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    ${types.flatMap((t) => [0, 1].map((k) => `<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><freejoint/><geom type="${t}" size="${k ? '0.1 0.1 0.1' : '1e-9 1e-9 1e-9'}"/></body>`)).join('')}
  </worldbody></mujoco>`);
  collideBoth(pair);
  const { d } = pair;
  expect(d.ncon).toBeGreaterThan(10);
  for (let i = 0; i < 3 * d.ncon; i++) expect(Number.isFinite(d.contact_pos[i])).toBe(true);
  for (let i = 0; i < 9 * d.ncon; i++) expect(Number.isFinite(d.contact_frame[i])).toBe(true);
});
