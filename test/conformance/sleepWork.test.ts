// needs: the compiled engine
/** Sleeping trees are not computed: their arrays keep values that a test has written into them. `npm run bench -- check` measures the time
 *  saved. */
import { expect } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { stagesOf } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { arm, awake, both, box, type Load, type World } from '../support/scenes/sleeping.ts';

const range = (n: number) => Array.from({ length: n }, (_, k) => k);
const MARK = 12345;

function start(load: Load, world: string, sleep = 'enable'): World {
  const { m, d } = load(world, { flag: `sleep="${sleep}"` });
  forward(m, d);
  return { m, d };
}

/** Writes a mark into a factor or matrix with the rows of M, runs a stage, and returns for each tree how many of its values are still
 *  marks. */
function keptByTree({ m }: World, array: Float64Array, stage: () => void): number[] {
  array.fill(MARK);
  stage();
  return range(m.ntree).map((tree) => {
    const first = m.tree_dofadr[tree];
    const end = first + m.tree_dofnum[tree];
    const numbers = array.subarray(m.M_rowadr[first], m.M_rowadr[end - 1] + m.M_rownnz[end - 1]);
    return numbers.filter((value) => value === MARK).length / numbers.length;
  });
}

both('with 100 bodies asleep in 10 islands next to one that moves, a step computes one tree', (load) => {
  const piles = range(10).flatMap((x) =>
    range(10).map((k) => box(`b${x}${k}`, `${0.5 * x} 0 ${0.099 + 0.199 * k}`, 'sleep="init"')),
  );
  const scene = `${piles.join('')}<body pos="-2 -2 .1" sleep="never"><freejoint/><geom size=".1"/></body>`;
  const { m, d } = start(load, scene);
  expect([start(load, scene, 'disable').d.nisland, d.ntree_awake]).toEqual([10, 1]);
  // one cycle per pile
  for (const t of range(100)) expect((d.tree_asleep[t] / 10) | 0).toBe((t / 10) | 0);
  d.xpos.fill(MARK);
  for (let k = 0; k < 30; k++) step(m, d);
  expect(d.ntree_awake).toBe(1);
  // the world and the awake body
  expect(range(m.nbody).filter((i) => d.xpos[3 * i] !== MARK)).toEqual([0, 101]);
});

both('with 50 trees asleep next to one awake, only the mass matrix of that one is computed', (load) => {
  const sleepers = range(50).map((k) => arm(`s${k}`, k, 'sleep="init"'));
  const world = start(load, sleepers.join('') + arm('m', 60));
  const { m, d } = world;
  expect([m.nbody, d.ntree_awake]).toEqual([103, 1]);
  expect(keptByTree(world, d.M, () => stagesOf(m).makeM(m, d))).toEqual([...Array(50).fill(1), 0]);
});

both('with half of 200 dofs asleep, half of the mass matrix is factored', (load) => {
  const chain = (name: string, x: number, more: string) =>
    range(10).reduceRight<string>(
      (inner, k) => `<body name="${name}${k}" pos="${k ? 0.1 : x} 0 ${k ? 0 : 1}" ${k ? '' : more}><joint axis="0 1 0"/>
        <geom type="capsule" size=".01" fromto="0 0 0 .1 0 0" contype="0" conaffinity="0"/>${inner}</body>`,
      '',
    );
  const chains = range(20).map((k) => chain(`c${k} `, 2 * k, k % 2 ? 'sleep="init"' : ''));
  const world = start(load, chains.join(''));
  const { m, d } = world;
  expect([m.nv, d.nv_awake]).toEqual([200, 100]);
  expect(awake(d)).toEqual(range(20).map((k) => 1 - (k % 2)));
  expect(keptByTree(world, d.qLD, () => stagesOf(m).factorM(m, d))).toEqual(range(20).map((k) => k % 2));
});
