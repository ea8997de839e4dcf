/** Models whose joints, tendons, actuators and fluids are in the metric of the integrator `discrete`. No meshes, no
 *  cylinders. */

const bodies = `<body name="base" pos="0 0 1">
    <joint name="a" axis="0 1 0" damping="2" stiffness="40" springref="20"/>
    <geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/><site name="s0" pos=".1 0 .05"/>
    <body name="left" pos=".4 0 0">
      <joint name="b" axis="0 0 1" damping=".1 .2 .3" stiffness="5 2 1"/><joint name="c" type="slide" axis="1 0 0" damping="3"/>
      <geom type="capsule" fromto="0 0 0 .3 .1 0" size=".03"/><site name="s1" pos=".2 .05 .02"/>
    </body>
    <body name="right" pos=".4 0 .1">
      <joint name="ball" type="ball" damping=".3" stiffness="6"/>
      <geom type="box" size=".1 .05 .02" pos=".1 0 0"/><site name="s2" pos=".1 .02 0"/>
    </body>
  </body>
  <body name="other" pos="0 .6 1">
    <joint name="e" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="s3" pos=".2 0 0"/>
    <body pos=".3 0 0"><joint name="f" axis="1 1 0" armature=".1"/><geom type="box" size=".05 .1 .02"/></body>
  </body>
  <body name="free" pos="1 0 1" euler="10 20 30"><freejoint name="free"/><geom type="box" size=".1 .05 .03" pos=".02 .01 0"/>
    <site name="s4" pos=".05 0 0"/></body>
  <body name="spring" pos="-1 0 1"><joint name="held" type="free" stiffness="30" damping="1"/><geom type="sphere" size=".08"/></body>`;

const tendons = `<tendon>
    <fixed name="chain" stiffness="30 4" damping="1 .2"><joint joint="a" coef="1"/><joint joint="b" coef="-.7"/></fixed>
    <fixed name="fork" stiffness="20" damping=".5"><joint joint="b" coef="1"/><joint joint="ball" coef=".5"/></fixed>
    <fixed name="trees" stiffness="15" springlength="-.1 .1"><joint joint="c" coef="2"/><joint joint="e" coef="1"/></fixed>
    <spatial name="cable" stiffness="80" damping="2" springlength=".3"><site site="s1"/><site site="s3"/></spatial>
    <spatial name="pulled"><site site="s0"/><site site="s2"/></spatial>
  </tendon>`;

const actuators = `<actuator>
    <position joint="a" kp="200" kv="5"/><position joint="f" kp="50" dampratio="1" forcerange="-5 5"/>
    <velocity joint="c" kv="8"/><intvelocity joint="e" kp="20" actrange="-2 2"/>
    <position tendon="pulled" kp="30" kv="1"/><position site="s1" refsite="s3" kp="20" gear="1 0 .5 0 .2 0"/>
    <general joint="b" gaintype="affine" gainprm="3 -2 -1" biastype="affine" biasprm=".1 -4 -.3" ctrlrange="-.5 .5"/>
    <general joint="e" dyntype="filterexact" dynprm=".05" gainprm="5" biastype="affine" biasprm="0 -5 -1" actearly="true"/>
    <muscle tendon="pulled" lengthrange=".2 .8"/><damper joint="f" kv="2" ctrlrange="0 1"/>
    <pid joint="b" kp="12" ki="2" kv=".4"/><orientation joint="ball" kp="8" kv=".5"/>
    <dcmotor joint="a" motorconst=".5" resistance="2" controller="3 1 .2" input="pos vel"/>
    <dcmotor joint="e" motorconst=".5" resistance="2" inductance="0 .01" controller="2 0 .1" input="pos"
      thermal="3 0 6 .004 25 20"/>
    <motor joint="a" damping=".2" armature=".05"/><position joint="f" kp="9" delay=".01" nsample="4"/>
  </actuator>`;

const rows = `<equality><joint joint1="e" joint2="f" polycoef=".1 .5 0 0 0"/><connect body1="other" body2="left" anchor=".3 0 0"/>
    <weld body1="free" body2="base" active="false"/><tendon tendon1="chain" solref=".005 1"/></equality>`;

/** A model: options, what is added to the world and after it. */
function model(option: string, world = '', after = ''): string {
  return `<mujoco><option integrator="discrete" timestep=".01" ${option}/>
  <default><geom solref=".004 1" condim="4" friction=".8 .01 .001"/><joint solreflimit=".002 1"/></default>
  <worldbody>${bodies}${world}</worldbody>${tendons}${after}</mujoco>`;
}

const floor = `<geom type="plane" size="5 5 1" pos="0 0 .95"/>
  <body pos="1 0 1.08"><freejoint/><geom type="sphere" size=".06"/></body>
  <body pos="1.5 1 1"><freejoint/><geom type="box" size=".1 .1 .06"/></body>
  <body pos="1.5 1 1.11"><freejoint/><geom type="capsule" size=".05 .1" euler="0 90 0"/></body>`;

const limits = `<body pos="0 -1 1"><joint axis="0 1 0" range="-10 5" limited="true" frictionloss=".3" damping=".2"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>`;

export const discreteModels: readonly (readonly [name: string, xml: string])[] = [
  ['joints and tendons', model('')],
  ['actuators', model('', '', actuators)],
  ['contacts', model('', floor + limits, actuators)],
  ['equalities', model('', limits, rows)],
  ['everything in elliptic cones', model('cone="elliptic" impratio="3"', floor + limits, actuators + rows)],
  ['everything, sparse', model('jacobian="sparse"', floor + limits, actuators + rows)],
  ['sparse, elliptic', model('jacobian="sparse" cone="elliptic"', floor + limits, actuators + rows)],
  ['without islands', model('', `${floor}${limits}`, `<option><flag island="disable"/></option>${actuators}${rows}`)],
  ['conjugate gradients', model('solver="CG" iterations="500" tolerance="1e-12"', floor + limits, actuators + rows)],
  ['Gauss-Seidel', model('solver="PGS" iterations="30"', floor + limits, actuators)],
  ['Gauss-Seidel, sparse', model('solver="PGS" jacobian="sparse" iterations="30"', floor + limits, actuators)],
  ['noslip', model('noslip_iterations="5"', floor + limits, actuators)],
  ['noslip, elliptic', model('noslip_iterations="5" cone="elliptic"', floor + limits, actuators)],
  ['a fluid', model('density="100" viscosity=".1" wind="1 0 0"', floor, actuators)],
  [
    'an ellipsoid in a fluid',
    model(
      'density="100" viscosity=".1"',
      '<body pos="2 0 2"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/></body>',
      actuators,
    ),
  ],
  ['the exact diagonal', model('', floor + limits, `<option><flag diagexact="enable"/></option>${actuators}${rows}`)],
  ['no refsafe', model('', floor + limits, `<option><flag refsafe="disable"/></option>${actuators}${rows}`)],
  ['no warm start', model('', floor + limits, `<option><flag warmstart="disable"/></option>${actuators}${rows}`)],
  ['no springs', model('', floor, `<option><flag spring="disable"/></option>${actuators}`)],
  ['no dampers', model('', floor, `<option><flag damper="disable"/></option>${actuators}`)],
  [
    'neither, in a fluid',
    model('density="100"', floor, `<option><flag spring="disable" damper="disable"/></option>${actuators}`),
  ],
  ['no actuation', model('', floor, `<option><flag actuation="disable"/></option>${actuators}`)],
];
