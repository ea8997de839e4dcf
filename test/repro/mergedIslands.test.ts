// needs: the compiled engine
/** With CG, an implicit integrator and a stiff flex, the islands are solved as one problem. The solver used to reuse the groups that it had
 *  cached island by island when the integrator changed while the rows did not, and qacc was wrong. */
import { expect, test } from 'vitest';
import { Data, Integrator, type Model, modelFromXml, prepare, step } from '../../src/index.ts';

await prepare();

/** A cloth and two boxes on a floor: three islands. */
const scene = `<mujoco><option solver="CG" integrator="Euler" cone="pyramidal" timestep=".002"/>
  <worldbody><geom type="plane" size="9 9 1"/>
    <flexcomp name="f" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2" pos="0 0 .02" mass=".2" radius=".02">
      <contact selfcollide="none"/>
      <elasticity young="1e4" poisson=".2" thickness=".01" damping=".01" elastic2d="both"/>
    </flexcomp>
    <body pos="3 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="3 2 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody></mujoco>`;

/** A new Data in the state of d: its caches are empty. */
function fresh(m: Model, d: Data): Data {
  const e = new Data(m);
  e.time = d.time;
  e.qpos.set(d.qpos);
  e.qvel.set(d.qvel);
  e.qacc_warmstart.set(d.qacc_warmstart);
  return e;
}

/** Largest difference of the accelerations of the next step from those of a new Data in the same state. */
function cacheError(m: Model, d: Data): number {
  const e = fresh(m, d);
  step(m, d);
  step(m, e);
  return Math.max(...d.qacc.map((x, i) => Math.abs(x - e.qacc[i])));
}

test.each<'wasm' | 'js'>(['wasm', 'js'])(
  'a change of integrator does not reuse the groups of other problems (%s)',
  (engine) => {
    const m = modelFromXml(scene, { engine });
    const d = new Data(m);
    step(m, d, 300);
    d.qvel[m.nv - 6] = 0.02;
    d.qvel[m.nv - 12] = 0.02;
    // islands, merged, islands, merged: two steps each, the same rows in all of them
    for (const integrator of [Integrator.EULER, Integrator.IMPLICITFAST, Integrator.EULER, Integrator.IMPLICITFAST]) {
      m.opt.integrator = integrator;
      expect([cacheError(m, d), cacheError(m, d)]).toEqual([0, 0]);
      expect([d.nisland, d.nefc]).toEqual([3, 96]);
    }
  },
);
