// needs: the compiled engine
// alone: fills memory
/** A synchronous loop that creates `Data` objects: no finalizer runs before it ends, and a WeakRef created in it keeps its target alive. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { inHeap } from '../../src/core/model/memory/currentHeap.ts';
import { Heap } from '../../src/core/model/memory/heap.ts';
import { Data, modelFromXml, prepare, step } from '../../src/index.ts';
import { collect } from './collector.ts';

// a collection is slow in a process that has run many tests
vi.setConfig({ testTimeout: 300_000 });

const xml = readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8');
await prepare();

/** A humanoid in a separate heap, in pages of 64 KiB: 1024 have room for about 200 of its `Data` objects. */
function small(pages = 1024) {
  const heap = new Heap({ pages });
  return { heap, m: inHeap(heap, () => modelFromXml(xml)) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('the memory of `Data` objects dropped in a loop is reused before the loop ends, except of referenced ones', () => {
  const { m } = small();
  const arrays: Float64Array[] = [];
  let kept: Data | undefined;
  for (let k = 0; k < 300; k++) {
    const d = new Data(m);
    arrays.push(d.qvel.fill(k));
    if (k !== 100) continue;
    kept = d;
    d.qpos[0] = 5;
    step(m, d, 2);
    d.qvel.fill(k);
  }
  expect(kept!.time).toBeCloseTo(2 * m.opt.timestep, 9);
  expect(Math.abs(kept!.qpos[0] - 5)).toBeLessThan(1);
  arrays.forEach((array, k) => {
    expect(array.every((x) => x === k)).toBe(true);
  });
});

test('dropped memory is reused once: a later finalizer has no effect', async () => {
  const { heap, m } = small();
  await collect();
  const before = heap.used;
  for (let k = 0; k < 300; k++) new Data(m);
  const held = Array.from({ length: 20 }, () => new Data(m));
  await collect();
  held.forEach((d, k) => {
    d.qpos.fill(k);
  });
  for (let k = 0; k < 300; k++) new Data(m).qpos.fill(-1);
  held.forEach((d, k) => {
    expect(d.qpos.every((x) => x === k)).toBe(true);
    d.free();
  });
  await collect();
  expect(heap.used).toBeLessThan(before + 50_000);
});

test('when referenced `Data` objects fill the memory, the error says what to do', () => {
  const { m } = small(512);
  const held: Data[] = [];
  expect(() => {
    for (;;) held.push(new Data(m));
  }).toThrow(/^out of memory: a Data needs .* MB are in use\. Call free\(\) on .*, declare them with `using`, or /);
  expect(held.length).toBeGreaterThan(50);
  for (const d of held.splice(0)) d.free();
  step(m, new Data(m));
});

test('without a way to query reachability, a loop runs until its memory is full', async () => {
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => undefined as never);
  const { m } = small();
  const make = () => {
    for (let k = 0; k < 300; k++) new Data(m);
  };
  expect(make).toThrow(/out of memory: a Data/);
  await collect();
  step(m, new Data(m));
});
