// needs: the compiled engine
/** The initial view of a model: measured by projecting what three.js draws. */
import { expect, test } from 'vitest';
import { isInPicture, pictureSpan, shareOf } from '../../../../test/support/pictureSpan.ts';
import { Data, forward, type Model, modelFromXml, prepare } from '../../../index.ts';
import { CameraRig } from '../cameraRig.ts';
import { ViewSettings } from '../settings.ts';
import { FILL } from './fit.ts';
import { cameraOfWhole } from './initialView.ts';
import { hasOwnStatistic } from './ownStatistic.ts';

await prepare();

function load(body: string, head = ''): { m: Model; d: Data } {
  const m = modelFromXml(`<mujoco><compiler angle="degree"/>${head}<worldbody>${body}</worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  return { m, d };
}

function rigOf(m: Model, aspect: number): CameraRig {
  const rig = new CameraRig(m);
  rig.aspect = aspect;
  return rig;
}

/** All primitive shapes, rotated, some far from the origin. */
const shapes = `<geom type="plane" size="9 9 1"/>
  <body pos="3 -2 5" euler="20 30 40"><freejoint/><geom size="0.3"/>
    <geom type="capsule" fromto="0 0 0 1 0.4 0.2" size="0.1"/><geom type="box" size="0.1 0.5 0.2" pos="-0.4 0 0.6"/>
    <geom type="cylinder" size="0.2 0.4" pos="0.5 0.5 -0.5" euler="70 0 0"/>
    <geom type="ellipsoid" size="0.1 0.3 0.6" pos="0 -0.5 0.3" euler="0 50 0"/></body>
  <geom type="mesh" mesh="wedge" pos="3.5 -2 4" euler="10 20 30"/>`;
const wedge = `<asset><mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>`;

test.each([0.5, 1, 16 / 9, 3])('spans its share of a picture with the ratio %f, in its middle', (aspect) => {
  for (const angles of ['', 'azimuth="10" elevation="-80"', 'azimuth="250" elevation="15" fovy="70"']) {
    const { m, d } = load(shapes, `<visual><global ${angles}/></visual>${wedge}`);
    const span = pictureSpan(m, d, rigOf(m, aspect));
    expect(isInPicture(span)).toBe(true);
    // tessellated shapes are a little smaller
    expect(shareOf(span)).toBeGreaterThan(FILL - 0.02);
    expect(shareOf(span)).toBeLessThan(FILL + 0.001);
    const [x, y] = [span.left + span.right, span.bottom + span.top];
    expect(Math.abs(span.right - span.left > span.top - span.bottom ? x : y)).toBeLessThan(0.03);
  }
});

test('an orthographic view spans the same fraction', () => {
  const { m, d } = load(shapes, `<visual><global orthographic="true" fovy="2"/></visual>${wedge}`);
  for (const aspect of [0.7, 2]) {
    const span = pictureSpan(m, d, rigOf(m, aspect));
    expect(isInPicture(span)).toBe(true);
    expect(shareOf(span)).toBeGreaterThan(FILL - 0.02);
    expect(shareOf(span)).toBeLessThan(FILL + 0.001);
  }
});

test('ground, hidden groups and invisible geoms do not count, unless there is nothing else', () => {
  const ball = '<body pos="0 0 1"><freejoint/><geom size="0.1"/></body>';
  const distanceOf = (body: string, head = '') => {
    const { m, d } = load(body, head);
    const rig = rigOf(m, 1);
    rig.update(d, new ViewSettings());
    return rig.distance;
  };
  const alone = distanceOf(ball);
  const hfield = '<asset><hfield name="hill" nrow="2" ncol="2" size="9 9 1 1"/></asset>';
  expect(distanceOf(`${ball}<geom type="plane" size="5 5 1"/>`)).toBeCloseTo(alone, 9);
  expect(distanceOf(`${ball}<geom type="plane" size="0 0 1"/>`)).toBeCloseTo(alone, 9);
  expect(distanceOf(`${ball}<geom type="hfield" hfield="hill"/>`, hfield)).toBeCloseTo(alone, 9);
  expect(distanceOf(`${ball}<geom type="box" size="5 5 1" group="3"/>`)).toBeCloseTo(alone, 9);
  expect(distanceOf(`${ball}<geom type="box" size="5 5 1" rgba="1 1 1 0"/>`)).toBeCloseTo(alone, 9);
  expect(distanceOf(`${ball}<geom type="box" size="5 5 1"/>`)).toBeGreaterThan(5);
  expect(distanceOf('<geom type="plane" size="5 5 1"/>')).toBeGreaterThan(5);
  expect(distanceOf('')).toBeGreaterThan(0);
});

test('flexes, sites and tendons count', () => {
  const { m, d } = load(
    `<body pos="0 0 1"><freejoint/><geom size="0.1"/><site name="a"/></body><site name="b" pos="3 0 1"/>
     <flexcomp name="cloth" type="grid" count="4 4 1" spacing="0.5 0.5 0.5" dim="2" mass="1" radius="0.01" pos="0 0 3"/>`,
    `<tendon><spatial width="0.01"><site site="a"/><site site="b"/></spatial></tendon>`,
  );
  const span = pictureSpan(m, d, rigOf(m, 1));
  expect(isInPicture(span)).toBe(true);
  const rig = rigOf(m, 1);
  rig.update(d, new ViewSettings());
  expect(Math.abs(rig.lookat.x - 1.1)).toBeLessThan(0.5);
});

const robot = '<body pos="0 0 1"><freejoint/><geom type="box" size="0.3 0.2 0.5"/></body>';

test('an explicit statistic is used only if its view shows the whole model', () => {
  const view = (statistic: string, body = robot) => {
    const { m, d } = load(body, `${statistic}<visual><global azimuth="200" elevation="-10"/></visual>`);
    const rig = rigOf(m, 1);
    const span = pictureSpan(m, d, rig);
    return { m, rig, span };
  };
  const kept = view('<statistic center="0.2 0 0.9" extent="2"/>');
  expect([kept.rig.lookat.toArray(), kept.rig.distance]).toEqual([[0.2, 0, 0.9], 3]);
  const cut = view('<statistic center="0.2 0 0.9" extent="0.4"/>');
  expect(isInPicture(cut.span)).toBe(true);
  expect(shareOf(cut.span)).toBeGreaterThan(FILL - 0.02);
  expect([cut.rig.azimuth, cut.rig.elevation]).toEqual([200, -10]);
  // a planet is scenery; a table is not
  const near = view('<statistic extent="0.4"/>', `${robot}<geom type="box" size="0.6 0.6 0.02" pos="0 0 0.4"/>`);
  expect(isInPicture(near.span)).toBe(true);
  const planet = view('<statistic center="0 0 1" extent="0.3"/>', `${robot}<geom size="50" pos="0 0 -60"/>`);
  expect(planet.rig.distance).toBeLessThan(3);
  // without an explicit statistic everything counts
  expect(view('', `${robot}<geom size="50" pos="0 0 -60"/>`).rig.distance).toBeGreaterThan(50);
});

test('an explicit statistic is distinguished from that of the compiler', () => {
  const body = `<body pos="1 2 3" euler="10 20 30"><joint type="ball"/><geom size="0.2"/>
    <body pos="0.5 0 0" quat="0.5 0.5 0.5 0.5"><joint pos="0 0 0.3"/><geom type="box" size="0.1 0.2 0.3" pos="0 0.4 0"/><site pos="1 0 0"/></body>
    </body><geom type="plane" size="5 3 1"/><geom type="hfield" hfield="hill"/>`;
  const hfield = '<asset><hfield name="hill" nrow="2" ncol="2" size="40 9 1 1"/></asset>';
  expect(hasOwnStatistic(load(body, hfield).m)).toBe(false);
  expect(hasOwnStatistic(load('<body><freejoint/><geom size="0.1"/></body>').m)).toBe(false);
  expect(hasOwnStatistic(load('').m)).toBe(false);
  expect(hasOwnStatistic(load(body, `${hfield}<statistic extent="3"/>`).m)).toBe(true);
  expect(hasOwnStatistic(load(body, `${hfield}<statistic center="0 0 1"/>`).m)).toBe(true);
  expect(hasOwnStatistic(load(body, `${hfield}<statistic meanmass="3"/>`).m)).toBe(false);
});

test('the default view is from the side and above; explicit angles are kept', () => {
  const angles = (head: string) => {
    const { m, d } = load(robot, head);
    const rig = rigOf(m, 1);
    rig.update(d, new ViewSettings());
    return [rig.azimuth, rig.elevation];
  };
  expect(angles('')).toEqual([120, -20]);
  expect(angles('<visual><global azimuth="90" elevation="0"/></visual>')).toEqual([90, 0]);
});

test('the view follows the size of the picture until the user changes it', () => {
  const { m, d } = load(robot);
  const settings = new ViewSettings();
  const rig = rigOf(m, 2);
  rig.update(d, settings);
  const wide = rig.distance;
  rig.aspect = 0.5;
  rig.update(d, settings);
  expect(rig.distance).toBeGreaterThan(1.2 * wide);
  const narrow = rig.distance;
  d.qpos[2] = 8;
  forward(m, d);
  rig.update(d, settings);
  expect(rig.lookat.z).toBeCloseTo(1, 1);
  rig.refit();
  rig.update(d, settings);
  expect(rig.lookat.z).toBeCloseTo(8, 1);
  rig.zoom(2);
  rig.aspect = 2;
  rig.refit();
  rig.update(d, settings);
  expect(rig.distance).toBeCloseTo(2 * narrow, 9);
  rig.align();
  rig.update(d, settings);
  expect(rig.distance).toBeCloseTo(wide, 9);
});

test('the camera of a whole model is the first that shows all moving parts, and not from far away', () => {
  const cameras = (...views: string[]) => {
    const { m, d } = load(
      `${robot}<geom size="50" pos="0 0 -60"/>${views.map((view) => `<camera ${view}/>`).join('')}`,
    );
    return cameraOfWhole(m, d, new ViewSettings(), 1.5);
  };
  const [near, far, good, away] = ['0 -0.9 1', '0 -30 1', '0 -2 1', '0 2 1'].map(
    (pos) => `pos="${pos}" xyaxes="1 0 0 0 0 1"`,
  );
  expect(cameras(near!, far!, away!, good!)).toBe(3);
  expect(cameras(near!, far!)).toBeUndefined();
  expect(cameras()).toBeUndefined();
  expect(cameras(`${good} fovy="0.9" projection="orthographic"`, `${good} fovy="1.3" projection="orthographic"`)).toBe(
    1,
  );
});
