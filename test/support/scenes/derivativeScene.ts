/** A scene with every kind of element that derivatives depend on: contacts, limits, friction loss, tendons, actuators. */
export const derivativeScene = (options: string, damping = '.2') => `
<mujoco><option ${options} tolerance="0" iterations="200" ls_iterations="50"/>
  <default><geom condim="4" friction=".6 .03 .01"/></default>
  <worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .19"><freejoint/><geom type="box" size=".1 .15 .2"/></body>
    <body pos=".5 .2 .14"><freejoint/><geom size=".15"/></body>
    <body pos="1 0 .3"><joint name="a" axis="0 1 0" damping="${damping}" range="-5 40" limited="true"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/><site name="s"/>
      <body pos=".4 0 -.1"><joint type="ball" damping="${damping}" stiffness="3" frictionloss=".2"/>
        <geom type="capsule" size=".08 .1" pos=".1 0 -.1" euler="0 70 0"/><site name="t" pos=".1 .1 0"/></body></body>
  </worldbody>
  <tendon><spatial name="l" damping="${damping}" stiffness="5"><site site="s"/><site site="t"/></spatial></tendon>
  <actuator><motor joint="a" gear="3"/>
    <general joint="a" dyntype="filter" dynprm=".1" gaintype="affine" gainprm="3 1 .2"/>
    <position tendon="l" kp="10" kv="1"/><intvelocity joint="a" kp="2" kv=".3" actrange="-3 3"/></actuator>
</mujoco>`;
