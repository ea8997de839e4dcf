import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Data, forward, modelFromXml, modelName, prepare, step } from '../../../../index.ts';
import { toOnnx } from '../../../../policy.ts';
import { mirrorData, Packer, packModel, unpackFields, unpackModel } from './pack.ts';
import type { FrameUpdate, Reply, Request } from './protocol.ts';
import { RemoteSimulation } from './remoteSimulation.ts';
import { SimulationServer } from './simulationServer.ts';

await prepare();

const arm = `<mujoco model="arm"><option timestep="0.01"/><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
  <body name="rod" pos="0 0 1"><joint name="elbow" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
  <body name="ball" pos="1 0 0.09"><freejoint/><geom size="0.1"/></body></worldbody>
  <actuator><motor joint="elbow"/></actuator><keyframe><key qpos="1 1 0 0.09 1 0 0 0"/></keyframe></mujoco>`;

/** A host with the model loaded, and a way to ask it. */
async function started(xml = arm) {
  const replies: Reply[] = [];
  const host = new SimulationServer((reply) => replies.push(structuredClone(reply)), 0.5);
  let seq = 0;
  const ask = (request: Request) => host.receive({ ...request, seq: ++seq });
  const files = new Map([['m.xml', new TextEncoder().encode(xml)]]);
  ask({ type: 'load', source: { kind: 'files', files, main: 'm.xml' } });
  await expect.poll(() => replies.some(({ type }) => type === 'loaded' || type === 'failed')).toBe(true);
  const frame = (seconds = 0): FrameUpdate => {
    ask({ type: 'frame', seconds, wanted: [] });
    return replies.at(-1) as FrameUpdate;
  };
  return { replies, ask, frame };
}

test('a model that is sent to another thread is the same there', () => {
  const m = modelFromXml(arm);
  const copy = unpackModel(structuredClone(packModel(m)));
  expect(modelName(copy)).toBe('arm');
  expect(copy.opt.timestep).toBe(0.01);
  expect([...copy.opt.gravity]).toEqual([...m.opt.gravity]);
  expect([...copy.geom_size]).toEqual([...m.geom_size]);
  expect(copy.vis.map.znear).toBe(m.vis.map.znear);
});

test('a frame has every field of a small model, and contacts as far as there are any', () => {
  const m = modelFromXml(arm);
  const d = new Data(m);
  forward(m, d);
  const seen = mirrorData(unpackModel(packModel(m)));
  unpackFields(seen, structuredClone(new Packer(d).pack([])));
  expect([...seen.qfrc_bias]).toEqual([...d.qfrc_bias]);
  expect(seen.ncon).toBe(1);
  expect([...seen.contact_pos.subarray(0, 3)]).toEqual([...d.contact_pos.subarray(0, 3)]);
  expect(seen.body('ball').xpos[2]).toBe(0.09);
});

test('the run plays, pauses, goes back and on, as asked', async () => {
  const { ask, frame } = await started();
  ask({ type: 'forward' });
  ask({ type: 'forward' });
  const two = frame();
  expect(two.fields!.scalars['time']).toBeCloseTo(0.02, 9);
  expect(two.history).toMatchObject({ length: 3, cursor: 2, from: 0 });
  expect(two.playing).toBe(false);
  expect(frame().fields).toBeUndefined();
  ask({ type: 'back' });
  expect(frame().fields!.scalars['time']).toBeCloseTo(0.01, 9);
  ask({ type: 'reset', key: 0 });
  expect(frame().fields!.arrays['qpos']![0]).toBe(1);
  ask({ type: 'runTo', time: 0.1 });
  expect(frame().fields!.scalars['time']).toBeCloseTo(0.1, 9);
});

test('controls, positions, options and the hand reach the run', async () => {
  const { ask, frame } = await started();
  ask({ type: 'play', on: false });
  ask({ type: 'set', field: 'ctrl', index: 0, values: [2] });
  ask({ type: 'set', field: 'qpos', index: 0, values: [0.5] });
  ask({ type: 'option', change: { name: 'gravity', index: 2, value: 0 } });
  const { arrays } = frame().fields!;
  expect([arrays['ctrl']![0], arrays['qpos']![0], arrays['qfrc_bias']![0]]).toEqual([2, 0.5, 0]);
  const hand = { body: 2, grip: 'pull' as const, local: [0, 0, 0], target: [1, 0, 0.5], rotation: [1, 0, 0, 0] };
  ask({ type: 'hand', hand, applyPose: true });
  expect(frame().fields!.arrays['xpos']![3 * 2 + 2]).toBeCloseTo(0.5, 9);
  ask({ type: 'hand', hand: { ...hand, target: [1, 0, 1] }, applyPose: false });
  ask({ type: 'forward' });
  expect(frame().fields!.arrays['xfrc_applied']![6 * 2 + 2]).toBeGreaterThan(0);
  ask({ type: 'hand', hand: { ...hand, grip: undefined }, applyPose: false });
  expect(frame().fields!.arrays['xfrc_applied']!.every((f) => f === 0)).toBe(true);
});

test('stages are measured when asked for', async () => {
  const { ask, frame } = await started();
  ask({ type: 'profile', on: true });
  ask({ type: 'forward' });
  const { profile } = frame();
  expect(profile!.steps).toBe(1);
  expect(profile!.times.map(({ stage }) => stage)).toContain('collision');
  ask({ type: 'profile', on: false });
  expect(frame().profile).toBeUndefined();
});

test('a model with a mistake is told with its place, and nothing is kept of it', async () => {
  const { replies } = await started('<mujoco>\n<worldbody><geom siz="1"/></worldbody></mujoco>');
  expect(replies[0]).toMatchObject({ type: 'loading', what: 'reading m.xml' });
  expect(replies.at(-1)).toMatchObject({ type: 'failed', diagnostics: [{ line: 2 }] });
});

test('the page sees at once what it sets, and the run after it', async () => {
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
  await expect(
    RemoteSimulation.open({ kind: 'files', files: bad, main: 'm.xml' }, { thread: false }),
  ).rejects.toThrow();
  player.dispose();
});

/** A policy that says twice the angle that it sees, plus one. */
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

test('a policy controls the run in step with the simulation, until it is taken away', async () => {
  const source = { kind: 'files', files: new Map([['m.xml', new TextEncoder().encode(arm)]]), main: 'm.xml' } as const;
  const { simulation: player } = await RemoteSimulation.open(source, { thread: false });
  player.play(false);
  await player.setPolicy(doubling);
  player.play(true);
  // the first answers of a runtime take longer than a frame has
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
  // the same by hand: a control holds for two steps
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

test('a policy whose card does not fit the model is refused in words', async () => {
  const source = { kind: 'files', files: new Map([['m.xml', new TextEncoder().encode(arm)]]), main: 'm.xml' } as const;
  const { simulation: player } = await RemoteSimulation.open(source, { thread: false });
  const wrong = { ...doubling, config: { observation: ['feelings'] } };
  await expect(player.setPolicy(wrong)).rejects.toThrow("found 'feelings'");
  await expect(player.setPolicy({ ...doubling, runtime: 'file:///nowhere.mjs' })).rejects.toThrow('onnxruntime-web');
});
