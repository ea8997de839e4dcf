// needs: the compiled engine
import { expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare, step } from '../../../../../index.ts';
import { setShape } from '../shape.ts';
import { shapeInt, VERTEX } from '../workspace.ts';
import { clearHullCache, hasCachedHull, smallHullSupport } from './smallHull.ts';
import { support } from './support.ts';

await prepare({ engine: 'wasm' });
await prepare({ engine: 'js' });

/** A cube with slanted edges: flat sides, so that several vertices are equally far. */
const block = [-8, 8]
  .flatMap((x) =>
    [-8, 8].flatMap((y) => [-9.5, 9.5].flatMap((z) => [`${x} ${y} ${z}`, `${x} ${z} ${y}`, `${z} ${x} ${y}`])),
  )
  .join(' ');
const ring = (n: number, z: number) =>
  Array.from({ length: n }, (_, k) => `${Math.cos((6.2832 * k) / n)} ${Math.sin((6.2832 * k) / n)} ${z}`).join(' ');

/** Stacked blocks, a cone whose tip has many neighbors, a cylinder with many vertices. */
const xml = `<mujoco>
  <option timestep="0.005"/>
  <asset>
    <mesh name="block" vertex="${block}" scale="0.01 0.01 0.01"/>
    <mesh name="cone" vertex="${ring(12, 0)} 0 0 1" scale="0.1 0.1 0.1"/>
    <mesh name="drum" vertex="${ring(24, 0)} ${ring(24, 1)}" scale="0.1 0.1 0.1"/>
  </asset>
  <worldbody>
    <geom type="mesh" mesh="block"/>
    ${Array.from(
      { length: 9 },
      (_, k) =>
        `<body pos="${0.001 * k} 0 ${0.1899 * (k + 1)}" euler="0 0 ${k}"><freejoint/><geom type="mesh" mesh="block"/></body>`,
    ).join('\n')}
    <body pos="0.5 0 1" euler="170 0 0"><freejoint/><geom type="mesh" mesh="cone"/></body>
    <body pos="0.5 0 0"><freejoint/><geom type="mesh" mesh="drum"/></body>
  </worldbody>
</mujoco>`;

const make = (engine: 'js' | 'wasm'): { m: Model; d: Data } => {
  const m = modelFromXml(xml, { engine });
  const d = new Data(m);
  forward(m, d);
  return { m, d };
};

/** Support vertices of a geom that has been in several pairs, along axes, diagonals and directions between them, by
 *  walking the graph or the copy. */
function vertices(m: Model, d: Data, geom: number, copied: boolean): number[] {
  const res = new Float64Array(3);
  clearHullCache();
  for (let pair = 0; pair < 6; pair++) {
    setShape(m, d, 0, geom, 0);
    hasCachedHull(m, 0);
  }
  const found: number[] = [];
  for (let k = 0; k < 300; k++) {
    const v = k % 2 ? [(k % 3) - 1, (k % 5) - 2, (k % 7) - 3] : [Math.cos(k), Math.sin(1.7 * k), Math.sin(k * k)];
    const length = Math.hypot(...v) || 1;
    const walk = !copied || !hasCachedHull(m, 0) ? support : smallHullSupport;
    walk(m, 0, v[0] / length, v[1] / length, v[2] / length, res, 0);
    found.push(shapeInt[VERTEX], ...res);
  }
  return found;
}

test('the copy of a small hull and its graph give the same vertices, also among equally far ones', () => {
  const { m, d } = make('js');
  for (const geom of [1, 2]) {
    const found = vertices(m, d, geom, true);
    expect(hasCachedHull(m, 0)).toBe(true);
    expect(found).toEqual(vertices(m, d, geom, false));
    expect(new Set(found.filter((_, k) => k % 4 === 0)).size).toBe(24);
  }
});

test('a hull is copied when its mesh occurs for the fifth time in a row, and stays cached while others alternate', () => {
  const { m, d } = make('js');
  const holds = (geom: number) => {
    setShape(m, d, 0, geom, 0);
    return hasCachedHull(m, 0);
  };
  clearHullCache();
  expect([1, 2, 1, 2, 11, 1, 2, 1, 2, 1, 2, 11, 1].map(holds)).toEqual([
    ...Array(9).fill(false),
    true,
    true,
    false,
    true,
  ]);
});

test('hulls with many vertices, or with a vertex of many neighbors, are not copied', () => {
  const { m, d } = make('js');
  for (const geom of [10, 11]) {
    vertices(m, d, geom, true);
    expect(hasCachedHull(m, 0)).toBe(false);
  }
});

test('a mesh changed between steps takes effect immediately, in both engines alike', () => {
  const runs = (['js', 'wasm'] as const).map((engine) => {
    const { m, d } = make(engine);
    for (let k = 0; k < 10; k++) step(m, d);
    expect(d.ncon).toBeGreaterThan(30);
    const state = [d.ncon, ...d.contact_pos.slice(0, 3 * d.ncon), ...d.qpos];
    for (let k = 0; k < 3 * m.mesh_vertnum[0]; k++) m.mesh_vert[k] *= 0.9;
    forward(m, d);
    // the blocks are separated
    expect(d.ncon).toBe(0);
    return state;
  });
  expect(runs[1]).toEqual(runs[0]);
});
