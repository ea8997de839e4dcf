/** Counting of results: votes, wrong results, and workers that respond twice. */
import { expect, test } from 'vitest';
import { type Answer, Ledger } from '../../src/worlds/cluster/ledger.ts';

let sequence = 0;
const answer = (first: number, instance: string, vote: string, more: Partial<Answer> = {}): Answer => ({
  first,
  instance,
  worker: `worker-${instance}`,
  vote,
  run: 1,
  sequence: ++sequence,
  ...more,
});

test('a task is delivered once, however often it is computed', () => {
  const ledger = new Ledger([0, 2, 4], undefined);
  expect(ledger.take(answer(0, 'a', 'x')).counts).toBe(true);
  expect(ledger.take(answer(0, 'a', 'x')).counts).toBe(false);
  expect(ledger.take(answer(0, 'b', 'x')).counts).toBe(false);
  expect(ledger.take(answer(7, 'b', 'x')).counts).toBe(false);
  expect(ledger.complete).toBe(false);
  expect([2, 4].map((first) => ledger.take(answer(first, 'a', 'x')).counts)).toEqual([true, true]);
  expect(ledger.complete).toBe(true);
});

test('a verified task is delivered when two workers agree, and the second run avoids the first worker', () => {
  const ledger = new Ledger([0], 1);
  expect(ledger.request(0)).toEqual({ first: 0, run: 1, avoid: [], exclude: [] });
  const { counts, requests } = ledger.take(answer(0, 'a', 'x'));
  expect([counts, requests]).toEqual([false, [{ first: 0, run: 2, avoid: ['a'], exclude: [] }]]);
  // the same worker again, because the server delivered its task twice
  expect(ledger.take(answer(0, 'a', 'x')).counts).toBe(false);
  expect(ledger.take(answer(0, 'b', 'x')).counts).toBe(true);
  expect(ledger.complete).toBe(true);
});

test('a single worker verifies itself, and this is reported', () => {
  const ledger = new Ledger([0], 1);
  ledger.take(answer(0, 'a', 'x'));
  expect(ledger.setAlone(true)).toEqual([{ first: 0, run: 2, avoid: [], exclude: [] }]);
  const { counts, notices } = ledger.take(answer(0, 'a', 'x', { run: 2 }));
  expect(counts).toBe(true);
  expect(notices[0]).toMatch(/verified by the worker that had answered it, worker-a, because no other worker took it/);
});

test('a third worker decides between two, and all results of the lying worker are discarded', () => {
  const ledger = new Ledger([0, 1], 1);
  ledger.take(answer(0, 'liar', 'y'));
  ledger.take(answer(1, 'liar', 'y'));
  expect(ledger.take(answer(0, 'a', 'x')).requests).toEqual([{ first: 0, run: 3, avoid: ['liar', 'a'], exclude: [] }]);
  const verdict = ledger.take(answer(0, 'b', 'x'));
  expect(verdict.counts).toBe(true);
  expect(verdict.notices[0]).toMatch(/worker-liar returned a wrong result for the task with world 0/);
  expect(ledger.liars).toEqual(['worker-liar']);
  // its other task is run again on another worker
  expect(verdict.requests).toEqual([]);
  expect(ledger.take(answer(1, 'liar', 'y')).wrong).toHaveLength(1);
  expect(ledger.take(answer(1, 'a', 'x')).requests[0]).toMatchObject({ first: 1, exclude: ['liar'] });
  expect(ledger.take(answer(1, 'b', 'x')).counts).toBe(true);
  expect(ledger.complete).toBe(true);
});

test('a worker that contradicts itself is reported as lying', () => {
  const ledger = new Ledger([0], 1);
  ledger.take(answer(0, 'liar', 'y'));
  ledger.take(answer(0, 'liar', 'z'));
  expect(ledger.liars).toEqual(['worker-liar']);
  expect(ledger.complete).toBe(false);
});

test('two workers that disagree without a third are both reported', () => {
  const ledger = new Ledger([0], 1);
  ledger.take(answer(0, 'a', 'x'));
  ledger.take(answer(0, 'b', 'y'));
  expect(ledger.undecidable(['a', 'b', 'c'])).toBeUndefined();
  expect(ledger.undecidable(['b'])?.message).toMatch(
    /two workers disagree about the task with world 0: worker-a and worker-b/,
  );
});

test('a wrong result that was already delivered is an error that names the worlds', () => {
  const ledger = new Ledger([0, 1, 2, 3], 4);
  expect([1, 2].map((first) => ledger.take(answer(first, 'liar', 'y')).counts)).toEqual([true, true]);
  ledger.take(answer(0, 'liar', 'y'));
  ledger.take(answer(0, 'a', 'x'));
  expect(() => ledger.take(answer(0, 'b', 'x'))).toThrow(/worker-liar returned wrong results.* worlds 1, 2\./);
});
