// needs: the compiled engine
/** Ownership of memory: memory that a user references is never reused, and unreferenced memory is. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inHeap } from '../../src/core/model/memory/currentHeap.ts';
import { Heap } from '../../src/core/model/memory/heap.ts';
import { Data, loadModel, type Model, modelFromXml, prepare, step } from '../../src/index.ts';
import { collect, full, megabytes, rss, yieldToTasks } from './collector.ts';

const file = new URL('../../examples/humanoid.xml', import.meta.url);
const xml = readFileSync(file, 'utf8');
await prepare();
const engines = ['wasm', 'js'] as const;
const humanoid = (engine: (typeof engines)[number] = 'wasm'): Model => modelFromXml(xml, { engine });

test.each(engines)('arrays outlive their Data, and never become arrays of another (%s)', async (engine) => {
  const m = humanoid(engine);
  // each returns an array of a Data without other references
  const ways: ((d: Data) => Float64Array)[] = [
    (d) => d.qpos,
    (d) => d.qvel.subarray(2, 9),
    (d) => d.body(1).xpos,
    (d) => new Float64Array(d.xpos.buffer, d.xpos.byteOffset, 3),
    (d) => d.joint(3).qvel,
    (d) => d.contact_pos,
  ];
  const make = (k: number): Float64Array => {
    const d = new Data(m);
    step(m, d, 2);
    return ways[k % ways.length](d).fill(k + 0.5);
  };
  const held = Array.from({ length: 60 }, (_, k) => make(k));
  await collect();
  for (let k = 0; k < 100; k++) step(m, new Data(m));
  await collect();
  for (let k = 0; k < 100; k++) step(m, new Data(m));
  held.forEach((array, k) => {
    expect(array.every((x) => x === k + 0.5)).toBe(true);
  });
});

test('arrays outlive a freed Data, and are not reused by the next one', () => {
  const m = humanoid();
  const held: Float64Array[] = [];
  for (let k = 0; k < 50; k++) {
    const d = new Data(m);
    step(m, d);
    held.push(d.qpos.fill(k), d.xpos.subarray(3).fill(k));
    d.free();
  }
  held.forEach((array, k) => {
    expect(array.every((x) => x === k >> 1)).toBe(true);
  });
});

test('the memory of an unreferenced Data is freed, and that of its arrays once they are unreferenced', async () => {
  const heap = new Heap();
  const m = inHeap(heap, () => humanoid());
  await collect();
  const { used } = heap;
  let held: Float64Array | undefined = (() => {
    const [one, two] = [new Data(m), new Data(m)];
    step(m, one);
    step(m, two);
    return one.xpos;
  })();
  expect(heap.used).toBeGreaterThan(used + 500_000);
  await collect();
  expect(heap.used).toBe(used + Math.ceil(held.byteLength / 16) * 16);
  held = undefined;
  // the memory object itself references the newest buffer
  new Data(m).qpos[0] = 1;
  await collect();
  expect(heap.used).toBeLessThan(used + 1000);
});

test('`Data` objects freed in a synchronous loop need only the memory of their exposed arrays', () => {
  const heap = new Heap();
  const m = inHeap(heap, () => humanoid());
  const runs = full ? 100_000 : 2000;
  const start = heap.used;
  for (let k = 0; k < runs; k++) {
    const d = new Data(m);
    step(m, d);
    expect(d.qpos[2]).toBeGreaterThan(0);
    d.free();
  }
  const each = Math.ceil((8 * m.nq) / 16) * 16;
  expect(heap.used - start).toBe(runs * each);
  console.log(
    `${runs} Data objects created, stepped, read and freed in a row: ${megabytes(heap.extent)} in use, RSS ${rss()}`,
  );
}, 600_000);

test('`Data` objects dropped in a loop that awaits now and then are collected without a forced collection', async () => {
  const heap = new Heap();
  const m = inHeap(heap, () => humanoid());
  const runs = full ? 100_000 : 3000;
  const first = new Data(m);
  const { qpos } = first;
  qpos.fill(7);
  for (let k = 0; k < runs; k++) {
    const d = new Data(m);
    if (full || k % 10 === 0) step(m, d);
    d.qvel[0] = k;
    if (k % 5 === 4) await yieldToTasks();
    // the garbage collector runs on other threads, which are delayed on a busy machine
    if (k % 250 === 249) await until(() => heap.used < 300e6, 60_000);
  }
  expect(qpos.every((x) => x === 7)).toBe(true);
  expect(first.qpos).toBe(qpos);
  // always less than a gigabyte, of 1 GB allocated here, or 30 GB in a full run
  expect(heap.extent).toBeLessThan(700e6);
  console.log(`${runs} Data objects dropped in a loop that yields: at most ${megabytes(heap.extent)}, RSS ${rss()}`);
}, 900_000);

/** Waits until a condition holds, at most for the given time. */
async function until(isSo: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!isSo() && performance.now() < end) await new Promise((rested) => setTimeout(rested, 20));
}

test('thousands of `Data` objects coexist', () => {
  const m = humanoid();
  const count = full ? 10_000 : 1000;
  const held = Array.from({ length: count }, (_, k) => {
    const d = new Data(m);
    d.qpos[0] = k;
    return d;
  });
  const arrays = held.map((d) => d.qpos);
  for (const d of held) step(m, d);
  arrays.forEach((qpos, k) => {
    expect(Math.abs(qpos[0] - k)).toBeLessThan(0.1);
  });
  console.log(`${count} humanoid Data objects alive and stepped: ${megabytes(m.heap.used)} in use, RSS ${rss()}`);
  for (const d of held) d.free();
}, 600_000);

test('unreferenced models are collected, with their `Data` objects', async () => {
  const heap = new Heap();
  const runs = full ? 2000 : 40;
  const kept = inHeap(heap, () => humanoid());
  const { body_mass } = kept;
  const masses = body_mass.slice();
  for (let k = 0; k < runs; k++) {
    const m = inHeap(heap, () => humanoid());
    const d = new Data(m);
    step(m, d);
    m.body_mass.fill(3);
    await yieldToTasks();
  }
  expect(body_mass).toEqual(masses);
  expect(heap.extent).toBeLessThan(1e9);
  await collect();
  new Data(kept).qpos[0] = 1;
  await collect();
  expect(heap.used).toBeLessThan(8e6);
}, 600_000);

test('a freed Model releases its unreferenced memory', () => {
  const heap = new Heap();
  const m = inHeap(heap, () => humanoid());
  const { body_mass } = m;
  const masses = body_mass.slice();
  m.free();
  expect(heap.used).toBe(Math.ceil(body_mass.byteLength / 16) * 16);
  inHeap(heap, () => humanoid());
  expect(body_mass).toEqual(masses);
});

test('a second heap is created when the first is full', () => {
  const small = new Heap({ pages: 60 });
  inHeap(small, () => {
    const first = humanoid();
    const models = [first, ...Array.from({ length: 4 }, () => humanoid())];
    expect(first.heap).toBe(small);
    expect(new Set(models.map((m) => m.heap)).size).toBe(2);
    for (const m of models) step(m, new Data(m));
  });
});

test('without growable memory the heap has a fixed size, and exceeding it is an error with figures', async () => {
  for (const engine of engines) {
    const heap = new Heap({ shared: false, pages: 512 });
    const m = inHeap(heap, () => humanoid(engine));
    const d = new Data(m);
    step(m, d, 20);
    const reference = new Data(await loadModel(file));
    step(reference.model, reference, 20);
    expect(d.qpos).toEqual(reference.qpos);
    expect(() => Array.from({ length: 200 }, () => new Data(m))).toThrow(/out of memory: a Data needs .* of 31 MB/);
    step(m, d);
  }
});
