// needs: the package
/** The code of README and documentation runs as it is shown: each block is a module (test/support/docBlocks.ts), in a folder like that of a
 *  new project. A comment `// ->` after a console.log is its expected output. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { badges } from '../scripts/docs/badges.mjs';
import * as batch from '../src/batch.ts';
import * as env from '../src/env.ts';
import * as ik from '../src/ik.ts';
import * as tenon from '../src/index.ts';
import * as optimize from '../src/optimize.ts';
import * as policy from '../src/policy.ts';
import * as record from '../src/record.ts';
import '../src/cluster.ts';
import '../src/mujoco.ts';
import '../src/spec.ts';
import '../src/three.ts';
import { trotNetwork } from '../examples/policy/trot.mjs';
import {
  type Block,
  blocksOf,
  filesOf,
  languages,
  languagesOf,
  moduleText,
  promisedOutput,
} from './support/docBlocks.ts';

interface Site {
  readPages(): Map<string, string>;
  brokenLinks(pages: Map<string, string>): string[];
  sitePage(page: string, pages: Map<string, string>): string;
  siteConfig(pages: Map<string, string>): {
    appearance?: unknown;
    themeConfig: { search: object; outline: number[]; sidebar: { items: { link: string }[] }[] };
  };
  theme: string;
  boostDocument(id: string): number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const site = (await import(`${root}scripts/docs.mjs`)) as Site;
const pages = site.readPages();
const blocks = [...pages].flatMap(([page, text]) => blocksOf(page, text)).concat(programs());

/** The current folder of the blocks: it has the examples of the repository, a policy, and files that blocks write. */
const folder = `${root}build/docs`;
const started = process.cwd();

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(`${root}examples`, `${folder}/examples`, 'junction');
  writeFileSync(`${folder}/walk.onnx`, policy.toOnnx(trotNetwork()));
  // files that examples of the reference load
  copyFileSync(`${root}examples/humanoid.xml`, `${folder}/humanoid.xml`);
  copyFileSync(`${root}examples/box_stack.xml`, `${folder}/scene.xml`);
  for (const [name, content] of [...pages.values()].flatMap(filesOf)) writeFileSync(`${folder}/${name}`, content);
  process.chdir(folder);
});
afterAll(() => process.chdir(started));

test.each(blocks.filter(({ skipped }) => skipped === undefined))(
  'the code at $location runs',
  async (block) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...args) => void printed.push(format(...args)));
    const table = vi.spyOn(console, 'table').mockImplementation(() => {});
    const file = `${folder}/${block.location.replace(/\W+/g, '-')}.ts`;
    writeFileSync(file, moduleText(block, root));
    try {
      await import(/* @vite-ignore */ file);
    } finally {
      log.mockRestore();
      table.mockRestore();
    }
    const promised = promisedOutput(block.code);
    if (promised.length > 0) expect(printed).toEqual(promised);
    // some start threads, which is slow while other tests run
  },
  90_000,
);

test('few blocks are skipped, each with a reason', () => {
  const skipped = blocks.filter((block) => block.skipped !== undefined);
  expect(skipped.length).toBeLessThanOrEqual(5);
  for (const { skipped: reason } of skipped) expect(reason).not.toBe('');
});

test('no page hides code, and the blocks of every language run', () => {
  const written = [...pages].filter(([page]) => !isReference(page));
  expect(written.filter(([, text]) => /<!-- setup/.test(text)).map(([page]) => page)).toEqual([]);
  for (const [page, text] of written)
    for (const language of languagesOf(text)) expect(['', ...languages], page).toContain(language);
});

test('code that creates a model from text prepares the engine', () => {
  // the plain engine is always ready in tests, so a missing call of prepare would not fail
  const unprepared = blocks.filter(
    ({ prelude, code }) => /modelFromXml\(/.test(code) && !/prepare\(/.test(prelude + code),
  );
  expect(unprepared.map(({ location }) => location)).toEqual([]);
});

test('no link is broken', () => {
  expect(site.brokenLinks(pages)).toEqual([]);
});

test('links between pages stay within the site, and text that looks like an element is escaped', () => {
  for (const page of pages.keys()) {
    const text = site.sitePage(page, pages);
    const outside = text.replace(/^```[\s\S]*?^```$|`[^`\n]*`|^ {4}.*$/gm, '');
    const links = [...outside.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]);
    expect(links.filter((link) => !/^(\/|#|https?:)/.test(link))).toEqual([]);
    if (page !== 'docs/gallery.md')
      expect({
        page,
        rest: /<(?!a href="\/(?:viewer\/|docs\/(?:measure|train))|\/a>|iframe class="live"|\/iframe>)[a-z/!]/i.exec(
          outside,
        )?.[0],
      }).toEqual({
        page,
        rest: undefined,
      });
  }
});

test('the reference has a page for each entry point, with all its exports', () => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: Record<string, unknown> };
  const entries = Object.keys(exports).filter((name) => !/mujoco|package\.json|\*/.test(name));
  expect(entries.filter((name) => !pages.has(`docs/api/${name.slice(2) || 'tenon'}.md`))).toEqual([]);
  for (const [name, entry] of Object.entries({ tenon, batch, env, policy, record, ik, optimize })) {
    const text = pages.get(`docs/api/${name}.md`)!;
    const missing = Object.keys(entry).filter(
      (own) => !text.includes(`### ${own}\n`) && !text.includes(`| \`${own}\` |`),
    );
    expect(missing, name).toEqual([]);
  }
});

test('every function and class of the reference has an example, and its parameters and result', () => {
  const texts = ['tenon', 'batch', 'env', 'policy', 'record', 'ik', 'optimize'].map(
    (name) => pages.get(`docs/api/${name}.md`)!,
  );
  const callable = texts
    .flatMap((text) => text.split(/^### /m).slice(1))
    .filter((text) => /```typescript\n(async )?(function|class) /.test(text));
  expect(callable.length).toBeGreaterThan(60);
  expect(callable.filter((text) => !text.includes('```ts\n')).map((text) => text.split('\n')[0])).toEqual([]);
  const step = callable.find((text) => text.startsWith('forwardSkip\n'))!;
  expect(step).toContain('| parameter | type | meaning |');
  expect(step).toContain('| `m` | [`Model`](#model) | The model. |');
  expect(callable.find((text) => text.startsWith('getState\n'))).toContain('**Returns** `Float64Array`');
});

test('the badges and the picture of the README are up to date, and it is short', () => {
  expect(readFileSync(`${root}docs/badges.svg`, 'utf8')).toBe(badges(root));
  const film = readFileSync(`${root}docs/gallery.webp`);
  const frames = film.toString('latin1').match(/ANMF/g);
  expect(frames?.length).toBeGreaterThan(20);
  expect(film.length).toBeLessThan(1e6);
  const text = readFileSync(`${root}README.md`, 'utf8');
  for (const name of ['badges.svg', 'gallery.webp']) expect(text).toContain(`](docs/${name})`);
  expect(text.trimEnd().split('\n').length).toBeLessThan(120);
});

test('the site has search, contents of each page, both themes and a menu with every page, and starts with a live scene', () => {
  const { themeConfig, appearance } = site.siteConfig(pages);
  expect(themeConfig.search).toMatchObject({ provider: 'local' });
  expect(themeConfig.outline).toEqual([2, 3]);
  // dark and light themes, unless disabled
  expect(appearance).toBeUndefined();
  const links = themeConfig.sidebar.flatMap(({ items }) => items.map(({ link }) => link));
  expect(new Set(links).size).toBe(links.length);
  const shown = [...pages.keys()].filter((page) => !['README.md', 'docs/index.md'].includes(page));
  expect(links.length).toBe(shown.length);
  const [, name] = /viewer\/index\.html#example=(\w+)&ui=0/.exec(site.theme)!;
  expect(pages.get('docs/gallery.md')).toContain(`/${name}.ts`);
});

test('search ranks guides above the reference, and that above tables of elements, fields and messages', () => {
  const ranks = ['/docs/contacts.html#forces', '/docs/api/tenon.html#step', '/docs/mjcf.html#contact'].map(
    site.boostDocument,
  );
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  expect(new Set(ranks).size).toBe(3);
});

test('the gallery lists every example', () => {
  const examples = readdirSync(`${root}examples`).filter((name) => name.endsWith('.xml'));
  for (const name of examples) expect(pages.get('docs/gallery.md')).toContain(`examples/${name}`);
});

/** Pages of the API reference, whose signatures are not executable code. */
function isReference(page: string): boolean {
  return /^docs\/api(\/|\.md$)/.test(page);
}

/** Programs among the examples. */
function programs(): Block[] {
  const names = readdirSync(`${root}examples`).filter((name) => name.endsWith('.mjs'));
  return names.map((name) => ({
    location: `examples/${name}`,
    prelude: '',
    code: readFileSync(`${root}examples/${name}`, 'utf8'),
    environment: undefined,
    skipped: undefined,
  }));
}
