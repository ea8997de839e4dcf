/** RK4 against its own closed forms: cubics in time are integrated exactly, and a linear system takes the first five terms of exp(h A). */
import { expect, test, vi } from 'vitest';
import { withPair } from '../../../../test/support/constraintPair.ts';
import { step } from '../step.ts';

const h = 0.1;
const slide = (more = '') => `<mujoco><option timestep="${h}" gravity="0 0 0" integrator="RK4"/><worldbody><body>
  <joint name="j" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body></worldbody>${more}</mujoco>`;

test('stages are at t, t + h/2, t + h/2 and t + h, and a step ends at t + h', () => {
  withPair(slide(), ({ m, d }) => {
    const times: number[] = [];
    m.callbacks = { passive: (_, data) => void times.push(data.time) };
    d.time = 3;
    step(m, d);
    expect(times).toEqual([3, 3 + 0.5 * h, 3 + 0.5 * h, 3 + h]);
    expect(d.time).toBe(3 + h);
    step(m, d);
    expect(times.slice(4)).toEqual([d.time - h, d.time - h + 0.5 * h, d.time - h + 0.5 * h, d.time - h + h]);
  });
});

test('a force that is a cubic of the time gives the exact velocity, and a quadratic the exact position', () => {
  withPair(slide(), ({ m, d }) => {
    m.callbacks = {
      passive: (_, { time, qfrc_passive }) => {
        qfrc_passive[0] += 4 * time ** 3 - 3 * time ** 2;
      },
    };
    step(m, d, 10);
    expect(d.time).toBeCloseTo(1, 12);
    expect(d.qvel[0]).toBeCloseTo(1 - 1, 12);
    m.callbacks = {
      passive: (_, { time, qfrc_passive }) => {
        qfrc_passive[0] += 12 * time ** 2;
      },
    };
    Object.assign(d, { time: 0 });
    d.qpos[0] = d.qvel[0] = 0;
    step(m, d, 10);
    expect(d.qpos[0]).toBeCloseTo(1, 12);
  });
});

test('position, velocity and activation move together through the stages', () => {
  const [k, b, tau, gain, u] = [30, 2, 0.2, 5, 0.6];
  const actuator = `<actuator><general joint="j" dyntype="filter" dynprm="${tau}" gainprm="${gain}" biastype="affine" biasprm="0 ${-k} ${-b}"/></actuator>`;
  withPair(slide(actuator), ({ m, d }) => {
    d.qpos[0] = 0.3;
    d.qvel[0] = -1;
    d.act[0] = 0.8;
    d.ctrl[0] = u;
    // y = (x, v, act - u): y' = A y + c
    const rate = ([x, v, a]: number[]) => [v, gain * a - k * x - b * v, (u - a) / tau];
    const moved = (y: number[], f: number[], s: number) => y.map((x, i) => x + s * f[i]);
    let y = [0.3, -1, 0.8];
    for (let n = 0; n < 5; n++) {
      const f1 = rate(y);
      const f2 = rate(moved(y, f1, h / 2));
      const f3 = rate(moved(y, f2, h / 2));
      const f4 = rate(moved(y, f3, h));
      y = y.map((x, i) => x + (h / 6) * (f1[i] + 2 * f2[i] + 2 * f3[i] + f4[i]));
      step(m, d);
      const found = [d.qpos[0], d.qvel[0], d.act[0]];
      for (let i = 0; i < 3; i++) expect(found[i], `step ${n}, ${i}`).toBeCloseTo(y[i], 12);
    }
  });
});

test('sensors are computed once a step, not in its stages', () => {
  const sensor = '<sensor><user dim="1" needstage="acc"/><clock/></sensor>';
  withPair(slide(sensor), ({ m, d }) => {
    const seen = vi.fn();
    m.callbacks = { sensor: (_, data) => seen(data.time) };
    d.time = 2;
    step(m, d);
    expect(seen.mock.calls.map(([time]) => time)).toEqual([2]);
    expect(d.sensordata[1]).toBe(2);
  });
});
