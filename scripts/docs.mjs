// Builds the documentation site into dist/docs from README.md, the other pages at the top, and docs/; writes docs/api.md
// from the comments in src. A link that leads nowhere is an error. `npm run docs`
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPage } from './docs/api.mjs';
import { escapeHtml, headings, slug, targets, toHtml } from './docs/markdown.mjs';
import { style } from './docs/style.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The pages in the order of the menu, by section; pages that are not named here come last. */
const menu = {
  Start: [
    'README.md',
    'docs/getting-started.md',
    'docs/install.md',
    'docs/gallery.md',
    'docs/viewer.md',
    'docs/embedding.md',
    'docs/command-line.md',
    'docs/coming-from-mujoco.md',
  ],
  Understand: [
    'docs/concepts.md',
    'docs/sleeping.md',
    'docs/many-worlds.md',
    'docs/clusters.md',
    'docs/learning.md',
    'docs/policies.md',
    'docs/recordings.md',
    'docs/limits.md',
    'docs/derivatives.md',
    'docs/mujoco-versions.md',
    'docs/derivations/transition.md',
    'docs/derivations/reverse.md',
    'docs/derivations/quaternions.md',
    'docs/derivations/implicitspringdamper.md',
  ],
  Reference: ['docs/api.md', 'CHANGELOG.md'],
  'Work on Tenon': ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/dialect.md', 'docs/build.md'],
};

/** Every page: path in the repository, and its text. The API reference is made from the sources as they are. */
export function readPages() {
  const listed = Object.values(menu).flat();
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
    for (const target of targets(text)) {
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

/** Path of a page in the site. */
function address(page) {
  if (page === 'README.md') return 'index.html';
  return page
    .replace(/^docs\//, '')
    .replace(/\.md$/, '.html')
    .toLowerCase();
}

/** A link of a page as the site has it: pages by their addresses, examples as the viewer has them. */
function siteLink(page, target, pages) {
  if (/^\w+:|^#/.test(target)) return target;
  const [path, anchor] = target.split('#');
  const file = normalize(join(dirname(page), path));
  const up = '../'.repeat(address(page).split('/').length - 1);
  const hash = anchor ? `#${anchor}` : '';
  if (pages.has(file)) return up + address(file) + hash;
  if (file.startsWith('examples/')) return `${up}../viewer/${file}`;
  return up + file.replace(/^docs\//, '') + hash;
}

/** The HTML of a page. */
export function pageHtml(page, pages) {
  const text = pages.get(page);
  const up = '../'.repeat(address(page).split('/').length - 1);
  const body = toHtml(text, (target) => siteLink(page, target, pages));
  const content = page === 'docs/gallery.md' ? body.replace(/<div class="table">.*?<\/div>/s, gallery()) : body;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(titleOf(text, page))} - Tenon</title>
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<nav aria-label="Pages">${menuHtml(page, pages, up)}</nav>
<main>
${content}
</main>
</body>
</html>
`;
}

function titleOf(text, page) {
  return headings(text)[0]?.words.replaceAll('`', '') ?? page;
}

function menuHtml(current, pages, up) {
  const listed = new Set(Object.values(menu).flat());
  const rest = [...pages.keys()].filter((page) => !listed.has(page));
  const sections = rest.length > 0 ? { ...menu, More: rest } : menu;
  const item = (page) => {
    const here = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${up}${address(page)}"${here}>${escapeHtml(titleOf(pages.get(page), page))}</a></li>`;
  };
  return Object.entries(sections)
    .map(
      ([name, list]) =>
        `<h2>${name}</h2><ul>${list
          .filter((page) => pages.has(page))
          .map(item)
          .join('')}</ul>`,
    )
    .join('');
}

/** The examples, each with its simulation, which starts when it is unfolded. */
function gallery() {
  const words = JSON.parse(readFileSync(`${root}/apps/viewer/examples.json`, 'utf8'));
  const names = readdirSync(`${root}/examples`)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => basename(name, '.xml'));
  const order = Object.keys(words);
  names.sort((a, b) => (order.indexOf(a) + 1 || 99) - (order.indexOf(b) + 1 || 99));
  return names.map((name) => example(name, words[name]?.about ?? '')).join('\n');
}

function example(name, about) {
  const title = name.replaceAll('_', ' ');
  const link = `../viewer/index.html#example=${name}`;
  return `<section class="example"><h3 id="${name}">${escapeHtml(title)}</h3><p>${escapeHtml(about)}
<a href="${link}">Open in the viewer</a>, <a href="../viewer/examples/${name}.xml">read the MJCF</a>.</p>
<details><summary>Run it here</summary>
<iframe src="${link}&amp;ui=0" title="${escapeHtml(title)}, running" loading="lazy"></iframe></details></section>`;
}

function buildSite() {
  const pages = readPages();
  writeFileSync(`${root}/docs/api.md`, pages.get('docs/api.md') ?? '');
  const broken = brokenLinks(pages);
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
  const out = `${root}/dist/docs`;
  rmSync(out, { recursive: true, force: true });
  for (const page of pages.keys()) {
    const file = join(out, address(page));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageHtml(page, pages));
  }
  writeFileSync(`${out}/style.css`, style);
  for (const name of readdirSync(`${root}/docs`).filter((n) => n.endsWith('.svg'))) {
    copyFileSync(`${root}/docs/${name}`, `${out}/${name}`);
  }
  console.log(`dist/docs: ${pages.size} pages; the gallery shows the viewer in dist/viewer`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    buildSite();
    // loaded only here: those who look for broken links need no bundler
    const { buildViewer } = await import('./viewer.mjs');
    await buildViewer();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
