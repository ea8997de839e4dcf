// The badges of the README as one image. Their values are read from the files that define them, and a test compares them.
import { readFileSync } from 'node:fs';

/** About the pixels of a page on a phone. */
const MAX_WIDTH = 370;

/** @param {string} root */
export function badges(root) {
  const packed = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const { version, license, engines, dependencies = {}, devDependencies } = packed;
  const facts = [
    ['tenon', version],
    ['follows MuJoCo', devDependencies['@mujoco/mujoco']],
    ['node', engines.node.replace('>=', '≥ ')],
    ['dependencies', Object.keys(dependencies).length || 'none'],
    ['license', license],
  ];
  let [x, y, widest] = [0, 0, 0];
  const parts = facts.map(([left, right]) => {
    const [w, v] = [textWidth(left), textWidth(String(right))];
    // two rows, so that a phone shows them in their size
    if (x + w + v > MAX_WIDTH) [x, y] = [0, y + 26];
    const part = `<g transform="translate(${x} ${y})"><rect width="${w + v}" height="20" rx="4" fill="#3c434b"/><path d="M${w} 0h${v - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H${w}z" fill="#c04f1c"/><text x="${w / 2}" y="14">${left}</text><text x="${w + v / 2}" y="14">${right}</text></g>`;
    x += w + v + 6;
    widest = Math.max(widest, x - 6);
    return part;
  });
  const words = facts.map((fact) => fact.join(' ')).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widest}" height="${y + 20}" role="img" aria-label="${words}"><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">${parts.join('')}</g></svg>\n`;
}

/** Width of a word in pixels, with padding. */
function textWidth(word) {
  return Math.round(6.8 * word.length + 12);
}
