import {
  Data,
  describeWarning,
  describeWarnings,
  forward,
  type Model,
  name2id,
  ObjType,
  objectNames,
  resetDataKeyframe,
  step,
  Warning,
} from '../../../src/index.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { openModel } from '../open.ts';
import { progress } from '../progress.ts';
import { type Controller, controller } from '../simulate/control.ts';
import { isMotion, motionTo } from '../simulate/motion.ts';
import { type Recording, recordingTo, selectFields } from '../simulate/recording.ts';

export const simulate: Command = {
  name: 'simulate',
  summary: 'Run a model without a viewer and write selected fields.',
  operand: '<model.xml>',
  options: {
    steps: { value: '<n>', short: 'n', help: 'number of steps (default: 1000)' },
    seconds: { value: '<s>', short: 's', help: 'simulated time, instead of --steps' },
    key: { value: '<name>', short: 'k', help: 'initial keyframe, by name or id' },
    control: {
      value: '<file>',
      short: 'c',
      help: 'controls: a .csv, or a .js/.mjs whose default export is (model, data) => void',
    },
    fields: {
      value: '<a,b>',
      short: 'f',
      help: 'fields of the data to write, such as time,qpos[0:3],sensordata (default: time,qpos)',
    },
    every: { value: '<n>', short: 'e', help: 'write every n-th step (default: 1)' },
    output: {
      value: '<file>',
      short: 'o',
      help: 'output file: .csv, .json, .npy, .npz, or .glb (motion for Blender) (default: CSV to standard output)',
    },
    quiet: { short: 'q', help: 'no progress bar, no summary' },
    json: { help: 'print a summary as JSON to standard error' },
  },
  notes: [
    'A table of controls has one row per step; its last row is held. A header may name actuators, in any order, and',
    "'time' for rows that apply from that time on. A run that becomes unstable stops, with exit code 1; Ctrl C",
    'stops a run with exit code 130. In both cases the output so far is complete.',
  ],
  examples: [
    'tenon simulate humanoid.xml --seconds 2 --fields time,qpos,energy --output run.csv',
    'tenon simulate arm.xml --key ready --control policy.mjs --output run.npy',
    'tenon simulate humanoid.xml --seconds 2 --output fall.glb',
  ],
  async run(args) {
    const m = await openModel(args.file());
    m.callbacks = { warning: () => {} };
    const d = new Data(m);
    start(m, d, args.text('key'));
    const steps = stepCount(m, args);
    const every = args.whole('every', 1) ?? 1;
    const control = await controller(m, args.text('control'));
    const output = args.text('output');
    if (isMotion(output) && args.text('fields') !== undefined)
      throw new UsageError('--fields: a .glb file has the poses of all bodies and no fields. Omit it, or use .npz');
    const recording = isMotion(output)
      ? await motionTo(output, m, d)
      : recordingTo(output, selectFields(d, args.text('fields') ?? 'time,qpos'));
    const from = performance.now();
    const bar = !args.has('quiet') && !(args.text('output') === undefined && process.stdout.isTTY);
    const { done, interrupted } = await loop(m, d, { steps, every, control, recording, bar });
    const seconds = (performance.now() - from) / 1000;
    report(args, m, d, { steps, done, seconds, rows: 1 + Math.floor(done / every), interrupted });
    if (interrupted) return INTERRUPTED;
    return describeWarnings(m, d).length > 0 ? 1 : 0;
  },
};

interface Run {
  steps: number;
  every: number;
  control: Controller;
  recording: Recording;
  bar: boolean;
}

/** Exit code of programs interrupted by Ctrl C. */
const INTERRUPTED = 130;
/** Interval of checks for Ctrl C. */
const POLL_MS = 50;

/** Takes the steps; stops at a bad state, and at Ctrl C. */
async function loop(m: Model, d: Data, { steps, every, control, recording, bar }: Run) {
  const line = progress(steps, bar);
  const stop = { asked: false };
  const ask = () => {
    stop.asked = true;
  };
  process.once('SIGINT', ask);
  let k = 0;
  let lastPoll = performance.now();
  let complete = false;
  try {
    forward(m, d);
    recording.add();
    while (k < steps && !stop.asked) {
      control(d, k);
      step(m, d);
      if (badState(d) !== undefined) break;
      k++;
      if (k % every === 0) recording.add();
      line.at(k);
      if (performance.now() - lastPoll > POLL_MS) {
        await new Promise(setImmediate);
        lastPoll = performance.now();
      }
    }
    recording.end();
    complete = true;
  } finally {
    process.removeListener('SIGINT', ask);
    line.end();
    if (!complete) recording.discard();
  }
  return { done: k, interrupted: stop.asked };
}

/** The kind of bad state, if any. */
function badState(d: Data): Warning | undefined {
  return [Warning.BADQPOS, Warning.BADQVEL, Warning.BADQACC].find((kind) => d.warning_number[kind]! > 0);
}

function start(m: Model, d: Data, key: string | undefined): void {
  if (key === undefined) return;
  const byName = name2id(m, ObjType.KEY, key);
  const id = byName >= 0 ? byName : /^\d+$/.test(key) ? Number(key) : -1;
  if (id < 0 || id >= m.nkey) {
    const names = objectNames(m, ObjType.KEY);
    throw new UsageError(
      `unknown keyframe '${key}'. Expected one of ${names.length ? names.join(', ') : m.nkey || 'none'}`,
    );
  }
  resetDataKeyframe(m, d, id);
}

function stepCount(m: Model, args: Arguments): number {
  const seconds = args.number('seconds', 0);
  const steps = args.whole('steps', 0);
  if (seconds !== undefined && steps !== undefined)
    throw new UsageError('--steps and --seconds: expected one of them, found both');
  if (seconds === undefined) return steps ?? 1000;
  const count = Math.round(seconds / m.opt.timestep);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UsageError(`--seconds: the timestep of the model is ${m.opt.timestep}. Use --steps instead`);
}

interface Outcome {
  steps: number;
  done: number;
  seconds: number;
  rows: number;
  interrupted: boolean;
}

/** Printed to standard error, to keep it separate from the data. */
function report(args: Arguments, m: Model, d: Data, { steps, done, seconds, rows, interrupted }: Outcome): void {
  const rate = Math.round(done / Math.max(seconds, 1e-9));
  const bad = badState(d);
  const unstable = bad !== undefined;
  const warnings = describeWarnings(m, d);
  const output = args.text('output');
  if (args.has('json')) {
    const summary = { steps: done, seconds, stepsPerSecond: rate, time: d.time, unstable, interrupted, warnings };
    console.error(JSON.stringify({ ...summary, ...(output === undefined ? {} : { output, rows }) }));
    return;
  }
  if (unstable)
    console.error(
      `tenon: stopped at step ${done + 1} of ${steps}: ${describeWarning(m, bad, d.warning_lastinfo[bad]!)}`,
    );
  else for (const warning of warnings) console.error(`warning: ${warning}`);
  if (interrupted) console.error(`tenon: stopped by Ctrl C after step ${done} of ${steps}`);
  if (args.has('quiet')) return;
  if (!unstable && !interrupted)
    console.error(`${done} steps in ${seconds.toFixed(2)} s, ${rate} steps/s, simulated time ${d.time.toFixed(3)} s`);
  if (output !== undefined) console.error(`wrote ${output}, ${rows} rows`);
}
