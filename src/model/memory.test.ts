import { expect, test } from 'vitest';
import { Heap } from './memory.ts';

function heapOf(...sizes: number[]): { heap: Heap; at: number[] } {
  const heap = new Heap(1 << 16, 1 << 20);
  return { heap, at: sizes.map((size) => heap.allocate(size)) };
}

test('a freed block serves smaller ones, its rest too', () => {
  const { heap, at } = heapOf(1024, 64);
  const { used } = heap;
  heap.release(at[0], 1024);
  expect(heap.allocate(256)).toBe(at[0]);
  expect(heap.allocate(768)).toBe(at[0] + 256);
  expect(heap.used).toBe(used);
});

test('freed neighbours become one block, in whatever order they are freed', () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [0, 2, 1],
  ]) {
    const { heap, at } = heapOf(512, 512, 512, 64);
    for (const k of order) heap.release(at[k], 512);
    expect(heap.allocate(1536)).toBe(at[0]);
  }
});

test('the smallest freed block that has room is taken', () => {
  const { heap, at } = heapOf(2048, 16, 512, 16);
  heap.release(at[0], 2048);
  heap.release(at[2], 512);
  expect(heap.allocate(400)).toBe(at[2]);
});

test('blocks freed at the end go back to it', () => {
  const { heap, at } = heapOf(512, 512, 512);
  const { used } = heap;
  heap.release(at[1], 512);
  expect(heap.used).toBe(used);
  heap.release(at[2], 512);
  expect(heap.used).toBe(used - 1024);
});

test('memory is zero whoever had it before', () => {
  const { heap, at } = heapOf(512, 64);
  new Uint8Array(heap.buffer, at[0], 576).fill(7);
  heap.release(at[1], 64);
  heap.release(at[0], 512);
  const address = heap.allocate(4096);
  expect(new Uint8Array(heap.buffer, address, 4096).every((x) => x === 0)).toBe(true);
});

test('a thousand blocks that grow by turns stay within a few times what they hold', () => {
  const heap = new Heap(1 << 16, 64 << 20);
  const sizes = Array.from({ length: 50 }, () => 1000);
  const at = sizes.map((size) => heap.allocate(size));
  for (let k = 0; k < 1000; k++) {
    const i = (7 * k) % 50;
    const next = sizes[i] > 50_000 ? 1000 : 1.5 * sizes[i];
    const moved = heap.allocate(next);
    heap.release(at[i], sizes[i]);
    at[i] = moved;
    sizes[i] = next;
  }
  const held = sizes.reduce((a, b) => a + b, 0);
  expect(heap.used).toBeLessThan(4 * held);
});

test('a full memory says how much was asked for', () => {
  const heap = new Heap(0, 1 << 16);
  expect(() => heap.allocate(4 << 20)).toThrow('4 MB more were asked for');
});

test('the last block is made larger where it is, and what is new is zero', () => {
  const { heap, at } = heapOf(512, 512);
  const third = heap.allocate(256);
  new Uint8Array(heap.buffer, third, 256).fill(7);
  heap.release(third, 256);
  expect(heap.extend(at[0], 512, 1024)).toBe(false);
  expect(heap.extend(at[1], 512, 2048)).toBe(true);
  expect(new Uint8Array(heap.buffer, at[1] + 512, 1536).every((x) => x === 0)).toBe(true);
  expect(heap.allocate(16)).toBe(at[1] + 2048);
  expect(heap.extend(at[1], 2048, 1 << 30)).toBe(false);
});
