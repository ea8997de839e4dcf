/** MCAP files, for Foxglove (mcap.dev): the state of a run and the poses of its bodies, as JSON messages. */
import type { Data } from '../../core/model/data.ts';
import { ObjType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { id2name } from '../../core/model/names/names.ts';

/** The part of `McapWriter` of the package `@mcap/core` in use. */
export interface McapWriterLike {
  start(header: { library: string; profile: string }): Promise<void>;
  registerSchema(schema: { name: string; encoding: string; data: Uint8Array }): Promise<number>;
  registerChannel(channel: {
    topic: string;
    schemaId: number;
    messageEncoding: string;
    metadata: Map<string, string>;
  }): Promise<number>;
  addMessage(message: {
    channelId: number;
    sequence: number;
    logTime: bigint;
    publishTime: bigint;
    data: Uint8Array;
  }): Promise<void>;
  end(): Promise<void>;
}

const numbers = { type: 'array', items: { type: 'number' } };
const object = (properties: object) => ({ type: 'object', properties });
const stamp = object({ sec: { type: 'integer' }, nsec: { type: 'integer' } });
const vector = object({ x: { type: 'number' }, y: { type: 'number' }, z: { type: 'number' } });
const quaternion = object({ ...vector.properties, w: { type: 'number' } });

/** Topics and their message schemas; transforms use Foxglove's schema, so its 3D panel shows them. */
const topics = {
  '/state': [
    'tenon.State',
    object({ time: { type: 'number' }, qpos: numbers, qvel: numbers, ctrl: numbers, sensordata: numbers }),
  ],
  '/tf': [
    'foxglove.FrameTransforms',
    object({
      transforms: {
        type: 'array',
        items: object({
          timestamp: stamp,
          parent_frame_id: { type: 'string' },
          child_frame_id: { type: 'string' },
          translation: vector,
          rotation: quaternion,
        }),
      },
    }),
  ],
} as const;

/** Maximum time of a message: 2^64 nanoseconds. */
const MAX_SECONDS = 18_446_744_073;

/** Writes a run to an MCAP file, message by message. */
export interface McapRecorder {
  /** Write the current `Data`, one message per topic. NaN and infinities become null, because JSON lacks them.
   *  @throws RangeError if the time is negative or NaN */
  add(d: Data): Promise<void>;
  end(): Promise<void>;
}

/** Begin to record a run. `/state` has time, positions, velocities, controls and sensors, `/tf` the frames of the bodies. It needs
 *  the package `@mcap/core`.
 *
 *  @param target path of the file, in Node; elsewhere an `McapWriter` of `@mcap/core`
 *  @example
 *  const recorder = await recordMcap(m, 'run.mcap');
 *  await recorder.add(d);
 *  await recorder.end();
 *  @throws Error that names the command which installs `@mcap/core`, if it is missing */
export async function recordMcap(m: Model, target: string | URL | McapWriterLike): Promise<McapRecorder> {
  const frames = Array.from({ length: m.nbody }, (_, body) => id2name(m, ObjType.BODY, body) || `body ${body}`);
  const writer = isPath(target) ? await openMcapFile(target) : target;
  await writer.start({ library: 'tenon', profile: '' });
  const channels = new Map<keyof typeof topics, number>();
  for (const topic of Object.keys(topics) as (keyof typeof topics)[]) {
    const [name, schema] = topics[topic];
    const schemaId = await writer.registerSchema({ name, encoding: 'jsonschema', data: encoded(schema) });
    channels.set(
      topic,
      await writer.registerChannel({ topic, schemaId, messageEncoding: 'json', metadata: new Map() }),
    );
  }
  let sequence = 0;
  return {
    async add(d) {
      const logTime = nanoseconds(d.time);
      const number = sequence++;
      const messages = { '/state': encodeState(d), '/tf': transformsOf(d, frames, logTime) };
      for (const [topic, channelId] of channels) {
        await writer.addMessage({
          channelId,
          sequence: number,
          logTime,
          publishTime: logTime,
          data: encoded(messages[topic]),
        });
      }
    },
    end: () => writer.end(),
  };
}

function isPath(target: string | URL | McapWriterLike): target is string | URL {
  return typeof target === 'string' || target instanceof URL;
}

/** The methods used of a file of `node:fs/promises`. */
interface FileHandle {
  write(bytes: Uint8Array): Promise<unknown>;
  close(): Promise<void>;
}

/** A writer into a new file. */
async function openMcapFile(path: string | URL): Promise<McapWriterLike> {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const fs = process?.getBuiltinModule?.('node:fs/promises') as
    | { open(path: string | URL, flags: string): Promise<FileHandle> }
    | undefined;
  if (!fs) throw new Error('recordMcap: no file system here. Pass an McapWriter of @mcap/core');
  const name = '@mcap/core';
  const { McapWriter } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error('recordMcap: found no package @mcap/core. Fix: npm install @mcap/core', { cause });
  })) as { McapWriter: new (options: object) => McapWriterLike };
  const file = await fs.open(path, 'w');
  let size = 0n;
  const writer = new McapWriter({
    writable: {
      position: () => size,
      write: async (bytes: Uint8Array) => {
        size += BigInt(bytes.length);
        await file.write(bytes);
      },
    },
  });
  return {
    start: (header) => writer.start(header),
    registerSchema: (schema) => writer.registerSchema(schema),
    registerChannel: (channel) => writer.registerChannel(channel),
    addMessage: (message) => writer.addMessage(message),
    end: () => writer.end().finally(() => file.close()),
  };
}

/** Nanoseconds, which a message has in 64 bits without a sign. */
function nanoseconds(time: number): bigint {
  if (!(time >= 0 && time <= MAX_SECONDS)) {
    throw new RangeError(`mcap: time: expected seconds from 0 to ${MAX_SECONDS}, found ${time}`);
  }
  return BigInt(Math.round(time * 1e9));
}

function encoded(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function encodeState({ time, qpos, qvel, ctrl, sensordata }: Data): object {
  return { time, qpos: [...qpos], qvel: [...qvel], ctrl: [...ctrl], sensordata: [...sensordata] };
}

/** World poses of all bodies except the world. */
function transformsOf({ xpos, xquat }: Data, frames: readonly string[], time: bigint): object {
  const timestamp = { sec: Number(time / 1_000_000_000n), nsec: Number(time % 1_000_000_000n) };
  const transforms = frames.slice(1).map((child_frame_id, k) => {
    const [p, q] = [3 * (k + 1), 4 * (k + 1)];
    const translation = { x: xpos[p], y: xpos[p + 1], z: xpos[p + 2] };
    const rotation = { w: xquat[q], x: xquat[q + 1], y: xquat[q + 2], z: xquat[q + 3] };
    return { timestamp, parent_frame_id: frames[0], child_frame_id, translation, rotation };
  });
  return { transforms };
}
