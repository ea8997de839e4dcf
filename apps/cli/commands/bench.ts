import { Data, step, Timer } from '../../../src/index.ts';
import type { Command } from '../args.ts';
import { openModel } from '../open.ts';
import { table } from '../table.ts';

export const bench: Command = {
  name: 'bench',
  summary: 'Measure how many steps per second a model makes, and where the time goes.',
  operand: '<model.xml>',
  options: {
    seconds: { value: '<s>', short: 's', help: 'how long to measure (2 unless given)' },
    json: { help: 'the figures as JSON' },
  },
  examples: ['tenon bench humanoid.xml'],
  async run(args) {
    const m = await openModel(args.file());
    const d = new Data(m);
    const seconds = args.number('seconds', 0.01) ?? 2;
    for (let k = 0; k < 100; k++) step(m, d);
    d.timer_duration.fill(0);
    const from = performance.now();
    let steps = 0;
    while (performance.now() - from < 1000 * seconds) {
      for (let k = 0; k < 20; k++) step(m, d);
      steps += 20;
    }
    const taken = (performance.now() - from) / 1000;
    const stages = Object.entries(Timer)
      .map(([name, id]) => ({ stage: name.toLowerCase(), micros: (1e6 * d.timer_duration[id]!) / steps }))
      .filter(({ micros }) => micros > 0);
    const stepsPerSecond = steps / taken;
    const realTime = stepsPerSecond * m.opt.timestep;
    if (args.has('json')) console.log(JSON.stringify({ stepsPerSecond, realTime, stages }, null, 2));
    else {
      console.log(`${Math.round(stepsPerSecond)} steps/s, ${realTime.toFixed(1)} times real time`);
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
