/** `tenon worker`, `tenon sweep` and `tenon jobs`: many worlds on many machines. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JobSpec, TaskResult } from '../../../src/cluster.ts';
import { type Arguments, type Command, type Option, UsageError } from '../args.ts';
import { requireFile } from '../open.ts';
import { writeOutput } from '../output.ts';
import { progress } from '../progress.ts';

const serverOptions: Readonly<Record<string, Option>> = {
  server: { value: '<address>', help: 'URL of the NATS server, such as nats://host:4222 (default: TENON_NATS)' },
  token: { value: '<text>', help: 'token for the server (default: TENON_NATS_TOKEN)' },
  credentials: { value: '<file>', help: 'credentials file for the server (default: TENON_NATS_CREDENTIALS)' },
  tls: { help: 'require TLS' },
};

function connectionOptions(args: Arguments) {
  const [server, token, credentials] = ['server', 'token', 'credentials'].map((name) => args.text(name));
  return {
    ...(server ? { server } : {}),
    ...(token ? { token } : {}),
    ...(credentials ? { credentials } : {}),
    ...(args.has('tls') ? { tls: true } : {}),
  };
}

/** A server that the options or the environment name. */
function requireServer(args: Arguments): void {
  if (args.has('server') || process.env['TENON_NATS']) return;
  throw new UsageError(
    'no server. Pass its URL with --server nats://host:4222, or set TENON_NATS (docs/clusters.md shows how to start one)',
  );
}

/** Loaded by those commands only. */
const cluster = () => import('../../../src/cluster.ts');

/** A signal that aborts on Ctrl C. */
function interruptSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(new Error('interrupted')));
  return stop.signal;
}

export const worker: Command = {
  name: 'worker',
  summary: 'Run a cluster worker: take tasks from a NATS server until Ctrl C.',
  operand: '',
  options: {
    ...serverOptions,
    threads: { value: '<n>', help: 'threads that step worlds (default: 1)' },
    'task-seconds': { value: '<s>', help: 'end a task after this time and leave it to other workers (default: 600)' },
    'allow-policies': { help: 'run the policies of jobs, which are code' },
    quiet: { short: 'q', help: 'do not print tasks' },
  },
  examples: ['tenon worker --server nats://cluster.example --threads 8'],
  async run(args) {
    requireServer(args);
    const { runWorker } = await cluster();
    const quiet = args.has('quiet');
    const taskSeconds = args.number('task-seconds', 0.1);
    if (!quiet) console.log('waiting for tasks');
    await runWorker({
      ...connectionOptions(args),
      threads: args.whole('threads', 1) ?? 1,
      allowPolicies: args.has('allow-policies'),
      ...(taskSeconds === undefined ? {} : { taskSeconds }),
      signal: interruptSignal(),
      onTask: ({ job, first, seconds }) => {
        if (!quiet) console.log(`${job} world ${first}: ${seconds.toFixed(2)} s`);
      },
      onNotice: (text) => console.error(text),
    });
    return 0;
  },
};

export const sweep: Command = {
  name: 'sweep',
  summary: 'Run a parameter sweep over a model and write the results.',
  operand: '<job.json>',
  options: {
    ...serverOptions,
    threads: { value: '<n>', help: 'without a server: threads to use (default: all cores)' },
    verify: { value: '<n>', help: 'compute one in n tasks twice and compare the bytes' },
    output: { value: '<file.csv>', short: 'o', help: 'output file (default: standard output)' },
    quiet: { short: 'q', help: 'no progress bar' },
  },
  notes: [
    'A job has a model, the number of steps, and values of model parameters; every combination is a world:',
    '  { "model": "arm.xml", "nstep": 500, "fields": ["qpos"],',
    '    "sweep": { "opt.timestep": [0.001, 0.002], "body_mass[1]": { "from": 1, "to": 5, "count": 9 } } }',
    'With a server, its workers run the job; without one, the cores of this machine. The results are the same.',
  ],
  examples: ['tenon sweep job.json --output result.csv', 'tenon sweep job.json --server nats://cluster.example'],
  async run(args) {
    const { submit, sweepAxes, sweptValues, worldsOf } = await cluster();
    const job = readJob(args.file());
    const rows: string[][] = Array.from({ length: worldsOf(job) }, () => []);
    const output = args.text('output');
    const threads = args.whole('threads', 1);
    const verify = args.whole('verify', 1);
    const bar = progress(rows.length, !args.has('quiet'));
    let done = 0;
    let head: string[] = [];
    for await (const result of submit(job, {
      ...connectionOptions(args),
      ...(threads ? { threads } : {}),
      ...(verify ? { verify } : {}),
      signal: interruptSignal(),
      onNotice: (text) => console.error(text),
    })) {
      head = namesIn(result);
      for (let i = 0; i < result.nbatch; i++) {
        const world = result.first + i;
        rows[world] = [world, ...sweptValues(job, world), ...numbersIn(result, i)].map(String);
      }
      done += result.nbatch;
      bar.at(done);
    }
    bar.end();
    const axes = sweepAxes(job).map(({ field, index }) => (index === undefined ? field : `${field}[${index}]`));
    const text = `${[['world', ...axes, ...head], ...rows].map((row) => row.join(',')).join('\n')}\n`;
    if (output === undefined) process.stdout.write(text);
    else {
      writeOutput(output, text);
      console.error(`${output}: ${rows.length} worlds`);
    }
    return 0;
  },
};

function readJob(file: string): JobSpec {
  requireFile(file);
  const text = readFileSync(file, 'utf8');
  try {
    const job = JSON.parse(text) as JobSpec;
    if (typeof job?.model !== 'string') throw new UsageError(`${file}: model: expected the path of a model`, 1);
    // paths of files are relative to the job file
    const fromJobFile = (path: string) => join(dirname(file), path);
    return { ...job, model: fromJobFile(job.model), ...(job.policy ? { policy: fromJobFile(job.policy) } : {}) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${(error as Error).message}`, 1);
  }
}

type Column = readonly [name: string, values: ArrayLike<number>];

/** Columns of the output: the requested fields, or else the sensors, after the last step. */
function resultColumns({ fields, sensordata }: TaskResult): Column[] {
  const asked = Object.entries(fields) as Column[];
  return asked.length > 0 ? asked : [['sensordata', sensordata]];
}

function namesIn(result: TaskResult): string[] {
  return resultColumns(result).flatMap(([name, values]) => {
    const width = values.length / (result.nbatch * result.nstep);
    return width === 1 ? [name] : Array.from({ length: width }, (_, k) => `${name}[${k}]`);
  });
}

function numbersIn(result: TaskResult, i: number): number[] {
  return resultColumns(result).flatMap(([, values]) => {
    const width = values.length / (result.nbatch * result.nstep);
    const from = ((i + 1) * result.nstep - 1) * width;
    return Array.from({ length: width }, (_, k) => values[from + k]!);
  });
}

export const jobs: Command = {
  name: 'jobs',
  summary: 'List cluster jobs and their progress.',
  operand: '',
  options: { ...serverOptions, json: { help: 'print the jobs as JSON' } },
  examples: ['tenon jobs --server nats://cluster.example'],
  async run(args) {
    requireServer(args);
    const { listJobs } = await cluster();
    const found = await listJobs(connectionOptions(args));
    if (args.has('json')) console.log(JSON.stringify(found, null, 2));
    else if (found.length === 0) console.log('no jobs');
    for (const { id, model, worlds, done, queued, submitted } of args.has('json') ? [] : found) {
      console.log(`${id}  ${submitted.slice(0, 19)}  ${worlds} worlds, ${done} tasks done, ${queued} queued  ${model}`);
    }
    return 0;
  },
};
