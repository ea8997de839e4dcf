// needs: the compiled engine
/** Conserved quantities of soft bodies with any parameters. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Enable } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { compileEngine } from '../../src/core/wasm/compileEngine.ts';
import { modelFromXml } from '../../src/load/load.ts';

await compileEngine();

const apart = '<contact contype="0" conaffinity="0" selfcollide="none"/>';
const block = (option: string, inside: string, more = ''): string => `<mujoco><option ${option}/><worldbody>
  <body name="b"><flexcomp name="f" type="grid" dim="3" count="4 3 3" spacing=".1 .1 .1" mass="1" radius=".001" ${more}>
  ${apart}${inside}</flexcomp></body></worldbody></mujoco>`;
const load = (xml: string): Model => modelFromXml(xml, { engine: 'wasm' });

/** Sum of mass times velocity. */
function momentum(m: Model, d: Data): number[] {
  const sum = [0, 0, 0];
  for (let b = 1; b < m.nbody; b++) {
    if (m.body_dofnum[b] !== 3) continue;
    for (let k = 0; k < 3; k++) sum[k] += m.body_mass[b] * d.qvel[m.body_dofadr[b] + k];
  }
  return sum;
}

function volume(m: Model, d: Data): number {
  let sum = 0;
  for (let e = 0; e < m.nflexelem; e++) {
    const [a, b, c, v] = [0, 1, 2, 3].map((k) => d.flexvert_xpos.subarray(3 * m.flex_elem[4 * e + k]));
    const [x, y, z] = [b, c, v].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    const [i, j, k] = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
    sum += Math.abs(x[0] * i + x[1] * j + x[2] * k) / 6;
  }
  return sum;
}

test.each(['solver="CG" integrator="implicitfast"', 'solver="Newton" integrator="Euler"'])(
  'a free soft body conserves its momentum (%s)',
  (option) => {
    const m = load(
      block(
        `gravity="0 0 0" timestep=".001" tolerance="1e-12" iterations="500" ${option}`,
        '<elasticity young="2e3" poisson=".3" damping=".003"/>',
      ),
    );
    const d = new Data(m);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(7 * i);
    const before = momentum(m, d);
    step(m, d, 60);
    momentum(m, d).forEach((p, k) => {
      expect(p).toBeCloseTo(before[k], 8);
    });
  },
);

// MuJoCo's energy does not include elastic energy, so the same phase is compared
test('an oscillating undamped block returns to its initial kinetic energy', () => {
  const timestep = 0.001;
  const option = `gravity="0 0 0" integrator="RK4" timestep="${timestep}"`;
  const m = load(block(option, '<elasticity young="1e3" poisson=".2"/>'));
  m.opt.enableflags |= Enable.ENERGY;
  const d = new Data(m);
  for (let b = 1; b < m.nbody; b++) if (m.body_dofnum[b] === 3) d.qvel[m.body_dofadr[b]] = m.body_pos[3 * b];
  forward(m, d);
  const kinetic = d.energy[1];
  let minEnergy = kinetic;
  let again = 0;
  for (let k = 0; k < 0.4 / timestep; k++) {
    step(m, d);
    minEnergy = Math.min(minEnergy, d.energy[1]);
    if (minEnergy < 0.5 * kinetic) again = Math.max(again, d.energy[1]);
    // never more than the initial one
    expect(d.energy[1]).toBeLessThan(1.001 * kinetic);
  }
  expect(minEnergy).toBeLessThan(0.5 * kinetic);
  expect(again).toBeGreaterThan(0.8 * kinetic);
});

test('the closer to incompressible, the better a hanging block keeps its volume', () => {
  const change = (poisson: number): number => {
    const xml = block(
      'solver="CG" integrator="implicitfast" timestep=".005"',
      `<elasticity young="2e3" poisson="${poisson}" damping=".05"/><pin gridrange="0 0 0 0 2 2"/>`,
    );
    const m = load(xml);
    const d = new Data(m);
    forward(m, d);
    const rest = volume(m, d);
    step(m, d, 200);
    return Math.abs(volume(m, d) / rest - 1);
  };
  const [soft, stiff] = [change(0), change(0.45)];
  expect(soft).toBeGreaterThan(0.001);
  expect(stiff).toBeLessThan(0.5 * soft);
});

test('a membrane that hangs from its border has the same depth at symmetric points', () => {
  const m = load(`<mujoco><option solver="CG" integrator="implicitfast" timestep=".005"/><worldbody><body name="b">
    <flexcomp name="f" type="grid" dim="2" count="7 7 1" spacing=".05 .05 .05" mass=".2" radius=".001">${apart}
    <elasticity young="1e5" poisson=".3" thickness="1e-3" elastic2d="both" damping=".05"/>
    <pin gridrange="0 0 0 6"/><pin gridrange="6 0 6 6"/><pin gridrange="0 0 6 0"/><pin gridrange="0 6 6 6"/></flexcomp></body></worldbody></mujoco>`);
  const d = new Data(m);
  step(m, d, 400);
  const depth = (i: number, j: number): number => -d.flexvert_xpos[3 * (7 * i + j) + 2];
  expect(depth(3, 3)).toBeGreaterThan(0.001);
  // deepest in the center, and symmetric under half a turn, which maps triangles onto triangles
  for (let i = 1; i < 6; i++) {
    for (let j = 1; j < 6; j++) {
      expect(depth(i, j)).toBeLessThanOrEqual(depth(3, 3) + 1e-9);
      expect(depth(i, j)).toBeCloseTo(depth(6 - i, 6 - j), 7);
    }
  }
});
