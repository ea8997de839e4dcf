/** Models that must be rejected, one per rule of the grammar and of the compiler. */
export interface BadModel {
  rule: string;
  xml: string;
}

const world = (inside: string, rest = ''): string =>
  `<mujoco>\n<worldbody>\n${inside}\n</worldbody>\n${rest}\n</mujoco>`;
const hinge = '<body name="b"><joint name="j"/><geom name="g" size="1"/><site name="s"/></body>';
const two =
  '<body name="a"><joint name="ja"/><geom size="1"/></body><body name="b" pos="3 0 0"><joint name="jb"/><geom size="1"/></body>';

/** Rules of the grammar: elements, attributes, numbers, words. */
const grammar: BadModel[] = [
  { rule: 'the text is XML', xml: '<mujoco><worldbody></mujoco>' },
  { rule: 'the text is not empty', xml: '' },
  { rule: 'no text follows the root', xml: '<mujoco/>text' },
  { rule: 'declarations come first', xml: '<mujoco><?a?></mujoco>' },
  { rule: 'values are quoted', xml: '<mujoco model=a/>' },
  { rule: 'elements of a second worldbody are known', xml: '<mujoco><body><foo/></body></mujoco>' },
  { rule: 'attributes of a second worldbody are known', xml: '<mujoco><body foo="1"/></mujoco>' },
  {
    rule: 'attributes in a frame of a second worldbody are known',
    xml: '<mujoco><frame><geom foo="1"/></frame></mujoco>',
  },
  {
    rule: 'a body in a second worldbody has one inertia',
    xml: '<mujoco><body><inertial/><inertial/></body></mujoco>',
  },
  { rule: 'the root is mujoco', xml: '<robots/>' },
  { rule: 'elements are known', xml: '<mujoco>\n<worlbody/>\n</mujoco>' },
  { rule: 'elements are in valid places', xml: '<mujoco>\n<geom size="1"/>\n</mujoco>' },
  { rule: 'attributes are known', xml: world('<geom sise="1"/>') },
  { rule: 'attributes are given once', xml: world('<geom size="1" size="2"/>') },
  { rule: 'numbers are numbers', xml: world('<geom size="one"/>') },
  { rule: 'numbers are complete', xml: world('<geom size="1" pos="1 2"/>') },
  { rule: 'numbers are not too many', xml: world('<geom size="1" pos="1 2 3 4"/>') },
  { rule: 'integers are integers', xml: world('<geom size="1" condim="3.5"/>') },
  { rule: 'keywords are from their list', xml: world('<geom size="1" type="ball"/>') },
  { rule: 'flags are enable or disable', xml: '<mujoco>\n<option><flag contact="off"/></option>\n</mujoco>' },
  { rule: 'booleans are true or false', xml: '<mujoco>\n<compiler autolimits="yes"/>\n</mujoco>' },
  { rule: 'required attributes are given', xml: world(hinge, '<contact><exclude body1="b"/></contact>') },
  { rule: 'the angle unit is known', xml: '<mujoco>\n<compiler angle="grad"/>\n</mujoco>' },
  { rule: 'an euler sequence has three axes', xml: '<mujoco>\n<compiler eulerseq="xy"/>\n</mujoco>' },
  { rule: 'the world has no attributes of a body', xml: '<mujoco>\n<worldbody pos="0 0 1"/>\n</mujoco>' },
  {
    rule: 'default classes have names',
    xml: '<mujoco>\n<default>\n<default><geom size="1"/></default>\n</default>\n</mujoco>',
  },
  {
    rule: 'default classes are unique',
    xml: '<mujoco>\n<default><default class="a"/><default class="a"/></default>\n</mujoco>',
  },
  { rule: 'classes exist', xml: world('<geom class="missing" size="1"/>') },
  { rule: 'child classes exist', xml: world('<body childclass="missing"><geom size="1"/></body>') },
  { rule: 'included files exist', xml: '<mujoco>\n<include file="nowhere.xml"/>\n</mujoco>' },
  { rule: 'an orientation is given once', xml: world('<geom size="1" quat="1 0 0 0" euler="0 0 1"/>') },
];

/** Rules of elements in the tree. */
const tree: BadModel[] = [
  { rule: 'body names are unique', xml: world('<body name="a"/><body name="a"/>') },
  { rule: 'geom names are unique', xml: world('<geom name="a" size="1"/><geom name="a" size="1"/>') },
  { rule: 'sizes are positive', xml: world('<geom size="-1"/>') },
  { rule: 'a sphere has a size', xml: world('<geom type="sphere"/>') },
  { rule: 'a box has three sizes', xml: world('<geom type="box" size="1 1"/>') },
  { rule: 'fromto has a length', xml: world('<geom type="capsule" size="1" fromto="0 0 0 0 0 0"/>') },
  { rule: 'fromto is for long shapes', xml: world('<geom type="sphere" size="1" fromto="0 0 0 0 0 1"/>') },
  { rule: 'planes are static', xml: world('<body><joint/><geom type="plane" size="1 1 1"/><geom size="1"/></body>') },
  { rule: 'moving bodies have mass', xml: world('<body><joint/></body>') },
  {
    rule: 'moving bodies have inertia',
    xml: world('<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="0 0 0"/></body>'),
  },
  {
    rule: 'inertia obeys the triangle inequality',
    xml: world('<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 5"/></body>'),
  },
  {
    rule: 'inertia is positive definite',
    xml: world('<body><joint/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 2 2 2"/></body>'),
  },
  {
    rule: 'inertia is given in one form',
    xml: world('<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1" fullinertia="1 1 1 0 0 0"/></body>'),
  },
  {
    rule: 'mass is not negative',
    xml: world('<body><joint/><inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/></body>'),
  },
  {
    rule: 'free joints are at the top',
    xml: world('<body><geom size="1"/><body><freejoint/><geom size="1"/></body></body>'),
  },
  {
    rule: 'a free joint is the only joint of its body',
    xml: world('<body><freejoint/><joint/><geom size="1"/></body>'),
  },
  {
    rule: 'a ball follows no hinge',
    xml: world('<body><joint type="ball"/><joint type="ball"/><geom size="1"/></body>'),
  },
  { rule: 'the world has no joints', xml: world('<joint/>') },
  { rule: 'axes have a direction', xml: world('<body><joint axis="0 0 0"/><geom size="1"/></body>') },
  { rule: 'ranges are ordered', xml: world('<body><joint limited="true" range="1 -1"/><geom size="1"/></body>') },
  {
    rule: 'ball ranges start at zero',
    xml: world('<body><joint type="ball" limited="true" range="10 20"/><geom size="1"/></body>'),
  },
  {
    rule: 'mocap bodies are children of the world',
    xml: world('<body><geom size="1"/><body mocap="true"><geom size="1"/></body></body>'),
  },
  { rule: 'mocap bodies have no joints', xml: world('<body mocap="true"><joint/><geom size="1"/></body>') },
  {
    rule: 'only the first body of a tree has a sleep policy',
    xml: world('<body><joint/><geom size="1"/><body sleep="never"><joint/><geom size="1"/></body></body>'),
  },
  {
    rule: 'a body that moves with its parent has no sleep policy',
    xml: world('<body sleep="never"><joint/><geom size="1"/><body sleep="never"><geom size="1"/></body></body>'),
  },
  {
    rule: 'a body that cannot move has no sleep policy',
    xml: world('<body><joint/><geom size="1"/></body><body sleep="allowed"><geom size="1"/></body>'),
  },
  { rule: 'materials exist', xml: world('<geom size="1" material="gold"/>') },
  { rule: 'meshes exist', xml: world('<geom type="mesh" mesh="bunny"/>') },
  { rule: 'height fields exist', xml: world('<geom type="hfield" hfield="alps"/>') },
  { rule: 'condim is 1, 3, 4 or 6', xml: world('<geom size="1" condim="2"/>') },
  { rule: 'quaternions are not zero', xml: world('<geom size="1" quat="0 0 0 0"/>') },
  { rule: 'tracked bodies exist', xml: world('<camera mode="targetbody" target="missing"/>') },
  { rule: 'replicates have a count', xml: world('<replicate offset="1 0 0"><geom size="1"/></replicate>') },
];

/** Rules of connections between elements. */
const relations: BadModel[] = [
  { rule: 'pairs name geoms', xml: world(hinge, '<contact><pair geom1="g" geom2="missing"/></contact>') },
  { rule: 'excludes name bodies', xml: world(hinge, '<contact><exclude body1="b" body2="missing"/></contact>') },
  {
    rule: 'equalities name bodies',
    xml: world(hinge, '<equality><connect body1="missing" anchor="0 0 0"/></equality>'),
  },
  { rule: 'joint equalities name joints', xml: world(hinge, '<equality><joint joint1="missing"/></equality>') },
  {
    rule: 'joint equalities have scalar joints',
    xml: world(
      '<body><joint name="j" type="ball"/><geom size="1"/></body>',
      '<equality><joint joint1="j"/></equality>',
    ),
  },
  { rule: 'a connect has an anchor or sites', xml: world(two, '<equality><connect body1="a" body2="b"/></equality>') },
  { rule: 'tendons have paths', xml: world(hinge, '<tendon><spatial name="t"/></tendon>') },
  { rule: 'spatial tendons have two ends', xml: world(hinge, '<tendon><spatial><site site="s"/></spatial></tendon>') },
  {
    rule: 'tendon sites exist',
    xml: world(hinge, '<tendon><spatial><site site="s"/><site site="missing"/></spatial></tendon>'),
  },
  {
    rule: 'tendons wrap around spheres and cylinders',
    xml: world(
      `${hinge}<geom name="box" type="box" size="1 1 1"/><site name="t" pos="3 0 0"/>`,
      '<tendon><spatial><site site="s"/><geom geom="box"/><site site="t"/></spatial></tendon>',
    ),
  },
  { rule: 'actuators have a transmission', xml: world(hinge, '<actuator><motor/></actuator>') },
  { rule: 'actuated joints exist', xml: world(hinge, '<actuator><motor joint="missing"/></actuator>') },
  {
    rule: 'control ranges are ordered',
    xml: world(hinge, '<actuator><motor joint="j" ctrllimited="true" ctrlrange="1 -1"/></actuator>'),
  },
  {
    rule: 'muscles have force above zero or a scale',
    xml: world(hinge, '<actuator><muscle joint="j" timeconst="-1 1"/></actuator>'),
  },
  { rule: 'sensors name their object', xml: world(hinge, '<sensor><jointpos joint="missing"/></sensor>') },
  {
    rule: 'joint sensors have scalar joints',
    xml: world('<body><joint name="j" type="ball"/><geom size="1"/></body>', '<sensor><jointpos joint="j"/></sensor>'),
  },
  { rule: 'ball sensors have ball joints', xml: world(hinge, '<sensor><ballquat joint="j"/></sensor>') },
  { rule: 'sensor cutoffs are not negative', xml: world(hinge, '<sensor><jointpos joint="j" cutoff="-1"/></sensor>') },
  { rule: 'keyframes fit the model', xml: world(hinge, '<keyframe><key qpos="1 2"/></keyframe>') },
  {
    rule: 'tuples name elements',
    xml: world(hinge, '<custom><tuple name="t"><element objtype="body" objname="missing"/></tuple></custom>'),
  },
  { rule: 'custom numbers fit their size', xml: world(hinge, '<custom><numeric name="n" size="0"/></custom>') },
];

/** Rules of assets. */
const assets: BadModel[] = [
  { rule: 'mesh files exist', xml: '<mujoco>\n<asset><mesh name="m" file="nowhere.obj"/></asset>\n</mujoco>' },
  { rule: 'meshes have vertices', xml: '<mujoco>\n<asset><mesh name="m"/></asset>\n</mujoco>' },
  {
    rule: 'mesh vertices have three coordinates',
    xml: '<mujoco>\n<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0"/></asset>\n</mujoco>',
  },
  {
    rule: 'mesh faces name vertices',
    xml: world(
      '<geom type="mesh" mesh="m"/>',
      '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 9"/></asset>',
    ),
  },
  {
    rule: 'meshes have volume',
    xml: world(
      '<body><freejoint/><geom type="mesh" mesh="m"/></body>',
      '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset>',
    ),
  },
  { rule: 'mesh formats are known', xml: '<mujoco>\n<asset><mesh name="m" file="m.xyz"/></asset>\n</mujoco>' },
  {
    rule: 'height fields have rows and columns',
    xml: '<mujoco>\n<asset><hfield name="h" size="1 1 1 1"/></asset>\n</mujoco>',
  },
  {
    rule: 'height fields have size',
    xml: '<mujoco>\n<asset><hfield name="h" nrow="2" ncol="2" size="0 1 1 1"/></asset>\n</mujoco>',
  },
  {
    rule: 'elevations fill their field',
    xml: '<mujoco>\n<asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="1 2 3"/></asset>\n</mujoco>',
  },
  { rule: 'textures have a source', xml: '<mujoco>\n<asset><texture name="t" type="2d"/></asset>\n</mujoco>' },
  {
    rule: 'built-in textures have a size',
    xml: '<mujoco>\n<asset><texture name="t" type="2d" builtin="checker"/></asset>\n</mujoco>',
  },
  {
    rule: 'materials name textures',
    xml: '<mujoco>\n<asset><material name="m" texture="nowhere"/></asset>\n</mujoco>',
  },
  {
    rule: 'assets have unique names',
    xml: '<mujoco>\n<asset><material name="m"/><material name="m"/></asset>\n</mujoco>',
  },
];

const flexcomp = (attributes: string, inside = ''): string =>
  world(`<flexcomp name="f" radius=".001" spacing=".1 .1 .1" ${attributes}>${inside}</flexcomp>`);
const triangle = 'body="a b c" element="0 1 2"';
const three = '<body name="a"/><body name="b" pos="1 0 0"/><body name="c" pos="0 1 0"/>';
const flex = (attributes: string, inside = ''): string =>
  world(three, `<deformable><flex name="f" ${attributes}>${inside}</flex></deformable>`);
const bone = (vertices: string, body = 'a'): string =>
  `<bone body="${body}" bindpos="0 0 0" bindquat="1 0 0 0" ${vertices}/>`;
const skin = (attributes: string, inside: string): string =>
  world(three, `<deformable><skin ${attributes}>${inside}</skin></deformable>`);
const face = 'vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"';

/** Flexes and skins. */
const deformables: BadModel[] = [
  { rule: 'a flexcomp is in a named body', xml: world('<body><flexcomp name="f"/></body>') },
  { rule: 'a flexcomp has a name', xml: world('<flexcomp/>') },
  { rule: 'flexcomps have 1 to 3 dimensions', xml: flexcomp('dim="4"') },
  { rule: 'flexcomps have points', xml: flexcomp('count="0 1 1"') },
  { rule: 'points of a flexcomp do not overlap', xml: flexcomp('radius=".2"') },
  { rule: 'flexcomps have mass', xml: flexcomp('mass="0"') },
  { rule: 'grids have elements', xml: flexcomp('count="1 1 1" dim="2"') },
  { rule: 'pins name points', xml: flexcomp('count="3 3 1" dim="2"', '<pin id="9"/>') },
  { rule: 'pins have ranges of two', xml: flexcomp('count="3 3 1" dim="2"', '<pin range="1"/>') },
  { rule: 'pins name grid points', xml: flexcomp('count="3 3 1" dim="2"', '<pin grid="0 3"/>') },
  { rule: 'lines have no grid points', xml: flexcomp('count="3 1 1" dim="1"', '<pin grid="0"/>') },
  { rule: 'direct flexcomps have elements', xml: flexcomp('type="direct" point="0 0 0"') },
  {
    rule: 'elements name points',
    xml: flexcomp('type="direct" dim="1" point="0 0 0 1 0 0" element="0 2"'),
  },
  { rule: 'flexcomps of meshes have a file', xml: flexcomp('type="mesh" dim="2"') },
  {
    rule: 'constraints and elasticity are not combined',
    xml: flexcomp('count="3 3 1" dim="2"', '<edge equality="true"/><elasticity young="1"/>'),
  },
  { rule: 'volumes from a mesh have an origin', xml: flexcomp('type="mesh" dim="3" file="a.stl"') },
  { rule: 'a flex names bodies', xml: flex('body="a b x" element="0 1 2"') },
  { rule: 'elements have vertices', xml: flex('body="a b c" element="0 1"') },
  { rule: 'elements name vertices', xml: flex('body="a b c" element="0 1 3"') },
  { rule: 'elements have different vertices', xml: flex('body="a b c" element="0 1 1"') },
  { rule: 'only lines have stiff edges', xml: flex(triangle, '<edge stiffness="1"/>') },
  { rule: 'shells have a thickness', xml: flex(triangle, '<elasticity young="1" elastic2d="bend"/>') },
  { rule: 'the Poisson ratio is below 0.5', xml: flex(triangle, '<elasticity young="1" poisson=".5"/>') },
  { rule: 'equalities name flexes', xml: world(three, '<equality><flex flex="x"/></equality>') },
  { rule: 'skins have data', xml: skin('', bone('vertid="0" vertweight="1"')) },
  { rule: 'all vertices of a skin have weight', xml: skin(face, bone('vertid="0 1" vertweight="1 1"')) },
  { rule: 'bones name bodies', xml: skin(face, bone('vertid="0 1 2" vertweight="1 1 1"', 'x')) },
  { rule: 'bones name vertices', xml: skin(face, bone('vertid="0 1 3" vertweight="1 1 1"')) },
  { rule: 'bones have a weight per vertex', xml: skin(face, bone('vertid="0 1 2" vertweight="1 1"')) },
];

export const badModels: readonly BadModel[] = [...grammar, ...tree, ...relations, ...assets, ...deformables];
