// An eel in water. Bending waves run down its body; the water resists motion of its flat sides more than of its ends (MuJoCo's ellipsoid
// model of fluid forces), which propels it.
import type { Control } from 'tenon/viewer';

const COUNT = 16;
const LENGTH = 0.075;
/** Waves per second, waves along the body, and the bend at the tail. */
const [RATE, WAVES, BEND] = [1.6, 1, 0.5];

function segment(k: number): string {
  const t = k / (COUNT - 1);
  const thick = 0.045 * (1 - t) ** 0.6 * (k === 0 ? 0.8 : 1) + 0.012;
  const high = thick * (1.2 + 0.9 * t);
  const shade = `${(0.12 + 0.2 * t).toFixed(2)} ${(0.5 + 0.25 * t).toFixed(2)} ${(0.45 - 0.1 * t).toFixed(2)}`;
  const joint = k === 0 ? '' : `<joint name="bend ${k}" axis="0 0 1" range="-0.8 0.8"/>`;
  const eyes =
    k === 0
      ? '<geom type="sphere" size="0.011" pos="0.03 0.032 0.02" mass="0.001" material="eye"/><geom type="sphere" size="0.011" pos="0.03 -0.032 0.02" mass="0.001" material="eye"/>'
      : '';
  const inner = k < COUNT - 1 ? segment(k + 1) : '';
  return `<body name="segment ${k}" pos="${k === 0 ? '0 0 0' : `${-LENGTH} 0 0`}">${k === 0 ? '<joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/><joint name="yaw" axis="0 0 1"/>' : joint}
    <geom type="ellipsoid" size="${0.75 * LENGTH} ${thick} ${high}" pos="${-LENGTH / 2} 0 0" density="1000" fluidshape="ellipsoid" material="skin" rgba="${shade} 1"/>${eyes}${inner}</body>`;
}

export function model(): string {
  const stones = Array.from({ length: 26 }, (_, k) => {
    const [angle, far] = [2.4 * k, 0.5 + 0.35 * Math.sqrt(k)];
    const size = 0.05 + 0.05 * Math.abs(Math.sin(5 * k));
    return `<geom type="ellipsoid" size="${size} ${0.8 * size} ${0.6 * size}" pos="${far * Math.cos(angle) * 1.6} ${far * Math.sin(angle) * 1.6} -0.35" material="stone"/>`;
  });
  const weed = Array.from({ length: 30 }, (_, k) => {
    const [x, y] = [
      3.2 * Math.cos(2.4 * k + 1) * ((k % 7) / 7 + 0.3),
      3.2 * Math.sin(2.4 * k + 1) * ((k % 7) / 7 + 0.3),
    ];
    return `<geom type="capsule" fromto="${x} ${y} -0.37 ${x + 0.06 * Math.sin(3 * k)} ${y + 0.06 * Math.cos(2 * k)} ${-0.2 + 0.06 * Math.sin(k)}" size="0.008" material="weed"/>`;
  });
  return `
<mujoco model="eel">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="0.004" integrator="implicitfast" gravity="0 0 0" density="1000" viscosity="0.0009">
    <flag contact="disable"/>
  </option>
  <visual>
    <headlight ambient="0.3 0.4 0.45" diffuse="0.3 0.35 0.38" specular="0.1 0.1 0.1"/>
    <rgba haze="0.05 0.3 0.4 1" fog="0.05 0.3 0.4 1"/>
    <quality shadowsize="4096"/>
  </visual>
  <statistic center="0 0 0" extent="1.6"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.1 0.5 0.6" rgb2="0.02 0.15 0.25" width="256" height="256"/>
    <texture name="sand" type="2d" builtin="checker" rgb1="0.55 0.6 0.5" rgb2="0.58 0.63 0.53" width="128" height="128"/>
    <material name="sand" texture="sand" texrepeat="2 2" texuniform="true" specular="0"/>
    <material name="skin" specular="0.8" shininess="0.6"/>
    <material name="eye" rgba="0.02 0.02 0.02 1" specular="1" shininess="1"/>
    <material name="stone" rgba="0.38 0.42 0.42 1"/>
    <material name="weed" rgba="0.2 0.55 0.3 1"/>
  </asset>
  <default><joint damping="0.02" armature="0.0005"/></default>
  <worldbody>
    <light type="directional" pos="0 0 3" dir="0.2 0.3 -1" diffuse="0.6 0.7 0.7"/>
    <camera name="hero" mode="trackcom" pos="0.9 -1.35 0.85" xyaxes="0.83 0.557 0 -0.26 0.387 0.885" fovy="45"/>
    <camera name="top" mode="trackcom" pos="0 0 2.6" xyaxes="1 0 0 0 1 0"/>
    <geom type="plane" size="0 0 1" pos="0 0 -0.4" material="sand"/>
    ${stones.join('')}${weed.join('')}
    ${segment(0)}
  </worldbody>
  <actuator>${Array.from({ length: COUNT - 1 }, (_, k) => `<position name="bend ${k + 1}" joint="bend ${k + 1}" kp="14" dampratio="1"/>`).join('')}</actuator>
</mujoco>`;
}

export function controller(): Control {
  return (data) => {
    const ease = Math.min(1, data.time / 2);
    // an alternating bias to one side makes it wander
    const turn = 0.05 * Math.sin(0.25 * data.time);
    for (let k = 1; k < COUNT; k++) {
      const along = k / COUNT;
      const wave = Math.sin(2 * Math.PI * (RATE * data.time - WAVES * along));
      data.ctrl[k - 1] = ease * (BEND * (0.35 + 0.65 * along) * wave + turn);
    }
  };
}
