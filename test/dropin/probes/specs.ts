/** Specs: members that scripts assign, strings as bytes, members with one element. */
import type { MainModule, MjSpec, MjsBody, MjsGeom } from '@mujoco/mujoco';
import { type Probes, plain } from './world.ts';

const xml = `<mujoco><size nuser_body="1"/>
  <worldbody><body name="arm" pos="0 0 1" user="3"><joint name="hinge"/><geom name="hand" size=".1"/></body></worldbody>
  <keyframe><key qpos="1"/></keyframe></mujoco>`;
const bytes = (text: string) => new TextEncoder().encode(text);

function partsOf(mj: MainModule): { spec: MjSpec; arm: MjsBody; hand: MjsGeom } {
  const spec = mj.parseXMLString(xml);
  const first = (kind: Parameters<MainModule['mjs_firstElement']>[1]) => mj.mjs_firstElement(spec, kind)!;
  const arm = mj.mjs_asBody(mj.mjs_nextElement(spec, first(mj.mjtObj.mjOBJ_BODY))!)!;
  return { spec, arm, hand: mj.mjs_asGeom(first(mj.mjtObj.mjOBJ_GEOM))! };
}

export const specProbes: Probes = {
  'an assigned orientation is copied': ({ mj }) => {
    const { arm, hand } = partsOf(mj);
    arm.alt.type = mj.mjtOrientation.mjORIENTATION_EULER;
    (arm.alt.euler as number[])[0] = 3;
    hand.alt = arm.alt;
    return [hand.alt.type.value, plain(hand.alt.euler)];
  },
  'an assigned info is read': ({ mj }) => {
    const { hand } = partsOf(mj);
    hand.info = 'right';
    return hand.info;
  },
  'a name of bytes': ({ mj }) => {
    const { hand } = partsOf(mj);
    hand.meshname = bytes('hånd');
    hand.material = bytes('skin').buffer as ArrayBuffer;
    return [hand.meshname, hand.material];
  },
  'a plugin is assigned': ({ mj }) => {
    const { arm, hand } = partsOf(mj);
    arm.plugin.plugin_name = 'mujoco.elasticity.cable';
    arm.plugin.active = true;
    hand.plugin.active = false;
    return [arm.plugin.active, arm.plugin.plugin_name, hand.plugin.active];
  },
  'settings of a spec are copied': ({ mj }) => {
    const { spec } = partsOf(mj);
    const [option, stat, visual, range] = [
      new mj.MjOption(),
      new mj.MjStatistic(),
      new mj.MjVisual(),
      new mj.MjLROpt(),
    ];
    option.timestep = 0.5;
    (option.gravity as number[])[2] = -1;
    stat.extent = 0.25;
    visual.global.fovy = 11;
    range.accel = 3;
    spec.option = option;
    spec.stat = stat;
    spec.visual = visual;
    spec.compiler.LRopt = range;
    option.timestep = 0.75;
    const compiled = mj.mj_compile(spec);
    const found = [spec.option.timestep, spec.stat.extent, spec.visual.global.fovy, spec.compiler.LRopt.accel];
    return [found, compiled.opt.timestep, plain(compiled.opt.gravity), compiled.stat.extent, compiled.vis.global.fovy];
  },
  'compiler settings are copied': ({ mj }) => {
    const [{ spec }, other] = [partsOf(mj), partsOf(mj)];
    Object.assign(other.spec.compiler, { boundmass: 0.5, degree: false, meshdir: 'meshes' });
    spec.compiler = other.spec.compiler;
    return [spec.compiler.boundmass, spec.compiler.degree, spec.compiler.meshdir];
  },
  'members without effect keep what is assigned': ({ mj }) => {
    const { spec } = partsOf(mj);
    spec.nemax = 3;
    spec.hasImplicitPluginElem = true;
    return [spec.nemax, spec.hasImplicitPluginElem];
  },
  'models from bytes': ({ mj }) => [
    mj.MjModel.from_xml_string(bytes(xml)).nq,
    mj.from_xml_string(bytes(xml).buffer as ArrayBuffer).nbody,
    mj.parseXMLString(bytes(xml)).nuser_body,
  ],
  'a vector of strings takes bytes': ({ mj }) => {
    const list = new mj.mjStringVec();
    list.push_back(bytes('a'));
    return list.get(0);
  },
  'a list of one element stays a list': ({ mj }) => {
    const m = mj.MjModel.from_xml_string(xml);
    return [plain(m.body('arm').user), plain(m.key(0).qpos), plain(m.jnt('hinge').qpos0)];
  },
};
