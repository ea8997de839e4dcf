import { expect, test } from 'vitest';
import { loadModelFromFiles, loadModelFromXml } from '../../test/support/compileMjcf.ts';
import { ObjType, SleepPolicy } from '../core/model/enums.ts';
import { modelTable } from '../core/model/fields/index.ts';
import type { Model } from '../core/model/model.ts';
import { name2id } from '../core/model/names/names.ts';
import { readMjcf } from '../formats/mjcf/readMjcf.ts';
import { MjcfError } from '../formats/xml/error.ts';
import { compile } from './compile.ts';

const arm = `<mujoco model="arm">
  <worldbody>
    <body name="upper">
      <joint name="shoulder"/>
      <geom name="link" type="capsule" fromto="0 0 0 1 0 0" size=".1"/>
      <body name="fore" pos="1 0 0">
        <joint name="elbow" range="-90 90"/>
        <geom size=".1"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="elbow"/>
  </actuator>
</mujoco>`;

function problemsOf(xml: string): string[] {
  try {
    loadModelFromXml(xml, { file: 'arm.xml' });
  } catch (error) {
    if (error instanceof MjcfError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('names resolve to ids', () => {
  const m = loadModelFromXml(arm);
  expect(name2id(m, ObjType.BODY, 'fore')).toBe(2);
  expect(name2id(m, ObjType.JOINT, 'elbow')).toBe(1);
  expect(name2id(m, ObjType.GEOM, 'link')).toBe(0);
  expect(m.actuator_trnid[0]).toBe(1);
});

test('limits in degrees become radians', () => {
  const m = loadModelFromXml(arm);
  expect(m.jnt_range[3]).toBeCloseTo(Math.PI / 2, 15);
  expect(Array.from(m.jnt_limited)).toEqual([0, 1]);
});

test('compiling leaves the spec unchanged, and can be repeated', () => {
  const spec = readMjcf(arm);
  const bytes = (m: Model) => modelTable.map(([name]) => [name, modelField(m, name)]);
  const first = bytes(compile(spec));
  expect(bytes(compile(spec))).toEqual(first);
});

function modelField(m: Model, name: string): unknown {
  return name.split('.').reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], m);
}

test('a misspelled name is reported with its location and the nearest name', () => {
  const [problem] = problemsOf(arm.replace('motor joint="elbow"', 'motor joint="elbwo"'));
  expect(problem).toBe("arm.xml:13:12 <motor> joint: there is no joint 'elbwo' (did you mean 'elbow'?)");
});

test('problems of a phase are reported together', () => {
  const xml = arm
    .replace('range="-90 90"', 'range="90 -90" limited="true"')
    .replace('size=".1"/>\n      </body>', 'size="-1"/>\n      </body>');
  const problems = problemsOf(xml);
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatch(/arm\.xml:8:\d+ <geom> size: size 1 must be positive, found -1/);
  expect(problems[1]).toMatch(/arm\.xml:7:\d+ <joint> range: the first number must be smaller/);
});

test('names of built-in object properties are ordinary names', () => {
  const xml =
    '<mujoco><worldbody><body name="__proto__"><joint name="constructor"/><geom size="1"/></body></worldbody><actuator><motor joint="toString"/></actuator></mujoco>';
  expect(problemsOf(xml)[0]).toContain("there is no joint 'toString'");
  const m = loadModelFromXml(xml.replace('joint="toString"', 'joint="constructor"'));
  expect(name2id(m, ObjType.BODY, '__proto__')).toBe(1);
});

const hinge = '<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>';

test.each([
  ['user data', `<mujoco><size nuser_body="2000000000"/>${hinge}</mujoco>`],
  ['userdata', `<mujoco><size nuserdata="2000000000"/>${hinge}</mujoco>`],
  ['keyframes', `<mujoco><size nkey="2000000000"/>${hinge}</mujoco>`],
  ['history', `<mujoco>${hinge}<actuator><motor joint="j" nsample="2000000000"/></actuator></mujoco>`],
  ['a custom numeric', `<mujoco>${hinge}<custom><numeric name="n" size="2000000000" data="1"/></custom></mujoco>`],
  ['height field', '<mujoco><asset><hfield name="h" nrow="2000000" ncol="2000000" size="1 1 1 1"/></asset></mujoco>'],
  ['texture', '<mujoco><asset><texture name="t" builtin="flat" width="2000000"/></asset></mujoco>'],
  ['sensor', `<mujoco>${hinge}<sensor><user dim="2000000000"/></sensor></mujoco>`],
  [
    'activations',
    `<mujoco>${hinge}<actuator><general joint="j" dyntype="user" actdim="2000000000"/></actuator></mujoco>`,
  ],
])('a giant size is rejected immediately: %s', (_what, xml) => {
  expect(problemsOf(xml)[0]).toMatch(/arm\.xml:\d+:\d+ /);
});

test('files in memory are found by their paths', () => {
  const text = (s: string) => new TextEncoder().encode(s);
  const m = loadModelFromFiles('models/main.xml', {
    'models/main.xml': text('<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>'),
    'models/part.xml': text('<mujoco><body name="part"><geom size="1"/></body></mujoco>'),
  });
  expect(name2id(m, ObjType.BODY, 'part')).toBe(1);
  expect(() => loadModelFromFiles('none.xml', {})).toThrow("cannot read file 'none.xml'");
});

test('a sleep policy is that of the first moving body of a tree; on other bodies it is an error with its location', () => {
  const chain = (first: string, second: string, third: string) => `<mujoco><worldbody>
    <body name="post" ${first}><geom size=".1"/>
      <body name="arm" ${second}><joint/><geom size=".1"/>
        <body name="hand" ${third}><joint/><geom size=".1"/></body></body>
      <body name="other" sleep="init"><joint/><geom size=".1"/></body></body></worldbody></mujoco>`;
  const { NEVER, INIT } = SleepPolicy;
  expect([...loadModelFromXml(chain('', 'sleep="never"', '')).tree_sleep_policy]).toEqual([NEVER, INIT]);
  const message = 'sleep: only the first moving body of a tree can have a sleep policy';
  for (const [line, post, arm, hand] of [
    [2, 'sleep="never"', '', ''],
    [4, '', '', 'sleep="allowed"'],
    [4, '', 'sleep="never"', 'sleep="never"'],
  ] as const) {
    const problems = problemsOf(chain(post, arm, hand));
    expect(problems.join()).toContain(message);
    expect(problems.join()).toMatch(new RegExp(`arm.xml:${line}:`));
  }
});
