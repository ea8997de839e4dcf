// needs: the compiled engine
import { expect, test } from 'vitest';
import { expectSame, expectSameModel, type Module, ours } from '../../../test/support/oracle/bothPackages.ts';

const EMPTY = '<mujoco><worldbody><body name="b" pos="0 0 1"/></worldbody></mujoco>';

/** Parameters of mjs_makeFlex after the name. */
const flexArguments = (changes: Record<string, unknown> = {}) =>
  Object.values({
    type: 'grid',
    dim: 2,
    dof: 'full',
    count: [3, 3, 1],
    cellcount: [-1, -1, -1],
    spacing: [0.1, 0.1, 0.1],
    scale: [1, 1, 1],
    radius: 0.01,
    mass: 2,
    inertiabox: 0.02,
    equality: 0,
    rigid: 0,
    flatskin: 1,
    elastic2d: 0,
    pos: [0, 0, 1],
    quat: [0.8, 0.6, 0, 0],
    origin: [Number.NaN, 0, 0],
    file: '',
    ...changes,
  });

const FLEXES: [string, Record<string, unknown>][] = [
  ['a rope', { dim: 1, count: [3, 1, 1] }],
  ['cloth', {}],
  ['a rigid cloth', { rigid: 1 }],
  ['cloth whose edges keep their length', { equality: 1 }],
  ['a block', { dim: 3, count: [3, 3, 3] }],
  ['a radial ball', { type: 'ellipsoid', dim: 3, dof: 'radial', count: [3, 3, 3] }],
  ['an unknown type', { type: 'none', dof: 'none' }],
];
test.each(FLEXES)('mjs_makeFlex creates %s as in the official package', (_claim, changes) => {
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const flex = mj.mjs_makeFlex(mj.mjs_findBody(spec, 'b'), 'f', ...flexArguments(changes), new mj.MjVFS());
    expect(mj.mjs_getName(flex.element)).toBe('f');
    flex.edgedamping = 5;
    return mj.mj_compile(spec);
  });
});

test('a failed flex stores an error in the spec', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const make = (changes: Record<string, unknown>) =>
      mj.mjs_makeFlex(mj.mjs_findBody(spec, 'b'), 'f', ...flexArguments(changes), new mj.MjVFS());
    return [make({ dim: 4 }), make({ spacing: [0, 0, 0] }), mj.mjs_getError(spec) !== ''];
  });
});

test('a flex is read from a file', () => {
  const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n';
  expectSameModel((mj) => {
    const vfs = new mj.MjVFS();
    vfs.addBuffer('square.obj', new TextEncoder().encode(obj));
    const spec = mj.parseXMLString(EMPTY, vfs);
    mj.mjs_makeFlex(mj.mjs_findBody(spec, 'b'), 'f', ...flexArguments({ type: 'mesh', file: 'square.obj' }), vfs);
    return mj.mj_compile(spec, vfs);
  });
});

function push(vector: Module, values: readonly (number | string)[]): void {
  for (const value of values) vector.push_back(value);
}

test('a flex is built from its vertices', () => {
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const body = mj.mjs_findBody(spec, 'b');
    mj.mjs_addFreeJoint(body);
    mj.mjs_addGeom(body, mj.mjs_getSpecDefault(spec)).size[0] = 0.1;
    const flex = mj.mjs_addFlex(spec);
    mj.mjs_setName(flex.element, 'sheet');
    push(flex.vertbody, ['b']);
    push(flex.vert, [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    push(flex.elem, [0, 1, 2, 1, 3, 2]);
    flex.radius = 0.02;
    return mj.mj_compile(spec);
  });
});

const BOTH = '<mujoco><worldbody><body name="b"/><body name="c" pos="1 0 0"/></worldbody></mujoco>';

function sleeve(mj: Module, spec: Module): Module {
  const skin = mj.mjs_addSkin(spec);
  mj.mjs_setName(skin.element, 'sleeve');
  skin.inflate = 0.01;
  skin.group = 2;
  skin.rgba[0] = 0.25;
  push(skin.vert, [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  push(skin.texcoord, [0, 0, 1, 0, 0, 1]);
  push(skin.face, [0, 1, 2]);
  push(skin.bodyname, ['b', 'c']);
  push(skin.bindpos, [0, 0, 0, 1, 0, 0]);
  push(skin.bindquat, [1, 0, 0, 0, 0, 1, 0, 0]);
  for (const [ids, weights] of [
    [
      [0, 1],
      [1, 0.5],
    ],
    [
      [1, 2],
      [0.5, 1],
    ],
  ]) {
    const [id, weight] = [new mj.mjIntVec(), new mj.mjFloatVec()];
    push(id, ids);
    push(weight, weights);
    skin.vertid.push_back(id);
    skin.vertweight.push_back(weight);
  }
  return skin;
}

test('a skin can be built over two bodies', () => {
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(BOTH);
    const skin = sleeve(mj, spec);
    expect([skin.vertid.size(), skin.vertid.get(1).get(0), skin.vertweight.get(0).get(1)]).toEqual([2, 1, 0.5]);
    return mj.mj_compile(spec);
  });
});

test('bones of a loaded skin are accessible and can be changed', () => {
  const text = BOTH.replace(
    '</mujoco>',
    `<deformable><skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>`,
  );
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(text);
    const skin = mj.mjs_asSkin(mj.mjs_firstElement(spec, mj.mjtObj.mjOBJ_SKIN));
    skin.bodyname.set(0, 'c');
    skin.bindpos.set(2, 0.5);
    return mj.mj_compile(spec);
  });
});

test('bones that do not match are rejected with the expected numbers', () => {
  const spec = ours.parseXMLString(BOTH);
  sleeve(ours, spec).bindpos.push_back(3);
  expect(() => ours.mj_compile(spec)).toThrow("skin 'sleeve' bindpos: expected 6 for 2 bodies, found 7");
  expect(ours.mjs_getError(spec)).toContain('expected 6');
});

test('a default class has a flex, which new ones do not inherit from', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const main = mj.mjs_getSpecDefault(spec);
    main.flex.radius = 0.5;
    return [mj.mjs_getSpecDefault(spec).flex.radius, mj.mjs_addFlex(spec).radius];
  });
});

test('faces of a mesh have separate texture coordinates, a distance field, and normals only with a file', () => {
  expectSameModel((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const mesh = mj.mjs_addMesh(spec, mj.mjs_getSpecDefault(spec));
    mj.mjs_setName(mesh.element, 'tetra');
    push(mesh.uservert, [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    push(mesh.userface, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    push(mesh.usernormal, [0, 0, -1, 0, -1, 0, -1, 0, 0, 0.6, 0.8, 0]);
    push(mesh.userfacenormal, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    push(mesh.usertexcoord, [0, 0, 1, 0, 0, 1]);
    push(mesh.userfacetexcoord, [0, 1, 2, 0, 1, 2, 0, 1, 2, 2, 1, 0]);
    mesh.needsdf = true;
    mesh.octree_maxdepth = 3;
    return mj.mj_compile(spec);
  });
});

// --- plugins: the official package has none, so only members can be compared ---

const pluginOf = ({ name, plugin_name, active, info }: Module) => [name, plugin_name, active, info];

test('members of plugins match those of the official package', () => {
  expectSame((mj) => {
    const spec = mj.parseXMLString(EMPTY);
    const { plugin } = mj.mjs_findBody(spec, 'b');
    const before = pluginOf(plugin);
    Object.assign(plugin, { active: true, plugin_name: 'some.plugin', name: 'one' });
    const instance = mj.mjs_addPlugin(spec);
    const fresh = pluginOf(instance);
    mj.mjs_setName(instance.element, 'other');
    plugin.element = instance.element;
    const after = [pluginOf(mj.mjs_findBody(spec, 'b').plugin), mj.mjs_getName(plugin.element), pluginOf(instance)];
    mj.mjs_defaultPlugin(plugin);
    const found = mj.mjs_firstElement(spec, mj.mjtObj.mjOBJ_PLUGIN);
    return [before, fresh, after, pluginOf(plugin), mj.mjs_asPlugin(found).name, mj.mjs_activatePlugin(spec, 'none')];
  });
});

const CABLE =
  '<mujoco><worldbody><body name="b"><joint type="ball"/><geom size=".1 .1" type="capsule"/></body></worldbody>';
const direct = (use: string, declared = '') =>
  `${CABLE.replace('<joint', `${use}<joint`)}<extension><plugin plugin="mujoco.elasticity.cable">${declared}</plugin></extension></mujoco>`;

test('a body uses its own plugin', () => {
  const spec = ours.parseXMLString(`${CABLE}</mujoco>`);
  expect(ours.mjs_activatePlugin(spec, 'mujoco.elasticity.cable')).toBe(0);
  const { plugin } = ours.mjs_findBody(spec, 'b');
  plugin.element = ours.mjs_addPlugin(spec).element;
  Object.assign(plugin, { active: true, plugin_name: 'mujoco.elasticity.cable' });
  const model = ours.mj_compile(spec);
  const wanted = ours.MjModel.from_xml_string(direct('<plugin plugin="mujoco.elasticity.cable"/>'));
  expect([model.nplugin, Array.from(model.body_plugin)]).toEqual([wanted.nplugin, Array.from(wanted.body_plugin)]);
  expect(model.nplugin).toBe(1);
});

test('a body uses a declared instance', () => {
  const spec = ours.parseXMLString(`${CABLE}</mujoco>`);
  ours.mjs_activatePlugin(spec, 'mujoco.elasticity.cable');
  const instance = ours.mjs_addPlugin(spec);
  Object.assign(instance, { name: 'one', plugin_name: 'mujoco.elasticity.cable' });
  Object.assign(ours.mjs_findBody(spec, 'b').plugin, { active: true, name: 'one' });
  const model = ours.mj_compile(spec);
  const wanted = ours.MjModel.from_xml_string(direct('<plugin instance="one"/>', '<instance name="one"/>'));
  expect(Array.from(model.body_plugin)).toEqual(Array.from(wanted.body_plugin));
  expect([model.nplugin, ours.mj_name2id(model, ours.mjtObj.mjOBJ_PLUGIN.value, 'one')]).toEqual([1, 0]);
});

test('a disabled plugin is missing in the model', () => {
  const spec = ours.parseXMLString(direct('<plugin plugin="mujoco.elasticity.cable"/>'));
  const { plugin } = ours.mjs_findBody(spec, 'b');
  expect(pluginOf(plugin).slice(0, 3)).toEqual(['', 'mujoco.elasticity.cable', true]);
  plugin.active = false;
  expect(ours.mj_compile(spec).nplugin).toBe(0);
});

test('user values of elements can be deleted', () => {
  expectSame((mj) => mj.mjs_deleteUserValue(mj.mjs_findBody(mj.parseXMLString(EMPTY), 'b').element, 'any'));
});

test('missing numbers of mjs_makeFlex are named', () => {
  const body = ours.mjs_findBody(ours.parseXMLString(EMPTY), 'b');
  expect(() => ours.mjs_makeFlex(body, 'f', ...flexArguments({ pos: [1] }))).toThrow(
    'pos: expected 3 numbers, found 1',
  );
});
