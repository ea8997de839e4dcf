// needs: the compiled engine
/** Sleeping trees cost no time: the same scene with and without them, interleaved, the best of several rounds. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { stagesOf } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { modelFromXml } from '../../src/load/load.ts';
import { arm, awake, box, sceneXml, type World } from '../support/scenes/sleeping.ts';

const range = (n: number) => Array.from({ length: n }, (_, k) => k);

/** The scene with its sleepers asleep, and with everything awake. */
function twice(world: string): { some: World; none: World } {
  const [some, none] = ['enable', 'disable'].map((flag) => {
    const m = modelFromXml(sceneXml(world, { flag: `sleep="${flag}"` }), { engine: 'wasm' });
    const d = new Data(m);
    forward(m, d);
    return { m, d };
  });
  return { some, none };
}

/** Time with sleepers over time without. */
function ratio({ some, none }: { some: World; none: World }, work: (world: World) => void, rounds = 15): number {
  const best = [some, none].map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    [some, none].forEach((world, k) => {
      const from = performance.now();
      work(world);
      best[k] = Math.min(best[k], performance.now() - from);
    });
  }
  return best[0] / best[1];
}

const repeat = (n: number, work: (world: World) => void) => (world: World) => {
  for (let k = 0; k < n; k++) work(world);
};

test('with 100 bodies asleep in 10 islands beside one that moves, a step takes less than a third of the time', () => {
  const piles = range(10).flatMap((x) =>
    range(10).map((k) => box(`b${x}${k}`, `${0.5 * x} 0 ${0.099 + 0.199 * k}`, 'sleep="init"')),
  );
  const worlds = twice(`${piles.join('')}<body pos="-2 -2 .1" sleep="never"><freejoint/><geom size=".1"/></body>`);
  const { some, none } = worlds;
  expect([none.d.nisland, some.d.ntree_awake]).toEqual([10, 1]);
  // a ring for each pile
  for (const t of range(100)) expect((some.d.tree_asleep[t] / 10) | 0).toBe((t / 10) | 0);
  expect(
    ratio(
      worlds,
      repeat(5, ({ m, d }) => step(m, d)),
      6,
    ),
  ).toBeLessThan(1 / 3);
  expect(some.d.ntree_awake).toBe(1);
});

test('with 50 trees of 100 bodies asleep beside one, the mass matrix takes at least 30 % less time', () => {
  const worlds = twice(
    range(50)
      .map((k) => arm(`s${k}`, k, 'sleep="init"'))
      .join('') + arm('m', 60),
  );
  expect([worlds.some.m.nbody, worlds.some.d.ntree_awake]).toEqual([103, 1]);
  expect(
    ratio(
      worlds,
      repeat(200, ({ m, d }) => stagesOf(m).makeM(m, d)),
    ),
    // 30 % less is what is asked for; two bodies of 102 are awake
  ).toBeLessThan(0.3);
});

test('with half of 200 dofs asleep the factorisation takes about half the time', () => {
  const chain = (name: string, x: number, more: string) =>
    range(10).reduceRight<string>(
      (inner, k) => `<body name="${name}${k}" pos="${k ? 0.1 : x} 0 ${k ? 0 : 1}" ${k ? '' : more}><joint axis="0 1 0"/>
        <geom type="capsule" size=".01" fromto="0 0 0 .1 0 0" contype="0" conaffinity="0"/>${inner}</body>`,
      '',
    );
  const worlds = twice(
    range(20)
      .map((k) => chain(`c${k} `, 2 * k, k % 2 ? 'sleep="init"' : ''))
      .join(''),
  );
  expect([worlds.some.m.nv, worlds.some.d.nv_awake]).toEqual([200, 100]);
  expect(awake(worlds.some.d)).toEqual(range(20).map((k) => 1 - (k % 2)));
  const found = ratio(
    worlds,
    repeat(200, ({ m, d }) => stagesOf(m).factorM(m, d)),
  );
  expect(found).toBeLessThan(0.8);
  expect(found).toBeGreaterThan(0.2);
});
