/** Runs in a browser: fetches the models, hashes their trajectories, and sends the hashes back to the test. */
import { trajectoryHash } from './hash.ts';

const { models, steps } = await (await fetch('/models')).json();
const hash = (engine: 'wasm' | 'js') => trajectoryHash(models, engine, steps);
const body = JSON.stringify({ wasm: await hash('wasm'), js: await hash('js') });
await fetch('/result', { method: 'POST', body });
