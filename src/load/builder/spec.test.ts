// needs: the compiled engine
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { compareModels, describeDifferences } from '../../../test/support/oracle/compileConformance.ts';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { Data, MjcfError, modelFromXml, prepare, step } from '../../index.ts';
import { AttachError, Spec } from '../../spec.ts';

await prepare();

/** The compiled spec equals the model that MuJoCo compiles from the XML text. */
function expectSame(spec: Spec, xml: string): void {
  const theirs = oracleModel(xml);
  try {
    expect(describeDifferences(compareModels(spec.compile(), theirs))).toEqual([]);
  } finally {
    theirs.delete();
  }
}

test('a model built in code equals the one that MuJoCo compiles from the same text', () => {
  const spec = new Spec({ name: 'arm' });
  spec.option.set({ timestep: 0.001, integrator: 'implicitfast' });
  spec.option.flag.set({ contact: 'disable' });
  spec.compiler.angle = 'radian';
  spec.visual.map.znear = 0.02;
  spec.statistic.extent = 3;
  spec.size.nuserdata = 2;
  spec.default
    .add('geom', { rgba: [1, 0, 0, 1] })
    .add('default', { class: 'thin' })
    .add('geom', { size: [0.02] });
  const grid = spec.asset.add('texture', { name: 'grid', type: '2d', builtin: 'checker', width: 8, height: 8 });
  const paint = spec.asset.add('material', { name: 'paint', texture: grid });
  spec.asset.add('mesh', { name: 'wedge', vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
  spec.asset.add('hfield', { name: 'hill', nrow: 2, ncol: 3, size: [1, 1, 1, 0.1], elevation: [0, 1, 2, 3, 4, 5] });
  spec.worldbody.add('geom', { name: 'floor', type: 'plane', size: [1, 1, 0.1], material: paint });
  spec.worldbody.add('geom', { type: 'hfield', hfield: 'hill' });
  const upper = spec.worldbody.add('body', { name: 'upper', pos: [0, 0, 1], euler: [0.1, 0.2, 0.3] });
  const shoulder = upper.add('joint', { name: 'shoulder', axis: [0, 1, 0], range: [-1, 1], damping: [0.1] });
  upper.add('geom', { name: 'a', type: 'capsule', class: 'thin', fromto: [0, 0, 0, 0, 0, -0.5] });
  const tilted = upper.add('frame', { pos: [0, 0, -0.5], quat: [1, 1, 0, 0] });
  const lower = tilted.add('body', { name: 'lower', childclass: 'thin' });
  lower.add('inertial', { pos: [0, 0, -0.1], mass: 2, diaginertia: [0.1, 0.1, 0.1] });
  lower.add('joint', { name: 'elbow', type: 'slide' });
  lower.add('geom', { name: 'b', type: 'mesh', mesh: 'wedge' });
  const tip = lower.add('site', { name: 'tip' });
  upper.add('site', { name: 'root' });
  spec.worldbody.add('camera', { name: 'eye', pos: [1, 1, 1], mode: 'targetbody', target: lower });
  spec.worldbody.add('light', { pos: [0, 0, 3], type: 'directional' });
  spec.contact.add('pair', { geom1: 'a', geom2: 'floor' });
  spec.contact.add('exclude', { body1: upper, body2: lower });
  spec.equality.add('joint', { joint1: 'elbow', polycoef: [0, 0.5, 0, 0, 0] });
  const rope = spec.tendon.add('spatial', { name: 'rope', range: [0, 2] });
  rope.add('site', { site: 'root' }).add('site', { site: tip });
  spec.actuator.add('position', { name: 'servo', joint: shoulder, kp: 20 });
  spec.actuator.add('muscle', { tendon: 'rope', lengthrange: [0.1, 2] });
  spec.sensor.add('gyro', { name: 'turn', site: tip });
  spec.sensor.add('framepos', { objtype: 'site', objname: tip, reftype: 'body', refname: upper });
  spec.custom.add('numeric', { name: 'n', data: [1, 2] });
  spec.custom.add('text', { name: 't', data: 'hello' });
  spec.custom.add('tuple', { name: 'both' }).add('element', { objtype: 'body', objname: 'upper', prm: 1 });
  spec.keyframe.add('key', { name: 'home', qpos: [0.1, 0.2] });
  expectSame(
    spec,
    `<mujoco model="arm"><compiler angle="radian"/><option timestep=".001" integrator="implicitfast"><flag contact="disable"/></option>
      <visual><map znear=".02"/></visual><statistic extent="3"/><size nuserdata="2"/>
      <default><geom rgba="1 0 0 1"/><default class="thin"><geom size=".02"/></default></default>
      <asset><texture name="grid" type="2d" builtin="checker" width="8" height="8"/><material name="paint" texture="grid"/>
        <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
        <hfield name="hill" nrow="2" ncol="3" size="1 1 1 .1" elevation="0 1 2 3 4 5"/></asset>
      <worldbody><geom name="floor" type="plane" size="1 1 .1" material="paint"/><geom type="hfield" hfield="hill"/>
        <body name="upper" pos="0 0 1" euler=".1 .2 .3"><joint name="shoulder" axis="0 1 0" range="-1 1" damping=".1"/>
          <geom name="a" type="capsule" class="thin" fromto="0 0 0 0 0 -.5"/>
          <frame pos="0 0 -.5" quat="1 1 0 0"><body name="lower" childclass="thin">
            <inertial pos="0 0 -.1" mass="2" diaginertia=".1 .1 .1"/><joint name="elbow" type="slide"/>
            <geom name="b" type="mesh" mesh="wedge"/><site name="tip"/></body></frame><site name="root"/></body>
        <camera name="eye" pos="1 1 1" mode="targetbody" target="lower"/><light pos="0 0 3" type="directional"/></worldbody>
      <contact><pair geom1="a" geom2="floor"/><exclude body1="upper" body2="lower"/></contact>
      <equality><joint joint1="elbow" polycoef="0 .5 0 0 0"/></equality>
      <tendon><spatial name="rope" range="0 2"><site site="root"/><site site="tip"/></spatial></tendon>
      <actuator><position name="servo" joint="shoulder" kp="20"/><muscle tendon="rope" lengthrange=".1 2"/></actuator>
      <sensor><gyro name="turn" site="tip"/><framepos objtype="site" objname="tip" reftype="body" refname="upper"/></sensor>
      <custom><numeric name="n" data="1 2"/><text name="t" data="hello"/>
        <tuple name="both"><element objtype="body" objname="upper" prm="1"/></tuple></custom>
      <keyframe><key name="home" qpos=".1 .2"/></keyframe></mujoco>`,
  );
});

const ARM = `<mujoco model="arm"><compiler angle="radian"/><worldbody>
  <body name="a"><joint name="j"/><geom name="g" size=".1"/><site name="s"/>
    <body name="b" pos="1 0 0"><joint name="k" ref=".5"/><geom name="h" size=".1" euler="1 0 0"/></body></body></worldbody>
  <contact><exclude name="x" body1="a" body2="b"/></contact>
  <actuator><motor name="m" joint="j"/><position name="p" joint="k" kp="3"/></actuator>
  <sensor><jointpos name="q" joint="k"/></sensor>
  <keyframe><key name="home" qpos="1 2" ctrl="3 4"/></keyframe></mujoco>`;

test('attributes are properties, read and written as in MJCF', () => {
  const spec = Spec.fromXml(ARM);
  const h = spec.find('geom', 'h');
  expect([h.type, h.size[0], h.euler, spec.find('sensor', 'q').get('joint')]).toEqual(['sphere', 0.1, [1, 0, 0], 'k']);
  h.type = 'box';
  h.set({ size: [1, 2, 3], quat: [0, 1, 0, 0] });
  h.rgba[3] = 0.5;
  expectSame(spec, ARM.replace('size=".1" euler="1 0 0"', 'type="box" size="1 2 3" quat="0 1 0 0" rgba=".5 .5 .5 .5"'));
});

test('actuators, sensors and equalities can be changed', () => {
  const spec = Spec.fromXml(ARM);
  spec.find('actuator', 'p').set({ ctrlrange: [-1, 1] });
  spec.find('sensor', 'q').set({ cutoff: 2 });
  expectSame(spec, ARM.replace('kp="3"', 'kp="3" ctrlrange="-1 1"').replace('<jointpos', '<jointpos cutoff="2"'));
});

test('deleting a body deletes whatever refers to it, and its values in keyframes', () => {
  const spec = Spec.fromXml(ARM);
  spec.find('body', 'b').delete();
  expect([spec.has('actuator', 'p'), spec.has('sensor', 'q'), spec.has('exclude', 'x')]).toEqual([false, false, false]);
  expect([...spec.compile().key_qpos]).toEqual([1]);
});

test('deleting a frame deletes its contents', () => {
  const spec = new Spec();
  const frame = spec.worldbody.add('frame');
  frame.add('frame').add('geom', { size: [1] });
  frame.add('body', { name: 'b' });
  spec.worldbody.add('geom', { name: 'stays', size: [1] });
  frame.delete();
  expect(spec.all('geom').map((geom) => geom.name)).toEqual(['stays']);
  expect([spec.all('frame').length, spec.has('body', 'b')]).toEqual([0, false]);
});

test('an element of every kind can be deleted', () => {
  const spec = Spec.fromXml(ARM);
  for (const kind of ['sensor', 'actuator', 'exclude', 'key', 'site', 'geom', 'joint', 'body'] as const) {
    const count = spec.all(kind).length;
    spec.all(kind).at(-1)!.delete();
    expect(spec.all(kind).length).toBe(count - 1);
  }
  expect(() => spec.worldbody.delete()).toThrow('the world cannot be deleted');
});

test('attaching a spec to a frame, a body and a site adds prefix and suffix, and leaves the spec unchanged', () => {
  const arm = Spec.fromXml(ARM.replace('<keyframe><key name="home" qpos="1 2" ctrl="3 4"/></keyframe>', ''));
  const before = arm.toXml();
  const scene = new Spec();
  const stand = scene.worldbody.add('body', { name: 'stand' });
  stand.add('geom', { size: [0.1] });
  const site = stand.add('site', { name: 'mount', pos: [0, 0, 1], quat: [1, 0, 1, 0] });
  scene.attach(arm, { to: scene.worldbody.add('frame', { pos: [0, 1, 0] }), prefix: 'l_' });
  stand.attach(arm.find('body', 'a'), { suffix: '_r' });
  site.attach(arm, { prefix: 'm_' });
  expect(arm.toXml()).toBe(before);
  const part = (
    name: (n: string) => string,
  ) => `<body name="${name('a')}"><joint name="${name('j')}"/><geom name="${name('g')}" size=".1"/><site name="${name('s')}"/>
    <body name="${name('b')}" pos="1 0 0"><joint name="${name('k')}" ref="28.64788975654116"/><geom name="${name('h')}" size=".1" euler="57.29577951308232 0 0"/></body></body>`;
  const model = scene.compile();
  const theirs =
    oracleModel(`<mujoco><worldbody><body name="base"><geom size=".1"/><site name="mount" pos="0 0 1" quat="1 0 1 0"/>
    ${part((n) => `${n}_r`)}<frame pos="0 0 1" quat="1 0 1 0">${part((n) => `m_${n}`)}</frame></body>
    <frame pos="0 1 0">${part((n) => `l_${n}`)}</frame></worldbody></mujoco>`);
  for (const field of ['body_pos', 'body_quat', 'geom_quat', 'jnt_range', 'qpos0', 'site_pos'] as const) {
    expect([...model[field]].map((x) => x.toFixed(9))).toEqual(
      [...(theirs[field] as Float64Array)].map((x) => x.toFixed(9)),
    );
  }
  expect(scene.all('actuator').map((actuator) => actuator.name)).toEqual(['l_m', 'l_p', 'm_r', 'p_r', 'm_m', 'm_p']);
  theirs.delete();
});

test('recompiling keeps the state of elements that remain', () => {
  const spec = Spec.fromXml(ARM);
  const model = spec.compile();
  const data = new Data(model);
  data.ctrl.set([0.1, 0.2]);
  for (let k = 0; k < 10; k++) step(model, data);
  const extra = spec.find('body', 'a').add('body', { name: 'c', pos: [0, 1, 0] });
  extra.add('joint', { name: 'new', ref: 0.25 });
  extra.add('geom', { size: [0.1] });
  spec.worldbody.add('body', { name: 'first' }).add('geom', { size: [1] });
  spec.find('actuator', 'm').delete();
  const next = spec.recompile(model, data);
  expect(next.data.time).toBe(data.time);
  expect([...next.data.qpos]).toEqual([data.qpos[0], data.qpos[1], 0.25]);
  expect([...next.data.qvel]).toEqual([data.qvel[0], data.qvel[1], 0]);
  expect([...next.data.ctrl]).toEqual([0.2]);
  expect(() => Spec.fromXml(ARM).recompile(model, data)).toThrow('expected a Model compiled by this spec');
});

test('a saved spec and a copy compile to the same model', () => {
  const spec = Spec.fromXml(ARM);
  expectSame(Spec.fromXml(spec.toXml()), ARM);
  const copy = spec.copy();
  spec.find('body', 'b').delete();
  expectSame(copy, ARM);
  copy.find('geom', 'g').size[0] = 3;
  expect(spec.find('geom', 'g').size[0]).toBe(0.1);
});

test('a spec compiles repeatedly, and keyframes follow the model', () => {
  const spec = Spec.fromXml(ARM);
  const joint = spec.find('body', 'b').add('joint', { name: 'more', type: 'slide' });
  expect([...spec.compile().key_qpos]).toEqual([1, 2, 0]);
  joint.delete();
  expect([...spec.compile().key_qpos]).toEqual([1, 2]);
});

test('deformables can be added with new bodies or over existing ones', () => {
  const spec = new Spec({ name: 'cloth' });
  // a file lists the world last
  spec.deformable.add('flex', { name: 'line', dim: 1, body: 'a b c', element: [0, 1, 1, 2] });
  const sheet = spec.worldbody.add('flexcomp', {
    name: 'sheet',
    type: 'grid',
    count: [3, 3, 1],
    spacing: [0.1, 0.1, 0.1],
    dim: 2,
  });
  sheet.add('contact', { selfcollide: 'none' }).add('edge', { damping: 0.1 });
  for (const name of ['a', 'b', 'c']) {
    const body = spec.worldbody.add('body', { name, pos: [0, 0, 1] });
    body.add('joint', { type: 'slide' });
    body.add('geom', { size: [0.1] });
  }
  expectSame(
    spec,
    `<mujoco model="cloth"><worldbody>
      <flexcomp name="sheet" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2"><contact selfcollide="none"/><edge damping=".1"/></flexcomp>
      ${['a', 'b', 'c'].map((name) => `<body name="${name}" pos="0 0 1"><joint type="slide"/><geom size=".1"/></body>`).join('')}
      </worldbody><deformable><flex name="line" dim="1" body="a b c" element="0 1 1 2"/></deformable></mujoco>`,
  );
});

test('pixels come from an array', () => {
  const spec = new Spec();
  const data = Uint8Array.from({ length: 12 }, (_, i) => i);
  spec.asset.add('texture', { name: 'p', type: '2d', width: 2, height: 2, nchannel: 3, data });
  expect([...spec.compile().tex_data]).toEqual([...data]);
  expect(() => spec.toXml()).toThrow("texture 'p' has its pixels from an array");
  spec.find('texture', 'p').set({ width: 3 });
  expect(() => spec.compile()).toThrow(
    'asset/texture[p] <texture> data: expected width x height x nchannel = 18 bytes, found 12',
  );
});

const wrong: [string, (spec: Spec) => unknown, string][] = [
  [
    'a wrong number of values',
    (spec) => spec.find('body', 'a').add('geom', { name: 'n', size: [1, 2, 3, 4] }),
    'worldbody/body[a]/geom[n] <geom> size: expected 1 to 3 numbers, found 4',
  ],
  [
    'an unknown attribute',
    (spec) => spec.worldbody.add('geom', { sise: [1] } as object),
    "worldbody/geom <geom> sise: unknown attribute (did you mean 'size'?)",
  ],
  [
    'a keyword',
    (spec) => spec.find('geom', 'g').set({ type: 'bax' as 'box' }),
    'worldbody/body[a]/geom[g] <geom> type: expected one of plane',
  ],
  [
    'an unknown tag',
    (spec) => spec.worldbody.add('goem' as 'geom'),
    "<goem>: not allowed in <worldbody> (did you mean 'geom'?)",
  ],
  ['a joint of the world', (spec) => spec.worldbody.add('joint'), 'worldbody/joint <joint> the world has no joints'],
  [
    'a missing required attribute',
    (spec) => spec.sensor.add('gyro', {} as { site: string }),
    'sensor/gyro <gyro> site: required attribute is missing',
  ],
  [
    'a reference to nothing',
    (spec) => {
      spec.actuator.add('motor', { name: 'z', joint: 'nobody' });
      spec.compile();
    },
    'actuator/motor[z] <motor> joint',
  ],
  ['an unknown name', (spec) => spec.find('body', 'aa'), "there is no body 'aa' (did you mean 'a'?)"],
  ['an unknown kind', (spec) => spec.all('bodi' as 'body'), "'bodi' is not a kind of element (did you mean 'body'?)"],
  [
    'an unknown class',
    (spec) => spec.worldbody.add('geom', { class: 'none', size: [1] }),
    "worldbody/geom[none] <geom> class: unknown default class 'none'",
  ],
  [
    'an element that was deleted',
    (spec) => {
      const g = spec.find('geom', 'g');
      g.delete();
      g.delete();
    },
    'is no longer part of its spec',
  ],
];
test.each(wrong)('%s is an error with a message, and leaves the spec unchanged', (_claim, action, says) => {
  const spec = Spec.fromXml(ARM);
  const count = spec.all('geom').length + spec.all('joint').length + spec.all('sensor').length;
  expect(() => action(spec)).toThrow(says);
  const now = spec.all('geom').length + spec.all('joint').length + spec.all('sensor').length;
  if (!says.includes('no longer')) expect(now).toBe(count);
});

test('contradictory settings are rejected on request', () => {
  const scene = Spec.fromXml('<mujoco><compiler conflict="error"/><option timestep=".01"/></mujoco>');
  const child = Spec.fromXml('<mujoco><option timestep=".02"/></mujoco>');
  expect(() => scene.attach(child)).toThrow(AttachError);
});

test('compile errors match those of files', () => {
  expect(() => Spec.fromXml('<mujoco><worldbody><geom/></worldbody></mujoco>', { file: 'g.xml' }).compile()).toThrow(
    MjcfError,
  );
  expect(modelFromXml('<mujoco/>').nbody).toBe(1);
});

test('a spec prints what it has, an element its path and attributes', () => {
  const spec = Spec.fromXml(
    '<mujoco model="one"><worldbody><body name="a"><geom name="g" size="1 2 3" type="box"/></body></worldbody></mujoco>',
  );
  expect(inspect(spec)).toBe("Spec 'one': bodies 2, geoms 1");
  const printed = inspect(spec.find('geom', 'g'));
  expect(printed).toContain('worldbody/body[a]/geom[g] {');
  expect(printed).toMatch(/size: .*\[ 1, 2, 3 \]/);
  expect(printed).not.toContain('Getter');
});
