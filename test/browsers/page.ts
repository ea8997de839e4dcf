/** Runs in a browser: fetches the models, hashes their trajectories, and sends the hashes back to the test. */
import { trajectoryHash } from './hash.ts';

const { models, steps } = await (await fetch('/models')).json();
const body = JSON.stringify({ wasm: trajectoryHash(models, 'wasm', steps), js: trajectoryHash(models, 'js', steps) });
await fetch('/result', { method: 'POST', body });
