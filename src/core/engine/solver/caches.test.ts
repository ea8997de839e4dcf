/** Caches of the solver while islands grow, shrink and exchange members: every result is that of a fresh Data, which has no cache. */
import { expect, test } from 'vitest';
import { withPair } from '../../../../test/support/constraintPair.ts';
import { random } from '../../../../test/support/oracle/oracle.ts';
import { BLOCK } from '../../model/block/block.ts';
import { Data } from '../../model/data.ts';
import { Disable, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { forward } from '../forward.ts';

const TREES = 26;

/** Trees of one to five dofs; an equality joins each to the next one, and to the one after that. */
function forest(option = ''): string {
  const tree = (k: number) => {
    const more = Array.from(
      { length: k % 5 },
      (_, i) => `<joint axis="${i % 2} 1 ${i % 3}" pos="0 0 .${i}" armature=".1"/>`,
    ).join('');
    return `<body pos="${k} 0 0"><joint name="j${k}" type="slide" axis="0 0 1" frictionloss=".1"/>${more}<geom size=".1" pos=".2 .1 0" mass="${1 + k}"/></body>`;
  };
  const join = (k: number) =>
    `<joint joint1="j${k % TREES}" joint2="j${(k % TREES) + (k < TREES ? 1 : 2)}" active="false"/>`;
  const pairs = Array.from({ length: 2 * TREES }, (_, k) => k).filter((k) => (k % TREES) + (k < TREES ? 1 : 2) < TREES);
  return `<mujoco><option gravity="1 2 -9" jacobian="sparse" ${option}><flag contact="disable"/></option><worldbody>
    ${Array.from({ length: TREES }, (_, k) => tree(k)).join('\n')}</worldbody>
    <equality>${pairs.map(join).join('')}</equality></mujoco>`;
}

/** Equalities from a tree to the next, and those to the one after that. */
const next = (k: number) => k;
const afterNext = (k: number) => TREES - 1 + k;

/** Which equalities hold in each step: chains that grow, shrink, move on by one, interleave and exchange members. */
function* patterns(): Generator<number[]> {
  const chain = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => next(from + k));
  yield chain(0, 20);
  yield chain(0, 18);
  yield chain(1, 19);
  yield chain(2, 20);
  yield chain(0, 25);
  yield chain(0, 17);
  // two islands, of every second tree
  yield Array.from({ length: TREES - 2 }, (_, k) => afterNext(k));
  yield [afterNext(0), afterNext(1), afterNext(4)];
  yield [...chain(0, 3), afterNext(7), afterNext(9), ...chain(20, 23)];
  const choose = random(4);
  for (let k = 0; k < 20; k++) yield Array.from({ length: 2 * TREES - 3 }, (_, i) => i).filter(() => choose() > -0.3);
}

function setActive(d: Data, pattern: readonly number[]): void {
  d.eq_active.fill(0);
  for (const e of pattern) d.eq_active[e] = 1;
}

function expectFresh(m: Model, d: Data, pattern: readonly number[], label: string): void {
  setActive(d, pattern);
  d.qacc_warmstart.fill(0);
  forward(m, d);
  const fresh = new Data(m);
  fresh.qpos.set(d.qpos);
  fresh.qvel.set(d.qvel);
  setActive(fresh, pattern);
  forward(m, fresh);
  expect([d.nisland, d.nefc], label).toEqual([fresh.nisland, fresh.nefc]);
  for (const name of ['qacc', 'qfrc_constraint', 'solver_niter'] as const)
    expect(d[name], `${name}, ${label}`).toEqual(fresh[name]);
  expect(d.qacc.every(Number.isFinite), label).toBe(true);
  const solved = Math.min(20, Math.max(1, d.nisland));
  expect(d.solver_nnz.subarray(0, solved), label).toEqual(fresh.solver_nnz.subarray(0, solved));
  fresh.free();
}

test.each(Object.entries(Solver))('islands that grow, shrink and exchange members: %s', (_, solver) => {
  withPair(forest(), ({ m, d }) => {
    m.opt.solver = solver;
    const noise = random(2);
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.05 * noise();
    for (let i = 0; i < m.nv; i++) d.qvel[i] = noise();
    let step = 0;
    for (const pattern of patterns()) {
      // twice: the second time caches hit
      for (const again of ['first', 'again']) expectFresh(m, d, pattern, `pattern ${step}, ${again}`);
      // and with everything as one problem in between
      if (step % 3 === 0) {
        m.opt.disableflags |= Disable.ISLAND;
        expectFresh(m, d, pattern, `pattern ${step}, no islands`);
        m.opt.disableflags &= ~Disable.ISLAND;
      }
      step++;
    }
    expect(step).toBe(29);
  });
});

test('groups are cached while rows and the solver stay, and not for everything as one problem', () => {
  withPair(forest(), ({ m, d }) => {
    const cached = () => d[BLOCK].work_sol_int[SolverIntSlot.CACHED_GROUPS];
    const pattern = [next(0), next(1), next(4), afterNext(7)];
    setActive(d, pattern);
    forward(m, d);
    expect(cached()).toBe(Solver.NEWTON + 1);
    forward(m, d);
    expect(cached()).toBe(Solver.NEWTON + 1);
    m.opt.solver = Solver.CG;
    forward(m, d);
    expect(cached()).toBe(Solver.CG + 1);
    m.opt.disableflags |= Disable.ISLAND;
    forward(m, d);
    expect(cached()).toBe(0);
    m.opt.disableflags &= ~Disable.ISLAND;
    forward(m, d);
    expect(cached()).toBe(Solver.CG + 1);
  });
});
