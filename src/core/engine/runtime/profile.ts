/** Profile of a step by stage. Measuring reads the clock twice per stage, so it is off by default. */
import { PLAIN } from '../../model/block/block.ts';
import { expectModel } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { isPlain, setStages, stagesOf } from './engine.ts';
import { withPerStepHook } from './perStepHook.ts';
import { pipelineStepNames } from './pipelineRunner.ts';
import type { StageFunctions } from './stages.ts';

/** Time of one stage since the profile started. */
export interface StageTime {
  stage: string;
  ms: number;
  calls: number;
}

/** A running profile. */
export interface Profile {
  /** Stages that ran, the most expensive first. */
  times(): StageTime[];
  /** Discard all measurements. */
  clear(): void;
  /** Stop measuring. */
  stop(): void;
}

/** Measure the stages of a Model until `stop` is called.
 *
 *  ```ts
 *  const profile = startProfile(m);
 *  for (let k = 0; k < 1000; k++) step(m, d);
 *  console.table(profile.times());
 *  profile.stop();
 *  ``` */
export function startProfile(m: Model): Profile {
  const stages = stagesOf(expectModel('startProfile', m));
  const sums = new Map<string, StageTime>();
  const sumOf = (stage: string): StageTime => {
    const sum = sums.get(stage) ?? { stage, ms: 0, calls: 0 };
    sums.set(stage, sum);
    return sum;
  };
  const called = Object.entries(stages).map(([name, run]) => [name, withClock(run as AnyStageFunction, sumOf(name))]);
  const steps = pipelineStepNames.map((name) => withClock(stages.runPipelineStep as AnyStageFunction, sumOf(name)));
  // steps without a stage are host hooks
  const runPipelineStep: StageFunctions['runPipelineStep'] = (md, d, step, mode) =>
    pipelineStepNames[step] in stages
      ? (steps[step](md, d, step, mode) as number)
      : stages.runPipelineStep(md, d, step, mode);
  const timed = withPerStepHook(Object.fromEntries(called) as StageFunctions, runPipelineStep);
  setStages(m, isPlain(stages) ? ({ ...timed, [PLAIN]: true } as StageFunctions) : timed);
  return {
    times: () => [...sums.values()].filter(({ calls }) => calls > 0).sort((a, b) => b.ms - a.ms),
    clear: () => {
      for (const sum of sums.values()) Object.assign(sum, { ms: 0, calls: 0 });
    },
    stop: () => setStages(m, stages),
  };
}

type AnyStageFunction = (...args: unknown[]) => unknown;

function withClock(run: AnyStageFunction, sum: StageTime): AnyStageFunction {
  return (...args) => {
    const from = performance.now();
    const result = run(...args);
    sum.ms += performance.now() - from;
    sum.calls++;
    return result;
  };
}
