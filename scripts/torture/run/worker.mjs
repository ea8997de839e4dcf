// The process of one campaign: reports the index of each case, so that its parent can identify the one that hung or crashed.
import { loadKit } from './kit.mjs';
import { runCampaign } from './run.mjs';

// warnings of unstable models are expected
console.warn = () => {};

process.once('message', async (/** @type {any} */ { name, ...options }) => {
  const kit = await loadKit();
  const send = (/** @type {object} */ message) => process.send?.(message);
  const result = await runCampaign(name, kit, {
    ...options,
    before: (index) => send({ index }),
    onFailure: (failure) => send({ failure }),
  });
  process.send?.({ result }, () => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
