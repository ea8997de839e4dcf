/** The motion of a run as a binary glTF file. */
import { Data, fwdKinematics, type Model } from '../../../src/index.ts';
import { recordGlb } from '../../../src/record.ts';
import { UsageError } from '../args.ts';
import { openOutput } from '../output.ts';
import type { Recording } from './recording.ts';

/** Poses per simulated second at most; programs interpolate between them. */
const RATE = 60;

/** Whether the output of a run is its motion instead of a table. */
export function isMotion(file: string | undefined): file is string {
  return file !== undefined && /\.glb$/i.test(file);
}

/** Start a motion; a file that cannot be written is an error before the run. */
export async function motionTo(file: string, m: Model, d: Data): Promise<Recording> {
  const output = openOutput(file);
  // poses at the time of the state: a step computes those before it
  const shown = new Data(m);
  const glb = await recordGlb(m, shown);
  let last = Number.NEGATIVE_INFINITY;
  return {
    add() {
      if (d.time < last)
        throw new UsageError(`--output: time returns from ${last} s to ${d.time} s, and a motion cannot. Use .npz`, 1);
      // times are sums of steps: tolerate rounding
      if (d.time < last + 1 / RATE - 1e-9) return;
      last = d.time;
      for (const field of ['qpos', 'mocap_pos', 'mocap_quat'] as const) shown[field].set(d[field]);
      shown.time = d.time;
      fwdKinematics(m, shown);
      glb.add();
    },
    end() {
      output.write(glb.bytes());
      output.commit();
    },
    discard: () => output.discard(),
  };
}
