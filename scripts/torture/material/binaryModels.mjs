// Small models that together have every integer field of a Model: the inputs of damage to binary models. They have contacts, every kind of
// tendon, actuator, sensor, equality and flex, and different integrators, solvers and cones.
import { assetFiles } from './assetFiles.mjs';
import { pluginModels } from './softModels.mjs';

const CUBE = '-.1 -.1 -.1 .1 -.1 -.1 .1 .1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 .1 .1 .1 -.1 .1 .1';
const TRIANGLES = '0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7';
const floor = '<geom name="floor" type="plane" size="2 2 .1"/>';

/** @param {string} inside @param {string} [rest] @param {string} [option] */
const model = (inside, rest = '', option = '') =>
  `<mujoco><option ${option}/>${rest}<worldbody>${inside}</worldbody></mujoco>`;

/** @param {string} attributes @param {string} inside @param {string} [option] @param {string} [rest] */
const flex = (attributes, inside, option = '', rest = '') =>
  model(
    `${floor}<body name="p" pos="0 0 .015"><flexcomp name="f" radius=".02" spacing=".1 .1 .1" mass="1" ${attributes}>${inside}</flexcomp></body>`,
    rest,
    option,
  );

const CONTACT = '<contact selfcollide="none"/>';
const shell = (/** @type {string} */ kind) =>
  `<elasticity young="1e4" poisson=".1" thickness=".01" elastic2d="${kind}" damping=".1"/>`;

const arm = `<mujoco model="arm"><compiler fusestatic="true"/><size nuserdata="2" nuser_body="1" nuser_jnt="2" nuser_geom="1"
    nuser_site="1" nuser_cam="1" nuser_tendon="1" nuser_actuator="1" nuser_sensor="1"/>
  <option integrator="implicitfast" cone="elliptic"><flag energy="enable"/></option>
  <asset><texture name="t" type="2d" builtin="checker" width="4" height="3" rgb1="1 0 0" rgb2="0 1 0"/>
    <texture name="sky" type="skybox" builtin="gradient" width="2" height="12" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="mat" texture="t" texuniform="true" rgba="1 .5 .2 1"/></asset>
  <worldbody><light name="lamp" pos="0 0 3" mode="targetbody" target="hand"/><light type="directional" castshadow="false"/>
    <camera name="eye" pos="0 -3 1" mode="targetbodycom" target="arm" resolution="3 2" output="depth"/>
    <geom name="floor" type="plane" size="5 5 .1" material="mat"/>
    <body name="still" pos="2 2 0"><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".2 0 0"/></body>
    <body name="arm" pos="0 0 .4" gravcomp="1">
      <joint name="hinge" axis="0 1 0" damping=".1" range="-1 1" limited="true" stiffness="2" frictionloss=".1" actuatorfrcrange="-5 5"/>
      <geom name="arm" type="capsule" size=".05 .2" pos="0 0 -.2" material="mat"/><site name="elbow" pos="0 0 -.2" size=".02"/>
      <body name="hand" pos="0 0 -.4"><joint name="ball" type="ball" range="0 1"/>
        <geom name="hand" type="ellipsoid" size=".1 .05 .03"/><site name="tip" pos="0 0 -.05" size=".1" material="mat"/>
        <body name="finger" pos=".1 0 0"><joint name="f1" axis="0 1 0"/><joint name="f2" type="slide" axis="1 0 0" range="0 .1"/>
          <geom name="finger" type="cylinder" size=".02 .05"/></body></body></body>
    <body name="box" pos="1 0 .095"><freejoint name="free"/><geom name="box" type="box" size=".1 .1 .1" user="1"/>
      <geom name="ball" size=".1" pos=".15 0 0"/><site name="top" pos="0 0 .1"/></body>
    <body name="ghost" mocap="true" pos="1 0 .28"><geom name="ghost" size=".1"/></body></worldbody>
  <contact><pair name="pair" geom1="ball" geom2="floor" condim="4"/><exclude body1="arm" body2="finger"/></contact>
  <equality><joint joint1="f1" joint2="hinge" active="false"/><connect body1="box" body2="ghost" anchor="0 0 .1"/>
    <weld site1="tip" site2="elbow" active="false"/><tendon tendon1="fixed"/><weld body1="finger" body2="hand" active="false"/></equality>
  <tendon><fixed name="fixed" limited="true" range="-1 1" frictionloss=".1"><joint joint="hinge" coef="1"/><joint joint="f2" coef="-2"/></fixed>
    <spatial name="spatial" width=".01" limited="true" range="0 .3" actuatorfrcrange="-1 1" material="mat"><site site="elbow"/>
      <geom geom="finger" sidesite="tip"/><site site="tip"/><pulley divisor="2"/><site site="tip"/><site site="top"/></spatial></tendon>
  <actuator><motor name="motor" joint="hinge" gear="2" ctrlrange="-1 1" delay=".004" nsample="3" interp="linear" armature=".1" damping=".1"/>
    <position joint="f1" kp="10" timeconst=".1" forcerange="-1 1"/><muscle tendon="spatial" lengthrange="0 1"/>
    <cylinder joint="f2" timeconst=".1"/><general site="tip" refsite="elbow" gear="1 0 0 0 0 1"/>
    <general cranksite="tip" slidersite="elbow" cranklength=".5"/><adhesion body="hand" ctrlrange="0 1"/>
    <intvelocity jointinparent="ball" kp="1" actrange="-1 1"/><damper tendon="fixed" kv="1" ctrlrange="0 1"/></actuator>
  <sensor><jointpos name="angle" joint="hinge" delay=".004" nsample="4" interp="cubic"/><accelerometer site="tip" nsample="2" interval=".004"/><touch site="tip"/>
    <rangefinder camera="eye" data="dist normal"/><rangefinder site="tip"/><camprojection camera="eye" site="tip"/><ballquat joint="ball"/>
    <tendonpos tendon="spatial"/><actuatorfrc actuator="motor"/><jointlimitpos joint="hinge"/><tendonlimitfrc tendon="fixed"/>
    <framepos objtype="geom" objname="hand" reftype="site" refname="elbow"/><framelinacc objtype="xbody" objname="hand"/>
    <framelinvel objtype="camera" objname="eye" reftype="body" refname="arm"/><subtreeangmom body="arm"/><insidesite site="tip" objtype="body" objname="box"/>
    <distance geom1="box" geom2="hand" cutoff="3"/><fromto body1="box" body2="finger" cutoff="3"/><contact geom1="box" num="2" data="found force pos" reduce="mindist"/>
    <contact site="tip" subtree2="box" num="1"/><e_potential/><clock/><user dim="2" needstage="vel"/><magnetometer site="tip"/><force site="tip"/><gyro site="tip"/></sensor>
  <custom><numeric name="num" data="1 2 3"/><numeric name="none" size="2"/><text name="text" data="hello"/>
    <tuple name="tup"><element objtype="body" objname="arm" prm=".5"/><element objtype="sensor" objname="angle" prm="1"/></tuple></custom>
  <keyframe><key name="home" time="1" ctrl="0 0 0 0 0 0 0 0 0"/><key/></keyframe></mujoco>`;

const shapes = model(
  `${floor}<geom type="hfield" hfield="h" pos="-1 0 0"/><geom type="mesh" mesh="cube" pos="0 1 .05"/>
  <body pos="0 0 .095"><freejoint/><geom type="mesh" mesh="cube"/></body>
  <body pos="0 .02 .29" euler="5 3 0"><freejoint/><geom type="mesh" mesh="wedge"/><geom name="pad" type="box" size=".05 .05 .05" pos=".1 0 0"/></body>
  <body pos="-1 0 .15"><freejoint/><geom type="capsule" size=".05 .1" euler="80 0 0"/></body>
  <body pos="-1.2 .1 .2"><freejoint/><geom type="mesh" mesh="cube"/></body>
  <body pos="0 1 .2"><freejoint/><geom size=".1"/><site name="eye" euler="180 0 0"/></body>`,
  `<asset><hfield name="h" nrow="4" ncol="3" size=".5 .5 .1 .1" elevation="0 1 0 .5 1 0 .3 0 0 .4 1 0"/><material name="m"/>
  <mesh name="cube" vertex="${CUBE}" face="${TRIANGLES}" texcoord="0 0 1 0 1 1 0 1 0 0 1 0 1 1 0 1"/>
  <mesh name="wedge" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .1 .1 .1 .1 .03 .03 .03"/></asset>
  <sensor><rangefinder site="eye"/><tactile mesh="wedge" geom="pad"/></sensor>
  <deformable><skin name="s" material="m" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" texcoord="0 0 1 0 0 1">
  <bone body="world" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable>`,
  'solver="CG"',
);

/** Signed distance fields; their octrees take megabytes unless their depth is limited. */
export const fieldModel = model(
  `<geom type="sdf" mesh="m"/><body pos="0 0 .19"><freejoint/><geom size=".1"/></body>
  <body pos=".195 0 0"><freejoint/><geom type="sdf" mesh="m"/></body><body pos="-.195 0 0"><freejoint/><geom type="mesh" mesh="m"/></body>`,
  `<asset><mesh name="m" vertex="${CUBE}" face="${TRIANGLES}"/></asset>`,
);

/** Bodies with many geoms, so that bounding volume hierarchies are traversed. */
const clusters = model(
  `${floor}${[0, 1].map((k) => `<body pos="0 0 ${0.1 + 0.19 * k}"><freejoint/>${Array.from({ length: 6 }, (_, i) => `<geom size=".1" pos="${0.15 * i} ${0.05 * k} 0"/>`).join('')}</body>`).join('')}
  <body name="holder"><body pos="0 .5 .05"><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".1 0 0"/></body></body>`,
  '<compiler fusestatic="true"/>',
  'solver="PGS" noslip_iterations="2"',
);

const sleeping = model(
  `${floor}${[0, 1, 2].map((k) => `<body pos="${0.5 * k} 0 .1" sleep="${k === 2 ? 'init' : 'allowed'}"><freejoint/><geom size=".1"/></body>`).join('')}
  <body pos="0 1 .5"><joint axis="0 1 0"/><geom type="capsule" size=".05 .2"/><body pos="0 0 .2"><joint type="slide"/><geom size=".05"/></body></body>`,
  '',
  '',
).replace('<option />', '<option integrator="implicit"><flag sleep="enable" island="enable"/></option>');

const drives = model(
  `<body><joint name="b" type="ball"/><geom size=".1"/><site name="s"/><body pos=".2 0 0"><joint name="j" axis="0 1 0"/><geom size=".1"/><site name="r"/></body></body>`,
  '',
  'integrator="RK4"',
).replace(
  '</mujoco>',
  `<actuator><dcmotor joint="j" motorconst=".05" resistance="2" inductance=".001" input="pos vel" controller="1 1 .1 5 1 10" lugre="1 1 .1 .1 .1"/>
  <general joint="b" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="1" biasprm="0 -1"/>
  <general site="r" refsite="s" gaintype="so3" biastype="so3" gainprm="1" biasprm="0 -1"/>
  <pid joint="j" kp="1" ki="1"/></actuator></mujoco>`,
);

/** @type {readonly { name: string, xml: string, files?: Record<string, Uint8Array> }[]} */
export const binaryModels = [
  { name: 'nothing', xml: '<mujoco/>' },
  { name: 'arm', xml: arm },
  { name: 'shapes', xml: shapes },
  { name: 'clusters', xml: clusters },
  { name: 'sleeping', xml: sleeping },
  { name: 'drives', xml: drives },
  { name: 'chain', xml: flex('type="grid" dim="1" count="4 1 1"', `<edge stiffness="20" damping=".3"/>${CONTACT}`) },
  {
    name: 'cloth',
    xml: flex(
      'type="grid" dim="2" count="3 3 1" texcoord="0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0"',
      '<edge equality="true"/><contact selfcollide="narrow" internal="true"/><pin id="0"/>',
      'integrator="implicitfast"',
    ),
  },
  {
    name: 'metric',
    xml: flex('type="grid" dim="2" count="3 3 1"', `<edge equality="vert"/>${CONTACT}`, 'solver="CG"'),
  },
  {
    name: 'shell',
    xml: flex(
      'type="grid" dim="2" count="3 3 1"',
      `${shell('both')}<contact selfcollide="sap" passive="true"/>`,
      'integrator="implicitfast" solver="CG"',
    ),
  },
  {
    name: 'bending',
    xml: flex('type="grid" dim="2" count="3 3 1"', `${shell('bend')}${CONTACT}`, 'integrator="implicit" solver="CG"'),
  },
  {
    name: 'block',
    xml: flex(
      'type="grid" dim="3" count="3 2 2"',
      '<elasticity young="1e4" poisson=".1"/><contact selfcollide="bvh" internal="true"/>',
    ),
  },
  {
    name: 'cell',
    xml: flex('type="grid" dim="3" count="2 2 2" dof="trilinear"', `<elasticity young="1e4" poisson=".1"/>${CONTACT}`),
  },
  {
    name: 'strain',
    xml: flex('type="grid" dim="3" count="2 2 2" dof="trilinear"', `<edge equality="strain"/>${CONTACT}`),
  },
  {
    name: 'shell of cells',
    xml: flex(
      'type="grid" dim="3" count="3 3 3" dof="trilinear" cellcount="2 1 1"',
      `${shell('both')}${CONTACT}`,
      'integrator="implicitfast" solver="CG"',
    ),
  },
  { name: 'rigid', xml: flex('type="grid" dim="2" count="3 3 1" rigid="true"', CONTACT) },
  // shapes of plugins are meshes of megabytes
  ...pluginModels.filter(({ name }) => !name.includes('.sdf.')),
  ...['obj', 'alpha', 'heights', 'skin'].map((name) => {
    const { file, xml, bytes } = assetFiles[name];
    return { name, xml, files: { [file]: bytes } };
  }),
];
