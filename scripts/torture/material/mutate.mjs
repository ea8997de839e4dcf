// Damages the text of a model: its structure, its attributes, its numbers, its characters.
import { attributeSpans, elementSpans } from '../run/reduce.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {(text: string, random: Random, words: Words) => string} Mutation */
/** Vocabulary of other models. @typedef {{ tags: string[], attributes: string[], pairs: string[] }} Words */

const numbers =
  'NaN inf -inf 0 -0 -1 1 2 3 0.5 1e308 -1e308 1e-320 1e10 1e9 -1e9 2147483647 2147483648 -2147483649 4294967296 1e400 0x10 1e 1.5.2 --1 +1 1, 1_0 true'.split(
    ' ',
  );

const strange = [
  ...[
    '\0',
    '\x01',
    '\t',
    '\r',
    '\x7f',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\ufffd',
    '\ud800',
    '\udc00',
    '🦾',
    '球',
    'é',
    '٣',
  ],
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '=',
    '/',
    '--',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&amp;',
    '&#0;',
    '&#x110000;',
  ],
  ...['&lt;', '&nothing;', '<!DOCTYPE a [<!ENTITY b "c">]>', '</mujoco>', '<mujoco>', '<a/>', ' ', '\n'],
];

/** Elements that are rejected on purpose today, and other rare elements. */
const rare = [
  '<flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"/>',
  '<composite type="cable" curve="s" count="5 1 1" size="1"><joint kind="main"/><geom size=".01"/></composite>',
  '<geom type="sdf" mesh="m"/>',
  '<plugin plugin="mujoco.pid"/>',
  '<attach model="a" prefix="b"/>',
  '<include file="nowhere.xml"/>',
  '<replicate count="3" offset=".1 0 0" euler="0 0 10"><geom size=".01"/></replicate>',
  '<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 2 0 0"/>',
  '<freejoint/>',
  '<default class="new"><geom size="1"/></default>',
];

/** @type {Record<string, Mutation>} */
export const mutations = {
  deleteElement: (text, random) => cut(text, pickRange(text, random)),
  duplicateElement: (text, random) => {
    const [from, to] = pickRange(text, random);
    return insert(text, to, text.slice(from, to));
  },
  moveElement: (text, random) => {
    const [from, to] = pickRange(text, random);
    const rest = cut(text, [from, to]);
    return insert(rest, tagEnd(rest, random), text.slice(from, to));
  },
  wrapElement: (text, random) => {
    const [from, to] = pickRange(text, random);
    const [open, close] = random.pick([
      ['<body>', '</body>'],
      ['<frame euler="0 0 20">', '</frame>'],
      ['<replicate count="2" offset="1 0 0">', '</replicate>'],
      ['<worldbody>', '</worldbody>'],
      ['<default>', '</default>'],
    ]);
    return text.slice(0, from) + open + text.slice(from, to) + close + text.slice(to);
  },
  insertElement: (text, random) => insert(text, tagEnd(text, random), random.pick(rare)),
  renameElement: (text, random, words) => {
    const [from, to] = pickRange(text, random);
    const tag = random.pick(words.tags);
    const inside = text.slice(from, to).replace(/^<[\w:]+/, `<${tag}`);
    return text.slice(0, from) + inside.replace(/<\/[\w:]+>$/, `</${tag}>`) + text.slice(to);
  },
  deleteAttribute: (text, random) => cut(text, pickRange(text, random, attributeSpans)),
  moveAttribute: (text, random) => {
    const [from, to] = pickRange(text, random, attributeSpans);
    return giveAttribute(cut(text, [from, to]), random, text.slice(from, to));
  },
  renameAttribute: (text, random, words) => {
    const [from, to] = pickRange(text, random, attributeSpans);
    const name = random.pick(words.attributes);
    return text.slice(0, from) + text.slice(from, to).replace(/[\w:]+(?=\s*=)/, name) + text.slice(to);
  },
  insertAttribute: (text, random, words) => giveAttribute(text, random, random.pick(words.pairs)),
  swapValue: (text, random, words) => {
    const [from, to] = pickRange(text, random, attributeSpans);
    const value = random.pick(words.pairs).split('=').slice(1).join('=');
    return text.slice(0, from) + text.slice(from, to).replace(/=[\s\S]*/, () => `=${value}`) + text.slice(to);
  },
  changeNumber: (text, random) => replaceNumber(text, random, () => random.pick(numbers)),
  scaleNumber: (text, random) =>
    replaceNumber(text, random, (x) => String(Number(x) * random.pick([-1, 0.01, 0.5, 2, 100, 1e6]))),
  negateNumber: (text, random) => replaceNumber(text, random, (x) => String(-Number(x))),
  deleteNumber: (text, random) => replaceNumber(text, random, () => ''),
  repeatNumber: (text, random) => replaceNumber(text, random, (x) => `${x} `.repeat(random.pick([2, 3, 7, 50, 2000]))),
  addNumber: (text, random) => replaceNumber(text, random, (x) => String(Number(x) + random.pick([1, -1, 0.1, 10]))),
  truncate: (text, random) => text.slice(0, random.int(text.length + 1)),
  insertCharacter: (text, random) => insert(text, random.int(text.length + 1), random.pick(strange)),
  replaceCharacter: (text, random) => {
    const at = random.int(text.length + 1);
    return text.slice(0, at) + random.pick(strange) + text.slice(at + 1);
  },
};

/** Names of mutations; those that are likely to keep a model valid are listed several times. */
export const mutationNames = Object.keys(mutations).flatMap((name) =>
  /Number|Element|Attribute/.test(name) ? [name, name, name] : [name],
);

/** Vocabulary of a list of models. @param {readonly { xml: string }[]} models @returns {Words} */
export function collectVocabulary(models) {
  const text = models.map((model) => model.xml).join('\n');
  const all = (/** @type {RegExp} */ pattern) => [...new Set([...text.matchAll(pattern)].map((m) => m[1]))];
  return {
    tags: all(/<([a-z]\w*)/g),
    attributes: all(/\s([a-z]\w*)\s*=\s*"/g),
    pairs: all(/\s([a-z]\w*\s*=\s*"[^"<]{0,80}")/g),
  };
}

/** @param {string} text @param {Random} random @returns {[number, number]} */
function pickRange(text, random, rangesOf = elementSpans) {
  const ranges = rangesOf(text);
  return ranges.length > 0 ? random.pick(ranges) : [0, 0];
}

/** A position after a random tag. @param {string} text @param {Random} random */
function tagEnd(text, random) {
  const ends = [...text.matchAll(/>/g)].map((m) => m.index + 1);
  return ends.length > 0 ? random.pick(ends) : 0;
}

/** @param {string} text @param {[number, number]} range */
function cut(text, [from, to]) {
  return text.slice(0, from) + text.slice(to);
}

/** @param {string} text @param {number} at @param {string} more */
function insert(text, at, more) {
  return text.slice(0, at) + more + text.slice(at);
}

/** Adds an attribute to a random element. @param {string} text @param {Random} random @param {string} pair */
function giveAttribute(text, random, pair) {
  const heads = [...text.matchAll(/<[a-z]\w*/g)].map((m) => m.index + m[0].length);
  return heads.length > 0 ? insert(text, random.pick(heads), ` ${pair.trim()} `) : text;
}

/** @param {string} text @param {Random} random @param {(x: string) => string} change */
function replaceNumber(text, random, change) {
  const found = [...text.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)];
  if (found.length === 0) return text;
  const match = random.pick(found);
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length);
}
