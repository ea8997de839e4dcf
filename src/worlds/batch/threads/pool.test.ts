// needs: the compiled engine
import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { inWorld } from '../worldError.ts';
import { availableThreads, closeThreads } from './pool.ts';

test('available threads are those that the browser reports, or the cores of the machine', () => {
  try {
    vi.stubGlobal('navigator', { hardwareConcurrency: 7 });
    expect(availableThreads()).toBe(7);
    vi.stubGlobal('navigator', undefined);
    expect(availableThreads()).toBe(availableParallelism());
  } finally {
    vi.unstubAllGlobals();
  }
});

test('threads may be closed before any was started, and twice', () => {
  for (let k = 0; k < 2; k++) expect(closeThreads()).toBeUndefined();
});

test.each([
  [new RangeError('far'), RangeError, 'far'],
  [new TypeError('odd'), TypeError, 'odd'],
  [new SyntaxError('wrong'), Error, 'wrong'],
  ['text', Error, 'text'],
])('the error %s of a world keeps its class, and names the world and the step', (error, kind, text) => {
  for (const [step, place] of [
    [undefined, 'world 3'],
    [0, 'world 3, step 0'],
    [5, 'world 3, step 5'],
  ] as const) {
    const found = inWorld(3, error, step);
    expect(found.constructor).toBe(kind);
    expect(found).toMatchObject({ message: `${place}: ${text}`, world: 3, cause: error });
  }
});
