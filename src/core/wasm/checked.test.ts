// needs: the compiled engine
/** Runs the compiled engine with bounds checks: no stage accesses memory outside an array in a wide set of scenes. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { moduleFile } from '../../../scripts/wasm/embed.mjs';
import { sceneCorpus } from '../../../test/support/scenes/sceneCorpus.ts';
import { modelFromXml } from '../../load/load.ts';
import * as host from '../engine/collision/sdf/host.ts';
import { forward } from '../engine/forward.ts';
import { inverse } from '../engine/inverse.ts';
import { setStages } from '../engine/runtime/engine.ts';
import type { StageFunctions } from '../engine/runtime/stages.ts';
import { step } from '../engine/step.ts';
import { blockOf, Data } from '../model/data.ts';
import { Cone, Enable, Integrator, JacobianType, Solver } from '../model/enums.ts';
import { arenaTable, capacities, dataTable, modelTable } from '../model/fields/index.ts';
import { inHeap } from '../model/memory/currentHeap.ts';
import { Heap } from '../model/memory/heap.ts';
import type { Model } from '../model/model.ts';
import { readCtrl, readSensor } from '../query/history.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

interface Checked {
  module: WebAssembly.Module;
  bind: (exports: WebAssembly.Exports) => Record<string, Call>;
  locations: string[];
}
type Call = (...args: unknown[]) => unknown;
let engine: Checked;

beforeAll(async () => {
  const file = await moduleFile(root, { checked: true });
  const { base64, bind, locations } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  engine = { module: await WebAssembly.compile(Buffer.from(base64, 'base64')), bind, locations };
}, 300_000);

const options = [
  { integrator: Integrator.EULER, solver: Solver.NEWTON, cone: Cone.PYRAMIDAL },
  { integrator: Integrator.RK4, solver: Solver.CG, cone: Cone.ELLIPTIC, jacobian: JacobianType.SPARSE },
  { integrator: Integrator.IMPLICIT, solver: Solver.PGS, enableflags: Enable.ENERGY | Enable.FWDINV },
  { integrator: Integrator.IMPLICITFAST, noslip_iterations: 2, enableflags: Enable.SLEEP | Enable.DIAGEXACT },
  { integrator: Integrator.IMPLICITSPRINGDAMPER, cone: Cone.ELLIPTIC, enableflags: Enable.INVDISCRETE },
];

test('no stage leaves its arrays, and the result equals that of the plain engine', () => {
  let checks = 0;
  for (const [i, xml] of sceneCorpus().entries()) {
    const [plain, checked] = [0, 1].map(() => world(xml, options[i % options.length]));
    const count = install(checked.m, checked.d);
    for (const { m, d } of [plain, checked]) {
      step(m, d);
      inverse(m, d);
    }
    expect([...checked.d.qpos, ...checked.d.qacc]).toEqual([...plain.d.qpos, ...plain.d.qacc]);
    checks += count();
  }
  expect(checks).toBeGreaterThan(1e6);
}, 240_000);

/** Every shape on every other, two of each. */
const everyShape = `<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  <hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 0 1 0 1 0"/></asset><worldbody>
  <geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h"/>${[
    'sphere',
    'capsule',
    'ellipsoid',
    'cylinder',
    'box',
  ]
    .flatMap((type) => [0, 1].map((k) => `<geom type="${type}" size=".3 .4 .5" pos="${0.1 * k} 0 0"/>`))
    .concat('<geom type="mesh" mesh="m"/>', '<geom type="mesh" mesh="m" pos=".1 0 0"/>')
    .map((geom) => `<body><freejoint/>${geom}</body>`)
    .join('')}</worldbody></mujoco>`;

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e11])(
  'shapes of pose or size %d cause no out-of-bounds access',
  (x) => {
    for (const field of ['qpos', 'geom_size', 'geom_pos'] as const) {
      const { m, d } = world(everyShape);
      install(m, d);
      const values = field === 'qpos' ? blockOf(d).qpos : m[field];
      for (let k = 0; k < values.length; k += 13) {
        const before = values[k];
        values[k] = x;
        forward(m, d);
        values[k] = before;
      }
      values.fill(x);
      forward(m, d);
    }
  },
);

test('a sensor with an interval but no history reads nothing before its arrays', () => {
  const { m, d } = world('<mujoco><sensor><clock interval=".1"/></sensor></mujoco>');
  install(m, d);
  step(m, d, 2);
  expect(d.sensordata[0]).toBe(m.opt.timestep);
}, 120_000);

test('passive contacts of an interpolated flex do not read the body of a vertex', () => {
  const { m, d } =
    world(`<mujoco><option integrator="implicitfast" solver="CG"/><worldbody><geom type="plane" size="1 1 1"/>
    <flexcomp name="f" type="grid" dim="3" count="2 2 2" spacing=".1 .1 .1" radius=".02" mass="1" pos="0 0 .06" dof="trilinear">
    <elasticity young="1e4" poisson=".1"/><contact passive="true" selfcollide="none"/></flexcomp></worldbody></mujoco>`);
  install(m, d);
  step(m, d, 2);
  expect(d.ncon).toBeGreaterThan(0);
});

test('a negative number of samples means no history', () => {
  const { m, d } = world(`<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j" nsample="-2" delay="-1"/></actuator><sensor><clock nsample="-3" interval=".1"/></sensor></mujoco>`);
  install(m, d);
  step(m, d, 2);
  expect([readCtrl(m, d, 0, 0), ...readSensor(m, d, 0, 0)]).toEqual([0, m.opt.timestep]);
});

test('an actuator with a negative delay but no history reads nothing before its arrays', () => {
  const { m, d } = world(`<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j" delay="-1"/></actuator></mujoco>`);
  install(m, d);
  blockOf(d).ctrl[0] = 2;
  step(m, d, 2);
  expect(d.actuator_force[0]).toBe(2);
});

test('boxes of a flex are located after those remaining from fused bodies', () => {
  const { m, d } = world(`<mujoco><compiler fusestatic="true"/><worldbody><geom type="plane" size="1 1 1"/>
    <body><geom size=".1"/><body pos=".2 0 0"><geom size=".1"/><geom size=".1" pos=".2 0 0"/></body></body>
    <body pos="0 0 .1"><joint/><geom size=".1"/><body><geom size=".1"/><geom size=".1" pos=".1 0 0"/></body></body>
    <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".02" mass="1" pos="0 0 .1"/>
    </worldbody></mujoco>`);
  expect(m.nbvhstatic).toBeGreaterThan(m.body_bvhnum.reduce((a, b) => a + b));
  install(m, d);
  step(m, d, 2);
  expect(m.flex_bvhadr[0]).toBe(m.nbvhstatic);
});

test('an index outside its array is an error with its source location', () => {
  const { m, d } = world('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
  install(m, d);
  m.jnt_dofadr[0] = 1000;
  expect(() => step(m, d)).toThrow(/^src\/\w+\/.*\.ts:\d+:\d+ index -?\d+ of an array of \d+$/);
});

function world(xml: string, option: object = {}): { m: Model; d: Data } {
  // tables of this engine have other addresses than those of the usual one: they must not share a memory
  const m = inHeap(new Heap(), () => modelFromXml(xml, { engine: 'js' }));
  Object.assign(m.opt, option);
  const d = new Data(m);
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(u);
  return { m, d };
}

/** Runs a model in the engine with checks; returns a function that returns the number of checked indices. */
function install(m: Model, d: Data): () => number {
  const scratch = new Map<number, number>();
  let lengths = new Map<number, number>();
  let count = 0;
  // last address of each kind and its length: a Map lookup for every index would dominate the time
  const bases = new Int32Array(4096);
  const known = new Int32Array(4096);
  // a view with another element type on the same scratch may have more elements
  const note = (base: number, length: number) => {
    for (const map of [scratch, lengths]) map.set(base, Math.max(length, map.get(base) ?? 0));
  };
  const bounds = (base: number, index: number, location: number) => {
    count++;
    const slot = (base >>> 3) & 4095;
    if (bases[slot] !== base) {
      const found = lengths.get(base >>> 0);
      if (found === undefined) throw new RangeError(`${engine.locations[location]} access to an unknown array`);
      bases[slot] = base;
      known[slot] = found;
    }
    const length = known[slot];
    if (index >>> 0 >= length)
      throw new RangeError(`${engine.locations[location]} index ${index} of an array of ${length}`);
  };
  const instance = new WebAssembly.Instance(engine.module, {
    env: { memory: m.heap.memory!, bounds, scratch: note, ...host },
  });
  (instance.exports.registerScratch as () => void)();
  let room = '';
  const stages = Object.entries(engine.bind(instance.exports)).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      // arrays that grow have new addresses afterward
      const has = capacities.map((cap) => d[cap]).join();
      if (has !== room) {
        lengths = lengthsOf(m, d, scratch);
        bases.fill(0);
      }
      room = has;
      return run(...args);
    },
  ]);
  setStages(m, Object.fromEntries(stages) as StageFunctions);
  return () => count;
}

/** Length of the array that starts at each address. An empty one may share its address with the next. */
function lengthsOf(m: Model, d: Data, scratch: ReadonlyMap<number, number>): Map<number, number> {
  const lengths = new Map(scratch);
  const note = ({ byteOffset, length }: { byteOffset: number; length: number }) =>
    lengths.set(byteOffset, Math.max(length, lengths.get(byteOffset) ?? 0));
  for (const [name] of modelTable) note(fieldAt(m, name));
  for (const [name] of [...dataTable, ...arenaTable]) note(fieldAt(blockOf(d), name));
  return lengths;
}

function fieldAt(owner: object, path: string): Float64Array {
  return path.split('.').reduce<unknown>((o, key) => (o as Record<string, unknown>)[key], owner) as Float64Array;
}
