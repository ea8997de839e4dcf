// The process of one campaign: says which case it is at, so that its parent knows which one hung or crashed.
import { loadKit } from './kit.mjs';
import { runCampaign } from './run.mjs';

// models that fall apart say so
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
