// Blown-up model files: very many, very long or very deep elements. A Model, or an MjcfError with its location, within time and memory
// limits.
import { robotModels, sourceModels } from '../material/sources.mjs';
import { attributeSpans, elementSpans } from '../run/reduce.mjs';
import { loadAndStep } from './models.mjs';

/** @typedef {import('../material/random.mjs').Random} Random */
/** A part of a file, repeated up to `size` characters.
 *  @typedef {{ source: string, xml: string, bomb: string, at: number, piece: number, size: number }} Bomb */

/** Limits of processor milliseconds and of kilobytes for a file of a few hundred thousand characters. */
const TIME_LIMIT = 20_000;
const MEMORY_LIMIT = 1_500_000;
const sizes = [1e2, 1e3, 1e4, 1e5, 3e5];

const pieces = [
  ...[
    '1',
    '0',
    '1 ',
    '-1 ',
    '1e9 ',
    '.',
    '-',
    'e',
    'x',
    ' ',
    '\n',
    'a',
    '🦾',
    '\u202e',
    '&amp;',
    '&',
    '&#x31;',
    "'",
    '\x01',
    '\ufffd',
  ],
  ...['1.', '0x', 'nan ', 'inf ', '1_', 'true ', '__proto__ ', '../', '/', '\\', '\ud800'],
];

/** @type {Record<string, (text: string, bomb: Bomb) => string>} */
const blowUps = {
  // copies are at one position, so the number of contacts grows quadratically
  elements: (text, { at, size }) => {
    const [from, to] = pick(elementSpans(text), at);
    const piece = text.slice(from, to);
    const times = Math.min(100, Math.ceil(size / Math.max(1, piece.length)));
    return text.slice(0, to) + piece.repeat(times) + text.slice(to);
  },
  nested: (text, { at, size }) => {
    const [from, to] = pick(elementSpans(text), at);
    const tag = /^<([\w:]+)/.exec(text.slice(from))?.[1] ?? 'body';
    const depth = Math.ceil(size / 20);
    return `${text.slice(0, from)}${`<${tag}>`.repeat(depth)}${text.slice(from, to)}${`</${tag}>`.repeat(depth)}${text.slice(to)}`;
  },
  opened: (text, { at, size }) => {
    const [from] = pick(elementSpans(text), at);
    return text.slice(0, from) + '<body><frame>'.repeat(size / 10) + text.slice(from);
  },
  value: (text, { at, piece, size }) => {
    const [from, to] = pick(attributeSpans(text), at);
    const name = text.slice(from, to).split('=')[0];
    const value = pieces[piece].repeat(Math.ceil(size / pieces[piece].length));
    return `${text.slice(0, from)}${name}="${value}"${text.slice(to)}`;
  },
  number: (text, { at, piece, size }) => {
    const found = [...text.matchAll(/[-+]?\d+\.?\d*/g)].map((m) => [m.index, m.index + m[0].length]);
    const [from, to] = pick(/** @type {[number, number][]} */ (found), at);
    return text.slice(0, from) + text.slice(from, to).repeat(size / 10) + pieces[piece] + text.slice(to);
  },
  attributes: (text, { at, size }) => {
    const [from] = pick(elementSpans(text), at);
    const more = Array.from({ length: size / 10 }, (_, k) => ` a${k}="1"`).join('');
    return text.slice(0, from) + text.slice(from).replace(/^<[\w:]+/, (tag) => tag + more);
  },
  characters: (text, { at, piece, size }) => {
    const from = Math.floor(at * text.length);
    return text.slice(0, from) + pieces[piece].repeat(size) + text.slice(from);
  },
  marks: (text, { at, piece, size }) => {
    const marks = [
      '<!--',
      '-->',
      '<![CDATA[',
      '<?',
      '<!',
      '<',
      '</',
      '>',
      '"',
      '=',
      '<a',
      '<a/>',
      '<!DOCTYPE a [',
      '<!ENTITY a "b">',
    ];
    const from = Math.floor(at * text.length);
    return text.slice(0, from) + marks[piece % marks.length].repeat(size / 10) + text.slice(from);
  },
};

/** @type {import('../run/run.mjs').Campaign} */
export const bombs = {
  about:
    'blown-up models and robots: very many, long or deep elements; a Model, or an MjcfError with its location, within time and memory limits',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    const counts = { texts: 0, accepted: 0, refused: 0, steps: 0 };
    const sources = [...(await sourceModels()), ...(await robotModels())].filter(({ xml }) => xml.length < 3000);
    return {
      counts,
      make: (random) => makeBomb(random, sources),
      check: (/** @type {Bomb} */ c) => {
        const [began, before] = [process.cpuUsage(), process.resourceUsage().maxRSS];
        counts.texts++;
        const fault = loadAndStep(tenon, blowUps[c.bomb](c.xml, c), {}, counts);
        // thousands of bodies at one position have more contacts than the arena can store
        if (fault && !/^stepping threw: out of memory/.test(fault)) return fault;
        if (process.cpuUsage(began).user / 1000 > TIME_LIMIT)
          return `${c.bomb}: took longer than ${TIME_LIMIT / 1000} s`;
        const taken = process.resourceUsage().maxRSS - before;
        return taken > MEMORY_LIMIT ? `${c.bomb}: took more than ${MEMORY_LIMIT / 1000} MB` : undefined;
      },
    };
  },
};

/** @param {Random} random @param {import('../material/sources.mjs').SourceModel[]} sources @returns {Bomb} */
function makeBomb(random, sources) {
  const { name, xml } = random.pick(sources);
  const bomb = random.pick(Object.keys(blowUps));
  return { source: name, xml, bomb, at: random.next(), piece: random.int(pieces.length), size: random.pick(sizes) };
}

/** @param {[number, number][]} ranges @param {number} at @returns {[number, number]} */
function pick(ranges, at) {
  return ranges[Math.floor(at * ranges.length)] ?? [0, 0];
}
