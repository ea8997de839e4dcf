// needs: nats-server
/** A short run of `npm run chaos`. */
import { expect, test } from 'vitest';
import { runChaos } from '../../scripts/chaos/index.mjs';

test('killed workers, a killed server, a liar, poison and two submitters: nothing is lost, nothing counts twice, the liar is named', async () => {
  const { faults, workersKilled } = await runChaos({ tasks: 20, workers: 4, seed: 37, seconds: 2, serverKills: 1 });
  expect(faults).toEqual([]);
  expect(workersKilled).toBeGreaterThan(0);
}, 180_000);
