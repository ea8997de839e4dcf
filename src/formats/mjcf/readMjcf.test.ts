import { expect, test } from 'vitest';
import type { SpecTree } from '../spec/specTree.ts';
import { MjcfError } from '../xml/error.ts';
import { mapSource } from './files.ts';
import { UrdfReaderNotLoaded } from './mjcfReader.ts';
import { type ReadOptions, readMjcf } from './readMjcf.ts';

const encoder = new TextEncoder();

function files(texts: Record<string, string>) {
  return mapSource(new Map(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])));
}

function world(contents: string, sections = ''): SpecTree {
  return readMjcf(`<mujoco>${sections}<worldbody>${contents}</worldbody></mujoco>`, { file: 'm.xml' });
}

function mjcfErrors(text: string, options: ReadOptions = {}): string[] {
  try {
    readMjcf(text, { file: 'm.xml', ...options });
  } catch (error) {
    if (error instanceof MjcfError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('an element uses its class, else the nearest childclass, else main, and then its own attributes', () => {
  const spec = world(
    `<geom/><geom class="a"/><body childclass="a"><geom/><geom class="b" margin="3"/>
     <frame childclass="b"><geom/></frame><body><geom size="7"/></body></body>`,
    `<default><geom size="1" margin="1"/><default class="a"><geom size="2"/><default class="b"><geom gap="5"/></default>
     </default></default>`,
  );
  const row = (g: { size: number[]; margin: number; gap: number; classname: string }) => [
    g.size[0],
    g.margin,
    g.gap,
    g.classname,
  ];
  const body = spec.worldbody.bodies[0];
  expect(spec.worldbody.geoms.map(row)).toEqual([
    [1, 1, 0, 'main'],
    [2, 1, 0, 'a'],
  ]);
  expect(body?.geoms.map(row)).toEqual([
    [2, 1, 0, 'a'],
    [2, 3, 5, 'b'],
    [2, 1, 5, 'b'],
  ]);
  expect(body?.bodies[0]?.geoms.map(row)).toEqual([[7, 1, 0, 'a']]);
});

test('a list with fewer values than the maximum keeps the rest of its default', () => {
  const spec = world('<geom size="1" friction="0.3" solimp="0.5 0.6"/>', '<default><geom size="4 5 6"/></default>');
  const [geom] = spec.worldbody.geoms;
  expect(geom?.size).toEqual([1, 5, 6]);
  expect(geom?.friction).toEqual([0.3, 0.005, 0.0001]);
  expect(geom?.solimp).toEqual([0.5, 0.6, 0.001, 0.5, 2]);
});

test('elements own their arrays', () => {
  const spec = world('<geom/><geom/>', '<default><geom size="1 2 3"/></default>');
  const [a, b] = spec.worldbody.geoms;
  a?.size.fill(9);
  expect(b?.size).toEqual([1, 2, 3]);
  expect(spec.defaults.geom.size).toEqual([1, 2, 3]);
});

test('missing attributes can be distinguished from given ones', () => {
  const [geom] = world('<geom size="1"/>').worldbody.geoms;
  expect(geom?.mass).toBeNaN();
  expect(geom?.fromto[0]).toBeNaN();
  expect(geom?.alt).toBeNull();
  expect(geom?.location.attributePosition('size')).toEqual({ line: 1, column: 26 });
  expect(geom?.location.attributePosition('mass')).toBeUndefined();
});

test('orientations are stored as written, and only one is allowed', () => {
  const spec = world(
    '<geom euler="1 2 3"/><site zaxis="0 1 0"/><camera xyaxes="1 0 0 0 1 0"/><body axisangle="0 0 1 90"/>',
  );
  const { geoms, sites, cameras, bodies } = spec.worldbody;
  const alternatives = [geoms[0]?.alt, sites[0]?.alt, cameras[0]?.alt, bodies[0]?.alt];
  expect(alternatives.map((alt) => alt?.type)).toEqual([4, 3, 2, 1]);
  expect(geoms[0]?.alt?.value).toEqual([1, 2, 3]);
  expect(mjcfErrors('<mujoco><worldbody><geom size="1" euler="1 2 3" quat="1 0 0 0"/></worldbody></mujoco>')).toEqual([
    'm.xml:1:20 <geom> more than one orientation is given',
  ]);
});

test('repeated sections are merged', () => {
  const spec = world(
    '',
    `<option timestep="0.01"/><option gravity="0 0 -1"><flag contact="disable" energy="enable"/></option>
     <compiler angle="radian"/><compiler eulerseq="zyx"><lengthrange mode="all"/></compiler>`,
  );
  expect(spec.option.timestep).toBe(0.01);
  expect(spec.option.gravity).toEqual([0, 0, -1]);
  expect(spec.option.disableflags).toBe(16);
  expect(spec.option.enableflags).toBe(2);
  expect(spec.compiler.degree).toBe(false);
  expect(spec.compiler.eulerseq).toBe('zyx');
  expect(spec.compiler.LRopt.mode).toBe(3);
});

test('flag passive still works, and warns', () => {
  const spec = world('', '<option><flag passive="disable"/></option>');
  expect(spec.option.disableflags).toBe(32 + 64);
  expect(spec.warnings).toHaveLength(1);
  expect(spec.warnings[0]).toMatchObject({ tag: 'flag', attribute: 'passive' });
});

test('our own additions are supported: implicitspringdamper and <distance>', () => {
  const spec = world(
    '<geom name="a" size="1"/><geom name="b" size="1"/>',
    `<option integrator="implicitspringdamper"/>
     <equality><distance geom1="a" geom2="b" distance="0.5"/><distance geom1="a" geom2="b"/></equality>`,
  );
  expect(spec.option.integrator).toBe(1000);
  expect(spec.equalities.map((e) => [e.type, e.objtype, e.name1, e.name2, e.data[0]])).toEqual([
    [7, 5, 'a', 'b', 0.5],
    [7, 5, 'a', 'b', Number.NaN],
  ]);
});

test('a custom text is an attribute or one CDATA section', () => {
  const texts = (inside: string) => readMjcf(`<mujoco><custom>${inside}</custom></mujoco>`).texts.map((t) => t.data);
  expect(
    texts(`<text name="a" data="x"/><text name="b"> <!-- not this --> <![CDATA[ \r\n<b> & "q"]]>
           </text><text name="c">ignored<![CDATA[&amp;]]></text>`),
  ).toEqual(['x', ' \n<b> & "q"', '&amp;']);
});

test.each([
  ['<text name="a" data="x"><![CDATA[y]]></text>', 'expected one string, found an attribute and a CDATA section'],
  ['<text name="a" data=""><![CDATA[y]]></text>', 'expected one string, found an attribute and a CDATA section'],
  ['<text name="a"><![CDATA[x]]><![CDATA[y]]></text>', 'expected one string, found 2 CDATA sections'],
  ['<text name="a"><![CDATA[]]></text>', 'cannot be empty'],
  ['<text name="a">x</text>', 'required attribute is missing'],
  ['<text><![CDATA[x]]></text>', '<text> name: required attribute is missing'],
  ['<tuple><![CDATA[x]]></tuple>', '<tuple> name: required attribute is missing'],
])('%s is rejected', (inside, message) => {
  expect(() => readMjcf(`<mujoco><custom>${inside}</custom></mujoco>`)).toThrow(message);
});

test('included files replace the include, also nested ones next to the including file', () => {
  const source = files({
    'models/sub/parts.xml': '<mujocoinclude><geom name="b"/><include file="deep/more.xml"/></mujocoinclude>',
    'models/sub/deep/more.xml': '<mujoco><geom name="c"/></mujoco>',
  });
  const text = `<mujoco><worldbody><geom name="a"/>
    <include file="sub/parts.xml"/><geom name="d"/></worldbody></mujoco>`;
  const spec = readMjcf(text, { file: 'models/main.xml', source });
  expect(spec.worldbody.geoms.map((g) => g.name)).toEqual(['a', 'b', 'c', 'd']);
  expect(spec.worldbody.geoms[2]?.location).toMatchObject({ file: 'models/sub/deep/more.xml', line: 1, column: 9 });
});

test('a file that is included twice, or includes itself, or is missing, is an error', () => {
  const include = (file: string) => `<mujoco><include file="${file}"/><include file="twice.xml"/></mujoco>`;
  const source = files({
    'twice.xml': '<mujoco><size/></mujoco>',
    'self.xml': '<mujoco><include file="self.xml"/></mujoco>',
  });
  expect(mjcfErrors(include('twice.xml'), { source })[0]).toMatch(/already included/);
  expect(mjcfErrors(include('self.xml'), { source })[0]).toMatch(/^self\.xml:1:18 <include> file: .*already included/);
  expect(mjcfErrors(include('m.xml'), { source: files({ 'm.xml': include('m.xml') }) })[0]).toMatch(/already included/);
  expect(mjcfErrors(include('none.xml'), { source })[0]).toBe("m.xml:1:18 <include> file: no file 'none.xml'");
});

test('paths of assets: directories by kind, strippath, absolute ones', () => {
  const text = (compiler: string) => `<mujoco><compiler ${compiler}/><asset><mesh file="a/x.stl"/>
    <texture file="/t.png" type="2d"/><hfield file="h.png" size="1 1 1 1"/></asset></mujoco>`;
  const paths = (compiler: string) => {
    const spec = readMjcf(text(compiler), { file: 'dir/m.xml' });
    return [spec.meshes[0]?.file, spec.textures[0]?.file, spec.hfields[0]?.file, spec.meshes[0]?.name];
  };
  expect(paths('')).toEqual(['dir/a/x.stl', '/t.png', 'dir/h.png', 'x']);
  expect(paths('meshdir="../m" texturedir="t"')).toEqual(['m/a/x.stl', '/t.png', 'm/h.png', 'x']);
  expect(paths('assetdir="s" strippath="true"')).toEqual(['dir/s/x.stl', 'dir/s/t.png', 'dir/s/h.png', 'x']);
});

test('no path leaves the root', () => {
  const mesh = (file: string) => `<mujoco><asset><mesh name="m" file="${file}"/></asset></mujoco>`;
  for (const file of ['../x.stl', 'a/../../x.stl', '/etc/passwd', 'C:\\x.stl', 'a\\..\\..\\x.stl']) {
    expect(mjcfErrors(mesh(file), { file: 'dir/m.xml', root: 'dir' })[0], file).toMatch(/outside the folder/);
  }
  expect(mjcfErrors(mesh('a/../x.stl'), { file: 'dir/m.xml', root: 'dir' })).toEqual([]);
  expect(mjcfErrors(mesh('../x.stl'), { file: 'm.xml', root: '' })[0]).toMatch(/outside/);
  const include = '<mujoco><include file="../x.xml"/></mujoco>';
  expect(
    mjcfErrors(include, { file: 'dir/m.xml', root: 'dir', source: files({ 'x.xml': '<a><size/></a>' }) })[0],
  ).toMatch(/outside/);
});

test('heights are listed from the top, and stored from the bottom', () => {
  const spec = world('', '<asset><hfield name="h" nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"/></asset>');
  expect([...(spec.hfields[0]?.userdata ?? [])]).toEqual([4, 5, 6, 1, 2, 3]);
});

test('all errors are reported together, each with its location, the expected and the found value', () => {
  const text = `<mujoco>
  <option timestep="fast" solver="newton"/>
  <worldbody>
    <body><joint range="1 2 3"/><geom size=".1" condim="1.5"/></body>
  </worldbody>
</mujoco>`;
  expect(mjcfErrors(text)).toEqual([
    "m.xml:2:11 <option> timestep: expected a number, found 'fast'",
    "m.xml:2:27 <option> solver: expected one of PGS, CG, Newton, found 'newton' (did you mean 'Newton'?)",
    'm.xml:4:18 <joint> range: expected 2 numbers, found 3',
    "m.xml:4:49 <geom> condim: expected a whole number, found '1.5'",
  ]);
});

test('misspelled elements, attributes and classes get a suggestion', () => {
  expect(mjcfErrors('<mujoco><worldbody><bdy/><geom sise="1"/></worldbody></mujoco>')).toEqual([
    "m.xml:1:20 <bdy> not allowed in <worldbody> (did you mean 'body'?)",
    "m.xml:1:32 <geom> sise: unknown attribute (did you mean 'size'?)",
  ]);
  const classes = '<default><default class="wheel"/></default>';
  expect(mjcfErrors(`<mujoco>${classes}<worldbody><geom class="whel"/></worldbody></mujoco>`)[0]).toMatch(
    /class: unknown default class 'whel' \(did you mean 'wheel'\?\)/,
  );
});

test('inside a frame, unknown attributes are ignored with a warning, as MuJoCo ignores them', () => {
  const spec = world('<frame foo="1"><geom size="1" bar="2"/></frame>');
  expect(spec.worldbody.geoms).toHaveLength(1);
  expect(spec.warnings.map((w) => w.attribute)).toEqual(['foo', 'bar']);
});

test('URDF without its reader, and other roots, are rejected', () => {
  expect(() => readMjcf('<robot/>')).toThrow(UrdfReaderNotLoaded);
  expect(mjcfErrors('<MuJoCo/>')).toHaveLength(1);
  expect(mjcfErrors('<html/>')[0]).toBe('m.xml:1:1 <html> expected <mujoco> or <robot> as the root');
});

test('names such as __proto__ are ordinary names', () => {
  const spec = world(
    '<body name="__proto__"><geom name="constructor" class="toString" size="1"/></body>',
    '<default><default class="toString"><geom margin="2"/></default></default>',
  );
  expect(spec.worldbody.bodies[0]?.name).toBe('__proto__');
  expect(spec.worldbody.bodies[0]?.geoms[0]?.margin).toBe(2);
  expect(mjcfErrors('<mujoco __proto__="1"><__proto__/><constructor/></mujoco>')).toHaveLength(3);
});

test('giant counts are errors, without delay', () => {
  const big = '<worldbody><replicate count="2000000000"><geom size="1"/></replicate></worldbody>';
  expect(mjcfErrors(`<mujoco>${big}</mujoco>`)[0]).toMatch(/exceeds the limit of 250000/);
});

test('a model that contains itself is an error', () => {
  const text = '<mujoco><asset><model name="x" file="m.xml"/></asset></mujoco>';
  expect(mjcfErrors(text, { source: files({ 'm.xml': text }) })[0]).toMatch(/contains itself/);
});

test('errors of an attached model have their own file', () => {
  const source = files({ 'part.xml': '<mujoco>\n<option timestep="x"/></mujoco>' });
  expect(mjcfErrors('<mujoco><asset><model file="part.xml"/></asset></mujoco>', { source })).toEqual([
    "part.xml:2:9 <option> timestep: expected a number, found 'x'",
  ]);
});
