// needs: the package
/** The code of the documentation runs. A block marked `ts` or `js` is run as a module of its own, and so is the module
 *  script of an `html` block; `tenon`, `tenon/batch`, `tenon/cluster`, `tenon/env`, `tenon/mujoco`, `tenon/policy`,
 *  `tenon/record`, `tenon/spec` and `tenon/three` mean the sources. In the Markdown around it:
 *    `<!-- not run: reason -->` before a block   leaves it out
 *    `<!-- setup ... -->`                        code that stands, unseen, before the blocks that follow on the page
 *    `// -> text` behind a console.log           is what it prints */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { expect, test, vi } from 'vitest';
import { badges } from '../scripts/docs/badges.mjs';
import * as batch from '../src/batch.ts';
import * as env from '../src/env.ts';
import * as tenon from '../src/index.ts';
import * as policy from '../src/policy.ts';
import * as record from '../src/record.ts';
import '../src/cluster.ts';
import '../src/mujoco.ts';
import '../src/spec.ts';
import '../src/three.ts';

interface Block {
  /** page:line, for the name of the test */
  location: string;
  setup: string;
  code: string;
  skipped: string | undefined;
}

interface Site {
  readPages(): Map<string, string>;
  brokenLinks(pages: Map<string, string>): string[];
  sitePage(page: string, pages: Map<string, string>): string;
  siteConfig(pages: Map<string, string>): {
    appearance?: unknown;
    themeConfig: { search: object; outline: number[]; sidebar: { items: { link: string }[] }[] };
  };
  theme: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const site = (await import(`${root}scripts/docs.mjs`)) as Site;
const pages = site.readPages();
const blocks = [...pages].flatMap(([page, text]) => blocksOf(page, text)).concat(programs());

test.each(blocks.filter(({ skipped }) => skipped === undefined))(
  'the code at $location runs',
  async (block) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...args) => void printed.push(format(...args)));
    const table = vi.spyOn(console, 'table').mockImplementation(() => {});
    try {
      await import(/* @vite-ignore */ writeModule(block));
    } finally {
      log.mockRestore();
      table.mockRestore();
    }
    const wanted = [...block.code.matchAll(/console\.log\(.*\/\/ -> (.*)$/gm)].map((found) => found[1]);
    if (wanted.length > 0) expect(printed).toEqual(wanted);
    // some start threads, which takes long beside other tests
  },
  90_000,
);

test('few blocks are left out, each with its reason', () => {
  const skipped = blocks.filter((block) => block.skipped !== undefined);
  expect(skipped.length).toBeLessThanOrEqual(5);
  for (const { skipped: reason } of skipped) expect(reason).not.toBe('');
});

test('code that makes a model from text prepares the engine', () => {
  // here the plain engine is always ready, so running the code does not show it
  const unprepared = blocks.filter(({ setup, code }) => /modelFromXml\(/.test(code) && !/prepare\(/.test(setup + code));
  expect(unprepared.map(({ location }) => location)).toEqual([]);
});

test('no link leads nowhere', () => {
  expect(site.brokenLinks(pages)).toEqual([]);
});

test('pages of the site link within it, and text that looks like an element stays text', () => {
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

test('the reference names everything that the package exports', () => {
  const exported = [tenon, batch, env, policy, record].flatMap((entry) => Object.keys(entry));
  const stored = readFileSync(`${root}docs/api.md`, 'utf8');
  const missing = exported.filter((name) => !stored.includes(`### ${name}\n`) && !stored.includes(`| \`${name}\` |`));
  expect(missing, 'npm run docs brings docs/api.md up to date').toEqual([]);
});

test('every function and class of the reference has an example', () => {
  const stored = readFileSync(`${root}docs/api.md`, 'utf8');
  const entries = stored.split(/^### /m).slice(1);
  const callable = entries.filter((text) => /```typescript\n(async )?(function|class) /.test(text));
  const without = callable.filter((text) => !text.includes('```ts\n')).map((text) => text.split('\n')[0]);
  expect(callable.length).toBeGreaterThan(60);
  expect(without).toEqual([]);
});

test('the badges and the picture of the README are what they say, and it is short', () => {
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
  expect(themeConfig.search).toEqual({ provider: 'local' });
  expect(themeConfig.outline).toEqual([2, 3]);
  // dark and light unless it is turned off
  expect(appearance).toBeUndefined();
  const links = themeConfig.sidebar.flatMap(({ items }) => items.map(({ link }) => link));
  expect(new Set(links).size).toBe(links.length);
  const shown = [...pages.keys()].filter((page) => !['README.md', 'docs/index.md'].includes(page));
  expect(links.length).toBe(shown.length);
  const [, name] = /viewer\/index\.html#example=(\w+)&ui=0/.exec(site.theme)!;
  expect(pages.get('docs/gallery.md')).toContain(`/${name}.ts`);
});

test('the gallery names every example', () => {
  const examples = readdirSync(`${root}examples`).filter((name) => name.endsWith('.xml'));
  for (const name of examples) expect(pages.get('docs/gallery.md')).toContain(`examples/${name}`);
});

/** Programs among the examples. */
function programs(): Block[] {
  const names = readdirSync(`${root}examples`).filter((name) => name.endsWith('.mjs'));
  return names.map((name) => ({
    location: `examples/${name}`,
    setup: '',
    code: readFileSync(`${root}examples/${name}`, 'utf8'),
    skipped: undefined,
  }));
}

/** Code blocks of a page, each with the setup that holds for it. */
function blocksOf(page: string, text: string): Block[] {
  const found: Block[] = [];
  let setup = '';
  let skipped: string | undefined;
  for (const part of text.matchAll(/<!-- (setup|not run:)([\s\S]*?)-->|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const [, comment, words, language, code] = part;
    if (comment === 'setup') setup = words;
    else if (comment) skipped = words.trim();
    else {
      const location = `${page}:${text.slice(0, part.index).split('\n').length}`;
      const run = runnable(language, code);
      if (run !== undefined) found.push({ location, setup, code: run, skipped });
      skipped = undefined;
    }
  }
  return found;
}

function runnable(language: string, code: string): string | undefined {
  if (language === 'ts' || language === 'js') return code;
  if (language === 'html') return /<script type="module">\n([\s\S]*?)<\/script>/.exec(code)?.[1];
  return undefined;
}

/** A block as a module: imports first, then the setup, then the rest in a scope of its own unless it exports something. */
function writeModule({ location, setup, code }: Block): string {
  const isImport = /^\s*import [\s\S]*?;$/gm;
  const imports = [...setup.matchAll(isImport), ...code.matchAll(isImport)].map(([line]) => line.trim());
  const rest = code.replace(isImport, '');
  const scope = /^export /m.test(rest) ? [rest] : ['{', rest, '}', 'export {};'];
  const text = [...imports, setup.replace(isImport, ''), ...scope].join('\n');
  const folder = `${root}build/docs`;
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${location.replace(/\W+/g, '-')}.ts`;
  writeFileSync(file, mapped(text));
  return file;
}

/** The entry points of the package as files of this repository. */
function mapped(text: string): string {
  return text
    .replace(/from '(?:\S*node_modules\/tenon\/dist\/browser\/index\.js|tenon)'/g, `from '${root}src/index.ts'`)
    .replace(
      /from 'tenon\/(mujoco|spec|batch|cluster|env|policy|record|three)'/g,
      (_, entry) => `from '${root}src/${entry}.ts'`,
    );
}
