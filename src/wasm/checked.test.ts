/** The compiled engine with bounds checks: no stage leaves an array in a wide set of scenes. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { moduleFile } from '../../scripts/wasm/embed.mjs';
import { sceneCorpus } from '../../test/support/scenes/sceneCorpus.ts';
import * as host from '../engine/collision/sdf/host.ts';
import { inverse } from '../engine/inverse.ts';
import { setStages } from '../engine/runtime/engine.ts';
import type { Stages } from '../engine/runtime/stages.ts';
import { step } from '../engine/step.ts';
import { modelFromXml } from '../load.ts';
import { Data, inside } from '../model/data.ts';
import { Cone, Enable, Integrator, JacobianType, Solver } from '../model/enums.ts';
import { arenaTable, capacities, dataTable, modelTable } from '../model/fields/index.ts';
import { inHeap } from '../model/memory/current.ts';
import { Heap } from '../model/memory/heap.ts';
import type { Model } from '../model/model.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

interface Checked {
  module: WebAssembly.Module;
  bind: (exports: WebAssembly.Exports) => Record<string, Call>;
  places: string[];
}
type Call = (...args: unknown[]) => unknown;
let engine: Checked;

beforeAll(async () => {
  const file = await moduleFile(root, { checked: true });
  const { base64, bind, places } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  engine = { module: await WebAssembly.compile(Buffer.from(base64, 'base64')), bind, places };
}, 300_000);

const options = [
  { integrator: Integrator.EULER, solver: Solver.NEWTON, cone: Cone.PYRAMIDAL },
  { integrator: Integrator.RK4, solver: Solver.CG, cone: Cone.ELLIPTIC, jacobian: JacobianType.SPARSE },
  { integrator: Integrator.IMPLICIT, solver: Solver.PGS, enableflags: Enable.ENERGY | Enable.FWDINV },
  { integrator: Integrator.IMPLICITFAST, noslip_iterations: 2, enableflags: Enable.SLEEP | Enable.DIAGEXACT },
  { integrator: Integrator.IMPLICITSPRINGDAMPER, cone: Cone.ELLIPTIC, enableflags: Enable.INVDISCRETE },
];

test('no stage leaves an array, and the result is that of the plain engine', () => {
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

test('an index outside of its array is an error with the place in the source', () => {
  const { m, d } = world('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
  install(m, d);
  m.jnt_dofadr[0] = 1000;
  expect(() => step(m, d)).toThrow(/^src\/\w+\/.*\.ts:\d+:\d+ index -?\d+ of an array of \d+$/);
});

function world(xml: string, option: object = {}): { m: Model; d: Data } {
  // tables of this engine lie elsewhere than those of the usual one: they must not meet in one memory
  const m = inHeap(new Heap(), () => modelFromXml(xml, { engine: 'js' }));
  Object.assign(m.opt, option);
  const d = new Data(m);
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(u);
  return { m, d };
}

/** Let the engine with checks run a model; returns a function that tells how many indices it has looked at. */
function install(m: Model, d: Data): () => number {
  const scratch = new Map<number, number>();
  let lengths = new Map<number, number>();
  let count = 0;
  // the last address of each kind and its length: a look into a Map for every index takes most of the time
  const bases = new Int32Array(4096);
  const known = new Int32Array(4096);
  // a view of other elements on the same scratch may have more of them
  const note = (base: number, length: number) => {
    for (const map of [scratch, lengths]) map.set(base, Math.max(length, map.get(base) ?? 0));
  };
  const bounds = (base: number, index: number, place: number) => {
    count++;
    const slot = (base >>> 3) & 4095;
    if (bases[slot] !== base) {
      const found = lengths.get(base >>> 0);
      if (found === undefined) throw new RangeError(`${engine.places[place]} an array that nobody knows`);
      bases[slot] = base;
      known[slot] = found;
    }
    const length = known[slot];
    if (index >>> 0 >= length) throw new RangeError(`${engine.places[place]} index ${index} of an array of ${length}`);
  };
  const instance = new WebAssembly.Instance(engine.module, {
    env: { memory: m.heap.memory!, bounds, scratch: note, ...host },
  });
  (instance.exports.registerScratch as () => void)();
  let room = '';
  const stages = Object.entries(engine.bind(instance.exports)).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      // arrays that grow are elsewhere after they have grown
      const has = capacities.map((cap) => d[cap]).join();
      if (has !== room) {
        lengths = lengthsOf(m, d, scratch);
        bases.fill(0);
      }
      room = has;
      return run(...args);
    },
  ]);
  setStages(m, Object.fromEntries(stages) as Stages);
  return () => count;
}

/** Length of the array that starts at each address. One without elements may share its address with the next. */
function lengthsOf(m: Model, d: Data, scratch: ReadonlyMap<number, number>): Map<number, number> {
  const lengths = new Map(scratch);
  const note = ({ byteOffset, length }: { byteOffset: number; length: number }) =>
    lengths.set(byteOffset, Math.max(length, lengths.get(byteOffset) ?? 0));
  for (const [name] of modelTable) note(fieldAt(m, name));
  for (const [name] of [...dataTable, ...arenaTable]) note(fieldAt(inside(d), name));
  return lengths;
}

function fieldAt(owner: object, path: string): Float64Array {
  return path.split('.').reduce<unknown>((o, key) => (o as Record<string, unknown>)[key], owner) as Float64Array;
}
