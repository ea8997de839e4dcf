import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpecTree } from '../spec/specTree.ts';
import { MjcfError } from '../xml/error.ts';
import { mapSource } from './files.ts';
import { mujoco } from './grammar/mujoco.ts';
import type { ElementGrammar } from './grammar.ts';
import { readMjcf } from './readMjcf.ts';
import { writeMjcf } from './writeMjcf.ts';

const encoder = new TextEncoder();
/** Effort: FUZZ=100 tries a hundred times as many. */
const EFFORT = Number(process.env['FUZZ'] ?? 1);

/** Reading any text gives a spec or an MjcfError with a location; a spec can be saved. */
function readsOrRefuses(text: string): void {
  const source = mapSource(new Map([['part.xml', encoder.encode(PART)]]));
  let spec: SpecTree;
  try {
    spec = readMjcf(text, { file: 'm.xml', source, root: '' });
  } catch (error) {
    expect(error).toBeInstanceOf(MjcfError);
    const { diagnostics } = error as MjcfError;
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const d of diagnostics) expect(d.line).toBeGreaterThan(0);
    return;
  }
  expect(spec).toBeInstanceOf(SpecTree);
  const saved = writeMjcf(spec);
  try {
    readMjcf(saved, { file: 'm.xml', source });
  } catch (error) {
    // a spec that does not compile may not be readable again; then the error says so
    expect(error).toBeInstanceOf(MjcfError);
  }
}

const PART = `<mujoco model="part"><worldbody><body name="b"><joint name="j"/><geom name="g" size=".1"/></body></worldbody>
  <actuator><motor name="m" joint="j"/></actuator><keyframe><key name="k" qpos="1" ctrl="2"/></keyframe></mujoco>`;

const SEED = `<mujoco model="seed"><compiler angle="radian"/><option timestep="0.01"><flag contact="disable"/></option>
<size nkey="2"/><extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="1"/></instance></plugin></extension>
<default><geom size=".1"/><default class="c"><joint damping="1"/></default></default>
<asset><model file="part.xml"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>
<texture name="t" type="2d" builtin="checker" width="4" height="4"/><material name="mat" texture="t"/></asset>
<worldbody><body name="a" pos="0 0 1" childclass="c"><joint name="ja"/><geom name="ga" material="mat"/><site name="sa"/>
<frame euler="0 0 1"><camera name="cam"/><replicate count="3" offset="1 0 0"><body name="r"><geom/></body></replicate></frame></body>
<attach model="part" body="b" prefix="p_"/></worldbody>
<contact><pair geom1="ga" geom2="p_g"/></contact><tendon><fixed name="te"><joint joint="ja" coef="1"/></fixed></tendon>
<equality><weld body1="a"/></equality><actuator><position joint="ja" kp="3"/><plugin joint="ja" instance="i"/></actuator>
<sensor><gyro site="sa"/><contact geom1="ga" data="found force"/></sensor>
<custom><numeric name="n" data="1 2"/><tuple name="tu"><element objtype="geom" objname="ga"/></tuple></custom>
<keyframe><key name="k" ctrl="1"/></keyframe></mujoco>`;

test('any text', () => {
  const codes = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((list) => String.fromCharCode(...list));
  const bytes = fc.uint8Array({ maxLength: 60 }).map((list) => new TextDecoder().decode(list));
  fc.assert(fc.property(fc.oneof(fc.string(), codes, bytes), readsOrRefuses), { numRuns: 300 * EFFORT });
});

const TOKENS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '/>',
  '<!--',
  ']]>',
  '\0',
  '\ufffe',
  ' ',
  '=',
  '-1',
  '1e999',
  'nan',
  'inf',
  '0x1p9999',
  '2147483648',
  '99999999999999999999',
  '',
  '__proto__',
  'constructor',
  'count="99999999"',
  '<replicate count="9">',
  '<include file="m.xml"/>',
  '<include file="../../etc/passwd"/>',
  '<model file="m.xml"/>',
  '<body>',
  '</body>',
  '<frame>',
  '&#0;',
  '&bomb;',
  '<![CDATA[',
];

test('a model with pieces cut out, doubled and put in', () => {
  const edit = fc.record({
    at: fc.nat(SEED.length),
    cut: fc.nat(30),
    put: fc.oneof(fc.constantFrom(...TOKENS), fc.string({ maxLength: 5 })),
    copy: fc.option(fc.tuple(fc.nat(SEED.length), fc.nat(80))),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let text = SEED;
      for (const { at, cut, put, copy } of edits) {
        const piece = copy ? text.slice(copy[0], copy[0] + copy[1]) : put;
        text = text.slice(0, at) + piece + text.slice(at + cut);
      }
      readsOrRefuses(text);
    }),
    { numRuns: 500 * EFFORT },
  );
});

const VALUES = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '0.5',
  '1 2',
  '1 2 3',
  '0 0 0 0',
  '1 0 0 0',
  '1 2 3 4 5 6',
  '1 2 3 4 5 6 7 8 9 10 11 12',
  'nan nan nan',
  'inf',
  '-inf -inf',
  '1e308 1e308',
  '1e-308',
  '1e400',
  '2147483647',
  '-2147483648',
  '4294967296',
  'true',
  'auto',
  'main',
  'ga',
  'a',
  'ja',
  'sa',
  '__proto__',
  'toString',
  'pos vel ff',
  '\u{1F600}',
  '../x',
  '/x',
  'x'.repeat(5000),
  '1 '.repeat(5000),
];

/** A random element of the grammar, with random attributes and children. */
function elementOf(grammar: ElementGrammar, depth: number): fc.Arbitrary<string> {
  const names = [...grammar.attributes.values()];
  const value = (keywords: string[]) => fc.constantFrom(...VALUES, ...keywords);
  const attributes = fc.tuple(
    ...names.map((a) =>
      fc.option(
        value([...(a.keywords?.keys() ?? [])]).map((v) => ` ${a.name}="${v}"`),
        { freq: a.required ? 10 : 1, nil: '' },
      ),
    ),
  );
  const children = [...grammar.children.values()].map((c) => c.grammar);
  const inner: fc.Arbitrary<string[]> =
    depth === 0 || children.length === 0
      ? fc.constant([])
      : fc.array(
          fc.constantFrom(...children).chain((child) => elementOf(child, depth - 1)),
          { maxLength: 4 },
        );
  return fc.tuple(attributes, inner).map(([a, c]) => `<${grammar.tag}${a.join('')}>${c.join('')}</${grammar.tag}>`);
}

test('models generated from the grammar, with values that are rarely valid', () => {
  fc.assert(fc.property(elementOf(mujoco, 3), readsOrRefuses), { numRuns: 200 * EFFORT });
});
