// needs: the compiled engine
/** An edit that fails leaves the spec unchanged. */
import { expect, test } from 'vitest';
import { actuator } from '../../formats/mjcf/grammar/actuator.ts';
import { asset } from '../../formats/mjcf/grammar/asset.ts';
import { worldbody } from '../../formats/mjcf/grammar/body.ts';
import { compiler, size, statistic } from '../../formats/mjcf/grammar/compiler.ts';
import { custom, keyframe } from '../../formats/mjcf/grammar/custom.ts';
import { deformable } from '../../formats/mjcf/grammar/deformable.ts';
import { defaultElement } from '../../formats/mjcf/grammar/mujoco.ts';
import { option } from '../../formats/mjcf/grammar/option.ts';
import { contact, equality, tendon } from '../../formats/mjcf/grammar/relation.ts';
import { sensor } from '../../formats/mjcf/grammar/sensor.ts';
import { visual } from '../../formats/mjcf/grammar/visual.ts';
import type { ElementGrammar } from '../../formats/mjcf/grammar.ts';
import { Spec } from '../../spec.ts';
import type { Element } from './element.ts';
import { grammarFor, KINDS } from './kinds.ts';
import type { Defaults, Section } from './section.ts';
import { TREE } from './tree.ts';

const xml = `<mujoco>
  <default><default class="c"><geom rgba="1 0 0 1"/></default></default>
  <asset><texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="mat"/>
    <hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/><mesh name="tet" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><body name="a"><joint name="j"/><geom name="g" size="1"/><site name="s"/><camera name="cam"/><light name="l"/></body>
    <body name="b"><freejoint/><geom name="g2" size="1"/><site name="s2"/></body></worldbody>
  <contact><exclude name="ex" body1="a" body2="b"/><pair name="p" geom1="g" geom2="g2"/></contact>
  <equality><weld name="w" body1="a" body2="b"/></equality>
  <tendon><spatial name="ten"><site site="s"/><site site="s2"/></spatial><fixed name="f"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos name="jp" joint="j"/></sensor>
  <custom><numeric name="n" data="1"/><text name="x" data="y"/><tuple name="tup"><element objtype="body" objname="a"/></tuple></custom>
  <keyframe><key name="k" time="1"/></keyframe>
</mujoco>`;

/** Lengths of all lists of the tree, and its text. The lengths also cover parts that are not written. */
function fingerprintSpec(spec: Spec): string {
  const tree = spec[TREE] as unknown as Record<string, unknown>;
  const lengths = Object.entries(tree).flatMap(([name, list]) =>
    Array.isArray(list) && name !== 'warnings' ? [`${name} ${list.length}`] : [],
  );
  return `${lengths.join(', ')}\n${spec.toXml()}`;
}

const wrong: readonly unknown[] = [
  'nothing',
  '-1',
  '1e999',
  '0 0',
  '',
  [Number.NaN],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  -1,
  99,
  true,
];

/** A valid attribute, so that an edit can fail halfway. */
const right: Readonly<Record<string, unknown>> = {
  pos: [1, 2, 3],
  rgba: [0, 1, 0, 1],
  user: [5],
  timestep: 0.123,
  group: 2,
};

type Edit = (spec: Spec, attributes: object) => unknown;

/** Tries every attribute of a grammar with every wrong value, together with valid ones. Returns the number of rejected edits. */
function tryAll(grammar: ElementGrammar, edit: Edit): number {
  let refused = 0;
  let spec = Spec.fromXml(xml);
  let before = fingerprintSpec(spec);
  const others = Object.fromEntries(Object.entries(right).filter(([key]) => grammar.attributes.has(key)));
  for (const name of grammar.attributes.keys()) {
    for (const value of wrong) {
      const attributes = { ...others, [name]: value };
      try {
        edit(spec, attributes);
        // each edit starts from the same spec
        spec = Spec.fromXml(xml);
        before = fingerprintSpec(spec);
      } catch {
        refused++;
        expect(fingerprintSpec(spec), `<${grammar.tag}> ${JSON.stringify(attributes)}`).toBe(before);
      }
    }
  }
  return refused;
}

/** The same for every child of a section. */
function tryChildren(section: ElementGrammar, edit: (tag: string) => Edit): number {
  return [...section.children].reduce((sum, [tag, { grammar }]) => sum + tryAll(grammar, edit(tag)), 0);
}

test('adding to a body', () => {
  const refused = tryChildren(worldbody, (tag) => (spec, attributes) => {
    (spec.find('body', 'a') as unknown as Element).add(tag, attributes);
  });
  expect(refused).toBeGreaterThan(500);
});

const sections = { asset, deformable, contact, equality, tendon, actuator, sensor, custom, keyframe };

test.each(Object.entries(sections))('adding to the section %s', (name, grammar) => {
  const refused = tryChildren(grammar, (tag) => (spec, attributes) => {
    (spec as unknown as Record<string, Section>)[name]!.add(tag, attributes);
  });
  expect(refused).toBeGreaterThan(10);
});

test('changing an element', () => {
  const kinds = Object.keys(KINDS).filter((kind) => kind !== 'frame' && kind !== 'flex' && kind !== 'skin');
  const refused = kinds.map((kind) => {
    const first = (spec: Spec) => spec.all(kind as 'body').find(({ name }) => name !== 'world')! as unknown as Element;
    return tryAll(grammarFor(first(Spec.fromXml(xml))[TREE]), (spec, attributes) => first(spec).set(attributes));
  });
  expect(refused.reduce((sum, n) => sum + n)).toBeGreaterThan(500);
});

test('changing settings', () => {
  const settings = { compiler, option, size, statistic };
  const refused = Object.entries(settings).map(([name, grammar]) =>
    tryAll(grammar, (spec, attributes) => spec[name as 'option'].set(attributes)),
  );
  const parts = [...visual.children].map(([tag, { grammar }]) =>
    tryAll(grammar, (spec, attributes) => spec.visual[tag as 'map'].set(attributes)),
  );
  expect(Math.min(...refused, ...parts)).toBeGreaterThan(0);
});

test('default classes', () => {
  const refused = tryChildren(defaultElement, (tag) => (spec, attributes) => {
    (spec.findDefault('c') as unknown as Defaults).add(tag, attributes);
  });
  expect(refused).toBeGreaterThan(300);
});

test('assets from arrays', () => {
  const spec = Spec.fromXml(xml);
  const before = fingerprintSpec(spec);
  const short = new Float32Array(3);
  expect(() => spec.asset.add('hfield', { name: 'x', nrow: 2, ncol: 2, size: [1, 1, 1, 1], elevation: short })).toThrow(
    'expected nrow x ncol = 4 numbers, found 3',
  );
  expect(() => spec.find('hfield', 'h').set({ size: [2, 2, 2, 2], elevation: short })).toThrow('found 3');
  expect(() => spec.asset.add('mesh', { name: 'x', vertex: ['a'] as never })).toThrow(
    "<mesh> vertex[0]: expected a number, found 'a'",
  );
  expect(fingerprintSpec(spec)).toBe(before);
});

test('elements that exist only in files', () => {
  const spec = Spec.fromXml(xml);
  const before = fingerprintSpec(spec);
  const body = spec.find('body', 'a') as unknown as Element;
  expect(() => body.add('replicate', { count: 2 })).toThrow(
    '<replicate>: expected an element that can be added in code',
  );
  expect(fingerprintSpec(spec)).toBe(before);
});
