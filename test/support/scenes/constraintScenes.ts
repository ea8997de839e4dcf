/** Small scenes for constraints and solvers, named by the rows that they create. */

const head = (option = '') => `<mujoco><option ${option}/>`;

const boxes = (option: string, condim: number, n = 3) => `${head(option)}
  <default><geom condim="${condim}" friction="0.8 0.02 0.01"/></default>
  <worldbody><geom type="plane" size="5 5 1"/>
  ${Array.from({ length: n }, (_, i) => `<body pos="${0.02 * i} ${0.013 * i} ${0.098 + 0.198 * i}" euler="0 0 ${7 * i}"><freejoint/><geom type="box" size=".1 .12 .1" mass="${1 + i}"/></body>`).join('\n')}
  <body pos="1 0 .09"><freejoint/><geom type="capsule" size=".1 .2" euler="0 90 0"/></body>
  <body pos="2 0 .08"><freejoint/><geom type="sphere" size=".1"/></body>
  </worldbody></mujoco>`;

const chain = (option: string, extra = '') => `${head(option)}
  <worldbody>
    <body name="a" pos="0 0 1"><joint name="j0" type="hinge" axis="0 1 0" limited="true" range="-20 20" frictionloss="0.4"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="sa" pos=".1 .02 0"/>
      <body name="b" pos=".3 0 0"><joint name="j1" type="slide" axis="1 0 0" limited="true" range="-.05 .05" margin="0.02" frictionloss="0.3"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="sb" pos=".1 0 .03"/>
        <body name="c" pos=".3 0 0"><joint name="j2" type="ball" limited="true" range="0 25" margin="0.05"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="sc" pos=".2 0 0" euler="10 20 30"/></body>
      </body>
    </body>
    <body name="d" pos="0 1 1"><joint name="j3" type="hinge" axis="0 0 1" pos="0 .1 0"/><joint name="j4" type="hinge" axis="1 0 0"/>
      <geom type="box" size=".1 .2 .05"/><site name="sd" pos=".1 0 0" euler="40 10 0"/></body>
    <body name="e" pos=".7 1 1"><freejoint/><geom name="ge" type="box" size=".1 .1 .1"/><site name="se" pos="0 .1 0"/></body>
    <body name="f" pos=".7 1.4 1"><freejoint/><geom name="gf" type="box" size=".1 .1 .1"/><site name="sf" pos="0 -.1 0"/></body>
  </worldbody>
  <tendon>
    <fixed name="t0" limited="true" range="-.1 .1" frictionloss="0.2" margin=".01"><joint joint="j0" coef="1"/><joint joint="j1" coef="2"/></fixed>
    <fixed name="t1" frictionloss="0.1"><joint joint="j3" coef="1"/><joint joint="j4" coef="-.5"/></fixed>
    <spatial name="t2" limited="true" range="0 .9"><site site="sa"/><site site="sd"/></spatial>
    <spatial name="t3" limited="true" range="0 .1"><site site="se"/><site site="sf"/></spatial>
  </tendon>
  ${extra}</mujoco>`;

const equalities = `<equality>
  <connect body1="a" body2="d" anchor=".1 .2 .3"/>
  <connect site1="sb" site2="se"/>
  <weld body1="e" body2="f" torquescale="0.7"/>
  <weld site1="sc" site2="sf" solref="0.05 0.9" solimp="0.8 0.95 0.01 0.4 3"/>
  <weld body1="d" anchor=".1 .1 .1"/>
  <joint joint1="j0" joint2="j3" polycoef=".1 .5 .3 .2 .1"/>
  <joint joint1="j4" polycoef=".1"/>
  <tendon tendon1="t0" tendon2="t1" polycoef="0 .4 .3 0 0"/>
  <tendon tendon1="t2" solref="-300 -20"/>
  </equality>`;

/** A small figure of a torso with legs and arms, falling on the floor. */
const figure = (option: string) => `${head(option)}
  <default><geom condim="3" friction="1 .05 .05"/><joint limited="true" damping="0.5" armature="0.01" frictionloss="0.05"/></default>
  <worldbody><geom type="plane" size="5 5 1"/>
  <body name="torso" pos="0 0 .55"><freejoint/><geom type="capsule" fromto="0 -.08 0 0 .08 0" size=".07"/><geom type="sphere" pos="0 0 .2" size=".09"/>
  ${[-1, 1]
    .map(
      (
        s,
      ) => `<body pos="0 ${0.1 * s} -.05"><joint type="hinge" axis="1 0 0" range="-25 25"/><joint type="hinge" axis="0 1 0" range="-60 10"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.2" size=".05"/>
    <body pos="0 0 -.22"><joint type="hinge" axis="0 1 0" range="0 120"/><geom type="capsule" fromto="0 0 0 0 0 -.2" size=".04"/>
      <body pos="0 0 -.22"><joint type="hinge" axis="0 1 0" range="-30 30"/><geom type="box" size=".08 .04 .02" pos=".03 0 -.02"/></body></body></body>
    <body pos="0 ${0.17 * s} .05"><joint type="ball" range="0 80"/><geom type="capsule" fromto="0 0 0 .1 0 -.15" size=".035"/>
      <body pos=".1 0 -.15"><joint type="hinge" axis="0 1 0" range="-90 20"/><geom type="capsule" fromto="0 0 0 .12 0 0" size=".03"/></body></body>`,
    )
    .join('\n')}
  </body>
  <body pos=".1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody></mujoco>`;

/** Contact parameters: conveyor, adhesion, margin, gap, impratio, direct solref, friction reference. */
const surfaces = (option: string) => `${head(`impratio="3" ${option}`)}
  <worldbody><geom type="plane" size="5 5 1" surfacevel="1 .2 0 0 0 .3"/>
  <body pos="0 0 .101"><freejoint/><geom type="box" size=".1 .1 .1" margin=".01" gap=".002" solref="-2000 -100"/></body>
  <body pos="1 0 .098"><freejoint/><geom type="box" size=".1 .1 .1" condim="4" surfacevel="0 1 0 0 0 0"/></body>
  <body pos="2 0 .099"><freejoint/><geom type="sphere" size=".1" condim="6" adhesion="5" solimp=".7 .97 .003 .6 2.5"/></body>
  <body pos="3 0 .099"><freejoint/><geom type="sphere" size=".1" condim="1"/></body>
  </worldbody></mujoco>`;

/** Scene text by name; `option` are attributes of its `<option>`. */
export const scenes: Record<string, (option?: string) => string> = {
  'limits and friction loss': (o = '') => chain(o),
  equalities: (o = '') => chain(o, equalities),
  'boxes condim 1': (o = '') => boxes(o, 1),
  'boxes condim 3': (o = '') => boxes(o, 3),
  'boxes condim 4': (o = '') => boxes(o, 4),
  'boxes condim 6': (o = '') => boxes(o, 6),
  figure: (o = '') => figure(o),
  surfaces: (o = '') => surfaces(o),
  'many boxes': (o = '') => boxes(o, 3, 11),
};
