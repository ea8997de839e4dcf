// Markdown to HTML, for the part of Markdown that the documentation uses: headings, paragraphs, lists, tables, fenced and
// indented code, quotes, images, links, emphasis. HTML comments vanish. Anything else is text.

/** HTML of a Markdown text; `link` may rewrite the targets of links and images. */
export function toHtml(text, link = (target) => target) {
  const lines = withoutComments(text).split('\n');
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === '') {
      at++;
      continue;
    }
    const block = blocks.find(({ starts }) => starts(line, lines[at + 1] ?? ''));
    if (!block) throw new Error(`no kind of block starts with '${line}'`);
    at = block.read(lines, at, out, link);
  }
  return out.join('\n');
}

/** The words of a heading as an address within the page, as GitHub makes it. */
export function slug(heading) {
  return heading
    .replace(/[`*]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Headings of a Markdown text outside of code: level and words. */
export function headings(text) {
  return [...withoutCode(withoutComments(text)).matchAll(/^(#{1,6}) (.*)$/gm)].map((h) => ({
    level: h[1].length,
    words: h[2],
  }));
}

/** Targets of links and images outside of code. */
export function targets(text) {
  const plain = withoutCode(withoutComments(text)).replace(/`[^`]*`/g, '');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]);
}

export function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Comments go, but not those that stand inside of code. */
function withoutComments(text) {
  return text.replace(/^```[\s\S]*?^```$|<!--[\s\S]*?-->\n?/gm, (found) => (found.startsWith('<!--') ? '' : found));
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

const isItem = (line) => /^\s*([-*]|\d+\.) /.test(line);
const isFence = (line) => line.startsWith('```');
const isHeading = (line) => /^#{1,6} /.test(line);
const isTable = (line, next) => line.startsWith('|') && /^\|[\s:|-]+\|$/.test(next.trim());

const blocks = [
  { starts: isHeading, read: readHeading },
  { starts: isFence, read: readFence },
  { starts: isTable, read: readTable },
  { starts: isItem, read: readList },
  { starts: (line) => line.startsWith('    '), read: readIndented },
  { starts: (line) => line.startsWith('> '), read: readQuote },
  { starts: () => true, read: readParagraph },
];

function readHeading(lines, at, out, link) {
  const [, marks, words] = /^(#+) (.*)$/.exec(lines[at]) ?? ['', '', ''];
  const level = marks.length;
  out.push(`<h${level} id="${slug(words)}">${inline(words, link)}</h${level}>`);
  return at + 1;
}

function readFence(lines, at, out) {
  const language = lines[at].slice(3).trim();
  let end = at + 1;
  while (end < lines.length && !isFence(lines[end])) end++;
  const code = lines.slice(at + 1, end).join('\n');
  out.push(`<pre><code${language ? ` class="${escapeHtml(language)}"` : ''}>${escapeHtml(code)}</code></pre>`);
  return end + 1;
}

function readIndented(lines, at, out) {
  let end = at;
  while (end < lines.length && (lines[end].startsWith('    ') || lines[end].trim() === '')) end++;
  const code = lines.slice(at, end).map((line) => line.slice(4));
  out.push(`<pre><code>${escapeHtml(code.join('\n').trimEnd())}</code></pre>`);
  return end;
}

function readQuote(lines, at, out, link) {
  let end = at;
  while (end < lines.length && lines[end].startsWith('>')) end++;
  const inside = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''));
  out.push(`<blockquote>${toHtml(inside.join('\n'), link)}</blockquote>`);
  return end;
}

function readTable(lines, at, out, link) {
  const row = (line, tag) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell, link)}</${tag}>`)
      .join('')}</tr>`;
  let end = at + 2;
  while (end < lines.length && lines[end].startsWith('|')) end++;
  const body = lines.slice(at + 2, end).map((line) => row(line, 'td'));
  out.push(
    `<div class="table"><table><thead>${row(lines[at], 'th')}</thead><tbody>${body.join('')}</tbody></table></div>`,
  );
  return end;
}

/** Cells of a row; `\|` is a bar inside of a cell. */
function cells(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A list, with what is indented below each item as its contents. */
function readList(lines, at, out, link) {
  const ordered = /^\s*\d+\. /.test(lines[at]);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const line = lines[end];
    if (isItem(line) && !line.startsWith(' ')) items.push([line.replace(/^([-*]|\d+\.) /, '')]);
    else if (/^\s+\S/.test(line) && items.length > 0) items.at(-1).push(line.replace(/^ {1,3}/, ''));
    else break;
    end++;
  }
  const html = items.map((item) => `<li>${itemHtml(item, link)}</li>`).join('\n');
  out.push(ordered ? `<ol>${html}</ol>` : `<ul>${html}</ul>`);
  return end;
}

function itemHtml(item, link) {
  const nested = item.findIndex((line, k) => k > 0 && isItem(line));
  if (nested < 0) return inline(item.join(' '), link);
  return inline(item.slice(0, nested).join(' '), link) + toHtml(item.slice(nested).join('\n'), link);
}

function readParagraph(lines, at, out, link) {
  let end = at + 1;
  const goesOn = (line, next) =>
    line.trim() !== '' && !isHeading(line) && !isFence(line) && !isTable(line, next) && !isItem(line);
  while (end < lines.length && goesOn(lines[end], lines[end + 1] ?? '')) end++;
  out.push(`<p>${inline(lines.slice(at, end).join('\n'), link)}</p>`);
  return end;
}

/** Code first: nothing inside of it means anything, so it waits until the rest is done. */
function inline(text, link) {
  const codes = [];
  const words = text.replace(/`([^`]+)`/g, (_, code) => `\uE000${codes.push(code) - 1}\uE000`);
  return emphasis(escapeHtml(words))
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, target) => `<img src="${link(target)}" alt="${alt}">`)
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label, target) => `<a href="${link(target)}">${label}</a>`)
    .replace(/\uE000(\d+)\uE000/g, (_, k) => `<code>${escapeHtml(codes[k])}</code>`);
}

function emphasis(text) {
  return text.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>').replace(/(?<![\w*])\*([^*\s][^*]*)\*/g, '<em>$1</em>');
}
