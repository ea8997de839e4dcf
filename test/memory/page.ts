/** Creates a given number of models in a page, keeps them, steps each, and checks arrays that it references. */
import { Data, type Model, modelFromXml, prepare, step } from '../../src/index.ts';

const { xml, count } = await (await fetch('/work')).json();
await prepare();
let result: object;
try {
  const models: Model[] = [];
  const held: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    const m = modelFromXml(xml);
    const d = new Data(m);
    d.qpos.fill(k);
    held.push(d.qpos);
    models.push(m);
  }
  for (const m of models) step(m, new Data(m));
  const same = held.every((qpos, k) => qpos.every((x) => x === k));
  const isolated = globalThis.crossOriginIsolated;
  result = { models: models.length, same, isolated, used: models[0].heap.used };
} catch (error) {
  result = { error: String(error) };
}
await fetch('/result', { method: 'POST', body: JSON.stringify(result) });
