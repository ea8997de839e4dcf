// Markdown parsing for the scripts: headings, their anchors, links, comments. VitePress does the rest.

/** The text of a heading as an anchor, as GitHub generates it. */
export function slug(heading) {
  return heading
    .replace(/[`*]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Headings of a Markdown page outside code: level and text. */
export function headings(text) {
  return [...withoutCode(withoutComments(text)).matchAll(/^(#{1,6}) (.*)$/gm)].map((h) => ({
    level: h[1].length,
    words: h[2],
  }));
}

/** Targets of links and images outside code. */
export function targets(text) {
  const plain = withoutCode(withoutComments(text)).replace(/`[^`]*`/g, '');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]);
}

/** Removes comments, except those inside code. */
export function withoutComments(text) {
  return text.replace(/^```[\s\S]*?^```$|<!--[\s\S]*?-->\n?/gm, (found) => (found.startsWith('<!--') ? '' : found));
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}
