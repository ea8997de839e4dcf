// needs: the compiled engine
import { beforeAll, expect, test } from 'vitest';
import { Data, forward, modelFromXml, prepare } from '../../../index.ts';
import { CameraRig } from '../cameraRig.ts';
import { ViewSettings } from '../settings.ts';
import { fittedHalfHeight } from './narrow.ts';

beforeAll(() => prepare());

/** A camera at a distance of 10 with a half height of 1 at distance 1, and balls at both sides. */
const xml = (
  x: number,
  more = '',
) => `<mujoco><worldbody><camera name="c" fovy="90" pos="0 -10 0" xyaxes="1 0 0 0 0 1"/>
  <geom type="plane" size="0 0 1" pos="0 0 -9"/>${more}
  <body pos="${-x} 0 0"><freejoint/><geom size="1"/></body><body pos="${x} 0 0"><freejoint/><geom size="1"/></body></worldbody></mujoco>`;

function load(text: string) {
  const m = modelFromXml(text);
  const d = new Data(m);
  forward(m, d);
  return { m, d };
}

const half = (text: string, aspect: number, settings = new ViewSettings()) => {
  const { m, d } = load(text);
  return fittedHalfHeight(m, d, settings, 0, aspect);
};

test('a narrow picture shows the geoms that the designed width shows', () => {
  // (|x| + r) / depth = 0.9, with a margin of 6 %
  expect(half(xml(8), 0.5)).toBeCloseTo((1.06 * 0.9) / 0.5, 10);
  expect(half(xml(8), 0.9)).toBeCloseTo((1.06 * 0.9) / 0.9, 10);
});

test('a wide picture, and a narrow one in which all geoms fit, have the field of view of the camera', () => {
  expect(half(xml(8), 1.6)).toBeCloseTo(1, 10);
  expect(half(xml(8), 3)).toBeCloseTo(1, 10);
  expect(half(xml(2), 0.5)).toBeCloseTo(1, 10);
});

test('geoms outside the wide picture, behind the camera or hidden are ignored; large ones need its width at most', () => {
  const outside = '<geom size="1" pos="30 0 0"/><geom size="1" pos="0 0 30"/><geom size="1" pos="9 -20 0"/>';
  expect(half(xml(2, outside), 0.5)).toBeCloseTo(1, 10);
  const settings = new ViewSettings();
  settings.groups.geom[0] = false;
  expect(half(xml(8), 0.5, settings)).toBeCloseTo(1, 10);
  expect(half(xml(2, '<geom size="30" pos="0 40 0"/>'), 0.5)).toBeCloseTo((1.06 * 0.6) / 0.5, 10);
  expect(half(xml(2, '<geom size="30" pos="0 5 0"/>'), 0.5)).toBeCloseTo((1.06 * 1.6) / 0.5, 10);
});

test('a rig fits cameras of the model on request only, and keeps the fit while the model moves', () => {
  const { m, d } = load(xml(8));
  const rig = new CameraRig(m);
  rig.fixed(0);
  rig.aspect = 0.5;
  rig.update(d, new ViewSettings());
  expect(rig.perspective.fov).toBeCloseTo(90, 10);
  rig.fitsNarrow = true;
  rig.update(d, new ViewSettings());
  const { fov } = rig.perspective;
  expect(fov).toBeGreaterThan(120);
  d.qpos[0] = 0;
  d.qpos[7] = 0;
  forward(m, d);
  rig.update(d, new ViewSettings());
  expect(rig.perspective.fov).toBe(fov);
  rig.aspect = 2;
  rig.update(d, new ViewSettings());
  expect(rig.perspective.fov).toBeCloseTo(90, 10);
});
