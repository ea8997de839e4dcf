/** The pipeline from place to place in JavaScript, so that each can be watched. */
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { END, Event, Mode, StatePlace } from '../pipeline/places.ts';
import type { StageFunctions } from './stages.ts';

/** A table like another one, in which every place of the pipeline is run by `runPlace`. */
export function withPerStepHook(stages: StageFunctions, runPlace: StageFunctions['runPlace']): StageFunctions {
  const runPlaces: StageFunctions['runPlaces'] = (m, d, from, to, mode) => {
    for (let at = from; at < to; at++) {
      const event = runPlace(m, d, at, mode);
      if (event === Event.NONE) continue;
      d.work_pipeline[PipelineSlot.STEP] = at;
      return event;
    }
    return Event.NONE;
  };
  const runSteps: StageFunctions['runSteps'] = (m, d, from, n, mode) => {
    const first = mode & Mode.HOST ? StatePlace.look : StatePlace.badPos;
    for (let left = n, at = from; left > 0; left--, at = first) {
      const event = runPlaces(m, d, at, END, mode);
      if (event === Event.NONE) continue;
      d.work_pipeline[PipelineSlot.STEPS_LEFT] = left;
      return event;
    }
    return Event.NONE;
  };
  return { ...stages, runPlace, runPlaces, runSteps };
}
