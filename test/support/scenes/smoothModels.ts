/** Models that together have every joint, tendon, transmission, camera and light of smooth dynamics. */

/** All joint types, several joints in a body, mocap, welded children, simple bodies, cameras and lights in all modes. */
export const jointZoo = `
<mujoco>
  <option gravity="0.3 -0.2 -9.81"/>
  <visual><global offwidth="640"/></visual>
  <worldbody>
    <light name="l0" pos="0 0 3" dir="0.1 0 -1"/>
    <camera name="c0" pos="1 2 3" euler="10 20 30"/>
    <body name="static" pos="1 0 0" euler="0 30 0">
      <geom size=".1" pos=".1 .2 .3"/>
      <body name="fromstatic" pos="0 0 .5">
        <joint type="hinge" axis="1 .2 .3" pos=".1 0 0" armature=".01"/>
        <geom type="box" size=".1 .2 .3" pos=".05 0 0" euler="10 20 30"/>
      </body>
    </body>
    <body name="mocap" mocap="true" pos="0 1 1" euler="0 0 45">
      <geom size=".05"/>
      <site name="onmocap" pos=".1 0 0"/>
      <camera name="cm" mode="targetbody" target="ball" pos="0 0 1"/>
    </body>
    <body name="free" pos="0 0 2">
      <freejoint/>
      <geom type="capsule" size=".1 .2" euler="20 0 0"/>
      <site name="onfree" pos=".1 .1 0" euler="0 40 0"/>
      <light name="lt" mode="track" pos="0 0 1" dir="0 .2 -1"/>
      <light name="ltc" mode="targetbody" target="ball" pos="0 0 1"/>
      <camera name="ctrack" mode="track" pos="0 -1 0"/>
      <camera name="ctrackcom" mode="trackcom" pos="0 -1 .5"/>
      <body name="ball" pos=".3 0 0">
        <joint name="ballj" type="ball" pos="-.1 0 .02" stiffness="2" damping=".1"/>
        <geom type="ellipsoid" size=".1 .05 .2" pos=".1 0 0"/>
        <light name="lcom" mode="trackcom" pos=".1 0 1" dir="0 0 -1"/>
        <body name="welded" pos=".2 0 .1" euler="30 0 0">
          <geom type="cylinder" size=".05 .1"/>
          <camera name="ccom" mode="targetbodycom" target="static" pos="0 0 1"/>
          <light name="lbcom" mode="targetbodycom" target="free" pos="0 0 1"/>
          <body name="multi" pos="0 .2 0">
            <joint name="s1" type="slide" axis="1 1 0" stiffness="10" springref=".1"/>
            <joint name="h1" type="hinge" axis="0 1 0" pos="0 0 .1" armature=".1" stiffness="3" ref=".2"/>
            <joint name="h2" type="hinge" axis="0 0 1" pos=".1 0 0"/>
            <geom type="box" size=".05 .1 .02"/>
            <site name="onmulti" pos=".02 .03 .04"/>
          </body>
        </body>
      </body>
    </body>
    <body name="simple" pos="3 0 1"><freejoint/><geom size=".1"/></body>
    <body name="slider3" pos="-2 0 1">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom size=".2"/>
      <body pos="0 0 .3"><joint type="ball"/><joint type="slide" axis="0 0 1"/><geom type="box" size=".1 .1 .2"/></body>
    </body>
  </worldbody>
</mujoco>`;

/** Tendons: fixed, straight, with pulleys, around spheres and cylinders, with side sites outside and inside, and with
 *  armature and springs. */
export const tendonZoo = `
<mujoco>
  <worldbody>
    <site name="w0" pos="0 0 2"/>
    <site name="w1" pos=".5 0 2"/>
    <geom name="fixedcyl" type="cylinder" size=".1 .3" pos="-1 0 1.2" euler="90 0 10" contype="0" conaffinity="0"/>
    <site name="cylside" pos="-1 0 1.45"/>
    <site name="insidecyl" pos="-1 0.05 1.22"/>
    <body name="a" pos="0 0 1.5">
      <joint name="ja" type="hinge" axis="0 1 0"/>
      <geom name="sph" size=".1" pos="0 0 -.2"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".03"/>
      <site name="a0" pos=".12 0 -.1"/>
      <site name="side" pos=".2 .05 -.2"/>
      <site name="inside" pos=".02 0 -.2"/>
      <body name="b" pos="0 0 -.4">
        <joint name="jb" type="ball"/>
        <geom type="capsule" fromto="0 0 0 .1 0 -.4" size=".03"/>
        <site name="b0" pos=".12 .02 -.1"/>
        <site name="b1" pos="-.12 .02 -.1"/>
        <site name="b2" pos="0 .1 -.3"/>
        <body name="c" pos=".1 0 -.4">
          <joint name="jc" type="slide" axis="0 0 1"/>
          <joint name="jd" type="hinge" axis="1 0 0"/>
          <geom name="cyl" type="cylinder" size=".05 .1" euler="0 80 0" mass=".2"/>
          <site name="c0" pos=".02 .2 -.03"/>
          <site name="c1" pos=".02 -.2 -.03"/>
        </body>
      </body>
    </body>
    <body name="other" pos="-1.5 0 1.2">
      <freejoint/>
      <geom size=".1"/>
      <site name="o0" pos=".1 .02 .01"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="fixed" armature=".3"><joint joint="ja" coef="2"/><joint joint="jc" coef="-.5"/><joint joint="jd" coef=".1"/></fixed>
    <spatial name="straight" armature=".2" stiffness="20" springlength=".1 .2"><site site="w0"/><site site="a0"/><site site="b0"/></spatial>
    <spatial name="chain" armature=".1"><site site="b2"/><site site="c0"/></spatial>
    <spatial name="around"><site site="w0"/><geom geom="sph"/><site site="b0"/></spatial>
    <spatial name="sided"><site site="w0"/><geom geom="sph" sidesite="side"/><site site="b1"/></spatial>
    <spatial name="inner"><site site="w1"/><geom geom="sph" sidesite="inside"/><site site="b0"/></spatial>
    <spatial name="oncyl"><site site="w0"/><geom geom="fixedcyl" sidesite="cylside"/><site site="o0"/></spatial>
    <spatial name="incyl"><site site="w0"/><geom geom="fixedcyl" sidesite="insidecyl"/><site site="o0"/></spatial>
    <spatial name="movingcyl"><site site="c0"/><geom geom="cyl"/><site site="c1"/><site site="w1"/></spatial>
    <spatial name="pulley">
      <site site="w0"/><site site="a0"/>
      <pulley divisor="2"/>
      <site site="a0"/><site site="b0"/><site site="c0"/>
      <pulley divisor="3"/>
      <site site="w1"/><geom geom="sph"/><site site="b1"/>
    </spatial>
  </tendon>
  <actuator>
    <motor tendon="fixed" gear="3" name="rotor"/>
    <general tendon="chain" armature=".4" gear="2"/>
    <position tendon="around" kp="10"/>
  </actuator>
</mujoco>`;

/** Transmissions of every kind, adhesion with contacts included. */
export const transmissionZoo = `
<mujoco>
  <option timestep="0.002"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <site name="ref0" pos=".2 .1 1" euler="10 20 30"/>
    <body name="a" pos="0 0 1">
      <freejoint name="fj"/>
      <geom type="box" size=".1 .1 .1"/>
      <site name="sa" pos=".1 0 0" euler="0 20 0"/>
      <body name="b" pos=".2 0 0">
        <joint name="bj" type="ball"/>
        <geom size=".1"/>
        <site name="sb" pos="0 .1 0" euler="40 0 10"/>
        <body name="c" pos=".2 0 0">
          <joint name="h" type="hinge" axis="0 1 0" armature=".02"/>
          <joint name="s" type="slide" axis="1 0 0"/>
          <geom type="capsule" size=".05 .1"/>
          <site name="sc" pos=".1 .1 0"/>
        </body>
      </body>
      <body name="d" pos="-.2 0 0">
        <joint name="hd" type="hinge" axis="0 0 1"/>
        <geom size=".08"/>
        <site name="sd" pos="-.1 .1 0" euler="15 25 35"/>
      </body>
    </body>
    <body name="crank" pos="2 0 1">
      <joint name="cj" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/>
      <site name="crankpin" pos=".2 0 0"/>
    </body>
    <body name="slider" pos="2.6 0 1">
      <joint name="sj" type="slide" axis="1 0 0"/><joint axis="0 1 0"/>
      <geom size=".05"/>
      <site name="sliderpin" euler="0 -90 0"/>
    </body>
    <body name="sticky" pos="0 2 .095"><freejoint/><geom size=".1" condim="3"/></body>
    <body name="sticky1" pos="1 2 .09"><freejoint/><geom size=".1" condim="1"/></body>
    <body name="gapped" pos="0 3 .105"><freejoint/><geom size=".1" gap=".02"/></body>
  </worldbody>
  <actuator>
    <motor joint="h" gear="2" armature=".3"/>
    <motor joint="s" gear="-3" armature=".1"/>
    <motor joint="s" gear="2" armature=".2"/>
    <motor joint="bj" gear=".1 .2 .3"/>
    <general jointinparent="bj" gear=".1 .2 .3"/>
    <motor joint="fj" gear="1 2 3 4 5 6"/>
    <general jointinparent="fj" gear="1 2 3 4 5 6"/>
    <general cranksite="crankpin" slidersite="sliderpin" cranklength=".5" gear="2"/>
    <general cranksite="crankpin" slidersite="sliderpin" cranklength=".1"/>
    <general site="sa" gear="1 2 3 4 5 6"/>
    <general site="sc" refsite="sa" gear="1 2 3 0 0 0"/>
    <general site="sc" refsite="sd" gear="0 0 0 1 2 3"/>
    <general site="sb" refsite="ref0" gear="1 0 2 0 1 2"/>
    <orientation joint="bj" kp="1"/>
    <orientation site="sc" refsite="sd" kp="2"/>
    <adhesion body="sticky" ctrlrange="0 1"/>
    <adhesion body="sticky1" ctrlrange="0 1"/>
    <adhesion body="gapped" ctrlrange="0 1"/>
    <adhesion body="a" ctrlrange="0 1"/>
  </actuator>
</mujoco>`;

/** Bodies connected by equalities and resting on a plane: forces for cfrc_int and cfrc_ext. */
export const heldTogether = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .19"><freejoint/><geom type="box" size=".2 .2 .2"/><site name="sa" pos=".2 0 .1"/>
      <body name="leaf" pos="0 0 .3"><joint axis="1 0 0"/><geom size=".1"/></body>
    </body>
    <body name="b" pos=".5 0 .3"><freejoint/><geom size=".1"/><site name="sb" pos="-.1 0 0"/></body>
    <body name="c" pos="1 0 .5"><joint type="ball"/><geom size=".1" pos=".1 0 0"/></body>
    <body name="e" pos="1.3 0 .7"><joint name="ej" axis="0 1 0"/><geom size=".1" pos=".1 0 .2"/></body>
    <body name="f" pos="1.6 0 .7"><joint name="fj" axis="0 1 0"/><geom size=".1" pos=".1 0 .2"/></body>
  </worldbody>
  <equality>
    <connect body1="a" body2="b" anchor=".25 0 0"/>
    <joint joint1="ej" joint2="fj"/>
    <weld body1="b" body2="c" relpose=".5 0 0 1 0 0 0"/>
    <connect site1="sa" site2="sb"/>
    <weld body1="e" torquescale="2"/>
  </equality>
</mujoco>`;

/** A pendulum that keeps swinging, boxes that come to rest and fall asleep, and one on a static pedestal with a tendon. */
export const sleepers = `
<mujoco>
  <option><flag sleep="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="pendulum" pos="2 0 2">
      <joint axis="0 1 0" damping="0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
      <site name="tip" pos=".5 0 0"/>
      <body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/></body>
    </body>
    <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="top" pos="0 0 .1"/>
      <camera name="look" pos="0 0 1" mode="targetbody" target="pendulum"/><light pos="0 0 1" mode="trackcom"/>
      <body pos="0 0 .2"><joint type="slide" axis="0 0 1" range="0 .01" limited="true" damping="1"/><geom type="box" size=".1 .1 .1"/><site name="bottom" pos=".1 0 0"/></body>
    </body>
    <body name="pedestal" pos="0 1 .5"><geom type="box" size=".2 .2 .1"/>
      <body name="sitting" pos="0 0 .2"><joint type="slide" axis="0 0 1" damping="5"/><geom type="box" size=".1 .1 .1"/></body>
    </body>
  </worldbody>
  <tendon><spatial name="rest" armature=".1"><site site="top"/><site site="bottom"/></spatial>
    <spatial name="swing" armature=".1"><site site="tip"/><site site="origin"/></spatial></tendon>
  <actuator><motor tendon="swing"/></actuator>
</mujoco>`.replace('<body name="pendulum"', '<site name="origin" pos="0 0 1"/><body name="pendulum"');
