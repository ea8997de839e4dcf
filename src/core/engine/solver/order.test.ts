// needs: the compiled engine
import { expect, test } from 'vitest';
import {
  copyStateToOracle,
  fieldError,
  mujoco,
  type Pair,
  pairFromXml,
  random,
} from '../../../../test/support/oracle/oracle.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { blockOf, Data } from '../../model/data.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { forward } from '../forward.ts';
import { step } from '../step.ts';

await prepare();

/** Balls around a center ball, which is last in the model and would be eliminated first: all balls would then depend on
 *  each other. */
function star(balls: number): string {
  const ball = (k: number) => {
    const angle = (2 * Math.PI * k) / balls;
    return `<body pos="${1.04 * Math.cos(angle)} ${1.04 * Math.sin(angle)} 0"><freejoint/><geom size=".05"/></body>`;
  };
  return `<mujoco><option jacobian="sparse" gravity="0 0 0"/><worldbody>
    ${Array.from({ length: balls }, (_, k) => ball(k)).join('')}
    <body><freejoint/><geom size="1"/></body></worldbody></mujoco>`;
}

/** A heap in a box: many trees, many contacts, row states that change from iteration to iteration. */
function heap(n: number, engine: 'js' | 'wasm'): { m: ReturnType<typeof modelFromXml>; d: Data } {
  const ball = (k: number) => {
    const [x, y, z] = [0.099 * (k % 3) + 0.004 * (k % 5), 0.099 * (((k / 3) | 0) % 3), 0.049 + 0.099 * ((k / 9) | 0)];
    return `<body pos="${x} ${y} ${z}"><freejoint/><geom size=".05"/></body>`;
  };
  const m = modelFromXml(
    `<mujoco><worldbody><geom type="plane" size="1 1 1"/><geom type="box" size=".02 1 1" pos="-.08 0 0"/>
     <geom type="box" size=".02 1 1" pos=".3 0 0"/><geom type="box" size="1 .02 1" pos="0 -.08 0"/>
     <geom type="box" size="1 .02 1" pos="0 .33 0"/>${Array.from({ length: n }, (_, k) => ball(k)).join('')}</worldbody></mujoco>`,
    { engine },
  );
  return { m, d: new Data(m) };
}

test('a body that many others touch is eliminated after them: the factor grows linearly, not quadratically', () => {
  const blocks = [20, 40].map((n) => {
    const m = modelFromXml(star(n));
    const d = new Data(m);
    forward(m, d);
    expect(d.nefc).toBeGreaterThanOrEqual(4 * n);
    return blockOf(d).work_sol_int[SolverIntSlot.NH] / 16;
  });
  expect(blocks[1]).toBeLessThan(2.1 * blocks[0]);
});

test('bodies that are tied to each other like a tree are eliminated from the leaves: the factor has no other blocks than the Hessian', () => {
  const next = random(1);
  const ball = (k: number) => `<body name="b${k}" pos="${k} 0 0"><freejoint/><geom size=".1"/></body>`;
  for (const [n, islands] of [
    [40, 1],
    [41, 2],
    [60, 3],
  ]) {
    const bodies = Array.from({ length: n }, (_, k) => ball(k));
    const ties = Array.from({ length: n - islands }, (_, i) => {
      const k = i + islands;
      // a body that precedes it, of the same island
      const steps = Math.floor(((next() + 1) / 2) * Math.floor(k / islands));
      return `<connect body1="b${(k % islands) + islands * steps}" body2="b${k}" anchor="0 0 0"/>`;
    });
    const m = modelFromXml(
      `<mujoco><option jacobian="sparse" gravity="0 0 0"/><worldbody>${bodies.join('')}</worldbody><equality>${ties.join('')}</equality></mujoco>`,
    );
    const d = new Data(m);
    d.qvel.fill(0.1);
    forward(m, d);
    expect(d.nisland).toBe(islands);
    // six dofs are two blocks: three elements of the triangle for each body, four for each tie; the last island is counted
    const last = Math.floor(n / islands);
    expect(blockOf(d).work_sol_int[SolverIntSlot.NH] / 16).toBe(3 * last + 4 * (last - 1));
  }
});

test('a tie to another body alone makes another order', () => {
  const ball = (k: number) => `<body name="b${k}" pos="${k} 0 0"><freejoint/><geom size=".1"/></body>`;
  const tie = (a: number, b: number) => `<connect body1="b${a}" body2="b${b}" anchor="0 0 0"/>`;
  // two stars around b0 and b20, joined by the last tie: between b20 and a leaf of the other star
  const leaves = [0, 20].flatMap((center) => Array.from({ length: 19 }, (_, k) => tie(center, center + 1 + k)));
  const m =
    modelFromXml(`<mujoco><option jacobian="sparse" gravity="0 0 0"/><worldbody>${Array.from({ length: 40 }, (_, k) => ball(k)).join('')}</worldbody>
    <equality>${leaves.join('')}${tie(20, 1)}</equality></mujoco>`);
  const d = new Data(m);
  d.qvel.fill(0.1);
  for (const leaf of [1, 2, 19, 1]) {
    m.eq_obj2id[m.neq - 1] = leaf + 1;
    forward(m, d);
    expect(d.nisland).toBe(1);
    expect(blockOf(d).work_sol_int[SolverIntSlot.NH] / 16).toBe(3 * 40 + 4 * 39);
  }
});

/** A model in motion, in our engine and in MuJoCo. */
function inMotion(xml: string): Pair {
  const pair = pairFromXml(xml);
  for (let i = 0; i < pair.m.nv; i++) pair.d.qvel[i] = Math.sin(i);
  copyStateToOracle(pair);
  forward(pair.m, pair.d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  return pair;
}

test('the order affects only rounding: MuJoCo finds the same accelerations', () => {
  const pair = inMotion(star(30));
  expect(pair.d.nefc).toBeGreaterThan(100);
  expect(fieldError(pair, 'qacc')).toBeLessThan(1e-6);
});

/** A soft bar on a moving body, all in one tree. Its vertices are numbered along its length. */
const held = `<mujoco><option solver="Newton" jacobian="sparse"/><worldbody><body name="b"><freejoint/><geom size=".1"/>
  <flexcomp name="f" type="grid" dim="3" count="2 2 30" spacing=".1 .1 .1" pos="0 0 2" mass="1" radius=".001">
  <edge equality="true"/><contact contype="0" conaffinity="0"/></flexcomp></body></worldbody></mujoco>`;

test('vertices attached to one body are eliminated one by one, and MuJoCo finds the same accelerations', () => {
  const pair = inMotion(held);
  expect(pair.d.nefc).toBeGreaterThan(400);
  expect(fieldError(pair, 'qacc')).toBeLessThan(1e-6);
  // each depends on the next layers; in model order, on half of the bar
  expect(blockOf(pair.d).work_sol_int[SolverIntSlot.NH] / 16).toBeLessThan(12 * 120);
});

test('trees beside one that is split into limbs: bodies of three dofs that touch it, and another one that is split', () => {
  const bar = held.replace('2 2 30', '2 2 6');
  const ball = (pos: string) => `<body pos="${pos}"><joint type="ball" pos="0 0 .1"/><geom size=".1"/></body>`;
  const other = bar.replace(/.*<worldbody>|<\/worldbody>.*/gs, '').replaceAll(/name="(.)"/g, 'name="other $1"');
  const bodies = `${ball('0 .19 0')}${other.replace('<body', '<body pos=".19 0 0"')}${ball('.19 .19 0')}`;
  const text = bar
    .replace('<worldbody>', `<worldbody>${ball('0 -.19 0')}`)
    .replace('</worldbody>', `${bodies}</worldbody>`);
  const { d, m, theirs } = inMotion(text);
  expect([d.nisland, m.ntree]).toEqual([1, 5]);
  expect(fieldError({ m, d, theirs }, 'qacc')).toBeLessThan(1e-6);
  // limbs, balls and trunks, each once
  const parts = d.work_problem[Problem.NPART];
  expect([parts, new Set(d.work_part_order.subarray(0, parts)).size]).toEqual([53, 53]);
});

test('a heap has the same bits in both engines', () => {
  const [js, wasm] = [heap(40, 'js'), heap(40, 'wasm')];
  for (const { m, d } of [js, wasm]) for (let k = 0; k < 30; k++) step(m, d);
  expect(blockOf(wasm.d).ncon).toBeGreaterThan(40);
  expect(wasm.d.qpos).toEqual(js.d.qpos);
  expect(wasm.d.qacc).toEqual(js.d.qacc);
});
