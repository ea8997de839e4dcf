import { Data, type Model, startProfile, step } from '../../../src/index.ts';
import { table } from '../../shared/table.ts';
import type { Command } from '../args.ts';
import { openModel } from '../open.ts';
import { progress } from '../progress.ts';

export const bench: Command = {
  name: 'bench',
  summary: 'Measure the steps per second of a model, and the time per stage.',
  operand: '<model.xml>',
  options: {
    seconds: { value: '<s>', short: 's', help: 'seconds to measure (default: 2)' },
    json: { help: 'print the results as JSON' },
  },
  examples: ['tenon bench humanoid.xml'],
  async run(args) {
    const m = await openModel(args.file());
    const d = new Data(m);
    const seconds = args.number('seconds', 0.01) ?? 2;
    for (let k = 0; k < 100; k++) step(m, d);
    const bar = progress(1.5 * seconds, !args.has('json'));
    const { steps, elapsed } = measure(m, d, seconds, (passed) => bar.at(passed));
    // measured again with timers around the stages: they have a cost, so the rate is measured without them
    const profile = startProfile(m);
    const profiled = measure(m, d, seconds / 2, (passed) => bar.at(seconds + passed));
    bar.end();
    const stages = profile.times().map(({ stage, ms }) => ({ stage, micros: (1e3 * ms) / profiled.steps }));
    profile.stop();
    const stepsPerSecond = steps / elapsed;
    const realTime = stepsPerSecond * m.opt.timestep;
    if (args.has('json')) console.log(JSON.stringify({ stepsPerSecond, realTime, stages }, null, 2));
    else {
      console.log(`${Math.round(stepsPerSecond)} steps/s, ${realTime.toFixed(1)} x real time`);
      if (stages.length > 0)
        console.log(
          `\n${table(
            ['stage', 'µs per step'],
            stages.map(({ stage, micros }) => [stage, micros]),
          )}`,
        );
    }
    return 0;
  },
};

/** Number of steps in about this many seconds. */
function measure(
  m: Model,
  d: Data,
  seconds: number,
  onProgress: (passed: number) => void,
): { steps: number; elapsed: number } {
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1000;
  let steps = 0;
  while (passed() < seconds) {
    for (let k = 0; k < 20; k++) step(m, d);
    steps += 20;
    onProgress(passed());
  }
  return { steps, elapsed: passed() };
}
