/** Models of the tests: every type of joint, branches, equalities, and geoms that can collide. */
import { type Model, modelFromXml } from '../../../index.ts';
import { makeRandom, type Random } from '../qp/testing/problems.ts';
import { FrameTask } from '../tasks/frameTask.ts';

/** A floating trunk with two arms, a ball joint, a slide, and equalities of five types. */
const creature = `<mujoco model="creature">
  <compiler angle="radian" autolimits="true"/>
  <option gravity="0 0 0"/>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 1"/>
    <body name="trunk" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="trunk" size="0.1"/>
      <site name="chest" pos="0.05 0.02 0.1" euler="0.2 0.3 0.5"/>
      <body name="left upper" pos="0 0.2 0">
        <joint name="left shoulder" type="ball" range="0 2"/>
        <geom name="left upper" type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
        <body name="left lower" pos="0.3 0 0">
          <joint name="left elbow" axis="0 1 0" range="-2 2"/>
          <geom name="left lower" type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
          <site name="left hand" pos="0.3 0 0" euler="0 0.7 0"/>
        </body>
      </body>
      <body name="right upper" pos="0 -0.2 0">
        <joint name="right shoulder" axis="0 1 0.2" range="-2 2"/>
        <joint name="right twist" axis="1 0 0.1" range="-2 2"/>
        <geom name="right upper" type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
        <body name="right lower" pos="0.3 0 0">
          <joint name="right slide" type="slide" axis="1 0.2 0" range="-0.2 0.2"/>
          <joint name="right elbow" axis="0 0 1" range="-2 2"/>
          <geom name="right lower" type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
          <geom size="0.04" pos="0.3 0 0.05"/>
          <site name="right hand" pos="0.3 0 0" euler="0.9 0 0"/>
        </body>
      </body>
    </body>
    <body name="target" mocap="true" pos="0.5 0.1 1"/>
  </worldbody>
  <tendon><fixed name="coupling"><joint joint="left elbow" coef="1"/><joint joint="right elbow" coef="-0.5"/></fixed></tendon>
  <equality>
    <connect name="hands" site1="left hand" site2="right hand"/>
    <weld name="grasp" site1="left hand" site2="chest" active="false"/>
    <joint name="mirror" joint1="left elbow" joint2="right elbow" polycoef="0.1 1 0.2 0 0"/>
    <tendon name="cable" tendon1="coupling"/>
  </equality>
  <keyframe><key name="home" qpos="0 0 1.2 1 0 0 0 1 0 0 0 0.3 0.1 -0.2 0.05 0.4"/></keyframe>
</mujoco>`;

/** Six hinges like those of an industrial arm, and a wall. */
export const armXml = `<mujoco model="arm">
  <compiler angle="radian" autolimits="true"/>
  <default><joint range="-3 3"/><geom type="capsule" size="0.04"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 1"/>
    <geom name="wall" type="box" size="0.05 0.5 0.5" pos="0.75 0 0.5"/>
    <body name="base" pos="0 0 0.1">
      <joint name="pan" axis="0 0 1"/>
      <geom name="base" size="0.06" fromto="0 0 0 0 0 0.1"/>
      <body name="upper" pos="0 0 0.1">
        <joint name="lift" axis="0 1 0" range="-1.8 1.8"/>
        <geom name="upper" fromto="0 0 0.1 0 0 0.4"/>
        <body name="fore" pos="0 0 0.4">
          <joint name="elbow" axis="0 1 0" range="-2.6 2.6"/>
          <geom name="fore" fromto="0 0 0.08 0 0 0.28"/>
          <body name="wrist" pos="0 0 0.35">
            <joint name="wrist 1" axis="0 0 1"/>
            <joint name="wrist 2" axis="0 1 0" range="-2 2"/>
            <joint name="wrist 3" axis="0 0 1"/>
            <geom name="hand" size="0.03" fromto="0 0 0 0 0 0.08"/>
            <site name="tool" pos="0 0 0.1"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`;

/** Two free bodies of each shape above a plane. */
function shapesXml(): string {
  const shapes = [
    'type="sphere" size="0.1"',
    'type="capsule" size="0.05 0.1"',
    'type="ellipsoid" size="0.1 0.07 0.05"',
    'type="cylinder" size="0.08 0.1"',
    'type="box" size="0.1 0.07 0.05"',
    'type="mesh" mesh="tetrahedron"',
  ];
  const bodies = shapes.flatMap((shape) => Array(2).fill(`<body><freejoint/><geom ${shape}/></body>`));
  return `<mujoco model="shapes">
  <asset><mesh name="tetrahedron" vertex="0.1 0 0  -0.1 0 0.02  0 0.12 0  0 0 0.11"/></asset>
  <worldbody><geom type="plane" size="1 1 1"/>${bodies.join('')}</worldbody>
</mujoco>`;
}

export const loadShapes = (): Model => modelFromXml(shapesXml(), { engine: 'js' });
export const loadCreature = (): Model => modelFromXml(creature, { engine: 'js' });
export const loadArm = (): Model => modelFromXml(armXml, { engine: 'js' });

/** Joints of the arm away from singular positions. */
export const bent = [0.1, 0.3, 0.6, 0.1, 0.4, 0.2];

/** A task that brings a site to a point. */
export function reach(model: Model, pos: number[], site = 'tool'): FrameTask {
  const task = new FrameTask(model, { site }, { orientationCost: 0 });
  task.setTarget({ pos });
  return task;
}

/** Joint positions near qpos0: quaternions of length 1, joints inside their ranges. */
export function randomPosition(m: Model, random: Random = makeRandom(1), scale = 1): Float64Array {
  const qpos = m.qpos0.slice();
  for (let j = 0; j < m.njnt; j++) {
    const at = m.jnt_qposadr[j];
    const count = [7, 4, 1, 1][m.jnt_type[j]];
    const size = m.jnt_type[j] === 2 ? 0.15 : scale;
    for (let k = 0; k < count; k++) qpos[at + k] += size * (2 * random() - 1) * (count > 1 ? 0.7 : 1);
    const from = count === 7 ? 3 : 0;
    if (count < 4) continue;
    let sum = 0;
    for (let k = from; k < count; k++) sum += qpos[at + k] ** 2;
    for (let k = from; k < count; k++) qpos[at + k] /= Math.sqrt(sum);
  }
  return qpos;
}
