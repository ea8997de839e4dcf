// needs: the compiled engine
import { describe, expect, test } from 'vitest';
import { compareModels, describeDifferences } from '../../../../../test/support/oracle/compileConformance.ts';
import {
  copyStateFromOracle,
  fieldError,
  mujoco,
  oracleModel,
  type Pair,
  pairFromXml,
} from '../../../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../../../test/support/oracle/twoEngines.ts';
import { Data, forward, modelFromXml, prepare, ray, registerPlugin, step } from '../../../../index.ts';
import { bolt } from '../../../plugins/sdf/bolt.ts';
import { nut } from '../../../plugins/sdf/nut.ts';
import { torus } from '../../../plugins/sdf/torus.ts';

await prepare();
await prepare({ engine: 'js' });

const meshes: Readonly<Record<string, string>> = {
  cube: '<mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".3 .2 .1"/>',
  lump: '<mesh name="lump" builtin="supersphere" params="8 .6 .6" scale=".2 .2 .15"/>',
  cone: '<mesh name="cone" builtin="cone" params="12 .3" scale=".2 .2 .2"/>',
};
/** Meshes of a model. */
const assets = (text: string) =>
  `<asset>${Object.keys(meshes)
    .map((name) => (text.includes(`"${name}"`) ? meshes[name] : ''))
    .join('')}</asset>`;

const others = {
  sphere: 'size=".1"',
  capsule: 'type="capsule" size=".08 .1" euler="70 10 0"',
  ellipsoid: 'type="ellipsoid" size=".12 .09 .07" euler="15 5 0"',
  cylinder: 'type="cylinder" size=".1 .07" euler="20 30 0"',
  box: 'type="box" size=".1 .07 .06" euler="15 25 0"',
  mesh: 'type="mesh" mesh="cone" euler="15 5 0"',
  sdf: 'type="sdf" mesh="cone" euler="15 5 0"',
};

/** One field below each shape, all in one world, because MuJoCo makes the octree of a mesh once. */
const world = (names: readonly (keyof typeof others)[]) => {
  const lane = (name: keyof typeof others, k: number) => `
    <body pos="${2 * k} 0 .05"><freejoint/><geom type="sdf" mesh="${name === 'mesh' ? 'cube' : 'lump'}"/></body>
    <body pos="${2 * k + 0.03} .02 .2"><freejoint/><geom name="${name}" ${others[name]}/></body>`;
  const bodies = names.map(lane).join('');
  return `<mujoco>${assets(bodies)}<worldbody><geom type="plane" size="2 2 .1" pos="0 0 -.06"/>${bodies}</worldbody></mujoco>`;
};

describe('octrees of meshes', () => {
  test.each(['cube', 'cone'])('of a %s have the same nodes and distances as in MuJoCo', (mesh) => {
    const xml = `<mujoco>${assets(`"${mesh}"`)}<worldbody><geom type="sdf" mesh="${mesh}"/></worldbody></mujoco>`;
    const theirs = oracleModel(xml);
    expect(Number(theirs.noct)).toBeGreaterThan(8);
    expect(describeDifferences(compareModels(modelFromXml(xml), theirs))).toEqual([]);
    theirs.delete();
  });
});

/** MuJoCo steps; every few steps, the contacts of its state are compared with ours. */
function expectContacts(pair: Pair, steps: number, every: number, more: (pair: Pair, k: number) => void): void {
  const { m, d, theirs } = pair;
  for (let k = 0; k < steps; k++) {
    mujoco.mj_step(theirs.m, theirs.d);
    if (k % every < every - 1) continue;
    mujoco.mj_forward(theirs.m, theirs.d);
    copyStateFromOracle(pair);
    forward(m, d);
    expect(d.ncon, `step ${k}`).toBe(theirs.d.ncon);
    expect(fieldError(pair, 'contact_pos', 0.1), `step ${k}`).toBeLessThan(1e-6);
    expect(fieldError(pair, 'contact_dist', 0.01), `step ${k}`).toBeLessThan(1e-6);
    more(pair, k);
  }
}

describe('contacts of a signed distance field', () => {
  test('with each other shape match MuJoCo', () => {
    const names = Object.keys(others) as (keyof typeof others)[];
    const pair = pairFromXml(world(names));
    const touching = new Set<string>();
    expectContacts(pair, 24, 8, ({ d }) => {
      for (let c = 0; c < d.ncon; c++) {
        const [one, two] = [...d.contact_geom.subarray(2 * c, 2 * c + 2)].sort((a, b) => a - b);
        // geom 0 is the floor; each field is followed by its other shape
        if (one > 0 && two === one + 1) touching.add(names[two / 2 - 1]);
      }
    });
    expect([...touching].sort()).toEqual([...names].sort());
  });

  const cloth = (option: string) => `<mujoco>${assets('"lump"')}<option>${option}</option><worldbody>
    <body pos="0 0 .05" euler="10 20 0"><geom type="sdf" mesh="lump"/></body>
    <flexcomp name="f" type="grid" dim="2" count="6 6 1" spacing=".08 .08 .1" pos="0 0 .2" mass=".1" radius=".005">
    <edge equality="true"/><contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;

  test.each(['', '<flag midphase="disable"/>'])('with a cloth match MuJoCo (%s)', (option) => {
    let maxContacts = 0;
    expectContacts(pairFromXml(cloth(option)), 20, 5, (pair, k) => {
      expect(fieldError(pair, 'contact_elem'), `step ${k}`).toBe(0);
      maxContacts = Math.max(maxContacts, pair.d.ncon);
    });
    expect(maxContacts).toBeGreaterThan(4);
  });

  test('with a cloth are the same bits in both engines', async () => {
    const pair = pairFromXml(cloth(''));
    for (let k = 0; k < 10; k++) mujoco.mj_step(pair.theirs.m, pair.theirs.d);
    const { js, compared, seen } = await twoEngines(pair.theirs.m);
    js.m.stages = compared;
    (js.d.qpos as Float64Array).set(pair.theirs.d.qpos as Float64Array);
    forward(js.m, js.d);
    expect(seen.has('collision')).toBe(true);
    expect(js.d.ncon).toBeGreaterThan(4);
  });

  test('are the same bits in both engines', async () => {
    const pair = pairFromXml(world(['box']));
    const { js, compared, seen } = await twoEngines(pair.theirs.m);
    js.m.stages = compared;
    js.d.qpos[9] = 0.15;
    forward(js.m, js.d);
    expect(seen.has('collision')).toBe(true);
    expect(js.d.contact_geom.subarray(0, 2 * js.d.ncon).includes(2)).toBe(true);
  });
});

test('rays hit a field where they do in MuJoCo', () => {
  const pair = pairFromXml(
    `<mujoco>${assets('"lump"')}<worldbody><geom type="sdf" mesh="lump" euler="20 30 40"/></worldbody></mujoco>`,
  );
  const { m, d, theirs } = pair;
  mujoco.mj_forward(theirs.m, theirs.d);
  forward(m, d);
  let hits = 0;
  for (let k = 0; k < 40; k++) {
    const from = [Math.cos(k), Math.sin(3 * k), Math.cos(5 * k)];
    const toward = from.map((x, i) => 0.1 * Math.sin(7 * k + i) - x);
    const geomid = new mujoco.IntBuffer(1);
    const expected = mujoco.mj_ray(theirs.m, theirs.d, from, toward, null as never, true, -1, geomid, null);
    const found = ray(m, d, from, toward);
    expect(found.dist, `ray ${k}`).toBeCloseTo(expected, 6);
    expect(found.geomid).toBe(geomid.GetView()[0]);
    if (found.dist >= 0) hits++;
    geomid.delete();
  }
  expect(hits).toBeGreaterThan(9);
});

/** A geom with a plugin shape, and more in the world. Contacts are off, so that no convex hull is built. */
const shaped = (shape: string, config = '', rest = '', engine: 'wasm' | 'js' = 'wasm') =>
  modelFromXml(
    `<mujoco><extension><plugin plugin="${shape}"><instance name="s">${config}</instance></plugin></extension>
    <asset><mesh name="m"><plugin instance="s"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m" mass="1" contype="${rest ? 1 : 0}" conaffinity="0"><plugin instance="s"/></geom>${rest}</worldbody></mujoco>`,
    { engine },
  );

const set = (key: string, value: number) => `<config key="${key}" value="${value}"/>`;
const ball = (x: number, z: number) => `<body pos="${x} 0 ${z}"><freejoint/><geom size=".1"/></body>`;

// a torus with a coarse mesh, because its box is larger than necessary
registerPlugin({
  ...torus,
  name: 'test.ring',
  parameters: () => [0.2, 0.15],
  attributes: {},
  box: () => [0, 0, 0, 2, 2, 1],
});

describe('shapes of plugins', () => {
  test('a ball rests in the hole of a ring at the height that geometry gives', () => {
    // a ball of radius r on a ring of radii R and t is at height sqrt((r + t)^2 - R^2) above the plane of the ring
    const height = Math.sqrt(0.25 ** 2 - 0.2 ** 2);
    const m = shaped('test.ring', '', ball(0.002, height + 0.002));
    const d = new Data(m);
    step(m, d, 60);
    expect(d.ncon).toBeGreaterThan(2);
    expect(d.qpos[2]).toBeCloseTo(height, 2);
    expect(Math.hypot(d.qpos[0], d.qpos[1])).toBeLessThan(5e-3);
  });

  test('have the same bits in both engines, which call them back', () => {
    const [a, b] = (['wasm', 'js'] as const).map((engine) => {
      const m = shaped('test.ring', '', ball(0.05, 0.16), engine);
      const d = new Data(m);
      step(m, d, 6);
      return [...d.qpos, d.ncon];
    });
    expect(a).toEqual(b);
    expect(a[7]).toBeGreaterThan(0);
  });

  test('the mesh of a torus has its volume', () => {
    const volume = 2 * Math.PI ** 2 * 0.4 * 0.1 ** 2;
    const { nmeshface, mesh_vert, mesh_face } = shaped('mujoco.sdf.torus', set('radius1', 0.4) + set('radius2', 0.1));
    const corner = (c: number) => mesh_vert.subarray(3 * mesh_face[c], 3 * mesh_face[c] + 3);
    let sum = 0;
    for (let c = 0; c < 3 * nmeshface; c += 3) {
      const [p, q, r] = [corner(c), corner(c + 1), corner(c + 2)];
      sum +=
        p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
    }
    expect(sum / 6 / volume).toBeCloseTo(1, 2);
  });

  test('the surface of a gear is closed', () => {
    const { nmeshface, nmeshvert, mesh_face } = shaped('mujoco.sdf.gear');
    // each edge is traversed once in each direction
    const walked = new Map<number, number>();
    const walk = (a: number, b: number) => {
      const key = Math.min(a, b) * nmeshvert + Math.max(a, b);
      walked.set(key, (walked.get(key) ?? 0) + (a < b ? 1 : -1));
    };
    for (let c = 0; c < 3 * nmeshface; c++) walk(mesh_face[c], mesh_face[c % 3 === 2 ? c - 2 : c + 1]);
    expect(nmeshface).toBeGreaterThan(1000);
    expect([...walked.values()].every((count) => count === 0)).toBe(true);
  });

  test('bolts and nuts are hexagonal and have a helical thread', () => {
    for (const { distance } of [bolt, nut]) {
      for (let side = 0; side < 6; side++) {
        const angle = (side * Math.PI) / 3;
        expect(distance(0.6 * Math.cos(angle), 0.6 * Math.sin(angle), -0.25, [0.26])).toBeCloseTo(0.1, 12);
      }
    }
    const turned = (angle: number) => {
      const [x, y] = [0.28 * Math.cos(angle), 0.28 * Math.sin(angle)];
      return bolt.distance(x, y, -0.8 + angle / (2 * Math.PI * 12), [0.26]);
    };
    for (const angle of [1, 2, 3]) expect(turned(angle)).toBeCloseTo(turned(0), 12);
    // half a turn without translation is the other side of the thread
    expect(Math.abs(bolt.distance(-0.28, 0, -0.8, [0.26]) - turned(0))).toBeGreaterThan(0.01);
  });

  test('invalid parameters are rejected with their location', () => {
    const bowl = () => shaped('mujoco.sdf.bowl', set('height', 2));
    expect(bowl).toThrow(/<instance> plugin 'mujoco\.sdf\.bowl': height: expected less/);
    expect(() => shaped('mujoco.sdf.gear', set('teeth', -1))).toThrow(/teeth: expected a positive number, found -1/);
    const empty = {
      ...torus,
      name: 'test.empty',
      attributes: {},
      parameters: () => [1, 0.1],
      box: () => [0, 0, 0, 0.1, 0.1, 0.1],
    };
    registerPlugin(empty);
    expect(() => shaped('test.empty')).toThrow(/<mesh> the shape has no surface in its box/);
  });
});
