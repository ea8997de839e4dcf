// needs: the compiled engine
/** The integrator `implicitspringdamper`, which MuJoCo does not have, against its formula: (M + h B + h^2 K) a = f - h K v. */
import { expect, test } from 'vitest';
import { modelFromXml } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import { step } from '../step.ts';

const h = 0.01;
const load = (body: string) => {
  const m = modelFromXml(
    `<mujoco><option timestep="${h}" integrator="implicitspringdamper" gravity="0 0 0"/><worldbody><body>${body}<geom size=".1" mass="2"/></body></worldbody></mujoco>`,
    { engine: 'js' },
  );
  return { m, d: new Data(m) };
};

const [k0, k1, k2] = [40, 30, 200];
const [b0, b1, b2] = [3, 2, 5];
const mass = 2;

/** Velocity after a step from x and v along one axis, with springs or dampers switched off. Of a free joint K is the coefficient at the
 *  present stretch, of a slide the derivative of the force. */
function nextVelocity(x: number, v: number, off: number, free: boolean): number {
  const spring = (off & Disable.SPRING) === 0 ? 1 : 0;
  const damper = (off & Disable.DAMPER) === 0 ? 1 : 0;
  const coefficient = k0 + k1 * Math.abs(x) + k2 * x * x;
  const K = spring * (free ? coefficient : k0 + 2 * k1 * Math.abs(x) + 3 * k2 * x * x);
  const B = damper * (b0 + 2 * b1 * Math.abs(v) + 3 * b2 * v * v);
  const f = -spring * x * coefficient - damper * v * (b0 + b1 * Math.abs(v) + b2 * v * v);
  return v + (h * (f - h * K * v)) / (mass + h * B + h * h * K);
}

const flags = [
  0,
  Disable.SPRING,
  Disable.DAMPER,
  Disable.SPRING | Disable.DAMPER,
  0,
  Disable.DAMPER,
  Disable.SPRING,
  0,
];
const springs = `stiffness="${k0} ${k1} ${k2}" damping="${b0} ${b1} ${b2}"`;

test.each([
  ['slide', `<joint type="slide" axis="1 0 0" ${springs} springref=".1"/>`, 0.1, false],
  ['free', `<joint type="free" ${springs}/>`, 0, true],
] as const)(
  'the spring and the damper of a %s joint act implicitly, each under its own flag, switched in a run',
  (_, joint, rest, free) => {
    const { m, d } = load(joint);
    d.qpos[0] = 0.3;
    d.qvel[0] = -0.7;
    for (const off of flags) {
      const expected = nextVelocity(d.qpos[0] - rest, d.qvel[0], off, free);
      m.opt.disableflags = off;
      step(m, d);
      expect(d.qvel[0]).toBeCloseTo(expected, 12);
    }
  },
);

test('a spring whose force falls with its length is taken explicitly', () => {
  const { m, d } = load('<joint type="slide" axis="1 0 0" stiffness="1 -4 0"/>');
  d.qpos[0] = 0.5;
  d.qvel[0] = 0.2;
  // derivative of the force: 1 - 2 * 4 * 0.5 < 0, so that K = 0
  const expected = 0.2 + (h * -0.5 * (1 - 4 * 0.5)) / mass;
  step(m, d);
  expect(d.qvel[0]).toBeCloseTo(expected, 12);
});

test.each(['ball', 'free'] as const)(
  'the rotational spring and damper of a %s joint act implicitly about its axis, each under its own flag',
  (type) => {
    const { m, d } = load(`<joint type="${type}" stiffness="3 2 1" damping=".2 .1 .3"/>`);
    const [q, v] = type === 'free' ? [3, 3] : [0, 0];
    const inertia = m.body_inertia[3];
    let angle = 0.4;
    d.qpos.set([Math.cos(angle / 2), Math.sin(angle / 2), 0, 0], q);
    d.qvel[v] = 0.5;
    for (const off of flags) {
      m.opt.disableflags = off;
      const spring = (off & Disable.SPRING) === 0 ? 1 : 0;
      const damper = (off & Disable.DAMPER) === 0 ? 1 : 0;
      const w = d.qvel[v];
      angle = 2 * Math.atan2(d.qpos[q + 1], d.qpos[q]);
      const K = spring * (3 + 2 * Math.abs(angle) + angle * angle);
      const B = damper * (0.2 + 2 * 0.1 * Math.abs(w) + 3 * 0.3 * w * w);
      const f = -K * angle - damper * w * (0.2 + 0.1 * Math.abs(w) + 0.3 * w * w);
      step(m, d);
      expect(d.qvel[v]).toBeCloseTo(w + (h * (f - h * K * w)) / (inertia + h * B + h * h * K), 10);
    }
  },
);
