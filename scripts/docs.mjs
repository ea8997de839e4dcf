// The documentation as a site, by VitePress, into dist/docs: pages of docs/ and of the root, and the reference, which is generated from the
// sources. A broken link is an error.
//   npm run docs               builds it and prints how to open it
//   npm run docs -- --serve    builds it and serves it with the viewer
//   npm run docs -- --help     prints this
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './docs/api/pages.mjs';
import { badges } from './docs/badges.mjs';
import { headings, slug, targets, withoutComments } from './docs/markdown.mjs';
import { style, theme } from './docs/theme.mjs';
import { repository } from './release/repository.mjs';
import { listExamples } from './viewer/examples.mjs';

export { theme };

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The pages in the order of the menu, by section. Unlisted pages are last. */
const menu = {
  Start: [
    'docs/getting-started.md',
    'docs/tutorial.md',
    'docs/install.md',
    'docs/gallery.md',
    'docs/viewer.md',
    'docs/command-line.md',
    'docs/debugging.md',
  ],
  Guides: [
    'docs/concepts.md',
    'docs/units.md',
    'docs/contacts.md',
    'docs/sensors.md',
    'docs/control.md',
    'docs/menagerie.md',
    'docs/spec.md',
    'docs/embedding.md',
    'docs/pictures.md',
    'docs/deploy.md',
    'docs/recordings.md',
    'docs/many-worlds.md',
    'docs/webgpu.md',
    'docs/clusters.md',
    'docs/learning.md',
    'docs/policies.md',
    'docs/ik.md',
    'docs/optimize.md',
    'docs/derivatives.md',
    'docs/plugins.md',
    'docs/sleeping.md',
    'docs/flags.md',
    'docs/solver-statistics.md',
  ],
  'Coming from': [
    'docs/coming-from-mujoco.md',
    'docs/coming-from-gymnasium.md',
    'docs/coming-from-game-engines.md',
    'docs/mujoco-versions.md',
    'docs/comparison.md',
  ],
  Reference: [
    'docs/api.md',
    'docs/api/tenon.md',
    'docs/api/spec.md',
    'docs/api/batch.md',
    'docs/api/webgpu.md',
    'docs/api/cluster.md',
    'docs/api/env.md',
    'docs/api/policy.md',
    'docs/api/ik.md',
    'docs/api/optimize.md',
    'docs/api/record.md',
    'docs/api/viewer.md',
    'docs/api/three.md',
    'docs/api/react.md',
    'docs/fields.md',
    'docs/mjcf.md',
    'docs/errors.md',
    'docs/limits.md',
    'docs/determinism.md',
    'docs/performance.md',
    'CHANGELOG.md',
  ],
  Contributing: [
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'docs/dialect.md',
    'docs/build.md',
    'docs/releasing.md',
    'docs/decisions/README.md',
    'docs/derivations/solver.md',
    'docs/derivations/transition.md',
    'docs/derivations/reverse.md',
    'docs/derivations/quaternions.md',
    'docs/derivations/discrete.md',
    'docs/derivations/implicitspringdamper.md',
    'docs/derivations/ik.md',
  ],
};

/** Pages outside the menu: the README, and the landing page of the site. */
const apart = ['README.md', 'docs/index.md'];

/** Every page: path in the repository, and its text. The API reference is made from the sources. */
export function readPages() {
  const listed = [...apart, ...Object.values(menu).flat()];
  const found = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const paths = [...new Set([...listed, ...found])].filter((path) => existsSync(join(root, path)));
  const pages = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  for (const [path, text] of apiPages(root)) pages.set(path, text);
  // pages of the reference exist on the site only, so the page in the repository names them without links
  const index = (pages.get('docs/api.md') ?? '').replace(/^\| `tenon(?:\/(\w+))?` \|/gm, (row, name = 'tenon') =>
    pages.has(`docs/api/${name}.md`) ? row.replace(/`.*`/, `[$&](api/${name}.md)`) : row,
  );
  return pages.set('docs/api.md', index);
}

/** Pages that a build of the site makes from the sources. */
const made = ['docs/fields.md', 'docs/mjcf.md'];

/** Broken links of the pages, as `page: target`. */
export function brokenLinks(pages) {
  const broken = [];
  for (const [page, text] of pages) {
    for (const target of [...targets(text), ...frontLinks(text)]) {
      if (/^\w+:/.test(target)) continue;
      const [path, anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      const there = pages.has(file) || made.includes(file) || existsSync(join(root, file)) || file.startsWith('viewer');
      const known =
        !anchor || !pages.has(file) || headings(pages.get(file)).some(({ words }) => slug(words) === anchor);
      if (!there || !known) broken.push(`${page}: ${target}`);
    }
  }
  return broken;
}

/** Links in the front matter of the landing page. */
function frontLinks(text) {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '';
  return [...front.matchAll(/^\s*link: (\S+)$/gm)].map((found) => found[1]);
}

/** Path of a page in the site. */
function address(page) {
  if (page === 'README.md') return 'index.md';
  return page.replace(/^docs\//, '').toLowerCase();
}

/** A link of a page as an address of the site. Examples are files of the viewer. */
function siteLink(page, target, pages) {
  if (/^\w+:|^#/.test(target)) return target;
  const [path, anchor] = target.split('#');
  const file = normalize(join(dirname(page), path));
  const hash = anchor ? `#${anchor}` : '';
  if (pages.has(file)) return `/${address(file)}${hash}`;
  if (file.startsWith('examples/')) return `/viewer/${file}`;
  if (file.startsWith('viewer/')) return `/${file}`;
  return `/${file.replace(/^docs\//, '')}${hash}`;
}

/** A page as VitePress reads it: links of the site; text that looks like an element is escaped. */
export function sitePage(page, pages) {
  const isCode = /(^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```$|`[^`\n]*`|^ {4}.*$)/gm;
  const parts = withoutComments(pages.get(page)).split(isCode);
  const text = parts.map((part, k) => (k % 2 === 0 ? siteText(part, page, pages) : siteFront(part))).join('');
  if (isGenerated(page)) return `---\neditLink: false\n---\n\n${text}`;
  if (page === 'docs/gallery.md') return text.replace(/^\| example[\s\S]*?\n\n/m, `${gallery()}\n\n`);
  return text.replace(livePage, '<iframe class="live" src="$1" title="$2" loading="lazy"></iframe>');
}

/** Pages without a file in docs/: they have no edit link. */
function isGenerated(page) {
  return /^docs\/(api\/|fields|mjcf)/.test(page) || !page.startsWith('docs/');
}

/** A paragraph that is only a link to a page of the viewer: the site shows that page in its place. */
const livePage = /^<a href="(\/viewer\/measure\.html)" target="_self">(.*)<\/a>$/m;

/** Words and links of a page. Links to the viewer and to HTML pages become elements, which VitePress does not resolve. */
function siteText(text, page, pages) {
  return text
    .replace(/<(?=[\w/!])/g, '&lt;')
    .replaceAll('{{', '{&#8203;{')
    .replace(/\]\(([^)\s]+)\)/g, (_, target) => `](${siteLink(page, target, pages)})`)
    .replace(/\[([^\]\n]*)\]\((\/viewer\/[^)\s]+)\)/g, '<a href="$2" target="_self">$1</a>')
    .replace(/\[([^\]\n]*)\]\(\/([^)\s]+\.html)\)/g, '<a href="/docs/$2" target="_self">$1</a>');
}

/** Front matter with links from the root of the site; code is not changed. */
function siteFront(part) {
  return part.startsWith('---\n') ? part.replace(/^(\s*link: )(?=\w)/gm, '$1/') : part;
}

function pageTitle(text, page) {
  return headings(text)[0]?.words.replaceAll('`', '') ?? page;
}

/** A tenon in its mortise. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#c04f1c"/><path d="M3 4h10v3H9.5v6h-3V7H3z" fill="#fff"/></svg>')}`;

/** Configuration of VitePress: menu, search, edit links. */
export function siteConfig(pages) {
  const listed = new Set([...apart, ...Object.values(menu).flat()]);
  const rest = [...pages.keys()].filter((page) => !listed.has(page));
  const sections = rest.length > 0 ? { ...menu, More: rest } : menu;
  const item = (page) => ({ text: pageTitle(pages.get(page), page), link: `/${address(page)}` });
  const sidebar = Object.entries(sections).map(([text, list]) => ({
    text,
    items: list.filter((page) => pages.has(page)).map(item),
  }));
  return {
    title: 'Tenon',
    description: 'MuJoCo’s physics in TypeScript',
    lang: 'en',
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
    markdown: { languageAlias: { mjs: 'js' } },
    base: '/docs/',
    outDir: `${root}/dist/docs`,
    cacheDir: `${root}/build/site-cache`,
    // the viewer and its examples are next to the site
    ignoreDeadLinks: [/^\/viewer\//],
    themeConfig: {
      search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
      ...(repository ? { editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' } } : {}),
      outline: [2, 3],
      sidebar,
      nav: [
        { text: 'Guide', link: '/getting-started.md' },
        { text: 'Gallery', link: '/gallery.md' },
        { text: 'API', link: '/api.md' },
        ...(repository ? [{ text: 'Source', link: repository }] : []),
      ],
    },
  };
}

/** Rank of a page in search: guides before tables of the reference. Runs in the browser, so it uses nothing outside. */
export function boostDocument(id) {
  const path = String(id).replace(/^.*?\/docs\//, '/');
  if (/^\/(mjcf|fields|errors|changelog)\./.test(path)) return 0.05;
  if (/^\/(api|derivations|decisions)[/.]/.test(path)) return 0.3;
  return 1;
}

/** The examples: a picture each, the program or the model to read, and the simulation, which starts when it is unfolded. */
function gallery() {
  return listExamples(root).map(example).join('\n\n');
}

/** @param {import('./viewer/examples.mjs').ListedExample} listed */
function example({ name, title, about, model, source, picture }) {
  const link = `/viewer/index.html#example=${name}`;
  const read = [
    source && `<a href="/viewer/${source}" target="_self">read the program</a>`,
    model && `<a href="/viewer/${model}" target="_self">read the MJCF</a>`,
  ];
  // bound, or VitePress would look for the file among its own
  const image = picture
    ? `<a href="${link}" target="_self"><img :src="'/viewer/${picture}'" alt="${title}" loading="lazy"></a>\n\n`
    : '';
  return `## ${title[0].toUpperCase()}${title.slice(1)}

${image}${about} <a href="${link}" target="_self">Open in the viewer</a>, ${read.filter(Boolean).join(', ')}.

<details class="example"><summary>Run it here</summary>
<iframe src="${link}&amp;ui=0" title="${name}, running" loading="lazy"></iframe></details>`;
}

async function buildSite() {
  const pages = readPages();
  writeFileSync(`${root}/docs/badges.svg`, badges(root));
  const broken = brokenLinks(pages);
  if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`);
  // imported here, because a check of links needs neither a bundler nor VitePress
  const [{ errorsPage }, { fieldsPage }, { mjcfPage }, { bundleProgram, programs }, { build }, { buildViewer }] =
    await Promise.all([
      import('./docs/errorsPage.mjs'),
      import('./docs/fieldsPage.mjs'),
      import('./docs/mjcfPage.mjs'),
      import('./docs/programs.mjs'),
      import('vitepress'),
      import('./viewer.mjs'),
    ]);
  pages.set('docs/fields.md', await fieldsPage(root));
  pages.set('docs/mjcf.md', await mjcfPage(root));
  pages.set('docs/errors.md', errorsPage(root));
  const site = `${root}/build/site`;
  rmSync(site, { recursive: true, force: true });
  const write = (name, text) => {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), text);
  };
  for (const page of pages.keys()) if (page !== 'README.md') write(address(page), sitePage(page, pages));
  write(
    '.vitepress/config.mjs',
    `export default ${JSON.stringify(siteConfig(pages), asSource).replace(/"@(.*?)@"/g, (_, source) => JSON.parse(`"${source}"`))};\n`,
  );
  write('.vitepress/theme/index.js', theme);
  write('.vitepress/theme/style.css', style);
  for (const name of readdirSync(`${root}/docs`).filter((n) => /\.(svg|png|webp)$/.test(n)))
    copyFileSync(`${root}/docs/${name}`, `${site}/${name}`);
  // VitePress copies `public` unchanged
  for (const name of Object.keys(programs)) {
    write(`public/${name}.js`, await bundleProgram(root, /** @type {keyof typeof programs} */ (name)));
    copyFileSync(`${root}/docs/${name}.html`, `${site}/public/${name}.html`);
  }
  await build(site);
  await buildViewer();
  console.log(`dist/docs: ${pages.size} pages. To read them: npm run docs -- --serve`);
}

/** Regular expressions and functions, which JSON lacks, as source between markers. */
function asSource(_, value) {
  return value instanceof RegExp || typeof value === 'function' ? `@${value}@` : value;
}

const help = `npm run docs               build the site into dist/docs
npm run docs -- --serve    build it, and serve it with the viewer on http://localhost:5171/docs/
npm run docs -- --help     this text`;

/** Serve the site and the viewer next to it. */
async function serveSite() {
  const { createServer } = await import('node:http');
  const { readFile } = await import('node:fs/promises');
  const types = {
    html: 'text/html',
    js: 'text/javascript',
    mjs: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
    svg: 'image/svg+xml',
  };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const name = path === '/' ? '/docs/index.html' : path.endsWith('/') ? `${path}index.html` : path;
    const file = /\.\w+$/.test(name) ? name : `${name}.html`;
    const bytes = await readFile(join(root, 'dist', file)).catch(() => undefined);
    if (!/^\/(docs|viewer)\//.test(file) || bytes === undefined) return void response.writeHead(404).end();
    const type = types[file.split('.').pop()] ?? 'application/octet-stream';
    response.setHeader('Content-Type', `${type}; charset=utf-8`).end(bytes);
  });
  server.listen(5171, '127.0.0.1', () =>
    console.log('The documentation is at http://localhost:5171/docs/\nCtrl C stops.'),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const unknown = process.argv.slice(2).filter((word) => !['--serve', '--help', '-h'].includes(word));
  try {
    if (unknown.length > 0)
      throw new Error(`npm run docs: unknown argument '${unknown[0]}'. Expected --serve or --help`);
    if (process.argv.length > 2 && !process.argv.includes('--serve')) console.log(help);
    else await buildSite();
    if (process.argv.includes('--serve')) await serveSite();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
