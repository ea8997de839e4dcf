// needs: nats-server
/** A short run of `npm run chaos`. */
import { expect, test } from 'vitest';
import { runChaos } from '../../scripts/chaos/index.mjs';

test('with killed workers, a killed server, a lying worker, malformed messages and two submitters no task is lost or counted twice, and the lying worker is identified', async () => {
  const { faults, workersKilled } = await runChaos({ tasks: 20, workers: 4, seed: 37, seconds: 2, serverKills: 1 });
  expect(faults).toEqual([]);
  expect(workersKilled).toBeGreaterThan(0);
}, 180_000);
