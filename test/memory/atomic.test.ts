// needs: the compiled engine
// alone: fills memory
/** A failing step does not change the state. */
import { expect, test } from 'vitest';
import { inHeap } from '../../src/core/model/memory/currentHeap.ts';
import { Heap } from '../../src/core/model/memory/heap.ts';
import { type Callbacks, Data, getState, type Model, modelFromXml, prepare, StateBit, step } from '../../src/index.ts';

await prepare();
await prepare({ engine: 'js' });

const engines = ['wasm', 'js'] as const;
const integrators = ['Euler', 'RK4', 'implicit', 'implicitfast'] as const;
const cases = engines.flatMap((engine) => integrators.map((integrator) => ({ engine, integrator })));

const scene = (integrator: string, more = '') => `<mujoco><option integrator="${integrator}" timestep=".001"/>
  <worldbody><geom type="plane" size="5 5 1"/>${more}
    <body pos="0 0 .3"><joint name="a" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
      <body pos=".4 0 0"><joint axis="0 1 0"/><geom size=".1"/></body></body></worldbody>
  <actuator><general joint="a" dyntype="filter" dynprm=".1"/><motor joint="a" delay=".004" nsample="5"/></actuator>
  <sensor><user dim="1" needstage="acc"/><user dim="1" needstage="pos"/></sensor></mujoco>`;

const everything = (m: Model, d: Data) => [...getState(m, d, StateBit.INTEGRATION), ...d.tree_asleep];

test.each(cases)(
  'a callback that throws in any of its calls leaves the state unchanged ($engine, $integrator)',
  ({ engine, integrator }) => {
    const m = modelFromXml(scene(integrator), { engine });
    const [d, undisturbed] = [new Data(m), new Data(m)];
    d.ctrl[0] = undisturbed.ctrl[0] = 1;
    step(m, d, 10);
    step(m, undisturbed, 10);
    const names = ['control', 'passive', 'sensor'] as const;
    let failures = 0;
    for (const name of names) {
      for (let last = 1; last <= 5; last++) {
        const before = everything(m, d);
        let calls = 0;
        m.callbacks = {
          [name]: () => {
            if (++calls === last) throw new Error(`call ${last}`);
          },
        } as Callbacks;
        try {
          step(m, d);
        } catch (error) {
          failures++;
          expect((error as Error).message).toBe(`call ${last}`);
          expect(everything(m, d)).toEqual(before);
        }
      }
    }
    expect(failures).toBeGreaterThanOrEqual(integrator === 'RK4' ? 9 : 4);
    m.callbacks = undefined;
    step(m, d, 5);
    // the failures in between left no trace
    while (undisturbed.time < d.time) step(m, undisturbed);
    expect(everything(m, d)).toEqual(everything(m, undisturbed));
  },
);

test.each(cases)(
  'running out of memory in a step leaves the state unchanged ($engine, $integrator)',
  ({ engine, integrator }) => {
    // balls that finally all touch each other need more and more contacts
    const balls = Array.from(
      { length: 32 },
      (_, k) => `<body pos="${0.05 * (k % 4)} ${0.05 * ((k >> 2) % 4)} ${0.2 + 0.15 * (k >> 4)}"><freejoint/>
      <geom size=".1"/></body>`,
    );
    const heap = new Heap({ pages: 16 + 128 });
    const m = inHeap(heap, () => modelFromXml(scene(integrator, balls.join('')), { engine }));
    const held = [new Data(m), new Data(m)];
    // the remaining memory is too small for an arena with more contacts
    try {
      for (;;) held.push(new Data(m));
    } catch (error) {
      expect((error as Error).message).toMatch(/out of memory: a Data needs .* MB of 8.00 MB are in use/);
    }
    const [d, bystander] = held;
    const [before, beside] = [everything(m, d), everything(m, bystander)];
    expect(() => step(m, d, 10)).toThrow(/out of memory: an arena for more contacts and constraints needs/);
    expect(everything(m, d)).toEqual(before);
    expect(everything(m, bystander)).toEqual(beside);
    for (const other of held.slice(2)) other.free();
    step(m, d);
    const reference = new Data(modelFromXml(scene(integrator, balls.join('')), { engine }));
    step(reference.model, reference);
    expect(everything(m, d)).toEqual(everything(reference.model, reference));
  },
);

test('a failing reset leaves the state unchanged', () => {
  const xml = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .1" sleep="init"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
  for (const engine of engines) {
    const m = modelFromXml(xml, { engine });
    const d = new Data(m);
    d.qvel[0] = 1;
    step(m, d, 3);
    const before = everything(m, d);
    m.callbacks = {
      passive: () => {
        throw new Error('not now');
      },
    };
    expect(() => step(m, d)).toThrow('not now');
    expect(() => new Data(m)).toThrow('not now');
    m.callbacks = undefined;
    expect(everything(m, d)).toEqual(before);
  }
});
