// A separate process for `rollout.mjs`: reads a number of worlds, steps each from its initial state, and reports that it is done.
import { readFileSync } from 'node:fs';

const tenon = await import(new URL('../../dist/index.js', import.meta.url).href);
const [name, nstep] = process.argv.slice(2);
await tenon.prepare();
const m = tenon.modelFromXml(readFileSync(new URL(`../../examples/${name}.xml`, import.meta.url), 'utf8'));
const d = new tenon.Data(m);
process.on('message', (worlds) => {
  for (let i = 0; i < Number(worlds); i++) {
    tenon.resetData(m, d);
    for (let k = 0; k < Number(nstep); k++) tenon.step(m, d);
  }
  process.send?.('done');
});
