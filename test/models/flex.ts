/** Small models with flexes, each about one kind. MuJoCo must compile them to the same values, and simulate the same motion. */

const within = (flex: string, pose: string, option: string): string =>
  `<mujoco><option ${option}/><worldbody><body name="b" ${pose}>${flex}</body></worldbody></mujoco>`;
const world = (flex: string, option = ''): string => within(flex, 'pos=".1 .2 1" euler="10 20 30"', option);
/** Elements that vanish at rest become rounding noise in a rotated flex: this one is not rotated. */
const upright = (flex: string): string => within(flex, 'pos=".1 .2 1"', '');
const still = '<contact contype="0" conaffinity="0" selfcollide="none"/>';
const comp = (attributes: string, inside = ''): string =>
  `<flexcomp name="f" radius=".001" ${attributes}>${still}${inside}</flexcomp>`;
const grid = (count: string, dim: number, more = ''): string =>
  `type="grid" count="${count}" spacing=".05 .06 .07" dim="${dim}" mass=".5" ${more}`;
const soft = '<elasticity young="1e3" poisson=".2" damping=".01"/>';
const shell = (kind: string): string =>
  `<elasticity young="1e4" poisson=".2" damping=".01" thickness=".01" elastic2d="${kind}"/>`;
const held = (kind: string): string => `<edge equality="${kind}" solref=".01 1"/>`;
const node = 'dof="trilinear"';
const square = 'element="0 1 2 0 2 3" dim="2" scale="1 2 1" point="0 0 0 .1 0 0 .1 .1 0 0 .1 0 .5 .5 .5"';
const tetrahedra = 'dim="3" element="0 1 2 3 1 2 3 4" point="0 0 0 .2 0 0 0 .3 0 0 0 .1 .2 .3 .1"';

export const flexModels: readonly (readonly [string, string])[] = [
  ['a chain of springs', world(comp(grid('5 1 1', 1), '<edge stiffness="20" damping=".3"/>'))],
  ['a chain of springs, implicit', world(comp(grid('5 1 1', 1), '<edge damping=".3"/>'), 'integrator="implicitfast"')],
  ['a circle of fixed lengths', world(comp('type="circle" count="9 1 1" spacing=".1 .1 .1" dim="1"', held('true')))],
  ['a cloth of fixed lengths', world(comp(grid('4 5 1', 2), held('true')))],
  ['a pinned cloth', world(comp(grid('4 5 1', 2), `${held('true')}<pin id="0 3"/><pin gridrange="3 0 3 2"/>`))],
  ['a surface of fixed metric', upright(comp(grid('4 4 1', 2), held('vert')))],
  ['a bending surface', world(comp(grid('4 4 1', 2), `${shell('bend')}<pin grid="0 0 0 3"/>`))],
  ['a stretching surface', world(comp(grid('4 4 1', 2), `${shell('stretch')}<pin id="0"/>`))],
  ['a bending and stretching surface', world(comp('type="disc" count="5 5 1" spacing=".05 .05 .05"', shell('both')))],
  ['a textured square', world(comp('type="square" count="3 4 1" spacing=".05 .05 .05" rgba="1 0 0 1" group="2"'))],
  ['a block', upright(comp(grid('3 3 3', 3), soft))],
  [
    'a block with radial sliders',
    upright(comp('type="ellipsoid" count="4 4 4" spacing=".05 .05 .05" dim="3" dof="radial"', soft)),
  ],
  ['an open box', world(comp('type="box" count="3 4 3" spacing=".05 .05 .05" dim="2"', held('true')))],
  ['a full cylinder', upright(comp('type="cylinder" count="4 4 3" spacing=".05 .05 .05" dim="3"', soft))],
  ['a cloth in its plane', world(comp(grid('3 3 1', 2, 'dof="2d"'), held('true')))],
  ['a rigid cloth', world(comp(grid('3 3 1', 2, 'rigid="true"')))],
  ['unused points', world(comp(`type="direct" ${square}`, held('true')))],
  ['a cell', world(comp(grid('3 3 3', 3, node), soft))],
  ['a pinned cell', world(comp(grid('2 2 2', 3, node), `${soft}<pin id="0 1"/>`))],
  ['a quadratic cell', world(comp(grid('3 3 3', 3, 'dof="quadratic"'), soft))],
  ['several cells', upright(comp(`type="direct" ${tetrahedra} ${node} cellcount="2 3 1" pos=".1 0 0"`, soft))],
  ['a cell without strain', world(comp(grid('3 3 3', 3, node), held('strain')))],
  ['a shell of cells', world(comp(grid('4 4 4', 3, `${node} cellcount="2 2 2"`), shell('both')))],
  ['a shell without strain', world(comp(grid('3 3 3', 3, node), `${held('strain')}${shell('bend')}`))],
  [
    'a flex of bodies, with a separate equality',
    `<mujoco><worldbody>
      <body name="a"><joint type="slide" axis="1 1 .5"/><geom size=".1"/></body>
      <body name="b" pos="1 0 0"><freejoint/><geom size=".1"/></body><body name="c" pos="0 1 0"/></worldbody>
     <deformable><flex name="f" dim="2" body="a b c" element="0 1 2" rgba="1 1 0 1" radius=".02">
       <contact contype="0" conaffinity="0"/><edge damping="1"/></flex></deformable>
     <equality><flex flex="f"/></equality></mujoco>`,
  ],
];

/** Skins, which only affect drawing. */
const metric =
  'solver="CG" integrator="implicitfast" timestep=".005" tolerance="1e-12" iterations="3000" jacobian="sparse"';
const cg = (flex: string, integrator = 'implicitfast'): string =>
  world(flex, metric.replace('implicitfast', integrator));
const passive = '<contact passive="true" selfcollide="none"/>';
const sheet = (name: string, pose: string, contact = passive): string =>
  `<flexcomp name="${name}" ${grid('4 4 1', 2)} radius=".02" ${pose}>${contact}${shell('both')}</flexcomp>`;
const onBall = (...flexes: string[]): string =>
  `<mujoco><option ${metric}/><worldbody><geom size=".2"/>${flexes.join('')}</worldbody></mujoco>`;

/** Flexes whose stiffness the CG solver integrates. */
export const metricModels: readonly (readonly [string, string])[] = [
  ['a bending surface', cg(comp(grid('4 4 1', 2), `${shell('bend')}<pin grid="0 0 0 3"/>`))],
  ['a stretching surface', cg(comp(grid('4 4 1', 2), `${shell('stretch')}<pin id="0"/>`), 'implicit')],
  ['a bending and stretching surface', cg(comp('type="disc" count="5 5 1" spacing=".05 .05 .05"', shell('both')))],
  ['a block', cg(comp(grid('3 3 3', 3), soft))],
  ['a block that bends with fixed lengths', cg(comp(grid('4 4 1', 2), `${shell('bend')}${held('true')}`))],
  ['a cell', cg(comp(grid('3 3 3', 3, node), soft))],
  ['a pinned cell', cg(comp(grid('2 2 2', 3, node), `${soft}<pin id="0 1"/>`), 'implicit')],
  ['a quadratic cell', cg(comp(grid('3 3 3', 3, 'dof="quadratic"'), soft))],
  [
    'a cell on a free body',
    cg(`<freejoint/><geom size=".1" mass="5"/>${comp(grid('3 3 3', 3, node), `${soft}<pin id="0 1"/>`)}`),
  ],
  ['passive contacts with a ball', onBall(sheet('f', 'pos="0 0 .215" euler="5 0 0"'))],
  [
    'passive contacts of two surfaces',
    onBall(sheet('f', 'pos="0 0 .3"', '<contact selfcollide="none"/>'), sheet('g', 'pos=".01 0 .335" euler="0 4 20"')),
  ],
];

export const skinModel = `<mujoco><asset><material name="m"/></asset><worldbody>
  <body name="a"><geom size=".1"/></body><body name="b" pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody>
  <deformable><skin name="s" material="m" inflate=".1" group="3" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" texcoord="0 0 1 0 0 1">
    <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .3 1"/>
    <bone body="b" bindpos="1 0 0" bindquat="2 1 0 0" vertid="1 2" vertweight=".7 .1"/></skin></deformable></mujoco>`;

const cloth = (pose: string, contact = 'selfcollide="none"', name = 'f', count = '5 5 1', dim = 2): string =>
  `<body name="${name}" ${pose}><flexcomp name="${name}" type="grid" count="${count}" spacing=".06 .06 .06" dim="${dim}"
    radius=".01" mass=".1"><contact ${contact}/><edge damping=".1"/></flexcomp></body>`;
const scene = (inside: string, asset = ''): string =>
  `<mujoco>${asset}<worldbody><geom type="plane" size="3 3 .1" pos="0 0 -.1"/>${inside}</worldbody></mujoco>`;
const moving = (geom: string): string => `<body pos=".01 .02 0"><freejoint/>${geom}</body>`;
const above = 'pos="0 0 .1" euler="5 3 0"';
const pyramid = '<asset><mesh name="m" vertex=".1 .1 0 -.1 .1 0 -.1 -.1 0 .1 -.1 0 0 0 .1"/></asset>';
const hills =
  '<asset><hfield name="h" nrow="4" ncol="4" size=".3 .3 .1 .1" elevation="0 1 0 .5 1 0 .3 0 0 .4 1 0 .2 0 .5 1"/></asset>';

/** Flexes in contact. */
export const flexContacts: readonly (readonly [string, string])[] = [
  ['a cloth on a plane', scene(cloth('pos="0 0 -.1" euler="4 0 0"'))],
  ['a cloth on a sphere', scene(cloth(above) + moving('<geom size=".1"/>'))],
  [
    'a cloth on a pile',
    scene(
      cloth('pos="0 0 -.05" euler="0 20 0"') +
        `<body pos=".15 0 0"><freejoint/><geom name="a" size=".1"/></body>${moving('<geom name="b" size=".1"/>')}`,
    ).replace('</mujoco>', '<contact><pair geom1="a" geom2="b" condim="1"/></contact></mujoco>'),
  ],
  ['a cloth on a box', scene(cloth(above) + moving('<geom type="box" size=".1 .08 .1"/>'))],
  ['a cloth on a capsule', scene(cloth(above) + moving('<geom type="capsule" size=".1 .1" euler="90 0 0"/>'))],
  ['a cloth on an ellipsoid', scene(cloth(above) + moving('<geom type="ellipsoid" size=".1 .2 .1"/>'))],
  ['a cloth on a cylinder', scene(cloth(above) + moving('<geom type="cylinder" size=".1 .2" euler="90 0 0"/>'))],
  ['a cloth on a mesh', scene(cloth(above) + moving('<geom type="mesh" mesh="m"/>'), pyramid)],
  ['a cloth on hills', scene(`${cloth(above)}<geom type="hfield" hfield="h"/>`, hills)],
  [
    'a chain on a box',
    scene(cloth(above, 'selfcollide="none"', 'f', '6 1 1', 1) + moving('<geom type="box" size=".2 .1 .1"/>')),
  ],
  ['a chain on a sphere', scene(cloth(above, 'selfcollide="none"', 'f', '6 1 1', 1) + moving('<geom size=".1"/>'))],
  [
    'a block on a box',
    scene(cloth(above, 'selfcollide="none"', 'f', '3 3 3', 3) + moving('<geom type="box" size=".2 .1 .1"/>')),
  ],
  [
    'a block with internal contacts',
    scene(cloth(above, 'internal="true" selfcollide="none"', 'f', '3 3 3', 3).replace('radius=".01"', 'radius=".028"')),
  ],
  [
    'a cloth with internal contacts',
    scene(cloth(above, 'internal="true" selfcollide="none"').replace('radius=".01"', 'radius=".028"')),
  ],
  [
    'a thick cloth in self-contact',
    scene(cloth(above, 'selfcollide="auto" friction="2"').replace('radius=".01"', 'radius=".03"')),
  ],
  [
    'a small cloth in self-contact at a few points',
    scene(cloth(above, 'selfcollide="auto"', 'f', '4 3 1').replace('radius=".01"', 'radius=".022"')),
  ],
  [
    'a block in self-contact',
    scene(
      cloth(above, 'selfcollide="narrow" activelayers="2"', 'f', '3 3 3', 3).replace('radius=".01"', 'radius=".03"'),
    ),
  ],
  [
    'two cloths',
    scene(cloth(above) + cloth('pos="0 0 .11" euler="0 6 0"', 'selfcollide="none" condim="6" priority="1"', 'g')),
  ],
  ['two chains', scene(cloth(above, '', 'f', '5 1 1', 1) + cloth('pos="0 0 .11" euler="0 6 80"', '', 'g', '5 1 1', 1))],
  [
    'a shell of cells on a box',
    scene(
      `<body name="f" pos="0 0 .15" euler="5 3 0"><flexcomp name="f" type="grid" count="4 4 4" spacing=".06 .06 .06" dim="3"
        radius=".01" mass=".1" dof="trilinear" cellcount="2 2 2"><contact selfcollide="none" condim="4"/>
        <elasticity young="1e3" poisson=".1" thickness=".01" elastic2d="stretch"/></flexcomp></body>${moving('<geom type="box" size=".2 .1 .1"/>')}`,
    ),
  ],
];
