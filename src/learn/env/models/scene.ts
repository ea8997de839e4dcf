/** Light and materials of the models of environments. They do not affect the physics. */

/** Materials and a sky. */
export const assets = `
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.4 0.55 0.7" rgb2="0.05 0.08 0.12" width="64" height="64"/>
    <texture name="grid" type="2d" builtin="checker" rgb1="0.2 0.25 0.3" rgb2="0.25 0.3 0.36" width="128" height="128"/>
    <material name="grid" texture="grid" texrepeat="40 40" reflectance="0.1"/>
    <material name="skin" rgba="0.85 0.6 0.35 1"/>
  </asset>`;

export const light = '<light directional="true" pos="0 0 3" dir="0.2 0.2 -1" diffuse="0.8 0.8 0.8"/>';
