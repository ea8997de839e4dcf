// Small models with soft bodies, and with plugins, which the official package does not have.

const world = (/** @type {string} */ inside, rest = '') => `<mujoco>${rest}<worldbody>${inside}</worldbody></mujoco>`;
const cable = (/** @type {string} */ attributes, more = '') =>
  world(
    `<composite ${attributes} prefix="c"><joint kind="main" damping=".01" stiffness=".1"/>
    <geom type="capsule" size=".01 .02" rgba=".8 .2 .1 1"/>${more}</composite>`,
  );
const plugin = (/** @type {string} */ name, /** @type {Record<string, string>} */ config) =>
  `<plugin plugin="${name}"><instance name="i">${Object.entries(config)
    .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
    .join('')}</instance></plugin>`;
const arm = `<body><joint name="j" damping="1"/><geom size=".05"/><site name="s" pos="0 0 .1" size=".02"/></body>`;

/** Settings of shapes. @type {Record<string, Record<string, string>>} */
const shapes = {
  torus: { radius1: '.35', radius2: '.15' },
  bowl: { height: '.4', radius: '1', thickness: '.02' },
  bolt: { radius: '.26' },
  nut: { radius: '.26' },
  gear: { alpha: '0', diameter: '2.8', teeth: '25', thickness: '.2', innerdiameter: '-1' },
};

/** Composites and equalities of flexes; flexes and skins are those of the tests. */
export const compositeModels = [
  { name: 'a cable', xml: cable('type="cable" curve="s" count="6 1 1" size="1" offset="0 0 1" initial="free"') },
  {
    name: 'a cable along points',
    xml: cable('type="cable" vertex="0 0 0 .1 0 0 .2 .1 0 .3 .1 .1" initial="none" quat=".8 .6 0 0"'),
  },
  {
    name: 'a spiral with a skin',
    xml: cable(
      'type="cable" curve="cos(s) sin(s) s" count="7 1 1" size="1 .3 2.5" initial="ball"',
      '<skin texcoord="true" subgrid="2" inflate=".01" group="1"/>',
    ),
  },
  {
    name: 'pinned vertices',
    xml: world(
      '<flexcomp name="f" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" mass="1"><edge damping=".1"/><pin id="0 3" grid="1 1" gridrange="2 2 3 3"/></flexcomp>',
    ).replace('</mujoco>', '<equality><flex flex="f" solref=".01 1"/><flexvert flex="f"/></equality></mujoco>'),
  },
];

export const pluginModels = [
  {
    name: 'mujoco.pid',
    xml: world(
      arm,
      `<extension>${plugin('mujoco.pid', { kp: '4', ki: '1', kd: '.4', imax: '2', slewmax: '3' })}</extension>`,
    ).replace(
      '</mujoco>',
      '<actuator><plugin plugin="mujoco.pid" joint="j" instance="i" actdim="2" ctrlrange="-1 1"/></actuator></mujoco>',
    ),
  },
  {
    name: 'mujoco.elasticity.cable',
    xml: `<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody>
    <composite type="cable" curve="s" count="5 1 1" size="1" initial="none"><plugin plugin="mujoco.elasticity.cable">
    <config key="twist" value="1e5"/><config key="bend" value="1e5"/><config key="vmax" value="0"/><config key="flat" value="false"/></plugin>
    <joint kind="main" damping=".01"/><geom type="capsule" size=".005"/></composite></worldbody></mujoco>`,
  },
  {
    name: 'mujoco.sensor.touch_grid',
    xml: `<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>${arm}<geom size=".05" pos=".08 0 .1"/></worldbody>
    <sensor><plugin name="t" plugin="mujoco.sensor.touch_grid" objtype="site" objname="s"><config key="size" value="3 4"/>
    <config key="fov" value="45 30"/><config key="gamma" value="0"/><config key="nchannel" value="3"/></plugin></sensor></mujoco>`,
  },
  ...['torus', 'bowl', 'bolt', 'nut', 'gear'].map((shape) => ({
    name: `mujoco.sdf.${shape}`,
    // without contacts no convex hull is computed, which would take most of the time
    xml: `<mujoco><extension>${plugin(`mujoco.sdf.${shape}`, shapes[shape])}</extension>
    <asset><mesh name="m"><plugin instance="i"/></mesh></asset><worldbody><body><freejoint/>
    <geom type="sdf" mesh="m" mass="1" contype="0" conaffinity="0"><plugin instance="i"/></geom></body></worldbody></mujoco>`,
  })),
];
