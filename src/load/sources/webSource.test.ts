import { afterEach, expect, test, vi } from 'vitest';
import { FileProblem } from '../../formats/xml/fileSource.ts';
import { readMjcfAsync } from './fetchAll.ts';
import { webFetcher } from './webSource.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates a page at https://here and servers that answer every request with some text. */
function serveEverywhere(text: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal('location', { href: 'https://here/app/index.html' });
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(String(url));
    return new Response(text);
  });
  return asked;
}

test("files next to the model are fetched from the model's own origin, relative or absolute", async () => {
  const asked = serveEverywhere('v');
  for (const path of ['a.obj', '/b.obj', 'https://here/c.obj']) await webFetcher('models/m.xml', [], 100)(path);
  expect(asked).toEqual(['https://here/app/a.obj', 'https://here/b.obj', 'https://here/c.obj']);
  await webFetcher('https://models.example/m.xml', [], 100)('https://models.example/a.obj');
  expect(asked.at(-1)).toBe('https://models.example/a.obj');
});

test('in a worker started from a blob, relative URLs resolve against the origin of its creator', async () => {
  const asked = serveEverywhere('v');
  vi.stubGlobal('location', { href: 'blob:https://here/5d1c' });
  await webFetcher('m.xml', [], 100)('a.obj');
  expect(asked).toEqual(['https://here/a.obj']);
  vi.stubGlobal('location', { href: 'blob:null/5d1c' });
  expect(() => webFetcher('m.xml', [], 100)).not.toThrow();
});

test('other origins are contacted only if the caller allows them', async () => {
  const asked = serveEverywhere('v');
  const address = 'https://other.example/a.obj';
  await expect(webFetcher('m.xml', [], 100)(address)).rejects.toThrow(FileProblem);
  await expect(webFetcher('m.xml', [], 100)('http://here/a.obj')).rejects.toThrow(FileProblem);
  expect(asked).toEqual([]);
  await webFetcher('m.xml', ['https://other.example'], 100)(address);
  expect(asked).toEqual([address]);
});

test('a mesh at another origin is an error at its element, and an oversized file is not read to its end', async () => {
  const xml = '<mujoco>\n<asset><mesh name="m" file="https://other.example/a.obj"/></asset></mujoco>';
  serveEverywhere(xml);
  const spec = await readMjcfAsync('m.xml', webFetcher('m.xml', [], 1000));
  expect(() => spec.source.read(spec.meshes[0].file)).toThrow(
    /Allow it with { origins: \['https:\/\/other.example'\] }/,
  );
  await expect(webFetcher('m.xml', [], 10)('m.xml')).rejects.toThrow(/raise limits.fileBytes/);
});
