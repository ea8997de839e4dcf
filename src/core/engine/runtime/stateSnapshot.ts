/** Going back to a state when something fails in the middle. */
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { stateArrays } from '../../model/stateParts.ts';
import { stagesOf } from './engine.ts';

/** What a simulation goes on from, besides time. */
const names = [...stateArrays, 'tree_asleep'] as const;

/** Copies the state; the function that it returns puts it back. */
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
