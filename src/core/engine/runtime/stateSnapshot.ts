/** Snapshots of the state, to roll back after an error. */
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { stateArrays } from '../../model/stateParts.ts';
import { stagesOf } from './engine.ts';

/** The arrays of the state; time is the rest of it. */
const names = [...stateArrays, 'tree_asleep'] as const;

/** Copies the state; returns a function that restores it. */
export function snapshotState(m: Model, d: Data): () => void {
  const { time } = d;
  const saved = names.map((name) => d[name].slice());
  return () => {
    d.time = time;
    names.forEach((name, k) => {
      d[name].set(saved[k]);
    });
    if (m.opt.enableflags & Enable.SLEEP) stagesOf(m).updateSleep(m, d, 0);
  };
}
