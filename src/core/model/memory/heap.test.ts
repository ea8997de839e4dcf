import { expect, test } from 'vitest';
import { Heap } from './heap.ts';

function heapOf(...sizes: number[]): { heap: Heap; at: number[] } {
  const heap = new Heap();
  return { heap, at: sizes.map((size) => heap.allocate(size, 'a test')) };
}

test('a freed block is reused for smaller ones, including its rest', () => {
  const { heap, at } = heapOf(1024, 64);
  const { extent } = heap;
  heap.release(at[0], 1024);
  expect(heap.allocate(256, 'a test')).toBe(at[0]);
  expect(heap.allocate(768, 'a test')).toBe(at[0] + 256);
  expect(heap.extent).toBe(extent);
});

test('freed neighbors merge into one block, in any order of freeing', () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [0, 2, 1],
  ]) {
    const { heap, at } = heapOf(512, 512, 512, 64);
    for (const k of order) heap.release(at[k], 512);
    expect(heap.allocate(1536, 'a test')).toBe(at[0]);
  }
});

test('the smallest freed block that fits is taken', () => {
  const { heap, at } = heapOf(2048, 16, 512, 16);
  heap.release(at[0], 2048);
  heap.release(at[2], 512);
  expect(heap.allocate(400, 'a test')).toBe(at[2]);
});

test('blocks freed at the end return to it', () => {
  const { heap, at } = heapOf(512, 512, 512);
  const { extent } = heap;
  heap.release(at[1], 512);
  expect(heap.extent).toBe(extent);
  heap.release(at[2], 512);
  expect(heap.extent).toBe(extent - 1024);
});

test('reused memory is zeroed', () => {
  const { heap, at } = heapOf(512, 64);
  new Uint8Array(heap.buffer, at[0], 576).fill(7);
  heap.release(at[1], 64);
  heap.release(at[0], 512);
  const address = heap.allocate(4096, 'a test');
  expect(new Uint8Array(heap.buffer, address, 4096).every((x) => x === 0)).toBe(true);
});

test('a thousand blocks that grow in turn stay within a few times their content', () => {
  const heap = new Heap();
  const sizes = Array.from({ length: 50 }, () => 1000);
  const at = sizes.map((size) => heap.allocate(size, 'a test'));
  for (let k = 0; k < 1000; k++) {
    const i = (7 * k) % 50;
    const next = sizes[i] > 50_000 ? 1000 : 1.5 * sizes[i];
    const moved = heap.allocate(next, 'a test');
    heap.release(at[i], sizes[i]);
    at[i] = moved;
    sizes[i] = next;
  }
  const held = sizes.reduce((a, b) => a + b, 0);
  expect(heap.extent).toBeLessThan(4 * held);
});

test('a full memory reports the requested size', () => {
  const heap = new Heap({ pages: 32 });
  heap.allocate(1 << 19, 'a test');
  expect(() => heap.allocate(4 << 20, 'a picture')).toThrow(
    'out of memory: a picture needs 4.00 MB, and 0.50 MB of 1.00 MB are in use',
  );
  expect(heap.used).toBe(1 << 19);
});

test('the last block is enlarged in place, and the new part is zero', () => {
  const { heap, at } = heapOf(512, 512);
  const third = heap.allocate(256, 'a test');
  new Uint8Array(heap.buffer, third, 256).fill(7);
  heap.release(third, 256);
  expect(heap.extend(at[0], 512, 1024)).toBe(false);
  expect(heap.extend(at[1], 512, 2048)).toBe(true);
  expect(new Uint8Array(heap.buffer, at[1] + 512, 1536).every((x) => x === 0)).toBe(true);
  expect(heap.allocate(16, 'a test')).toBe(at[1] + 2048);
  expect(heap.extend(at[1], 2048, 2 ** 32)).toBe(false);
});

test('a growing memory keeps every view valid', () => {
  const heap = new Heap();
  const address = heap.allocate(64, 'a test');
  const before = heap.buffer.byteLength;
  const view = new Float64Array(heap.buffer, address, 8);
  heap.allocate(64 << 20, 'a test');
  expect(heap.buffer.byteLength).toBeGreaterThan(before);
  view[3] = 5;
  expect(new Float64Array(heap.buffer, address, 8)[3]).toBe(5);
});

test('addresses above 2 GB work', () => {
  const heap = new Heap();
  heap.allocate(2.5 * 2 ** 30, 'a test');
  const address = heap.allocate(4096, 'a test');
  expect(address).toBeGreaterThan(2 ** 31);
  new Float64Array(heap.buffer, address, 512).fill(3);
  heap.release(address, 4096);
  expect(heap.allocate(4096, 'a test')).toBe(address);
  expect(new Float64Array(heap.buffer, address, 512).every((x) => x === 0)).toBe(true);
});

test('without shared memory there is a memory of fixed size', () => {
  const heap = new Heap({ shared: false, pages: 64 });
  expect(heap.canGrow).toBe(false);
  expect(heap.buffer.byteLength).toBe(64 * 65536);
  heap.allocate(2 << 20, 'a test');
  expect(() => heap.allocate(2 << 20, 'more')).toThrow('more needs 2.00 MB, and 2.00 MB of 3.00 MB are in use');
});

test('a hundred thousand blocks are allocated, half of them again, and all freed', () => {
  const heap = new Heap();
  const at = Array.from({ length: 100_000 }, (_, k) => heap.allocate(16 + 16 * (k % 64), 'a test'));
  for (let k = 0; k < at.length; k += 2) heap.release(at[k], 16 + 16 * (k % 64));
  for (let k = 0; k < at.length; k += 2) at[k] = heap.allocate(16 + 16 * (k % 64), 'a test');
  for (let k = 0; k < at.length; k++) heap.release(at[k], 16 + 16 * (k % 64));
  expect(heap.used).toBe(0);
  expect(heap.extent).toBe(0);
});
