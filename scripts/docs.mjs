// The documentation as a site, by VitePress, into dist/docs: from docs/ and the other pages at the top. Writes docs/api.md from
// the comments in src. A link that leads nowhere is an error.
//   npm run docs               builds it and says how to open it
//   npm run docs -- --serve    builds it and serves it with the viewer
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPage } from './docs/api.mjs';
import { badges } from './docs/badges.mjs';
import { headings, slug, targets, withoutComments } from './docs/markdown.mjs';
import { listExamples } from './viewer/examples.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The pages in the order of the menu, by section; pages that are not named here come last. */
const menu = {
  Start: [
    'docs/getting-started.md',
    'docs/tutorial.md',
    'docs/install.md',
    'docs/gallery.md',
    'docs/viewer.md',
    'docs/embedding.md',
    'docs/command-line.md',
    'docs/coming-from-mujoco.md',
  ],
  Understand: [
    'docs/concepts.md',
    'docs/control.md',
    'docs/determinism.md',
    'docs/flags.md',
    'docs/sleeping.md',
    'docs/solver-statistics.md',
    'docs/plugins.md',
    'docs/many-worlds.md',
    'docs/webgpu.md',
    'docs/clusters.md',
    'docs/learning.md',
    'docs/policies.md',
    'docs/recordings.md',
    'docs/performance.md',
    'docs/comparison.md',
    'docs/limits.md',
    'docs/derivatives.md',
    'docs/mujoco-versions.md',
    'docs/derivations/solver.md',
    'docs/derivations/transition.md',
    'docs/derivations/reverse.md',
    'docs/derivations/quaternions.md',
    'docs/derivations/implicitspringdamper.md',
  ],
  Reference: ['docs/api.md', 'docs/fields.md', 'docs/mjcf.md', 'docs/spec.md', 'docs/errors.md', 'CHANGELOG.md'],
  'Work on Tenon': [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/dialect.md',
    'docs/build.md',
    'docs/decisions/README.md',
  ],
};

/** Pages that are no part of the menu: the landing page is the README of the site. */
const apart = ['README.md', 'docs/index.md'];

/** Every page: path in the repository, and its text. The API reference is made from the sources as they are. */
export function readPages() {
  const listed = [...apart, ...Object.values(menu).flat()];
  const found = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const paths = [...new Set([...listed, ...found])].filter((path) => existsSync(join(root, path)));
  const pages = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  return pages.set('docs/api.md', apiPage(root));
}

/** Links of the pages that lead nowhere, as `page: target`. */
export function brokenLinks(pages) {
  const broken = [];
  for (const [page, text] of pages) {
    for (const target of [...targets(text), ...frontLinks(text)]) {
      if (/^\w+:/.test(target)) continue;
      const [path, anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      const there = pages.has(file) || existsSync(join(root, file)) || file.startsWith('viewer');
      const known =
        !anchor || !pages.has(file) || headings(pages.get(file)).some(({ words }) => slug(words) === anchor);
      if (!there || !known) broken.push(`${page}: ${target}`);
    }
  }
  return broken;
}

/** Links of the landing page stand in its head. */
function frontLinks(text) {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '';
  return [...front.matchAll(/^\s*link: (\S+)$/gm)].map((found) => found[1]);
}

/** Path of a page in the site. */
function address(page) {
  if (page === 'README.md') return 'index.md';
  return page.replace(/^docs\//, '').toLowerCase();
}

/** A link of a page as the site has it: pages by their addresses, examples as the viewer has them. */
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

/** A page as VitePress reads it: links of the site, and what looks like an element but is text as text. */
export function sitePage(page, pages) {
  const isCode = /(^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```$|`[^`\n]*`|^ {4}.*$)/gm;
  const parts = withoutComments(pages.get(page)).split(isCode);
  const text = parts.map((part, k) => (k % 2 === 0 ? siteText(part, page, pages) : siteFront(part))).join('');
  if (page === 'docs/gallery.md') return text.replace(/^\| example[\s\S]*?\n\n/m, `${gallery()}\n\n`);
  return text.replace(livePage, '<iframe class="live" src="$1" title="$2" loading="lazy"></iframe>');
}

/** A paragraph that is nothing but a link to a page of the viewer: that page stands there. */
const livePage = /^<a href="(\/viewer\/measure\.html)" target="_self">(.*)<\/a>$/m;

/** Words and links of a page. Files of the viewer and pages of HTML are none of VitePress, which leaves elements alone. */
function siteText(text, page, pages) {
  return text
    .replace(/<(?=[\w/!])/g, '&lt;')
    .replaceAll('{{', '{&#8203;{')
    .replace(/\]\(([^)\s]+)\)/g, (_, target) => `](${siteLink(page, target, pages)})`)
    .replace(/\[([^\]\n]*)\]\((\/viewer\/[^)\s]+)\)/g, '<a href="$2" target="_self">$1</a>')
    .replace(/\[([^\]\n]*)\]\(\/([^)\s]+\.html)\)/g, '<a href="/docs/$2" target="_self">$1</a>');
}

/** Links in the head of the landing page start from the root of the site; code stays as it is. */
function siteFront(part) {
  return part.startsWith('---\n') ? part.replace(/^(\s*link: )(?=\w)/gm, '$1/') : part;
}

function pageTitle(text, page) {
  return headings(text)[0]?.words.replaceAll('`', '') ?? page;
}

/** A tenon in its mortise. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#c04f1c"/><path d="M3 4h10v3H9.5v6h-3V7H3z" fill="#fff"/></svg>')}`;

/** What VitePress is told: menu, search, both themes. */
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
    // the viewer and its examples stand beside the site
    ignoreDeadLinks: [/^\/viewer\//],
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      sidebar,
      nav: [
        { text: 'Guide', link: '/getting-started.md' },
        { text: 'Gallery', link: '/gallery.md' },
        { text: 'API', link: '/api.md' },
      ],
    },
  };
}

/** The default theme, with a simulation that runs on the landing page. */
export const theme = `import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
const scene = () => h('iframe', { src: '/viewer/index.html#example=quadruped_walk&ui=0', title: 'A dog that trots, simulated in this page', class: 'scene' });
export default { ...DefaultTheme, Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': scene }) };
import './style.css';
`;
const style = `.live { width: 100%; height: 64px; border: 0; }
.scene { width: 100%; height: 100%; min-height: 320px; border: 0; border-radius: 12px; }
@media (max-width: 959px) {
  .VPHero .image { margin: 0 0 24px !important; }
  .VPHero .image-container { width: 100% !important; height: 240px !important; transform: none !important; }
  .scene { min-height: 0; }
}
.vp-doc pre { overflow-x: auto; }
.vp-doc pre:not(.shiki) { padding: 12px 16px; border-radius: 8px; background: var(--vp-code-block-bg); font-size: 13px; line-height: 1.6; }
.VPDoc.has-aside .content-container.content-container { max-width: 840px; }
:root { --vp-layout-max-width: 1580px; }
@media (max-width: 640px) {
  .vp-doc th, .vp-doc td { padding: 6px 8px; font-size: 13px; }
  .vp-doc td code { padding: 1px 4px; }
  .vp-doc td:not(:first-child) code { overflow-wrap: anywhere; }
  .vp-doc [class*='language-'] code { font-size: 12.5px; }
}
.example iframe { width: 100%; height: 360px; border: 0; border-radius: 8px; }
:root { --vp-c-brand-1: #c04f1c; --vp-c-brand-2: #e0662f; --vp-c-brand-3: #d2561f; }
.dark { --vp-c-brand-1: #f0884f; --vp-c-brand-2: #e0662f; --vp-c-brand-3: #c04f1c; }
`;

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
  writeFileSync(`${root}/docs/api.md`, pages.get('docs/api.md') ?? '');
  writeFileSync(`${root}/docs/badges.svg`, badges(root));
  const broken = brokenLinks(pages);
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
  // loaded only here: those who look for broken links need neither a bundler nor VitePress
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
    `export default ${JSON.stringify(siteConfig(pages), regexp).replace(/"@(.*?)@"/g, (_, source) => JSON.parse(`"${source}"`))};\n`,
  );
  write('.vitepress/theme/index.js', theme);
  write('.vitepress/theme/style.css', style);
  for (const name of readdirSync(`${root}/docs`).filter((n) => /\.(svg|png|webp)$/.test(n)))
    copyFileSync(`${root}/docs/${name}`, `${site}/${name}`);
  // what stands in `public` is left as it is
  for (const name of Object.keys(programs)) {
    write(`public/${name}.js`, await bundleProgram(root, /** @type {keyof typeof programs} */ (name)));
    copyFileSync(`${root}/docs/${name}.html`, `${site}/public/${name}.html`);
  }
  await build(site);
  await buildViewer();
  console.log(`dist/docs: ${pages.size} pages. To read them: npm run docs -- --serve`);
}

/** Regular expressions, which JSON does not have, between marks. */
function regexp(_, value) {
  return value instanceof RegExp ? `@${value}@` : value;
}

/** Serve the site and the viewer beside it. */
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
  try {
    await buildSite();
    if (process.argv.includes('--serve')) await serveSite();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
