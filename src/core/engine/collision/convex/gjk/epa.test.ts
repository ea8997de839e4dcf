// needs: the compiled engine
import { expect, test } from 'vitest';
import { Data, forward, modelFromXml, prepare } from '../../../../../index.ts';

await prepare({ engine: 'wasm' });
await prepare({ engine: 'js' });

/** Round shapes with deep overlap in many orientations. */
const things = Array.from({ length: 12 }, (_, k) => {
  const [x, y, z] = [0.3 * (k % 4), 0.05 * k, 0.1 * Math.sin(5 * k)];
  return `<body pos="${x} ${y} ${z}" euler="${40 * k} ${25 * k} ${10 * k}"><freejoint/>
    <geom type="${k % 2 ? 'cylinder' : 'ellipsoid'}" size=".2 .15 .1"/></body>`;
});

test('computing face planes two at a time gives the same bits in both engines', () => {
  const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
    const m = modelFromXml(`<mujoco><worldbody>${things.join('')}</worldbody></mujoco>`, { engine });
    const d = new Data(m);
    forward(m, d);
    expect(d.ncon).toBeGreaterThan(12);
    return [d.contact_dist, d.contact_pos, d.contact_frame].map((field) => [...field]);
  });
  expect(wasm).toEqual(js);
});
