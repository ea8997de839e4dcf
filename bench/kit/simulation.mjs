// A running model, for benches.
import { loadIn } from './models.mjs';

/** A model that runs in one engine from its first keyframe under a fixed control law, reset every second or so. */
export function simulation(name, engine, model) {
  const m = loadIn(engine, model);
  const d = new engine.MjData(m);
  const restart = Math.max(50, Math.round(1 / m.opt.timestep));
  const start = () => (m.nkey > 0 ? engine.mj_resetDataKeyframe(m, d, 0) : engine.mj_resetData(m, d));
  let k = 0;
  let iterations = 0;
  let samples = 0;
  start();
  return {
    name,
    engine,
    m,
    d,
    /** Restart before the next run. */
    rewind() {
      k = 0;
    },
    iterations: () => (samples ? iterations / samples : 0),
    run(n) {
      const { ctrl } = d;
      for (let i = 0; i < n; i++) {
        if (k++ % restart === 0) start();
        for (let u = 0; u < ctrl.length; u++) ctrl[u] = 0.3 * Math.sin(0.01 * k + u);
        engine.mj_step(m, d);
      }
      // solver iterations of the last step of the batch: a sample that costs nothing inside the loop
      iterations += d.solver_niter[0];
      samples++;
    },
  };
}
