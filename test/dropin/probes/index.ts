/** Every probe of values, and of errors. */
import { errorProbes, fileProbes } from './errors.ts';
import { accessorProbes, dataAccessorProbes, objectProbes } from './objects.ts';
import { queryProbes } from './queries.ts';
import { specProbes } from './specs.ts';
import { solverProbes, vectorProbes } from './vectors.ts';
import { visualProbes } from './visual.ts';
import { type Probes, probeModel, type World } from './world.ts';

export { errorProbes };

export const valueProbes: Probes = {
  ...vectorProbes,
  ...solverProbes,
  ...accessorProbes,
  ...dataAccessorProbes,
  ...objectProbes,
  ...queryProbes,
  ...fileProbes,
  ...specProbes,
  ...visualProbes,
};

/** A model and a data in a state with contacts, velocities and controls; the same in every package. */
export function makeWorld(mj: World['mj']): World {
  const m = mj.MjModel.from_xml_string(probeModel);
  const d = new mj.MjData(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(i + 1);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.2 * (i + 1);
  d.qpos[7] = 0.4;
  mj.mj_forward(m, d);
  mj.mj_rnePostConstraint(m, d);
  return { mj, m, d };
}

/** Result of a probe: its value, or that it throws. */
export function outcome(probe: (world: World) => unknown, world: World): { value?: unknown; error?: string } {
  try {
    return { value: probe(world) };
  } catch (error) {
    return { error: String((error as Error)?.message ?? error) };
  }
}
