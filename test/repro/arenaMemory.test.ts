// needs: the compiled engine
/** A thousand balls in a bin ran out of memory once they touched: a growing arena needed room for the old and the new one, and the solver
 *  requested a full matrix as soon as its lists were full. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { Data, growArena } from '../../src/core/model/data.ts';
import { inHeap } from '../../src/core/model/memory/currentHeap.ts';
import { Heap } from '../../src/core/model/memory/heap.ts';
import { modelFromXml } from '../../src/load/load.ts';

const MB = 1 << 20;

test('an arena grows in a memory without room for two arenas', () => {
  const xml = '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
  const m = inHeap(new Heap({ pages: 5.5 * 16 }), () => modelFromXml(xml, { engine: 'js' }));
  const d = new Data(m);
  while (d.H_cap < 60_000) {
    d.H_need = d.H_cap + 1;
    growArena(d);
  }
  expect(m.heap.used).toBeGreaterThan(3 * MB);
});

test('many touching balls need memory only for the blocks of their matrix', () => {
  const side = 5;
  const balls = Array.from({ length: side ** 3 }, (_, k) => {
    const at = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)].map((i) => 0.199 * i);
    return `<body pos="${at[0]} ${at[1]} ${at[2] + 0.1}"><freejoint/><geom size=".1"/></body>`;
  });
  const m = modelFromXml(`<mujoco><worldbody><geom type="plane" size="5 5 1"/>${balls.join('')}</worldbody></mujoco>`, {
    engine: 'js',
  });
  const d = new Data(m);
  const before = m.heap.used;
  forward(m, d);
  expect(d.nisland).toBe(1);
  // a full matrix of 4x4 blocks would take 13 MB in six arrays
  expect(m.heap.used - before).toBeLessThan(9 * MB);
  expect(d.solver_niter[0]).toBeGreaterThan(0);
});
