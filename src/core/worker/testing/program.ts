/** The worker of `worker.test.ts`. */
import { MjcfError } from '../../../formats/xml/error.ts';
import { Transferred } from '../protocol.ts';
import { serveParent } from '../server.ts';

export interface Requests {
  add(a: number, b: number): number;
  sleep(ms: number, text: string): string;
  fail(how: 'range' | 'mjcf' | 'function'): void;
  uncloneable(): unknown;
  die(how: 'throw' | 'exit'): void;
  double(values: Float64Array<ArrayBuffer>): Float64Array;
  /** Number of values of the last result of `double` that are left in the worker. */
  kept(): number;
  count(to: number): void;
}

export interface Events {
  progress(done: number): void;
}

const failures = {
  range: () =>
    Object.assign(
      new RangeError('world 3: too large', { cause: Object.assign(new Error('full'), { code: 'ENOMEM' }) }),
      {
        world: 3,
      },
    ),
  mjcf: () =>
    new MjcfError([{ file: 'm.xml', line: 2, column: 5, tag: 'geom', attribute: 'size', message: 'expected 3' }]),
  function: () => Object.assign(new TypeError('no clone'), { world: 4, callback: () => {} }),
};

let doubled = new Float64Array(0);

serveParent<Requests, Events>((emit) => ({
  add: (a, b) => a + b,
  sleep: (ms, text) => new Promise((resolve) => setTimeout(() => resolve(text), ms)),
  fail: (how) => {
    throw failures[how]();
  },
  uncloneable: () => () => {},
  die: async (how) => {
    if (how === 'exit') process.exit(7);
    setTimeout(() => {
      throw new Error('dead');
    });
    await new Promise(() => {});
  },
  double: (values) => {
    doubled = values.map((x) => 2 * x);
    return new Transferred(doubled, [doubled.buffer]);
  },
  kept: () => doubled.length,
  count: (to) => {
    for (let k = 1; k <= to; k++) emit('progress', [k]);
  },
}));
