// needs: the compiled engine
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { MjcfError } from '../../index.ts';
import { Channel } from './channel.ts';
import { connectLocal, connectWorker } from './port.ts';
import type { Handlers } from './protocol.ts';
import type { Events, Requests } from './testing/program.ts';

const program = await bundled();
const channels: Channel<Requests, Events>[] = [];
afterAll(() => Promise.all(channels.map((channel) => channel.close())));

async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('testing/program.ts', import.meta.url));
  const options = { bundle: true, write: false, minify: true, format: 'iife', platform: 'neutral' } as const;
  const { outputFiles } = await build({ entryPoints: [entry], external: ['node:*'], target: 'es2022', ...options });
  return outputFiles[0].text;
}

function open(): Channel<Requests, Events> {
  const channel = new Channel<Requests, Events>(connectWorker(program));
  channels.push(channel);
  return channel;
}

test('a request gets its response', async () => {
  expect(await open().call('add', [2, 3])).toBe(5);
});

test('requests run in order; each gets its own response', async () => {
  const channel = open();
  const done: string[] = [];
  const calls = [
    channel.call('sleep', [20, 'slow']).then((text) => done.push(text)),
    channel.call('sleep', [0, 'fast']).then((text) => done.push(text)),
    channel.call('add', [1, 1]).then((sum) => done.push(String(sum))),
  ];
  await Promise.all(calls);
  expect(done).toEqual(['slow', 'fast', '2']);
});

test('responses are matched to requests by id, in any order', async () => {
  let respond: (message: unknown) => void = () => {};
  const posted: { id: number }[] = [];
  const channel = new Channel<Requests>(({ onMessage }) => {
    respond = onMessage;
    return { post: (message) => posted.push(message as { id: number }), close: async () => {}, keepAlive: () => {} };
  });
  const [one, two] = [channel.call('add', [1, 0]), channel.call('add', [2, 0])];
  respond({ id: posted[1].id, result: 'two' });
  respond({ id: posted[0].id, result: 'one' });
  expect(await Promise.all([one, two])).toEqual(['one', 'two']);
});

test('an error keeps its class, message, details and cause', async () => {
  const channel = open();
  const range = await channel.call('fail', ['range']).catch((error: unknown) => error);
  expect(range).toBeInstanceOf(RangeError);
  expect(range).toMatchObject({ message: 'world 3: too large', world: 3, cause: { message: 'full', code: 'ENOMEM' } });
  const mjcf = await channel.call('fail', ['mjcf']).catch((error: unknown) => error);
  const diagnostics = [{ file: 'm.xml', line: 2, column: 5, tag: 'geom', attribute: 'size', message: 'expected 3' }];
  const { name, message } = new MjcfError(diagnostics);
  expect(mjcf).toBeInstanceOf(Error);
  expect(mjcf).toMatchObject({ name, message, diagnostics });
  expect(String(mjcf)).toBe(`MjcfError: ${message}`);
});

test('an error that cannot be cloned keeps its class, message and numbers', async () => {
  const error = await open()
    .call('fail', ['function'])
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'no clone', world: 4 });
  expect(error).not.toHaveProperty('callback');
});

test('a result or an argument that cannot be cloned rejects its request only', async () => {
  const channel = open();
  await expect(channel.call('uncloneable', [])).rejects.toThrow('could not be cloned');
  await expect(channel.call('add', [1, (() => {}) as unknown as number])).rejects.toThrow('could not be cloned');
  expect(await channel.call('add', [1, 2])).toBe(3);
});

test.each(['throw', 'exit'] as const)(
  'a worker that dies (%s) rejects all pending and further requests',
  async (how) => {
    const channel = open();
    const failures: string[] = [];
    channel.onFailure = (message) => failures.push(message);
    const calls = [channel.call('die', [how]), channel.call('add', [1, 2]), channel.call('sleep', [1e6, ''])];
    const settled = await Promise.allSettled(calls);
    const reasons = settled.map((call) => (call.status === 'rejected' ? (call.reason as Error).message : 'none'));
    expect(new Set(reasons)).toEqual(new Set(failures));
    expect(failures).toEqual([how === 'throw' ? 'a thread failed: dead' : 'a thread ended with code 7']);
    expect(channel.failure).toBe(failures[0]);
    await expect(channel.call('add', [1, 2])).rejects.toThrow(failures[0]);
  },
);

test('an error of a request without response is a failure of the worker', async () => {
  const channel = open();
  channel.post('fail', ['range']);
  await expect(channel.call('sleep', [1e6, ''])).rejects.toThrow('a thread failed: world 3: too large');
});

test('buffers are transferred both ways, not copied', async () => {
  const values = Float64Array.of(1, 2, 3);
  const channel = open();
  const call = channel.call('double', [values], [values.buffer]);
  expect(values.length).toBe(0);
  expect(await call).toEqual(Float64Array.of(2, 4, 6));
  expect(await channel.call('kept', [])).toBe(0);
});

test('events reach their handlers, in order with responses', async () => {
  const channel = open();
  const seen: number[] = [];
  channel.events = { progress: (done) => seen.push(done) };
  await channel.call('count', [3]);
  expect(seen).toEqual([1, 2, 3]);
  channel.events = {};
  await channel.call('count', [2]);
  expect(seen).toEqual([1, 2, 3]);
});

test('a closed channel rejects pending and further requests', async () => {
  const channel = open();
  const pending = channel.call('sleep', [1e6, '']);
  channel.onFailure = () => expect.unreachable();
  const closed = channel.close();
  await expect(pending).rejects.toThrow('the thread was closed');
  await closed;
  await expect(channel.call('add', [1, 2])).rejects.toThrow('the thread was closed');
  channel.post('add', [1, 2]);
  expect(channel.failure).toBe('the thread was closed');
});

test('in the same thread, requests run before post returns, and errors are the same', async () => {
  const counts: number[] = [];
  const handlers: Partial<Handlers<Requests>> = {
    add: (a, b) => counts.push(a + b),
    fail: () => {
      throw Object.assign(new RangeError('here'), { world: 1 });
    },
  };
  const channel = new Channel<Requests>(connectLocal(() => handlers as Handlers<Requests>));
  channel.post('add', [1, 2]);
  expect(counts).toEqual([3]);
  const error = await channel.call('fail', ['range']).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ message: 'here', world: 1 });
});
