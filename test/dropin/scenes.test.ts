// needs: the compiled engine
/** Scenes of the drop-in API equal those of the official package, member by member. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareScenes } from '../../scripts/conformance/scenes.mjs';
import load from '../../src/mujoco.ts';
import type { Module } from '../support/oracle/bothPackages.ts';
import { mujoco } from '../support/oracle/oracle.ts';

const ours = await load({ engine: 'js' });
const folder = new URL('../../examples/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))('%s, for each visual flag', (name) => {
  const { geoms, differences } = compareScenes(mujoco, ours, read(name), { thorough: false });
  expect(differences).toEqual([]);
  expect(geoms).toBeGreaterThan(100);
});

/** Elements that the examples do not have. */
const rest = `<mujoco>
  <option><flag energy="enable"/></option>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="m" texture="t" texrepeat="2 3" reflectance=".2" emission=".1"/>
    <mesh name="tet" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hf" nrow="2" ncol="2" size="1 1 .2 .1" elevation="0 1 1 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 3" dir="0 .1 -1" type="spot" attenuation="1 .1 .2" cutoff="30" exponent="5"/>
    <light pos="1 0 3" type="point" active="false"/>
    <camera name="wide" pos="0 -3 1" xyaxes="1 0 0 0 0 1" resolution="4 3" fovy="60"/>
    <camera pos="1 -3 1" xyaxes="1 0 0 0 .1 1" resolution="20 30" sensorsize=".02 .03" focal=".03 .03"/>
    <camera pos="1 -3 2" xyaxes="1 0 0 0 .1 1" resolution="3 2" projection="orthographic" fovy="2"/>
    <geom type="plane" size="0 0 .1" material="m"/>
    <geom type="hfield" hfield="hf" pos="4 4 0"/>
    <geom name="belt" type="box" size="1 1 .05" pos="0 3 .05" surfacevel="1 0 0 0 0 1"/>
    <body pos="0 3 .148"><freejoint/><geom type="mesh" mesh="tet" pos="0 0 0"/><geom size=".1" pos=".1 .2 0"/></body>
    <body pos="0 0 1"><joint name="h" axis="0 1 0" range="-.1 .1" limited="true" ref=".2"/><geom type="capsule" size=".05 .2"/>
      <site name="a" pos="0 0 -.2" type="box" size=".02 .03 .04"/>
      <body pos="0 0 -.4"><joint name="b" type="ball"/><geom type="ellipsoid" size=".1 .05 .03"/><site name="c" pos=".1 0 0"/></body></body>
    <body pos="1 0 1"><joint name="s" type="slide" axis="0 0 1"/><geom type="cylinder" size=".05 .1"/><site name="d" pos="0 .2 0" euler="20 0 0"/></body>
    <body name="ghost" mocap="true" pos="2 0 2"><geom size=".1" contype="0" conaffinity="0"/></body>
    <site name="post" pos=".5 .5 1.4"/>
    <geom name="pulley" type="cylinder" size=".05 .2" pos=".5 .2 1.2" contype="0" conaffinity="0"/>
  </worldbody>
  <tendon>
    <spatial name="rope" range="0 2" limited="true"><site site="a"/><site site="post"/></spatial>
    <spatial name="spring" stiffness="1" rgba="0 1 0 1"><site site="c"/><geom geom="pulley"/><site site="d"/><pulley divisor="2"/><site site="post"/><site site="a"/></spatial>
    <spatial name="tight" range="0 .3" limited="true"><site site="c"/><site site="d"/></spatial>
  </tendon>
  <equality><connect site1="a" site2="post"/><weld body1="ghost"/></equality>
  <actuator>
    <motor joint="h" ctrlrange="-1 1" ctrllimited="true"/><position joint="s"/><motor tendon="spring"/><motor site="a" gear="0 0 1 0 0 0"/>
    <general joint="b" gear="1 0 0"/><general cranksite="c" slidersite="d" cranklength=".3"/>
  </actuator>
  <sensor>
    <rangefinder site="a"/><rangefinder site="d" data="dist point normal"/><rangefinder camera="wide" data="dist normal"/>
    <fromto geom1="belt" geom2="pulley" cutoff="10"/>
  </sensor>
</mujoco>`;

test('flags, labels and frames match for every kind of element', () => {
  const { geoms, differences } = compareScenes(mujoco, ours, rest);
  expect(differences).toEqual([]);
  expect(geoms).toBeGreaterThan(1000);
});

const soft = `<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
  <flexcomp name="rope" type="grid" dim="1" count="5 1 1" spacing=".1 .1 .1" pos="0 0 1" radius=".01" rgba="1 0 0 1"/>
  <flexcomp name="cloth" type="grid" dim="2" count="4 3 1" spacing=".1 .1 .1" pos="1 0 1" radius=".01" material="m"
    texcoord="0 0 0 .5 0 1 .3 0 .3 .5 .3 1 .6 0 .6 .5 .6 1 1 0 1 .5 1 1"><pin id="0 3"/></flexcomp>
  <flexcomp name="block" type="grid" dim="3" count="3 3 4" spacing=".1 .1 .1" pos="2 0 1" radius=".01" flatskin="true"/>
  <flexcomp name="blend" type="grid" dim="3" dof="trilinear" count="3 3 3" spacing=".1 .1 .1" pos="3 0 1" radius=".02"><contact selfcollide="none"/></flexcomp>
  <body name="upper" pos="0 1 1"><joint/><geom size=".05" contype="0"/><body name="lower" pos="0 0 -.3"><joint/><geom size=".05"/></body></body>
  </worldbody>
  <asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/><material name="m" texture="t"/></asset>
  <deformable><skin name="sleeve" inflate=".02" rgba="0 1 0 .5" vertex="-.5 1 1 .4 1 .8 0 1.4 .8 0 .8 .3" face="0 1 2 1 3 2">
    <bone body="upper" bindpos="0 1 1" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .6 .5"/>
    <bone body="lower" bindpos="0 1 .7" bindquat=".9 .1 0 0" vertid="1 2 3" vertweight=".4 .5 1"/></skin></deformable></mujoco>`;

test('flexes and skins match face for face', () => {
  const { geoms, differences } = compareScenes(mujoco, ours, soft, { thorough: false });
  expect(differences).toEqual([]);
  expect(geoms).toBeGreaterThan(300);
});

test('a contact of a flex is labeled with the touching element or vertex', () => {
  const lying = `<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
    <flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing=".2 .2 .2" pos="0 0 .009" radius=".01"/>
    <body pos="0 0 .05"><freejoint/><geom name="ball" size=".05"/></body></worldbody></mujoco>`;
  const labels = [mujoco, ours].map((mj: Module) => {
    const m = mj.MjModel.from_xml_string(lying);
    const [d, scene, opt] = [new mj.MjData(m), new mj.MjvScene(m, 1000), new mj.MjvOption()];
    mj.mj_forward(m, d);
    opt.label = mj.mjtLabel.mjLABEL_CONTACTPOINT.value;
    opt.flags[mj.mjtVisFlag.mjVIS_CONTACTPOINT.value] = 1;
    mj.mjv_updateScene(m, d, opt, new mj.MjvPerturb(), new mj.MjvCamera(), 7, scene);
    const geoms = Array.from({ length: scene.ngeom }, (_, i) => scene.geoms.get(i).label);
    // the official package visits elements of a flex in another order
    return geoms.map((label: Int8Array) => String.fromCharCode(...label.subarray(0, label.indexOf(0)))).sort();
  });
  expect(labels[1]).toEqual(labels[0]);
  expect(labels[0].some((label) => label.includes('cloth.'))).toBe(true);
});

test('picking finds a geom, a flex or a skin', () => {
  const kinds = [mujoco, ours].map((mj: Module) => {
    const m = mj.MjModel.from_xml_string(soft);
    const [d, scene, opt, cam] = [new mj.MjData(m), new mj.MjvScene(m, 1000), new mj.MjvOption(), new mj.MjvCamera()];
    mj.mj_forward(m, d);
    cam.lookat.set([1.5, 0.6, 0.9]);
    cam.distance = 4;
    mj.mjv_updateScene(m, d, opt, new mj.MjvPerturb(), cam, 7, scene);
    const found = Array.from({ length: 400 }, (_, i) =>
      pickAt(mj, m, d, opt, scene, (i % 20) / 20, Math.floor(i / 20) / 20),
    );
    for (const object of [cam, opt, scene, d, m]) object.delete();
    return found;
  });
  expect(kinds[1]).toEqual(kinds[0]);
  const ids = kinds[0].map(([, geom, flex, skin]) => [geom, flex, skin].findIndex((id) => id >= 0));
  expect(new Set(ids)).toEqual(new Set([-1, 0, 1, 2]));
});

function pickAt(mj: Module, m: Module, d: Module, opt: Module, scene: Module, x: number, y: number): number[] {
  const [point, geom, flex, skin] = [
    new mj.DoubleBuffer(3),
    new mj.IntBuffer(1),
    new mj.IntBuffer(1),
    new mj.IntBuffer(1),
  ];
  const body = mj.mjv_select(m, d, opt, 1.5, x, y, scene, point, geom, flex, skin);
  const ids = [geom, flex, skin].map((buffer) => buffer.GetView()[0]);
  const at = body >= 0 ? Array.from(point.GetView() as Float64Array, (c) => Number(c.toFixed(4)) + 0) : [];
  for (const buffer of [point, geom, flex, skin]) buffer.delete();
  return [body, ...ids, ...at];
}
