// needs: the compiled engine
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { modelFromSnapshot, snapshotModel } from '../../../../core/worker/modelSnapshot.ts';
import type { Emit, Event } from '../../../../core/worker/protocol.ts';
import { Data, forward, modelFromXml, modelName, prepare, step } from '../../../../index.ts';
import { toOnnx } from '../../../../policy.ts';
import { LoadFailure } from '../../source/source.ts';
import { mirrorData, Packer, unpackFields } from './pack.ts';
import type { Events, FrameUpdate } from './protocol.ts';
import { RemoteSimulation } from './remoteSimulation.ts';
import { SimulationServer } from './simulationServer.ts';

await prepare();

const arm = `<mujoco model="arm"><option timestep="0.01"/><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
  <body name="rod" pos="0 0 1"><joint name="elbow" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
  <body name="ball" pos="1 0 0.09"><freejoint/><geom size="0.1"/></body></worldbody>
  <actuator><motor joint="elbow"/></actuator><keyframe><key qpos="1 1 0 0.09 1 0 0 0"/></keyframe></mujoco>`;

/** A server with a loaded model, and its events. If loading fails, `failure` is the error. */
async function started(xml = arm) {
  const events: Event<Events>[] = [];
  const emit: Emit<Events> = (name, args) => events.push(structuredClone({ name, args } as Event<Events>));
  const { handlers: server } = new SimulationServer(emit, 0.5);
  const files = new Map([['m.xml', new TextEncoder().encode(xml)]]);
  const failure = await Promise.resolve(server.load({ kind: 'files', files, main: 'm.xml' })).then(
    () => undefined,
    (error: unknown) => error,
  );
  const frame = (seconds = 0): FrameUpdate => {
    server.frame(seconds, []);
    return (events.at(-1) as Event<Pick<Events, 'frame'>>).args[0];
  };
  return { events, server, frame, failure };
}

test('a model sent to another thread is unchanged', () => {
  const m = modelFromXml(arm);
  const copy = modelFromSnapshot(structuredClone(snapshotModel(m)));
  expect(modelName(copy)).toBe('arm');
  expect(copy.opt.timestep).toBe(0.01);
  expect([...copy.opt.gravity]).toEqual([...m.opt.gravity]);
  expect([...copy.geom_size]).toEqual([...m.geom_size]);
  expect(copy.vis.map.znear).toBe(m.vis.map.znear);
});

test('a frame has every field of a small model, and only the active contacts', () => {
  const m = modelFromXml(arm);
  const d = new Data(m);
  forward(m, d);
  const seen = mirrorData(modelFromSnapshot(snapshotModel(m)));
  unpackFields(seen, structuredClone(new Packer(d).pack([])));
  expect([...seen.qfrc_bias]).toEqual([...d.qfrc_bias]);
  expect(seen.ncon).toBe(1);
  expect([...seen.contact_pos.subarray(0, 3)]).toEqual([...d.contact_pos.subarray(0, 3)]);
  expect(seen.body('ball').xpos[2]).toBe(0.09);
});

test('the run plays, pauses, and goes back and forth on request', async () => {
  const { server, frame } = await started();
  server.stepForward();
  server.stepForward();
  const two = frame();
  expect(two.fields!.scalars['time']).toBeCloseTo(0.02, 9);
  expect(two.history).toMatchObject({ length: 3, cursor: 2, from: 0 });
  expect(two.playing).toBe(false);
  expect(frame().fields).toBeUndefined();
  server.stepBack();
  expect(frame().fields!.scalars['time']).toBeCloseTo(0.01, 9);
  server.reset(0);
  expect(frame().fields!.arrays['qpos']![0]).toBe(1);
  server.runTo(0.1);
  expect(frame().fields!.scalars['time']).toBeCloseTo(0.1, 9);
});

test('controls, positions, options and perturbations reach the run', async () => {
  const { server, frame } = await started();
  server.play(false);
  server.set('ctrl', 0, [2]);
  server.set('qpos', 0, [0.5]);
  server.setOption({ name: 'gravity', index: 2, value: 0 });
  const { arrays } = frame().fields!;
  expect([arrays['ctrl']![0], arrays['qpos']![0], arrays['qfrc_bias']![0]]).toEqual([2, 0.5, 0]);
  const hand = { body: 2, grip: 'pull' as const, local: [0, 0, 0], target: [1, 0, 0.5], rotation: [1, 0, 0, 0] };
  server.setPerturbation(hand, true);
  expect(frame().fields!.arrays['xpos']![3 * 2 + 2]).toBeCloseTo(0.5, 9);
  server.setPerturbation({ ...hand, target: [1, 0, 1] }, false);
  server.stepForward();
  expect(frame().fields!.arrays['xfrc_applied']![6 * 2 + 2]).toBeGreaterThan(0);
  server.setPerturbation({ ...hand, grip: undefined }, false);
  expect(frame().fields!.arrays['xfrc_applied']!.every((f) => f === 0)).toBe(true);
});

test('stages are profiled on request', async () => {
  const { server, frame } = await started();
  server.setProfile(true);
  server.stepForward();
  const { profile } = frame();
  expect(profile!.steps).toBe(1);
  expect(profile!.times.map(({ stage }) => stage)).toContain('collision');
  server.setProfile(false);
  expect(frame().profile).toBeUndefined();
});

test('an error in a model is reported with its location, and nothing of the model remains', async () => {
  const { events, failure } = await started('<mujoco>\n<worldbody><geom siz="1"/></worldbody></mujoco>');
  expect(events[0]).toMatchObject({ name: 'loading', args: [{ what: 'reading m.xml' }] });
  expect(failure).toMatchObject({ diagnostics: [{ line: 2 }] });
});

test('the page sees its changes immediately, the run after that', async () => {
  const files = new Map([['m.xml', new TextEncoder().encode(arm)]]);
  const { simulation: player, title } = await RemoteSimulation.open(
    { kind: 'files', files, main: 'm.xml' },
    { thread: false },
  );
  expect(title).toBe('arm');
  player.play(false);
  player.set('ctrl', 0, [3]);
  expect(player.d.ctrl[0]).toBe(3);
  player.stepForward();
  await player.whenIdle();
  expect([player.d.ctrl[0], player.playing, player.history.cursor]).toEqual([3, false, 1]);
  expect(player.d.time).toBeCloseTo(0.01, 9);
  player.scrub(0);
  await player.whenIdle();
  expect([player.d.time, player.history.length]).toEqual([0, 2]);
  const bad = new Map([['m.xml', new TextEncoder().encode('<mujoco><geom/></mujoco>')]]);
  const failed = RemoteSimulation.open({ kind: 'files', files: bad, main: 'm.xml' }, { thread: false });
  await expect(failed).rejects.toThrow(LoadFailure);
  await expect(failed).rejects.toMatchObject({ diagnostics: [{ file: 'm.xml' }], texts: expect.any(Map) });
  player.dispose();
});

/** A policy that returns twice the observed angle plus one. */
const doubling = {
  file: toOnnx({
    mean: [0],
    scale: [1],
    layers: [{ weights: [2], bias: [1], activation: 'none' }],
    low: [-9],
    high: [9],
  }),
  config: { observation: ['jointPositions'], decimation: 2, scale: 0.5 },
  runtime: pathToFileURL(createRequire(import.meta.url).resolve('onnxruntime-web')).href,
};

test('a policy controls the run synchronously with the simulation, until it is removed', async () => {
  const source = { kind: 'files', files: new Map([['m.xml', new TextEncoder().encode(arm)]]), main: 'm.xml' } as const;
  const { simulation: player } = await RemoteSimulation.open(source, { thread: false });
  player.play(false);
  await player.setPolicy(doubling);
  player.play(true);
  // the first inference takes longer than a frame
  await expect
    .poll(async () => {
      player.advance(0.02);
      await player.whenIdle();
      return player.d.time;
    })
    .toBeGreaterThan(0.1);
  player.play(false);
  await player.whenIdle();
  const steps = Math.round(player.d.time / 0.01);
  // the same by hand: a control is held for two steps
  const m = modelFromXml(arm);
  const d = new Data(m);
  for (let k = 0; k < steps; k++) {
    if (k % 2 === 0) d.ctrl[0] = 0.5 * Math.fround(Math.fround(2 * Math.fround(d.qpos[0])) + 1);
    step(m, d);
  }
  expect(player.d.ctrl[0]).toBeCloseTo(d.ctrl[0], 12);
  expect(player.d.qpos[0]).toBeCloseTo(d.qpos[0], 12);
  await player.setPolicy(undefined);
  player.set('ctrl', 0, [7]);
  player.play(true);
  player.advance(0.05);
  await player.whenIdle();
  expect(player.d.time).toBeGreaterThan(0.01 * steps + 0.025);
  expect(player.d.ctrl[0]).toBe(7);
});

test('a policy whose metadata does not match the model is rejected with a message', async () => {
  const source = { kind: 'files', files: new Map([['m.xml', new TextEncoder().encode(arm)]]), main: 'm.xml' } as const;
  const { simulation: player } = await RemoteSimulation.open(source, { thread: false });
  const wrong = { ...doubling, config: { observation: ['feelings'] } };
  await expect(player.setPolicy(wrong)).rejects.toThrow("found 'feelings'");
  await expect(player.setPolicy({ ...doubling, runtime: 'file:///nowhere.mjs' })).rejects.toThrow('onnxruntime-web');
});
