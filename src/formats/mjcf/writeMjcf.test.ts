import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expander } from '../../compiler/expand/index.ts';
import type { SpecTree } from '../spec/specTree.ts';
import { subtreeBodies } from '../spec/stateSizes.ts';
import { formatFloat } from '../xml/write.ts';
import { readMjcf } from './readMjcf.ts';
import { writeMjcf } from './writeMjcf.ts';

/** Everything in a spec that affects the model; locations, classes and frame names do not. */
function contents(spec: SpecTree): unknown {
  const skip = new Set([
    'location',
    'inertialLocation',
    'compiler',
    'classname',
    'childclass',
    'frame',
    'parent',
    'source',
    'file',
    'warnings',
    'defaults',
    'authored',
    'worldbody',
    'frames',
    'bodies',
    'joints',
    'geoms',
    'sites',
    'cameras',
    'lights',
  ]);
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (ArrayBuffer.isView(value)) return [...(value as Float32Array)];
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !skip.has(key))
        .map(([key, v]) => [key, plain(v)]),
    );
  };
  const chain = (element: {
    frame: { frame: unknown; pos: number[]; quat: number[]; alt: unknown } | null;
  }): unknown[] => {
    const frames: unknown[] = [];
    for (let f = element.frame; f !== null; f = f.frame as typeof f) frames.push([f.pos, f.quat, plain(f.alt)]);
    return frames;
  };
  const bodies = subtreeBodies(spec.worldbody).map((body) => [
    plain(body),
    chain(body),
    ...[body.joints, body.geoms, body.sites, body.cameras, body.lights].map((list) =>
      list.map((element) => [plain(element), chain(element)]),
    ),
  ]);
  return [plain(spec), bodies];
}

const EVERYTHING = `<mujoco model="a &amp; &quot;b&quot;"><!-- kept -->
<compiler angle="radian" eulerseq="zyx" boundmass=".01" inertiagrouprange="1 3"><lengthrange mode="all" accel="3"/></compiler>
<option timestep=".003" gravity="0 0 -1" integrator="RK4" cone="elliptic" actuatorgroupdisable="1 5"><flag contact="disable" sleep="enable"/></option>
<size nuserdata="3" nuser_body="2" nkey="5" memory="2M"/><statistic extent="3" center="1 2 3"/>
<visual><global fovy="30"/><map znear=".1"/><rgba fog="1 0 0 1"/></visual>
<default><geom margin=".1" rgba="1 0 0 1"/><default class="c"><joint damping="1 2" armature=".3"/><general gear="3"/></default></default>
<asset><mesh name="m" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1" face="0 2 1 0 3 2" scale="1 2 3"/><mesh name="ball" builtin="sphere" params="2"/>
<hfield name="h" nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 .1"/>
<texture name="t" type="2d" builtin="checker" width="4" height="4" rgb1=".1 .2 .3"/>
<material name="p" texture="t" shininess=".3"/><material name="q"><layer texture="t" role="normal"/><layer texture="t" role="rgb"/></material></asset>
<worldbody><geom type="plane" size="1 1 1" material="p"/><light type="directional" dir="1 0 -1"/>
<body name="a" pos="0 0 1" euler=".1 .2 .3" gravcomp=".5" user="1 2"><freejoint align="true"/><inertial pos="0 0 0" mass="1" fullinertia="1 2 3 .1 .1 .1"/>
<geom name="ga" type="mesh" mesh="m"/><site name="sa" zaxis="1 1 0" size=".1 .2"/></body>
<body name="b" childclass="c"><joint name="jb" range="-1 1" limited="true" stiffness="3 4"/><geom name="gb" fromto="0 0 0 0 0 1" type="capsule" size=".1"/>
<frame name="f" pos="1 0 0"><geom name="gf" size=".2"/><frame axisangle="0 0 1 .5"><site name="sf"/><body name="bf" mocap="false"><joint name="jf" type="slide"/><geom size=".1" density="300"/></body></frame></frame>
<site name="sb"/><camera name="cam" focal="1 2" sensorsize="1 1" resolution="10 10" output="rgb depth"/></body>
<replicate count="3" offset="1 0 0" euler="0 0 .3"><body name="r"><geom size=".1"/></body></replicate></worldbody>
<contact><pair name="pr" geom1="gb" geom2="gf" friction="2"/><exclude body1="a" body2="b"/></contact>
<equality><connect body1="a" body2="b" anchor="1 2 3"/><connect site1="sa" site2="sb"/><weld body1="a" relpose="0 0 1 1 0 0 0" torquescale="2"/>
<weld site1="sa" site2="sb"/><joint joint1="jb" joint2="jf" polycoef="0 2"/><tendon tendon1="te" active="false"/><distance geom1="ga" geom2="gb"/></equality>
<tendon><fixed name="te" range="0 1"><joint joint="jb" coef="2"/></fixed><spatial name="sp" springlength=".1 .2" rgba="0 1 0 1"><site site="sa"/><geom geom="gf" sidesite="sf"/><site site="sb"/><pulley divisor="2"/><site site="sa"/><site site="sb"/></spatial></tendon>
<actuator><motor name="mo" joint="jb" class="c"/><position joint="jb" kp="3" kv="1" inheritrange="1"/><pid joint="jb" kp="3" ki="1" input="pos vel"/><muscle tendon="sp" lengthrange="0 1"/>
<damper joint="jb" kv="2" ctrlrange="0 1"/><adhesion body="b" ctrlrange="0 1"/><general cranksite="sa" slidersite="sb" cranklength=".3"/><general site="sa" refsite="sb" gear="1 0 0"/><dcmotor joint="jb" motorconst=".1" resistance="2"/></actuator>
<sensor><gyro name="gy" site="sa" noise=".1" cutoff="3"/><framepos objtype="body" objname="a"/><framequat objtype="site" objname="sa" reftype="camera" refname="cam"/><rangefinder site="sa" data="dist normal"/>
<distance geom1="ga" body2="b"/><contact geom1="ga" subtree2="b" data="found force" reduce="maxforce" num="2"/><camprojection site="sa" camera="cam"/><insidesite site="sa" objtype="geom" objname="gb"/><clock/><user dim="3" needstage="vel" objtype="body" objname="a"/><jointpos joint="jb"/></sensor>
<custom><numeric name="n" data="1 2" size="4"/><text name="te" data="x &lt; y"/><tuple name="tu"><element objtype="geom" objname="ga" prm=".5"/></tuple></custom>
<keyframe><key name="k" time="1" qpos="0 0 0 1 0 0 0 .1 .2"/></keyframe></mujoco>`;

test('a spec is unchanged after saving and reading', () => {
  const spec = readMjcf(EVERYTHING, { file: 'm.xml' });
  const text = writeMjcf(spec);
  const again = readMjcf(text, { file: 'm.xml' });
  expect(contents(again)).toEqual(contents(spec));
  expect(writeMjcf(again)).toBe(text);
});

const examples = readdirSync(new URL('../../../examples', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((f) => f.endsWith('.xml'));
test.each(examples)('examples/%s is unchanged after saving and reading', (file) => {
  const url = new URL(`../../../examples/${file}`, import.meta.url);
  const spec = readMjcf(readFileSync(url, 'utf8'), {
    file,
    expander,
    source: {
      read: (path) => {
        try {
          return readFileSync(new URL(`../../../examples/${path}`, import.meta.url));
        } catch {
          return undefined;
        }
      },
    },
  });
  expect(contents(readMjcf(writeMjcf(spec), { file, expander }))).toEqual(contents(spec));
});

test('comments, quotes and line breaks are preserved', () => {
  const spec = readMjcf(
    '<mujoco model="a&#10;b &lt;&quot;&amp;"><!-- one -- two --></mujoco>'.replace('one -- two', 'one two'),
  );
  const again = readMjcf(writeMjcf(spec));
  expect(again.modelname).toBe('a\nb <"&');
  expect(again.comment).toBe(' one two ');
});

test('single-precision numbers are written with the fewest digits', () => {
  expect(formatFloat(Math.fround(0.1))).toBe('0.1');
  expect(formatFloat(Math.fround(1 / 3))).toBe('0.33333334');
  expect(formatFloat(16777216)).toBe('16777216');
});
