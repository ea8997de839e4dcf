/** Small models, each about one part of the compiler. MuJoCo must compile them to the same values. */

const tetrahedron = 'vertex="0 0 0  .3 0 0  0 .2 0  0 0 .4"';

/** An arm with named parts, for tendons, actuators and sensors to refer to. */
const arm = `
  <worldbody>
    <site name="s0" pos="-.1 0 .6"/>
    <camera name="eye" pos="0 -2 1" xyaxes="1 0 0 0 0 1" resolution="4 3"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="upper" pos="0 0 .5">
      <joint name="shoulder" axis="0 1 0" range="-90 100" damping=".1"/>
      <geom name="upper" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <geom name="wheel" type="cylinder" size=".05 .05" pos=".3 0 0" euler="90 0 0" contype="0" conaffinity="0"/>
      <site name="s1" pos=".1 0 .05"/>
      <site name="side" pos=".3 0 .1"/>
      <body name="fore" pos=".3 0 0">
        <joint name="elbow" axis="0 1 0" range="-120 0"/>
        <geom name="fore" type="capsule" fromto="0 0 0 .25 0 0" size=".025"/>
        <site name="s2" pos=".1 0 .04" quat=".7 .1 .2 .3"/>
        <body name="hand" pos=".25 0 0">
          <joint name="wrist" type="ball" range="0 60"/>
          <geom name="ball" size=".04"/>
          <site name="s3" pos="0 .02 0" size=".01"/>
        </body>
      </body>
    </body>
    <body name="box" pos="1 0 .2"><freejoint name="free"/><geom name="box" type="box" size=".1 .1 .1"/></body>
    <body name="slider" pos="0 1 .2"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".05"/></body>
  </worldbody>`;

const tendons = `
  <tendon>
    <fixed name="coupled" range="-1 1" stiffness="2 .1" damping=".3"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-.5"/></fixed>
    <spatial name="cable" limited="true" range=".1 .9" springlength=".2 .3" width=".01" frictionloss=".1">
      <site site="s0"/><site site="s1"/><geom geom="wheel" sidesite="side"/><site site="s2"/><pulley divisor="2"/><site site="s2"/><site site="s3"/>
    </spatial>
    <spatial name="loose" armature=".01"><site site="s0"/><site site="s2"/></spatial>
  </tendon>`;

export const compileModels: readonly (readonly [claim: string, xml: string])[] = [
  ['an empty model has a world', '<mujoco/>'],
  [
    'names may use any script',
    '<mujoco model="Würfel"><worldbody><body name="größe"><joint name="ось"/><geom size="1" name="球"/></body></worldbody></mujoco>',
  ],
  [
    'every form of orientation gives the same frames',
    `<mujoco><compiler eulerseq="zXy"/><worldbody>
      <body axisangle="1 2 3 40"><geom size=".1" xyaxes="1 .1 0 0 1 .2"/></body>
      <body zaxis="1 1 1"><geom size=".1" euler="10 20 30" pos="1 2 3"/></body>
      <body zaxis="0 0 -1"><geom type="box" size=".1 .2 .3" quat="2 1 0 1"/></body>
      <body xyaxes="0 1 0 -1 0 0"><site axisangle="0 0 1 90"/><camera zaxis="1 0 0"/><camera euler="5 5 5"/></body>
    </worldbody></mujoco>`,
  ],
  [
    'angles may be radians',
    `<mujoco><compiler angle="radian"/><worldbody><body euler="1 .5 .2"><joint range="-1 1" ref=".1" springref=".2"/>
      <geom size=".1" axisangle="1 0 0 .3"/></body></worldbody></mujoco>`,
  ],
  [
    'frames are folded into their contents',
    `<mujoco><worldbody><frame pos="1 0 0" euler="0 0 90"><frame pos="0 1 0" axisangle="1 1 0 30">
      <body pos=".1 .2 .3" euler="10 0 0"><frame pos=".1 0 0" zaxis="1 0 1"><joint axis="1 2 3" pos=".1 .1 0"/>
        <geom type="box" size=".1 .2 .3" pos="0 .1 0"/><site pos=".2 0 0"/><camera pos="0 0 1"/><light pos="1 1 1" dir="1 0 -1"/></frame></body>
      <geom size="1" pos="0 0 1"/></frame></frame></worldbody></mujoco>`,
  ],
  [
    'joints have their axes, anchors, limits, springs and references',
    `<mujoco><default><joint armature=".01" solreflimit=".03 1.1" solimplimit=".8 .9 .01" margin=".02"/></default><worldbody>
      <body><freejoint/><geom size=".1"/></body>
      <body pos="1 0 0"><joint type="ball" range="0 30" stiffness="1"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
        <body pos="0 0 1"><joint type="slide" axis="1 1 0" range="-.5 .5" ref=".1" springref=".3"/><joint axis="0 2 0" pos="0 0 .1" ref="20" springref="30" range="-100 200" actuatorfrcrange="-1 2" actuatorgravcomp="true"/>
          <joint axis="1 0 0" limited="false" range="0 10" springdamper=".1 1" damping="1 .2 .1" stiffness="3 .1" frictionloss=".2" group="3"/>
          <geom type="capsule" size=".05 .2" mass="2"/></body></body></worldbody></mujoco>`,
  ],
  [
    'geoms of every type have their mass',
    `<mujoco><worldbody><body><freejoint/><geom size=".1"/><geom type="capsule" size=".1 .2" pos="1 0 0"/><geom type="ellipsoid" size=".1 .2 .3" pos="0 1 0" euler="10 20 30"/>
      <geom type="cylinder" size=".1 .3" density="500" pos="0 0 1"/><geom type="box" size=".3 .2 .1" mass="3"/></body>
      <body><freejoint/><geom size=".1" shellinertia="true"/><geom type="capsule" size=".1 .2" shellinertia="true"/><geom type="ellipsoid" size=".1 .2 .3" shellinertia="true"/>
      <geom type="cylinder" size=".1 .3" shellinertia="true"/><geom type="box" size=".3 .2 .1" shellinertia="true"/></body>
      <body pos="3 0 0"><joint/><geom type="box" fromto="0 0 0 1 2 3" size=".1"/></body><body><joint/><geom type="ellipsoid" fromto="0 0 0 0 0 -1" size=".1"/></body></worldbody></mujoco>`,
  ],
  [
    'contact parameters, user data and colors are kept',
    `<mujoco><size nuser_geom="3"/><worldbody><body user="1 2"><joint user="4"/><geom size=".1" user="5 6" condim="6" contype="3" conaffinity="5" priority="2" friction=".5 .01 .001"
      solmix="2" solref="-100 -2" solimp=".8 .9 .01 .4 3" margin=".01" gap=".002" group="2" rgba="1 0 0 .5" surfacevel="1 2 3 .1 .2 .3" adhesion=".4"/><site user="1 2 3"/><camera user="9"/></body></worldbody></mujoco>`,
  ],
  [
    'inertia comes from <inertial> in every form',
    `<mujoco><worldbody><body><joint/><inertial pos=".1 .2 .3" mass="2" diaginertia=".1 .2 .25" euler="30 20 10"/></body>
      <body><joint/><inertial pos="0 0 0" mass="1" fullinertia="1 2 2.5 .1 .2 .3"/></body>
      <body><joint/><inertial pos="0 0 1" quat="1 1 0 0" mass="1" diaginertia="1 1 1"/><geom size="1"/></body>
      <body><geom size="1" type="box"/></body></worldbody></mujoco>`.replace(
      'size="1" type="box"',
      'size="1 2 3" type="box"',
    ),
  ],
  [
    'inertiafromgeom, group ranges, bounds and balance change inertias',
    `<mujoco><compiler inertiafromgeom="true" inertiagrouprange="1 2" boundmass=".5" boundinertia=".02" balanceinertia="true"/><worldbody>
      <body><joint/><inertial pos="0 0 0" mass="9" diaginertia="1 1 1"/><geom size=".1" group="1"/><geom size=".2" group="3" pos="1 0 0"/></body>
      <body><joint/><inertial pos="0 0 0" mass="9" diaginertia="1 1 9"/><geom size=".2" group="3" pos="1 0 0"/></body></worldbody></mujoco>`,
  ],
  [
    'settotalmass scales masses',
    '<mujoco><compiler settotalmass="5"/><worldbody><body><freejoint/><geom size=".1"/><body pos="1 0 0"><joint/><geom size=".2"/></body></body></worldbody></mujoco>',
  ],
  [
    'a free body may be aligned with its inertia',
    `<mujoco><compiler alignfree="true"/><worldbody><body pos="1 2 3" euler="10 20 30"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="40 50 60"/><geom size=".1"/>
      <site pos="1 0 0"/><camera pos="0 1 0"/><light pos="0 0 1" dir="1 1 1"/></body>
      <body pos="4 0 0"><freejoint align="false"/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>`,
  ],
  [
    'static bodies fuse, unless something refers to them',
    `<mujoco><compiler fusestatic="true"/><worldbody><body name="a" pos="1 0 0"><geom size=".1"/><body name="b" pos="0 1 0" euler="0 0 30"><joint name="j"/><geom type="box" size=".1 .2 .3"/>
        <body pos="0 0 1" euler="10 20 30"><geom type="box" size=".3 .2 .1" pos=".1 0 0"/><site name="s" pos="1 1 1"/><camera pos="1 2 3"/><light pos="3 2 1" dir="1 0 0"/>
          <body name="c" pos="1 0 0"><joint name="k" axis="1 0 0"/><geom size=".1"/></body></body>
        <body name="kept" pos="0 0 -1"><geom size=".1"/></body></body></body></worldbody>
      <sensor><framepos objtype="body" objname="kept"/></sensor></mujoco>`,
  ],
  [
    'visual geoms can be discarded',
    `<mujoco><compiler discardvisual="true"/><asset><texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" texture="t"/><mesh name="seen" ${tetrahedron}/><mesh name="felt" ${tetrahedron} scale="2 1 1"/></asset><worldbody>
      <body><joint/><geom size=".1" material="m"/><geom type="mesh" mesh="seen" contype="0" conaffinity="0"/><geom type="mesh" mesh="felt"/><geom name="used" size=".1" contype="0" conaffinity="0" pos="1 0 0"/></body></worldbody>
      <sensor><framepos objtype="geom" objname="used"/></sensor></mujoco>`,
  ],
  [
    'mocap bodies, gravity compensation and trees are found',
    `<mujoco><worldbody><body name="m" mocap="true" pos="1 2 3" euler="0 0 45"><geom type="plane" size="1 1 1"/><body pos="0 0 1"><joint/><geom size=".1"/></body></body>
      <body gravcomp=".5"><freejoint/><geom size=".1"/><body><joint/><geom size=".1" pos=".1 0 0"/><body><geom size=".1"/></body></body></body>
      <body mocap="true"/><body pos="1 1 1"><body pos="1 0 0"><joint type="slide"/><joint type="slide" axis="1 0 0"/><geom size=".1"/></body></body></worldbody></mujoco>`,
  ],
  [
    'meshes can be shown, fitted and weighed',
    `<mujoco><asset><mesh name="tet" ${tetrahedron}/><mesh name="exact" ${tetrahedron} inertia="exact" refpos=".1 0 0" refquat="1 1 0 0" scale="1 2 1"/><mesh name="shell" ${tetrahedron} inertia="shell"/>
      <mesh name="ball" builtin="sphere" params="2"/></asset><worldbody>
      <body><freejoint/><geom type="mesh" mesh="tet" surfacevel="1 0 0 0 1 0"/><geom type="box" mesh="exact" pos="1 0 0"/><geom type="sphere" mesh="tet" fitscale="1.5"/></body>
      <body pos="0 1 0"><freejoint/><geom type="mesh" mesh="shell" euler="10 20 30"/><geom type="capsule" mesh="exact"/></body><body><joint/><geom type="mesh" mesh="ball"/></body></worldbody></mujoco>`,
  ],
  [
    'primitives can be fitted to the box of a mesh',
    `<mujoco><compiler fitaabb="true"/><asset><mesh name="tet" ${tetrahedron}/></asset><worldbody><body><joint/><geom type="cylinder" mesh="tet"/><geom type="ellipsoid" mesh="tet" pos="1 0 0"/></body></worldbody></mujoco>`,
  ],
  [
    'height fields, textures and materials are kept',
    `<mujoco><asset><hfield name="h" nrow="2" ncol="3" size="1 2 .5 .1" elevation="1 2 3 4 5 6"/><hfield name="flat" nrow="3" ncol="3" size="1 1 1 1"/>
      <texture name="c" type="cube" builtin="checker" width="8" rgb1="1 0 0" rgb2="0 1 0" mark="cross"/><texture name="g" type="2d" builtin="gradient" width="8" height="6"/><texture type="skybox" builtin="flat" width="4"/>
      <material name="m" texture="g" texrepeat="2 3" texuniform="true" specular=".1" shininess=".2" reflectance=".3" emission=".4" metallic=".5" roughness=".6" rgba=".1 .2 .3 .4"/></asset>
      <worldbody><geom type="hfield" hfield="h" material="m"/><geom type="hfield" hfield="flat" pos="3 0 0"/><site material="m"/><light type="image" texture="g"/></worldbody></mujoco>`,
  ],
  [
    'ellipsoids in a fluid have virtual mass',
    `<mujoco><option density="1" viscosity=".1" wind="1 0 0"/><worldbody><body><freejoint/><geom type="box" size=".1 .2 .3" fluidshape="ellipsoid" fluidcoef=".4 .3 1 .9 .8"/><geom type="capsule" size=".1 .2" fluidshape="ellipsoid"/></body></worldbody></mujoco>`,
  ],
  [
    'cameras have their optics, lights their colors',
    `<mujoco><visual><map znear=".02"/></visual><worldbody><body name="b"><geom size=".1"/><camera mode="track" fovy="60" ipd=".1" resolution="100 50"/><camera mode="targetbodycom" target="b" pos="1 2 3" sensorsize=".01 .02" resolution="640 480" focal=".03 .04" principal=".001 .002"/>
      <camera sensorsize=".01 .02" resolution="640 480" focalpixel="400 500" principalpixel="3 4" projection="orthographic"/>
      <light mode="targetbody" target="b" pos="1 1 1" castshadow="false" active="false" cutoff="30" exponent="2" attenuation="1 .1 .2" ambient=".1 .2 .3" diffuse=".2 .3 .4" specular=".4 .5 .6" bulbradius=".1" intensity="3" range="5"/><light type="directional" dir="1 2 3"/></body></worldbody></mujoco>`,
  ],
  [
    'pairs and excludes are sorted by their bodies',
    `<mujoco><worldbody><body name="a"><joint/><geom name="ga" size=".1"/></body><body name="b"><joint/><geom name="gb" size=".1"/></body><body name="c"><joint/><geom name="gc" size=".1"/></body></worldbody>
      <contact><pair geom1="gc" geom2="gb" condim="4" friction="1 2 3 4 5" solreffriction=".1 1" margin=".1" gap=".05"/><pair name="p" geom1="gb" geom2="ga"/><exclude body1="c" body2="a"/><exclude name="e" body1="b" body2="a"/></contact></mujoco>`,
  ],
  ['tendons have their paths', `<mujoco>${arm}${tendons}</mujoco>`],
  [
    'equalities of every type have their data',
    `<mujoco>${arm}${tendons}<equality><connect body1="hand" body2="box" anchor=".1 .2 .3"/><connect body1="hand" anchor="0 0 0" active="false"/><connect site1="s1" site2="s3"/>
      <weld body1="fore" body2="box" torquescale=".5"/><weld body1="box" relpose="1 2 3 1 1 0 0" anchor=".1 0 0"/><weld site1="s2" site2="s0"/><joint joint1="shoulder" joint2="elbow" polycoef="1 2 3 4 5"/><joint joint1="slide"/>
      <tendon tendon1="coupled" tendon2="cable" polycoef=".1"/><tendon tendon1="loose" solref=".1 2" solimp=".7 .8 .1"/></equality></mujoco>`,
  ],
  [
    'actuators of every kind have their blocks, ranges and parameters',
    `<mujoco><compiler lengthrange="false"/>${arm}${tendons}<actuator><motor joint="shoulder" gear="2" ctrlrange="-1 1"/><position joint="elbow" kp="10" dampratio="1" inheritrange="1"/><position joint="shoulder" kp="10" kv="2" timeconst=".1"/><velocity joint="slide" kv="3"/>
      <intvelocity joint="elbow" kp="5" inheritrange=".8"/><damper joint="slide" kv="2" ctrlrange="0 1"/><cylinder tendon="coupled" timeconst=".2" area="3" bias="1 2 3"/><muscle tendon="cable" lengthrange=".1 1" force="100"/><adhesion body="hand" gain="3" ctrlrange="0 1"/>
      <general joint="wrist" gear="1 2 3" dyntype="filter" dynprm=".1" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="0 -1 -2" actlimited="true" actrange="0 1" actearly="true" group="2" user="1 2"/>
      <general site="s3" refsite="s0" gear="1 0 0 0 1 0"/><general site="s3" gear="0 1 0 0 0 1" forcerange="-5 5"/><general cranksite="s2" slidersite="s0" cranklength=".5"/><general jointinparent="free" gear="1 2 3 4 5 6"/>
      <motor tendon="loose" armature=".1" damping=".2 .1" nsample="4" delay=".01" interp="linear"/><general name="three" joint="slide" dyntype="user" actdim="3"/></actuator>
      <sensor><actuatorpos actuator="three"/></sensor></mujoco>`.replace('<compiler lengthrange="false"/>', ''),
  ],
  [
    'servos with several inputs have several controls',
    `<mujoco>${arm}<actuator><orientation joint="wrist" kp="10"/><pid joint="elbow" kp="3" ki="1" kv=".5" ctrlrange="-1 1"/><dcmotor joint="shoulder" motorconst=".05" resistance="2"/><motor joint="slide"/></actuator></mujoco>`,
  ],
  [
    'sensors of every type have their objects, sizes and stages',
    `<mujoco>${arm}${tendons}<actuator><motor name="m" joint="elbow"/></actuator><sensor><touch site="s3"/><accelerometer site="s3" noise=".1"/><velocimeter site="s3" cutoff="2"/><gyro site="s3"/><force site="s2"/><torque site="s2"/><magnetometer site="s1"/>
      <rangefinder site="s3"/><rangefinder camera="eye" data="dist normal"/><camprojection site="s1" camera="eye"/><jointpos joint="elbow"/><jointvel joint="elbow"/><tendonpos tendon="cable"/><tendonvel tendon="cable"/><actuatorpos actuator="m"/><actuatorvel actuator="m"/><actuatorfrc actuator="m"/>
      <jointactuatorfrc joint="elbow"/><tendonactuatorfrc tendon="cable"/><ballquat joint="wrist"/><ballangvel joint="wrist"/><jointlimitpos joint="elbow"/><jointlimitvel joint="elbow"/><jointlimitfrc joint="elbow"/><tendonlimitpos tendon="cable"/><tendonlimitvel tendon="cable"/><tendonlimitfrc tendon="cable"/>
      <framepos objtype="body" objname="hand"/><framequat objtype="xbody" objname="hand" reftype="site" refname="s0"/><framexaxis objtype="geom" objname="ball"/><frameyaxis objtype="camera" objname="eye"/><framezaxis objtype="site" objname="s1"/><framelinvel objtype="site" objname="s3" reftype="body" refname="fore"/><frameangvel objtype="body" objname="hand"/><framelinacc objtype="body" objname="hand"/><frameangacc objtype="site" objname="s3"/>
      <subtreecom body="upper"/><subtreelinvel body="upper"/><subtreeangmom body="upper"/><insidesite objtype="body" objname="hand" site="s3"/><distance geom1="ball" geom2="box" cutoff="2"/><normal body1="hand" body2="box"/><fromto geom1="ball" body2="box"/>
      <contact geom1="ball" num="3" data="found force dist" reduce="mindist"/><contact subtree1="upper"/><e_potential/><e_kinetic/><clock nsample="5" interval=".1 -.05" delay=".1"/><user dim="4" datatype="quaternion" needstage="vel" user="1 2 3"/></sensor></mujoco>`,
  ],
  [
    'keyframes fill in omitted values and normalize quaternions',
    `<mujoco><size nkey="3"/><worldbody><body mocap="true" name="m" pos="1 2 3"/><body><freejoint/><geom size=".1"/></body><body><joint name="j" type="ball"/><geom size=".1"/></body></worldbody>
      <actuator><general joint="j" dyntype="integrator"/></actuator>
      <keyframe><key name="k" time="2" qpos="1 2 3 2 0 0 0 1 1 1 1" qvel="1 2 3 4 5 6 7 8 9" act=".5" ctrl=".3" mpos="4 5 6" mquat="0 0 3 0"/><key qvel="0 0 0 0 0 0 0 0 1"/></keyframe></mujoco>`,
  ],
  [
    'custom numbers, strings and tuples are kept',
    `<mujoco><worldbody><body name="b"><geom name="g" size=".1"/></body></worldbody><custom><numeric name="n" size="4" data="1 2"/><numeric name="o" data="3"/><text name="t" data="größer"/><tuple name="u"><element objtype="body" objname="b" prm="2"/><element objtype="geom" objname="g"/></tuple></custom></mujoco>`,
  ],
  [
    'options, flags, sizes, statistics and visual settings are kept',
    `<mujoco model="opts"><option timestep=".001" integrator="implicitfast" cone="elliptic" jacobian="sparse" solver="CG" iterations="7" tolerance="1e-6" impratio="3" gravity="0 1 -3" magnetic="1 2 3" o_margin=".1" o_solref=".1 2" o_friction="1 2 3 4 5" actuatorgroupdisable="1 3"><flag contact="disable" energy="enable" multiccd="disable"/></option>
      <size memory="1M" nuserdata="7" nuser_body="2"/><statistic meanmass="2" center="1 2 3" extent="4"/><visual><global fovy="30" offwidth="800"/><quality shadowsize="1024"/><headlight ambient=".2 .2 .2" active="0"/><map fogstart="2"/><scale com=".7"/><rgba haze="1 0 0 1"/></visual>
      <worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>`,
  ],
  [
    'trees have their sleep policies',
    `<mujoco><option><flag sleep="enable"/></option><worldbody><body sleep="never"><freejoint/><geom size=".1"/></body><body sleep="allowed" pos="1 0 0"><freejoint/><geom size=".1"/></body><body pos="2 0 0"><joint name="j"/><geom size=".1"/></body>
      <body pos="3 0 0"><freejoint/><geom size=".1"/><site name="p"/></body><body pos="4 0 0"><freejoint/><geom size=".1"/><site name="q"/></body></worldbody><actuator><motor joint="j"/></actuator><tendon><spatial stiffness="1"><site site="p"/><site site="q"/></spatial></tendon></mujoco>`,
  ],
  [
    'simple bodies are recognized',
    `<mujoco><worldbody><body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1"/></body><body><freejoint/><geom type="box" size=".1 .2 .3"/></body><body simple="false"><freejoint/><geom size=".1"/></body>
      <body><joint axis="0 0 1"/><geom size=".1"/></body><body><joint axis="0 1 1"/><geom size=".1"/></body><body><geom size=".1"/><body><joint/><geom size=".1"/></body></body></worldbody></mujoco>`,
  ],
];
