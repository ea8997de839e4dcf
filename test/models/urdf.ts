/** Robots in URDF, each about one feature: loaded by both engines and compared field by field. */

import type { Files } from '../support/oracle/oracle.ts';

export interface Robot {
  claim: string;
  urdf: string;
  files?: Files;
}

const robot = (contents: string, settings = '') =>
  `<robot name="r">${settings === '' ? '' : `<mujoco>${settings}</mujoco>`}${contents}</robot>`;
const shape = (kind: string, geometry: string, rest = '') =>
  `<${kind}>${rest}<geometry>${geometry}</geometry></${kind}>`;
const BOX = shape('collision', '<box size=".2 .4 .6"/>');
const link = (name: string, contents = BOX) => `<link name="${name}">${contents}</link>`;
const joint = (type: string, parent: string, child: string, contents = '') =>
  `<joint name="${parent}_${child}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${contents}</joint>`;
const INERTIAL = `<inertial><origin xyz=".1 .2 .3"/><mass value="2"/>
  <inertia ixx=".02" iyy=".03" izz=".04" ixy=".001" ixz="-.002" iyz=".003"/></inertial>`;
const arm = (type: string, contents = '') =>
  robot(link('base') + link('arm') + joint(type, 'base', 'arm', `<origin xyz="0 0 1" rpy=".1 .2 .3"/>${contents}`));
const KEEP = '<compiler fusestatic="false"/>';
const SEEN = '<compiler discardvisual="false" fusestatic="false"/>';

/** A tetrahedron, as text. */
const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const meshes = (...files: string[]) =>
  robot(link('a', files.map((attributes) => shape('collision', `<mesh ${attributes}/>`)).join('')), KEEP);

export const robots: readonly Robot[] = [
  { claim: 'a single link is fused with the world', urdf: robot(link('a')) },
  { claim: 'a single link stays a body without fusestatic', urdf: robot(link('a'), KEEP) },
  { claim: 'a robot without a name', urdf: `<robot>${link('a')}</robot>` },
  { claim: 'a robot with an empty name', urdf: `<robot name="">${link('a')}</robot>` },
  {
    claim: 'revolute',
    urdf: arm('revolute', '<axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="5"/>'),
  },
  { claim: 'revolute about the default x axis', urdf: arm('revolute') },
  { claim: 'an axis that is not of length 1', urdf: arm('revolute', '<axis xyz="1 2 -2"/>') },
  { claim: 'continuous', urdf: arm('continuous', '<axis xyz="0 0 1"/><limit effort="-7" velocity="1"/>') },
  { claim: 'prismatic', urdf: arm('prismatic', '<axis xyz="0 0 1"/><limit lower="0" upper="0.5"/>') },
  {
    claim: 'planar is two slides and a hinge',
    urdf: arm('planar', '<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="3"/>'),
  },
  { claim: 'planar about z', urdf: arm('planar', '<axis xyz="0 0 1"/><dynamics damping=".3" friction=".2"/>') },
  { claim: 'planar about an oblique axis', urdf: arm('planar', '<axis xyz="1 2 3"/>') },
  { claim: 'spherical', urdf: arm('spherical', '<dynamics damping=".1"/>') },
  { claim: 'fixed, fused', urdf: arm('fixed') },
  {
    claim: 'fixed, kept',
    urdf: robot(link('base') + link('arm') + joint('fixed', 'base', 'arm', '<origin xyz="1 0 0" rpy="0 0 1"/>'), KEEP),
  },
  {
    claim: 'floating in the world, by a link named world',
    urdf: robot(link('world', '') + link('a') + joint('floating', 'world', 'a', '<origin xyz="1 2 3" rpy="1 0 0"/>')),
  },
  {
    claim: 'geoms of the link named world',
    urdf: robot(link('world', BOX) + link('a') + joint('revolute', 'world', 'a')),
  },
  { claim: 'a range with only one end', urdf: arm('revolute', '<limit lower="-1" effort="2"/>') },
  { claim: 'a reversed range', urdf: arm('revolute', '<limit lower="1" upper="-1"/>') },
  { claim: 'an empty range', urdf: arm('revolute', '<limit lower="0" upper="0"/>') },
  { claim: 'damping and friction', urdf: arm('revolute', '<dynamics damping="1.5" friction=".25"/>') },
  { claim: 'mimic is ignored', urdf: arm('revolute', '<mimic joint="other" multiplier="2" offset="1"/>') },
  {
    claim: 'safety, calibration and unknown elements are ignored',
    urdf: arm('revolute', '<safety_controller k_velocity="1"/><calibration rising="0"/><odd/>'),
  },
  {
    claim: 'explicit inertia',
    urdf: robot(link('base') + link('arm', INERTIAL + BOX) + joint('revolute', 'base', 'arm')),
  },
  {
    claim: 'inertia with a rotated frame',
    urdf: robot(
      link('base') +
        link('arm', INERTIAL.replace('xyz=".1 .2 .3"', 'xyz=".1 .2 .3" rpy=".4 .5 .6"')) +
        joint('revolute', 'base', 'arm'),
    ),
  },
  {
    claim: 'zero inertia, repaired by bounds',
    urdf: robot(
      link('base') +
        link(
          'arm',
          '<inertial><origin rpy="1 0 0"/><mass value="0"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>',
        ) +
        joint('revolute', 'base', 'arm'),
      '<compiler boundmass=".01" boundinertia=".001"/>',
    ),
  },
  {
    claim: 'invalid inertia, balanced',
    urdf: robot(
      link('base') +
        link(
          'arm',
          '<inertial><mass value="1"/><inertia ixx="1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial>',
        ) +
        joint('revolute', 'base', 'arm'),
      '<compiler balanceinertia="true"/>',
    ),
  },
  {
    claim: 'inertia from geoms on request',
    urdf: robot(
      link('base') + link('arm', INERTIAL + BOX) + joint('revolute', 'base', 'arm'),
      '<compiler inertiafromgeom="true"/>',
    ),
  },
  {
    claim: 'leaf links without inertia are fused',
    urdf: robot(
      link('base') +
        link('flange', '') +
        link('tool', INERTIAL) +
        joint('revolute', 'base', 'flange') +
        joint('fixed', 'flange', 'tool', '<origin xyz="0 0 .1" rpy="0 1 0"/>'),
    ),
  },
  {
    claim: 'all shapes',
    urdf: robot(
      link(
        'a',
        [
          '<box size="1 2 3"/>',
          '<cylinder radius=".1" length=".5"/>',
          '<sphere radius=".2"/>',
          '<capsule radius=".1" length=".4"/>',
        ]
          .map((geometry, i) => shape('collision', geometry, `<origin xyz="${i} 0 0" rpy="0 ${i} ${-i}"/>`))
          .join(''),
      ),
      KEEP,
    ),
  },
  {
    claim: 'visuals are dropped, and their color applies to later geoms',
    urdf: robot(
      link(
        'a',
        shape('visual', '<sphere radius=".3"/>', '<material name="red"><color rgba="1 0 0 .5"/></material>') + BOX,
      ),
      KEEP,
    ),
  },
  {
    claim: 'visuals are kept on request',
    urdf: robot(
      link(
        'a',
        BOX +
          shape(
            'visual',
            '<sphere radius=".3"/>',
            '<origin xyz="1 1 1"/><material name="red"><color rgba="1 0 0 1"/></material>',
          ) +
          BOX,
      ),
      SEEN,
    ),
  },
  {
    claim: 'materials are found by name anywhere in the file; textures are ignored',
    urdf: robot(
      link(
        'a',
        shape('visual', '<sphere radius=".3"/>', '<material name="late"/>') +
          shape('visual', '<sphere radius=".3"/>', '<material name="picture"/>'),
      ) +
        link(
          'b',
          shape('visual', '<sphere radius=".1"/>', '<material name="late"><color rgba="0 1 0 1"/></material>'),
        ) +
        '<material name="picture"><texture filename="p.png"/></material><material name="late"><color rgba="0 0 1 1"/></material>',
      SEEN,
    ),
  },
  {
    claim: 'geoms with names; a duplicate name is dropped',
    urdf: robot(
      link(
        'a',
        `<visual name="n"><geometry><sphere radius="1"/></geometry></visual><collision name="n"><geometry><box size="1 1 1"/></geometry></collision><collision name="m"><geometry><box size="1 1 1"/></geometry></collision><collision><geometry><box size="1 1 1"/></geometry></collision>`,
      ),
      SEEN,
    ),
  },
  { claim: 'a mesh', urdf: meshes('filename="m.obj"'), files: { 'm.obj': OBJ } },
  { claim: 'a mesh in a folder', urdf: meshes('filename="parts/arm/m.obj"'), files: { 'parts/arm/m.obj': OBJ } },
  {
    claim: 'a mesh of a package, by its URL',
    urdf: meshes('filename="package://robot/meshes/m.obj"'),
    files: { 'package://robot/meshes/m.obj': OBJ },
  },
  {
    claim: 'a mesh of a package, without its path',
    urdf: meshes('filename="package://robot/meshes/m.obj"').replace('<compiler', '<compiler strippath="true"'),
    files: { 'm.obj': OBJ },
  },
  {
    claim: 'a mesh in meshdir',
    urdf: meshes('filename="m.obj"').replace('<compiler', '<compiler meshdir="assets"'),
    files: { 'assets/m.obj': OBJ },
  },
  {
    claim: 'a mesh that is used twice is loaded once',
    urdf: meshes('filename="m.obj"', 'filename="m.obj"'),
    files: { 'm.obj': OBJ },
  },
  {
    claim: 'a mesh with two scales is loaded twice',
    urdf: meshes('filename="m.obj"', 'filename="m.obj" scale="2 2 2"', 'filename="m.obj" scale="1 -1 1"'),
    files: { 'm.obj': OBJ },
  },
  {
    claim: 'a scale that is reused',
    urdf: meshes('filename="m.obj"', 'filename="m.obj" scale="2 2 2"', 'filename="m.obj" scale="2 2 2"'),
    files: { 'm.obj': OBJ },
  },
  {
    claim: 'meshes of the same name in two folders are one mesh',
    urdf: meshes('filename="a/m.obj"', 'filename="b/m.obj"'),
    files: { 'a/m.obj': OBJ, 'b/m.obj': OBJ.replace('3', '5') },
  },
  {
    claim: 'options and sizes',
    urdf: robot(
      link('base') + link('arm') + joint('revolute', 'base', 'arm'),
      '<option timestep=".001" gravity="0 0 -1" integrator="implicitfast"><flag contact="disable"/></option><size nuserdata="3" memory="1M"/>',
    ),
  },
  {
    claim: 'angles are in radians whatever the settings say',
    urdf: arm('revolute', '<limit lower="-1" upper="1"/>').replace(
      '<link',
      '<mujoco><compiler angle="degree" eulerseq="zyx"/></mujoco><link',
    ),
  },
  {
    claim: 'unknown settings are ignored',
    urdf: robot(link('a'), '<compiler fusestatic="false" fusestatick="true"><odd/></compiler><visual/><default/>'),
  },
  {
    claim: 'joints may precede links, children may precede parents, and there may be several roots',
    urdf: robot(
      joint('revolute', 'b', 'a') + link('a') + joint('prismatic', 'c', 'b') + link('b') + link('c') + link('d'),
      KEEP,
    ),
  },
  {
    claim: 'a tree: the order of joints is the order of children',
    urdf: robot(
      ['base', 'l1', 'l2', 'r1', 'r2'].map((name) => link(name)).join('') +
        joint('revolute', 'base', 'r1') +
        joint('revolute', 'base', 'l1') +
        joint('revolute', 'l1', 'l2') +
        joint('revolute', 'r1', 'r2'),
    ),
  },
  { claim: 'the root in upper case', urdf: robot(link('a')).replaceAll('robot', 'ROBOT') },
  {
    claim: 'transmissions and gazebo are ignored',
    urdf: robot(`${link('a')}<transmission name="t"><joint name="x"/></transmission><gazebo reference="a"/>`),
  },
];

export interface BadRobot {
  claim: string;
  urdf: string;
  /** location, and part of the message */
  says: string;
}

export const badRobots: readonly BadRobot[] = [
  { claim: 'a link without a name', urdf: '<robot>\n  <link/>\n</robot>', says: '2:3 <link> name: required' },
  {
    claim: 'two links with one name',
    urdf: `<robot>${link('a', '')}\n${link('a', '')}</robot>`,
    says: '2:7 <link> name: duplicate',
  },
  {
    claim: 'a joint without a type',
    urdf: robot(`${link('a')}${link('b')}\n${joint('revolute', 'a', 'b').replace('type="revolute"', '')}`),
    says: '2:1 <joint> type: required',
  },
  {
    claim: 'an unknown joint type',
    urdf: robot(`${link('a')}${link('b')}\n${joint('revolut', 'a', 'b')}`),
    says: "2:19 <joint> type: expected one of revolute, continuous, prismatic, fixed, floating, planar, spherical, found 'revolut' (did you mean 'revolute'?)",
  },
  {
    claim: 'a joint without parent',
    urdf: robot(`${link('a')}\n<joint name="j" type="fixed"><child link="a"/></joint>`),
    says: '2:1 <joint> expected a child <parent>, found none',
  },
  {
    claim: 'a joint to an unknown link',
    urdf: robot(`${link('a')}\n${joint('fixed', 'a', 'b')}`),
    says: "2:1 <joint> unknown link 'b'",
  },
  {
    claim: 'a joint to a link without a name',
    urdf: robot(`${link('a')}\n${joint('fixed', 'a', '')}`),
    says: "2:1 <joint> unknown link ''",
  },
  {
    claim: 'a link with two parents',
    urdf: robot(`${link('a')}${link('b')}${link('c')}${joint('fixed', 'a', 'c')}\n${joint('fixed', 'b', 'c')}`),
    says: "2:1 <joint> link 'c' has more than one parent",
  },
  {
    claim: 'links in a loop',
    urdf: robot(`\n${link('a')}${link('b')}${joint('fixed', 'a', 'b')}${joint('fixed', 'b', 'a')}`),
    says: "2:7 <link> name: link 'a' is its own ancestor",
  },
  {
    claim: 'an inertial without mass',
    urdf: robot(`\n${link('a', '<inertial><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>')}`),
    says: '<inertial> expected a child <mass>, found none',
  },
  {
    claim: 'an inertia without a component',
    urdf: robot(
      link('a', '<inertial><mass value="1"/>\n<inertia ixx="1" iyy="1" ixy="0" ixz="0" iyz="0"/></inertial>'),
    ),
    says: '2:1 <inertia> izz: required',
  },
  {
    claim: 'a collision without geometry',
    urdf: robot(link('a', '\n<collision/>')),
    says: '2:1 <collision> expected a child <geometry>, found none',
  },
  {
    claim: 'a geometry without shape',
    urdf: robot(link('a', shape('collision', '\n<cone/>'))),
    says: '<geometry> expected a child <box>, <cylinder>',
  },
  {
    claim: 'too few numbers',
    urdf: robot(link('a', shape('collision', '\n<box size="1 2"/>'))),
    says: '2:6 <box> size: expected 3 numbers, found 2',
  },
  {
    claim: 'a word in place of a number',
    urdf: robot(link('a', shape('collision', '\n<sphere radius="x"/>'))),
    says: '2:9 <sphere> radius:',
  },
  {
    claim: 'a negative size',
    urdf: robot(link('a', shape('collision', '\n<sphere radius="-1"/>'))),
    says: '2:1 <sphere> size',
  },
  {
    claim: 'a duplicate element',
    urdf: robot(link('a', `${INERTIAL}\n${INERTIAL}`)),
    says: '<inertial> only one is allowed',
  },
  {
    claim: 'a moving body without mass',
    urdf: robot(`${link('a')}\n${link('b', '')}${joint('revolute', 'a', 'b')}`),
    says: '2:1 <link>',
  },
  {
    claim: 'a floating link inside a moving one',
    urdf: robot(`${link('a')}${link('b')}${link('c')}${joint('revolute', 'a', 'b')}\n${joint('floating', 'b', 'c')}`),
    says: '2:',
  },
  {
    claim: 'a non-positive inertia',
    urdf: robot(
      link('a', '\n<inertial><mass value="1"/><inertia ixx="-1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'),
      KEEP,
    ),
    says: '2:1 <inertial>',
  },
  {
    claim: 'a missing mesh file',
    urdf: meshes('filename="package://robot/m.obj"'),
    says: '<mesh> filename: no such file',
  },
];
