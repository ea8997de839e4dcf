// needs: the compiled engine
import { beforeAll, expect, test } from 'vitest';
import { Data, modelFromXml, prepare } from '../../../src/index.ts';
import { LoadFailure, loadSource, mainFile, withAliases } from '../../../src/view/viewer/source/source.ts';
import { modelAddress } from './address.ts';
import { exampleProblem, type Link, linkProblems, modelProblems, readLink, writeLink } from './link.ts';

beforeAll(() => prepare());

const bytes = (text: string) => new TextEncoder().encode(text);
const box = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>';

test('a link restores the state it was created from', () => {
  const link = {
    example: 'humanoid',
    speed: 0.5,
    key: 0,
    camera: 1,
    show: ['contactForce', 'no-shadow'],
    plot: ['qpos[2]', 'xpos[3:6]'],
    opt: { timestep: 0.001 },
  };
  expect(readLink(writeLink(link))).toMatchObject(link);
});

test('a link cannot name a path as an example', () => {
  for (const path of ['../secret', '/secret', 'a/../b', 'a//b', 'https://a/b'])
    expect(readLink(`#example=${path}`).example).toBeUndefined();
});

test('a link names an example in a folder', () => {
  expect(readLink(writeLink({ example: 'soft/cloth' })).example).toBe('soft/cloth');
});

test('among dropped files, the one that includes the others is opened', () => {
  const files = new Map([
    ['robot/arm.xml', bytes(box)],
    ['robot/scene.xml', bytes('<mujoco><include file="arm.xml"/></mujoco>')],
    ['robot/readme.txt', bytes('')],
  ]);
  expect(mainFile(files)).toBe('robot/scene.xml');
  expect(mainFile(new Map([['a.stl', bytes('')]]))).toBeUndefined();
  expect(
    mainFile(
      new Map([
        ['a.stl', bytes('')],
        ['a.mjb', bytes('')],
      ]),
    ),
  ).toBe('a.mjb');
});

test('files dropped side by side are found under the folders that the model expects', () => {
  const xml = '<mujoco><compiler meshdir="meshes"/><asset><mesh file="a.obj"/></asset></mujoco>';
  const files = withAliases(
    new Map([
      ['m.xml', bytes(xml)],
      ['a.obj', bytes('x')],
    ]),
  );
  expect(files.has('meshes/a.obj')).toBe(true);
});

test('a model that cannot be loaded is reported with its text and the location of the error', async () => {
  const xml = '<mujoco>\n<worldbody>\n<geom siz="1"/>\n</worldbody>\n</mujoco>';
  const failure = await loadSource({ kind: 'files', files: new Map([['m.xml', bytes(xml)]]), main: 'm.xml' }).catch(
    (error: unknown) => error,
  );
  // in Node, files also come from the map
  expect(failure).toBeInstanceOf(LoadFailure);
  const { diagnostics, texts } = failure as LoadFailure;
  expect(diagnostics[0]).toMatchObject({ line: 3, tag: 'geom', attribute: 'siz' });
  expect(texts.get('m.xml')).toBe(xml);
});

test('unknown parts of a link are reported', () => {
  expect(linkProblems('#example=humanoid&speed=0.5&opt.timestep=0.001&show=contactForce')).toEqual([]);
  const said = linkProblems('#exmaple=humanoid&speed=fast&view=1,2&opt.timestep=x').join('\n');
  expect(said).toContain("unknown parameter 'exmaple' (did you mean 'example'?)");
  expect(said).toContain('speed=fast: expected a number');
  expect(said).toContain('view=1,2: expected six numbers');
  expect(said).toContain('opt.timestep=x: expected a number');
  expect(linkProblems('#show=bogusword,contactForec,no-shadow,geom-111000,frame-body,layer-2')).toEqual([
    expect.stringContaining("show: unknown word 'bogusword'. Expected convexHull"),
    "show: unknown word 'contactForec'; did you mean 'contactForce'?",
  ]);
  expect(linkProblems('#show=toString,label-nobody,geom-11,layer-x,depth-')).toHaveLength(5);
});

test('cameras, keyframes, bodies, options, fields and examples that do not exist are reported', () => {
  const m = modelFromXml(
    `<mujoco><worldbody><camera/><camera/><body><freejoint/><geom size="1"/></body></worldbody></mujoco>`,
  );
  const problems = (link: Link) => modelProblems(link, m, new Data(m), ['timestep', 'tolerance']);
  expect(problems({ camera: 1, key: -1, track: 1, plot: ['qpos[2]'], opt: { timestep: 1 } })).toEqual([]);
  expect(problems({ camera: 2, key: 0, track: 5, opt: { timestpe: 1 }, plot: ['qpoz', 'qpos[9]'] })).toEqual([
    'camera=2: expected a camera from 0 to 1',
    'key=0: the model has no keyframes',
    'track=5: expected a body from 1 to 1',
    "opt.timestpe: unknown option; did you mean 'timestep'?",
    "plot=qpoz: the data has no field 'qpoz' (did you mean 'qpos'?)",
    'plot=qpos[9]: qpos has 7 elements, so [9:10] is out of range',
  ]);
  expect(problems({ camera: 0.5 })).toHaveLength(1);
  expect(exampleProblem('humanoyd', ['humanoid', 'drone'])).toBe(
    "example=humanoyd: unknown example; did you mean 'humanoid'?",
  );
  expect(exampleProblem('drone', ['humanoid', 'drone'])).toBe(undefined);
});

test('files and folders on GitHub resolve to their raw contents', async () => {
  const list = [{ name: 'go1.xml' }, { name: 'scene.xml' }, { name: 'assets' }].map((file) => ({
    ...file,
    type: 'file',
  }));
  const asked: string[] = [];
  const get = async (url: string) => {
    asked.push(url);
    return Response.json(url.includes('empty') ? [] : list);
  };
  const raw = 'https://raw.githubusercontent.com/someone/robots/main/go1';
  expect(await modelAddress('https://github.com/someone/robots/blob/main/go1/go1.xml', get)).toBe(`${raw}/go1.xml`);
  expect(asked).toEqual([]);
  expect(await modelAddress('https://github.com/someone/robots/tree/main/go1', get)).toBe(`${raw}/scene.xml`);
  expect(asked).toEqual(['https://api.github.com/repos/someone/robots/contents/go1?ref=main']);
  await expect(modelAddress('https://github.com/someone/robots/tree/main/empty', get)).rejects.toThrow('no model');
  expect(await modelAddress(' https://example.org/a.xml ', get)).toBe('https://example.org/a.xml');
});
