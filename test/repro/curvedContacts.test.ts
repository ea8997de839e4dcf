// needs: the compiled engine
/** Derivatives of contacts that GJK and EPA approximate. A report compared two different quantities, and contacts found by rotating two
 *  geoms were moved as a rigid body with both. */
import { expect, test } from 'vitest';
import { Data, modelFromXml, prepare, step, transition, transitionFD, validateTransition } from '../../src/index.ts';

await prepare();

/** Two fingers hold a ball that is an ellipsoid, or nearly. */
const grasp = `<mujoco><option tolerance="0" iterations="50"/><worldbody>
  <body pos="-.13 0 .2"><joint name="a" type="slide" axis="1 0 0" damping="5"/><geom type="capsule" size=".03 .05" euler="30 0 0"/></body>
  <body pos=".13 0 .2"><joint name="b" type="slide" axis="-1 0 0" damping="5"/><geom type="cylinder" size=".04 .05" euler="0 80 0"/></body>
  <body pos="0 0 .2"><freejoint/><geom name="ball" type="ellipsoid" size=".1 .09 .08" euler="20 30 40" mass=".05"/></body></worldbody>
  <actuator><motor joint="a"/><motor joint="b"/></actuator></mujoco>`;

test('a report about derivatives of curved contacts compares the same quantity', () => {
  const m = modelFromXml(grasp);
  const d = new Data(m);
  d.ctrl.fill(3);
  let worst = 0;
  let touching = 0;
  for (let k = 0; k < 12; k++) {
    step(m, d, 3);
    if (d.ncon === 0) continue;
    touching++;
    const { A, columns, switching } = validateTransition(m, d);
    if (columns > switching) worst = Math.max(worst, A);
  }
  expect(touching).toBeGreaterThan(6);
  expect(worst).toBeLessThan(1e-5);
});

test.each([0, 1])('contacts found by rotation follow dofs of the first geom, ccd_exact %d', (exact) => {
  const m = modelFromXml(`<mujoco><option tolerance="0" iterations="50"/><worldbody>
    <geom type="box" size="1 1 .2" pos="0 0 -.2" euler="8 14 0"/>
    <body pos="0 0 .11" euler="7 13 0"><joint type="slide" axis="0 0 1"/><joint axis="1 .3 .2"/><joint axis="-.2 1 .4"/>
      <geom type="cylinder" size=".1 .12"/></body></worldbody></mujoco>`);
  // differences need smooth contacts
  m.opt.ccd_exact = 1;
  m.opt.ccd_tolerance = 1e-9;
  const d = new Data(m);
  step(m, d, 2);
  expect(d.ncon).toBeGreaterThan(2);
  const wanted = transitionFD(m, d, { centered: true, eps: 1e-6 }).A;
  m.opt.ccd_exact = exact;
  const found = transition(m, d).A;
  const scale = Math.max(...wanted.map(Math.abs));
  const apart = Math.max(...found.map((x, k) => Math.abs(x - wanted[k])));
  expect(apart / scale).toBeLessThan(exact ? 1e-6 : 1e-4);
});
