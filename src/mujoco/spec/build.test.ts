// needs: the compiled engine
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  differencesFrom,
  expectSame,
  expectSameModel,
  type Module,
  ours,
  theirs,
} from '../../../test/support/oracle/bothPackages.ts';
import { ARM, CLASSES, doubles, makeAll, members, rebuild } from '../../../test/support/scenes/specScripts.ts';

test.each(CLASSES)('a new %s has the members and values of the official package', (name) => {
  expectSame((mj) => members(makeAll(mj)[name]));
});

test('the settings of a new spec equal those of the official package', () => {
  const skipped = ['constructor', 'authored', 'element', 'option', 'stat', 'visual', 'compiler', 'LRopt'];
  const names = (object: Module) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => !skipped.includes(name));
  const { spec: model } = makeAll(theirs);
  const [own, compiler] = [names(model), names(model.compiler)];
  expectSame((mj) => {
    const { spec } = makeAll(mj);
    const { option, visual, stat } = spec;
    const read = (object: Module, list: string[]) => list.map((name) => [name, object[name]]);
    return [
      read(spec, own),
      read(spec.compiler, compiler),
      option.timestep,
      option.gravity,
      visual.map.znear,
      stat.center,
    ];
  });
});

test('a model can be built with every kind of element', () => {
  expectSameModel((mj) => {
    const text = '<mujoco model="built"><worldbody><body name="b"><frame name="f"/></body></worldbody></mujoco>';
    const spec = mj.parseXMLString(text);
    spec.option.timestep = 0.004;
    spec.option.gravity[2] = -1;
    spec.visual.map.znear = 0.05;
    spec.stat.extent = 3;
    spec.nuserdata = 4;
    spec.compiler.degree = false;
    spec.compiler.eulerseq.set([...'zyx'].map((letter) => letter.charCodeAt(0)));
    spec.compiler.inertiagrouprange[1] = 4;
    const thin = mj.mjs_addDefault(spec, 'thin', mj.mjs_getSpecDefault(spec));
    thin.geom.rgba[0] = 0.25;
    buildBodies(mj, spec, thin);
    buildAssets(mj, spec);
    buildLists(mj, spec);
    return mj.mj_compile(spec);
  });
});

function called(mj: Module, object: Module, name: string): Module {
  mj.mjs_setName(object.element, name);
  return object;
}

function buildBodies(mj: Module, spec: Module, thin: Module): void {
  const main = mj.mjs_getSpecDefault(spec);
  const body = mj.mjs_findBody(spec, 'b');
  body.pos[2] = 1;
  body.alt.type = mj.mjtOrientation.mjORIENTATION_EULER;
  body.alt.euler.set([0.1, 0.2, 0.3]);
  const joint = called(mj, mj.mjs_addJoint(body, main), 'j');
  joint.type = mj.mjtJoint.mjJNT_SLIDE;
  joint.range.set([-1, 2]);
  joint.damping[0] = 0.5;
  const geom = called(mj, mj.mjs_addGeom(body, thin), 'g');
  geom.type = mj.mjtGeom.mjGEOM_BOX;
  geom.size.set([0.1, 0.2, 0.3]);
  geom.userdata.push_back(7);
  const frame = mj.mjs_addFrame(body, mj.mjs_findFrame(spec, 'f'));
  frame.pos[0] = 0.5;
  mj.mjs_setFrame(called(mj, mj.mjs_addSite(body, main), 's').element, frame);
  const world = mj.mjs_findBody(spec, 'world');
  mj.mjs_addCamera(world, main).fovy = 30;
  mj.mjs_addLight(world, main).diffuse[0] = 0.2;
  const ball = called(mj, mj.mjs_addBody(world, main), 'ball');
  mj.mjs_addFreeJoint(ball);
  mj.mjs_setDefault(called(mj, mj.mjs_addGeom(ball, main), 'round').element, thin);
  mj.mjs_asGeom(mj.mjs_firstChild(ball, mj.mjtObj.mjOBJ_GEOM, 0)).size[0] = 0.2;
}

function buildAssets(mj: Module, spec: Module): void {
  const main = mj.mjs_getSpecDefault(spec);
  const mesh = called(mj, mj.mjs_addMesh(spec, main), 'mesh');
  mj.mjs_makeMesh(mesh, mj.mjtMeshBuiltin.mjMESH_BUILTIN_SPHERE, doubles(mj, [2]), 1);
  const tetra = called(mj, mj.mjs_addMesh(spec, main), 'tetra');
  for (const x of [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]) tetra.uservert.push_back(x);
  for (const i of [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]) tetra.userface.push_back(i);
  const hfield = called(mj, mj.mjs_addHField(spec), 'hill');
  hfield.size.set([1, 1, 1, 0.1]);
  hfield.nrow = 2;
  hfield.ncol = 2;
  for (const height of [0, 0.5, 1, 0.25]) hfield.userdata.push_back(height);
  const texture = called(mj, mj.mjs_addTexture(spec), 'paint');
  texture.type = mj.mjtTexture.mjTEXTURE_2D;
  texture.builtin = mj.mjtBuiltin.mjBUILTIN_CHECKER;
  texture.width = 4;
  texture.height = 4;
  called(mj, mj.mjs_addMaterial(spec, main), 'mat').textures.set(1, 'paint');
}

function buildLists(mj: Module, spec: Module): void {
  const main = mj.mjs_getSpecDefault(spec);
  const pair = called(mj, mj.mjs_addPair(spec, main), 'pair');
  pair.geomname1 = 'g';
  pair.geomname2 = 'round';
  const exclude = called(mj, mj.mjs_addExclude(spec), 'apart');
  exclude.bodyname1 = 'b';
  exclude.bodyname2 = 'ball';
  const equality = called(mj, mj.mjs_addEquality(spec, main), 'eq');
  equality.type = mj.mjtEq.mjEQ_JOINT;
  equality.name1 = 'j';
  mj.mjs_wrapJoint(called(mj, mj.mjs_addTendon(spec, main), 'rope'), 'j', 2);
  const actuator = called(mj, mj.mjs_addActuator(spec, main), 'servo');
  actuator.target = 'j';
  actuator.trntype = mj.mjtTrn.mjTRN_JOINT;
  mj.mjs_setToPosition(actuator, 5, doubles(mj, [1]), doubles(mj, null), doubles(mj, null), 0);
  const sensor = called(mj, mj.mjs_addSensor(spec), 'gyro');
  sensor.type = mj.mjtSensor.mjSENS_GYRO;
  sensor.objtype = mj.mjtObj.mjOBJ_SITE;
  sensor.objname = 's';
  const numeric = called(mj, mj.mjs_addNumeric(spec), 'n');
  numeric.size = 3;
  numeric.data.push_back(4);
  called(mj, mj.mjs_addText(spec), 't').data = 'hello';
  const tuple = called(mj, mj.mjs_addTuple(spec), 'both');
  tuple.objtype.push_back(1);
  tuple.objname.push_back('b');
  tuple.objprm.push_back(2);
  const key = called(mj, mj.mjs_addKey(spec), 'home');
  for (const x of [0.3, 0, 0, 1, 1, 0, 0, 0]) key.qpos.push_back(x);
}

const folder = new URL('../../../examples/', import.meta.url);
const EXAMPLES = readdirSync(folder).filter((name) => name.endsWith('.xml'));
test.each(EXAMPLES)('%s has the same fields after it is taken apart and rebuilt', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const direct = theirs.MjModel.from_xml_string(text);
  expect(differencesFrom(ours.mj_compile(rebuild(ours, ours.parseXMLString(text))), direct)).toEqual([]);
  direct.delete();
});

test('a script that takes a model apart and rebuilds it gives the same result in the official package', () => {
  const text = ARM.replace(/<frame.*?<\/frame>/, '<site name="top" pos="0 0 1"/>');
  expectSameModel((mj) => mj.mj_compile(rebuild(mj, mj.parseXMLString(text))));
});

test('a copy of a spec is independent', () => {
  const spec = ours.parseXMLString(ARM);
  const copy = new ours.MjSpec(spec);
  ours.mjs_delete(spec, ours.mjs_findBody(spec, 'b').element);
  expect([ours.mj_compile(copy).nbody, ours.mj_compile(spec).nbody]).toEqual([3, 2]);
  expect(ours.mj_copyBack(spec, ours.mj_compile(spec))).toBe(1);
  expect(ours.mj_copyBack(spec, ours.mj_compile(copy))).toBe(0);
});

test('compile errors are stored in the spec, invalid arguments are named', () => {
  const spec = ours.parseXMLString(ARM);
  ours.mjs_delete(spec, ours.mjs_findElement(spec, ours.mjtObj.mjOBJ_JOINT, 'j'));
  expect(() => ours.mj_compile(spec)).toThrow(/MuJoCo Error/);
  expect(ours.mjs_getError(spec)).toContain("'j'");
  expect(() => ours.mjs_addGeom(spec, null)).toThrow('mjs_addGeom: expected MjsBody, found');
  expect(() => {
    ours.mjs_findBody(spec, 'a').pos = [1, 2, 3];
  }).toThrow('MjsBody.pos is a read-only property');
});
