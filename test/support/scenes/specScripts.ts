/** Common parts of scripts on specs, and models for them. */
import type { Module } from '../oracle/bothPackages.ts';

export const ARM = `<mujoco model="arm"><compiler angle="radian"/><worldbody><frame name="f" pos="0 0 1"><site name="top"/></frame>
  <body name="a"><joint name="j"/><geom name="g" size=".1"/><site name="s"/><camera name="c"/><light name="l"/>
    <body name="b" pos="1 0 0"><joint name="k" ref=".5"/><geom name="h" size=".1" euler="1 0 0"/></body></body></worldbody>
  <contact><exclude name="x" body1="a" body2="b"/><pair name="p" geom1="g" geom2="h"/></contact>
  <tendon><spatial name="t"><site site="s"/><site site="top"/><pulley divisor="2"/><site site="top"/><site site="s"/></spatial>
    <fixed name="u"><joint joint="j" coef="3"/></fixed></tendon>
  <equality><connect name="e" body1="a" body2="b" anchor="0 0 0"/></equality>
  <actuator><motor name="m" joint="j"/><position name="q" joint="k" kp="3"/></actuator>
  <sensor><jointpos name="r" joint="k"/></sensor>
  <custom><numeric name="n" data="1 2"/><text name="w" data="hi"/>
    <tuple name="v"><element objtype="body" objname="a" prm="2"/></tuple></custom>
  <keyframe><key name="home" qpos="1 2" ctrl="3 4"/></keyframe></mujoco>`;

export const CHILD = `<mujoco model="child"><compiler angle="radian"/>
  <default><default class="k"><geom rgba="1 0 0 1"/></default></default><asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody><frame name="fr" pos="0 1 0"><body name="x" euler=".1 .2 .3"><joint name="hinge" range="-1 1"/>
    <geom name="ball" class="k" size=".1" material="red"/><site name="tip"/></body></frame></worldbody>
  <actuator><motor name="drive" joint="hinge"/></actuator><sensor><gyro name="gy" site="tip"/></sensor></mujoco>`;

const WITH_DEFAULT = ['Mesh', 'Material', 'Pair', 'Equality', 'Tendon', 'Actuator'];
const WITHOUT = ['HField', 'Texture', 'Exclude', 'Sensor', 'Numeric', 'Text', 'Tuple', 'Key', 'Flex', 'Skin'];
const IN_BODY = ['Geom', 'Joint', 'Site', 'Camera', 'Light'];
export const CLASSES = ['Body', 'Frame', ...IN_BODY, ...WITH_DEFAULT, ...WITHOUT, 'Wrap'].map((kind) => `Mjs${kind}`);

/** Objects of every class, in a new spec. */
export function makeAll(mj: Module): Record<string, Module> {
  const spec = mj.parseXMLString('<mujoco><worldbody><frame name="f"/></worldbody></mujoco>');
  const main = mj.mjs_getSpecDefault(spec);
  const body = mj.mjs_addBody(mj.mjs_findBody(spec, 'world'), main);
  const all: Record<string, Module> = { spec, main, MjsBody: body, MjsFrame: mj.mjs_findFrame(spec, 'f') };
  for (const kind of IN_BODY) all[`Mjs${kind}`] = mj[`mjs_add${kind}`](body, main);
  for (const kind of WITH_DEFAULT) all[`Mjs${kind}`] = mj[`mjs_add${kind}`](spec, main);
  for (const kind of WITHOUT) all[`Mjs${kind}`] = mj[`mjs_add${kind}`](spec);
  all['MjsWrap'] = mj.mjs_wrapPulley(all['MjsTendon'], 2);
  return all;
}

/** Excluded members: nested objects, and source locations, which differ on purpose. */
const LEFT_OUT = ['constructor', 'info', 'element', 'plugin'];

/** Members of an object with their values. */
export function members(object: Module): Record<string, Module> {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => !LEFT_OUT.includes(name));
  return Object.fromEntries(names.sort().map((name) => [name, object[name]]));
}

/** Numbers as both packages accept them; none for null. */
export function doubles(mj: Module, values: readonly number[] | null): Module {
  return values === null ? new Float64Array(0) : mj.DoubleBuffer.FromArray(values);
}

/** Elements that a pair of functions returns, one after the other. */
export function listed(first: Module, next: (element: Module) => Module): Module[] {
  const all: Module[] = [];
  for (let element = first; element; element = next(element)) all.push(element);
  return all;
}

/** Kinds of elements at the top level of a spec, with references after their targets. */
const IN_SPEC = [...WITH_DEFAULT, ...WITHOUT];

/** A new spec with a copy of each element, member by member. */
export function rebuild(mj: Module, source: Module): Module {
  const target = mj.parseXMLString('<mujoco/>');
  copySettings(source, target);
  copyBody(mj, mj.mjs_findBody(source, 'world'), mj.mjs_findBody(target, 'world'), mj.mjs_getSpecDefault(target));
  for (const kind of IN_SPEC) {
    const args = WITH_DEFAULT.includes(kind) ? [target, mj.mjs_getSpecDefault(target)] : [target];
    const first = mj.mjs_firstElement(source, mj.mjtObj[`mjOBJ_${kind.toUpperCase()}`]);
    for (const element of listed(first, (e) => mj.mjs_nextElement(source, e))) {
      const [old, made] = [mj[`mjs_as${kind}`](element), mj[`mjs_add${kind}`](...args)];
      copyMembers(mj, old, made);
      if (kind === 'Tendon') copyPath(mj, old, made);
    }
  }
  return target;
}

/** Names of members of a class, those with setters included. */
const classMembers = (object: Module) => Object.getOwnPropertyNames(Object.getPrototypeOf(object));

function copySettings(from: Module, to: Module): void {
  for (const part of ['compiler', 'option', 'stat']) copyNumbers(from[part], to[part]);
  for (const part of ['global', 'quality', 'headlight', 'map', 'scale', 'rgba']) {
    copyNumbers(from.visual[part], to.visual[part]);
  }
  copyNumbers(from, to);
}

/** Numbers, strings, booleans and arrays of a settings object. */
function copyNumbers(from: Module, to: Module): void {
  const left = ['constructor', 'timer', 'hasImplicitPluginElem', 'authored', 'LRopt', 'element', 'nemax'];
  for (const name of classMembers(from).filter((key) => !left.includes(key))) {
    const value = from[name];
    if (ArrayBuffer.isView(value)) to[name].set(value);
    else if (typeof value !== 'object' && typeof value !== 'function') to[name] = value;
    else if (value && 'value' in value) to[name] = value;
  }
}

function copyBody(mj: Module, from: Module, to: Module, main: Module): void {
  const children = (kind: string) =>
    listed(mj.mjs_firstChild(from, mj.mjtObj[`mjOBJ_${kind.toUpperCase()}`], 0), (e) => mj.mjs_nextChild(from, e, 0));
  const frames = new Map<bigint, Module>();
  const copiedFrame = (element: Module) => {
    const frame = mj.mjs_getFrame(element);
    return frame && frames.get(frame.element.signature);
  };
  for (const element of children('Frame')) {
    const frame = mj.mjs_addFrame(to, copiedFrame(element));
    copyMembers(mj, mj.mjs_asFrame(element), frame);
    frames.set(element.signature, frame);
  }
  const place = (element: Module, made: Module) => {
    copyMembers(mj, mj[made.constructor.name.replace('Mjs', 'mjs_as')](element), made);
    const frame = copiedFrame(element);
    if (frame) mj.mjs_setFrame(made.element, frame);
    return made;
  };
  for (const kind of IN_BODY) for (const element of children(kind)) place(element, mj[`mjs_add${kind}`](to, main));
  for (const element of children('Body')) {
    copyBody(mj, mj.mjs_asBody(element), place(element, mj.mjs_addBody(to, main)), main);
  }
}

function copyMembers(mj: Module, from: Module, to: Module): void {
  mj.mjs_setName(to.element, mj.mjs_getName(from.element));
  for (const [name, value] of Object.entries(members(from))) {
    if (name === 'childclass' || (name === 'size' && from.constructor.name === 'MjsFlex')) continue;
    if (ArrayBuffer.isView(value)) to[name].set(value);
    else if (value?.push_back) copyVector(value, to[name]);
    else if (name === 'alt' || name === 'ialt') {
      to[name].type = value.type;
      for (const form of ['axisangle', 'xyaxes', 'zaxis', 'euler']) to[name][form].set(value[form]);
    } else to[name] = value;
  }
}

/** Replaces the initial contents of a vector, such as the roles of textures. */
function copyVector(from: Module, to: Module): void {
  for (let i = 0; i < from.size(); i++) {
    if (i < to.size()) to.set(i, from.get(i));
    else to.push_back(from.get(i));
  }
}

function copyPath(mj: Module, from: Module, to: Module): void {
  for (let i = 0; i < mj.mjs_getWrapNum(from); i++) {
    const step = mj.mjs_getWrap(from, i);
    const target = mj.mjs_getWrapTarget(step);
    const name = target && mj.mjs_getName(target);
    if (step.type.value === 1) mj.mjs_wrapJoint(to, name, mj.mjs_getWrapCoef(step));
    else if (step.type.value === 2) mj.mjs_wrapPulley(to, mj.mjs_getWrapDivisor(step));
    else if (step.type.value === 3) mj.mjs_wrapSite(to, name);
    else {
      const side = mj.mjs_getWrapSideSite(step);
      mj.mjs_wrapGeom(to, name, side ? mj.mjs_getName(side.element) : '');
    }
  }
}
