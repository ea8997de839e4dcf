import { expect, test } from 'vitest';
import type { Cluster } from './connection.ts';
import { getObject } from './store.ts';

test('a read of an object that is replaced restarts and returns the new bytes', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  let reads = 0;
  const files = {
    // the first version is replaced as soon as its read begins; its chunks never arrive
    info: async () => ({ nuid: reads === 0 ? 'old' : 'new', size: 3, deleted: false }),
    getBlob: () => (++reads === 1 ? new Promise<never>(() => {}) : Promise.resolve(bytes)),
  };
  const cluster = { files } as unknown as Cluster;
  expect(await getObject(cluster, 'job', 10, { seconds: 20 })).toBe(bytes);
  expect(reads).toBe(2);
});
