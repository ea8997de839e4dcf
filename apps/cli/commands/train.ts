import { readFileSync } from 'node:fs';
import type { EnvironmentId, Iteration, PolicyFile, Ppo, Search } from '../../../src/env.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { requireFile, writeText } from '../open.ts';

const ALGORITHMS: readonly string[] = ['ars', 'es', 'ppo'];

export const train: Command = {
  name: 'train',
  summary: 'Train a policy for an environment, with random search or policy gradients, on all cores.',
  operand: '<environment>',
  options: {
    algo: {
      value: '<name>',
      help: 'ars (random search), es (evolution strategies) or ppo (policy gradients) (default: ars)',
    },
    seconds: { value: '<s>', short: 's', help: 'seconds to train (default: 60)' },
    iterations: { value: '<n>', help: 'number of iterations, instead of --seconds' },
    seed: { value: '<n>', help: 'random seed; makes the policy of each iteration reproducible (default: 0)' },
    directions: { value: '<n>', help: 'directions tested per iteration (default: 32)' },
    top: { value: '<n>', help: 'number of best directions to use (default: 8)' },
    step: { value: '<x>', help: 'step size (default: 0.02)' },
    noise: { value: '<x>', help: 'standard deviation of the weight noise (default: 0.03)' },
    bonus: { value: '<x>', help: 'subtracted from the reward of each step when comparing policies (default: 0)' },
    worlds: { value: '<n>', help: 'ppo: number of worlds (default: 16)' },
    rate: { value: '<x>', help: 'ppo: learning rate (default: 0.0003)' },
    threads: { value: '<n>', help: 'threads to use (default: all cores)' },
    out: {
      value: '<file>',
      short: 'o',
      help: 'output file for the policy, written every tenth iteration and at the end',
    },
    resume: { value: '<file>', help: 'continue from a policy file' },
    json: { help: 'print one JSON line per iteration' },
  },
  notes: ['Environments: Ant-v5, HalfCheetah-v5, Hopper-v5, Humanoid-v5, ... (docs/learning.md).'],
  examples: ['tenon train HalfCheetah-v5 --seconds 300 --seed 1 --out cheetah.json', 'tenon train Hopper-v5 --bonus 1'],
  async run(args) {
    const environment = environmentOf(args);
    const algorithm = args.text('algo');
    if (algorithm !== undefined && !ALGORITHMS.includes(algorithm)) {
      throw new UsageError(`--algo: expected ${ALGORITHMS.join(', ')}, found '${algorithm}'`);
    }
    // only this command needs them: the others start faster without
    const [env, batch] = await Promise.all([import('../../../src/env.ts'), import('../../../src/batch.ts')]);
    const threads = batch.availableThreads();
    const training =
      algorithm === 'ppo'
        ? await env.startPpo(environment, { threads, ...ppoSettings(args) })
        : await env.startSearch(environment, { threads, ...trainingSettings(args) });
    try {
      await runTraining(training, args);
    } finally {
      training.close();
      batch.closeThreads();
    }
    return 0;
  },
};

async function runTraining(training: Search | Ppo, args: Arguments): Promise<void> {
  const seconds = args.number('seconds', 0) ?? 60;
  const maxIterations = args.whole('iterations', 1) ?? Infinity;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  if (!args.has('json')) console.log('iteration      return        best       steps  seconds');
  for (let k = 1; k <= maxIterations; k++) {
    const made = await training.iterate();
    console.log(args.has('json') ? JSON.stringify({ ...made, seconds: elapsed() }) : line(made, elapsed()));
    if (k % 10 === 0 && k < maxIterations) savePolicy(training, args);
    if (maxIterations === Infinity && elapsed() >= seconds) break;
  }
  savePolicy(training, args);
}

function line({ iteration, steps, best, return: reached }: Iteration, seconds: number): string {
  const columns: [string, number][] = [
    [String(iteration), 9],
    [reached.toFixed(1), 12],
    [best.toFixed(1), 12],
    [String(steps), 12],
    [seconds.toFixed(1), 9],
  ];
  return columns.map(([text, width]) => text.padStart(width)).join('');
}

function savePolicy(training: Search | Ppo, args: Arguments): void {
  const file = args.text('out');
  if (file !== undefined) writeText(file, `${JSON.stringify(training.toFile())}\n`);
}

function environmentOf({ operands }: Arguments): EnvironmentId {
  if (operands.length === 1) return operands[0] as EnvironmentId;
  throw new UsageError(`expected one environment, such as HalfCheetah-v5, found ${operands.length}`);
}

function ppoSettings(args: Arguments) {
  const searchOnly = ['directions', 'top', 'step', 'noise', 'bonus', 'resume'].find((name) => args.has(name));
  if (searchOnly !== undefined)
    throw new UsageError(`--${searchOnly}: only for ars and es. For ppo use --worlds and --rate`);
  return definedOptions({
    seed: args.whole('seed', 0),
    worlds: args.whole('worlds', 1),
    rate: args.number('rate', 0),
    threads: args.whole('threads', 0),
  });
}

/** Options that are set on the command line. */
function definedOptions<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function trainingSettings(args: Arguments) {
  return definedOptions({
    algorithm: args.text('algo') as 'ars' | 'es' | undefined,
    seed: args.whole('seed', 0),
    directions: args.whole('directions', 1),
    top: args.whole('top', 1),
    stepSize: args.number('step', 0),
    noise: args.number('noise', 0),
    bonus: args.number('bonus', -Infinity),
    threads: args.whole('threads', 0),
    resume: policyAt(args.text('resume')),
  });
}

function policyAt(file: string | undefined): PolicyFile | undefined {
  if (file === undefined) return undefined;
  requireFile(file);
  let read: PolicyFile | null;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--resume: ${file}: ${(error as Error).message}`, 1);
  }
  if (read?.format !== 'tenon-linear-policy')
    throw new UsageError(`--resume: ${file} is not a policy file of 'tenon train'`);
  return read;
}
