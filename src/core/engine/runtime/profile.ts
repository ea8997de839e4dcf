/** Where the time of a step goes, by stage. Measuring costs two clock readings a stage, so it is off unless asked for. */
import { PLAIN } from '../../model/block/block.ts';
import { expectModel } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { isPlain, setStages, stagesOf } from './engine.ts';
import { withPerStepHook } from './perStepHook.ts';
import { placeNames } from './places.ts';
import type { StageFunctions } from './stages.ts';

/** What one stage took since the profile began. */
export interface StageTime {
  stage: string;
  ms: number;
  calls: number;
}

/** A running profile. */
export interface Profile {
  /** Stages that ran, the most expensive first. */
  times(): StageTime[];
  /** Forget what was measured so far. */
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
  const places = placeNames.map((name) => withClock(stages.runPlace as AnyStageFunction, sumOf(name)));
  // places that are no stages have nothing to do but for JavaScript
  const runPlace: StageFunctions['runPlace'] = (md, d, at, mode) =>
    placeNames[at] in stages ? (places[at](md, d, at, mode) as number) : stages.runPlace(md, d, at, mode);
  const timed = withPerStepHook(Object.fromEntries(called) as StageFunctions, runPlace);
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
