// Minimizes a failing case: removes parts of it while it still fails.

/** A short list that still fails: halves are dropped, then quarters, and so on down to single items.
 *  @template T @param {readonly T[]} items @param {(items: T[]) => Promise<boolean>} fails
 *  @param {number} tries maximum number of calls of `fails` */
export async function reduceItems(items, fails, tries = 300) {
  let kept = [...items];
  let left = tries;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && left > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < kept.length && left > 0; ) {
      const shorter = [...kept.slice(0, at), ...kept.slice(at + size)];
      left--;
      if (await fails(shorter)) kept = shorter;
      else at += size;
    }
  }
  return kept;
}

/** A short text that still fails: whole elements are dropped, large ones first, then attributes.
 *  @param {string} text @param {(text: string) => Promise<boolean>} fails @param {number} tries */
export async function reduceXml(text, fails, tries = 400) {
  let kept = text;
  let left = tries;
  for (const pieces of [elementSpans, attributeSpans]) {
    for (let found = true; found && left > 0; ) {
      found = false;
      for (const [from, to] of pieces(kept)) {
        if (left-- <= 0) break;
        const shorter = kept.slice(0, from) + kept.slice(to);
        if (!(await fails(shorter))) continue;
        kept = shorter;
        found = true;
        break;
      }
    }
  }
  return kept;
}

/** Ranges of elements, the largest first. In malformed XML, those that can be recognized.
 *  @param {string} text @returns {[from: number, to: number][]} */
export function elementSpans(text) {
  /** @type {[number, number][]} */
  const found = [];
  /** @type {{ tag: string, from: number }[]} */
  const open = [];
  for (const match of text.matchAll(/<(\/?)([\w:]+)(?:[^<>"]|"[^"]*")*?(\/?)>/g)) {
    const to = match.index + match[0].length;
    if (match[3]) found.push([match.index, to]);
    else if (!match[1]) open.push({ tag: match[2], from: match.index });
    else if (open.at(-1)?.tag === match[2]) found.push([open.pop()?.from ?? 0, to]);
  }
  return found.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
}

/** Ranges of attributes, with the preceding space. @param {string} text @returns {[number, number][]} */
export function attributeSpans(text) {
  return [...text.matchAll(/\s+[\w:]+\s*=\s*"[^"]*"/g)].map((m) => [m.index, m.index + m[0].length]);
}
