// Damage to messages: to the values of their JSON, and to their bytes.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {{ op: string, at: number, value: unknown }} Damage */

/** JSON values to use in place of expected ones. */
const strange = [
  ...[null, true, false, 0, -0, -1, 1, 2, 0.5, 1e9, 1e15, 1e300, 3e8, 2 ** 53, -(2 ** 31), 4294967296],
  ...['', ' ', 'x', '\u0000', '\r\n', '\ud800', '__proto__', 'constructor', 'NaN', 'Infinity', '../..', '🦾', '球'],
  ...[[], {}, [[]], [null], { length: 3 }, { count: 3e8 }, { from: 0, to: 1, count: 1e9 }],
  'a'.repeat(5000),
];
/** Strings in place of a number: invalid JSON, and values nested so deeply that recursive readers overflow the stack. */
const texts = [
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"a":'.repeat(2000),
  `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`,
  ...['NaN', '-Infinity', '1e999', '0x10', '01', '1.', '--1', 'undefined', '1e-999', '"', '\\', '}', ']'],
];
const ops = ['set', 'set', 'set', 'delete', 'add', 'nest', 'copy', 'flip', 'insert', 'cut', 'drop', 'text', 'repeat'];

/** @param {Random} random @returns {Damage} */
export function anyDamage(random) {
  const op = random.pick(ops);
  const value = op === 'text' ? random.pick(texts) : op === 'flip' ? random.int(256) : random.pick(strange);
  return { op, at: random.int(2 ** 31), value };
}

/** JSON text with damage, as bytes. @param {unknown} message @param {readonly Damage[]} items @returns {Uint8Array} */
export function damagedJson(message, items) {
  const tree = { root: structuredClone(message) };
  for (const item of items) damageValue(tree, item);
  let text = JSON.stringify(tree.root) ?? '';
  for (const item of items) if (item.op === 'text') text = damageText(text, item);
  return damagedBytes(new TextEncoder().encode(text), items);
}

/** An object with damage. @param {unknown} message @param {readonly Damage[]} items */
export function damagedValue(message, items) {
  const tree = { root: structuredClone(message) };
  for (const item of items) damageValue(tree, item);
  return tree.root;
}

/** Bytes with damage. @param {Uint8Array} bytes @param {readonly Damage[]} items */
export function damagedBytes(bytes, items) {
  let found = bytes;
  for (const { op, at, value } of items) {
    const k = found.length > 0 ? at % found.length : 0;
    if (op === 'flip' && found.length > 0) {
      found = found.slice();
      found[k] ^= Number(value) || 1;
    }
    if (op === 'insert') found = concatBytes(found.subarray(0, k), Uint8Array.of(at & 255), found.subarray(k));
    if (op === 'cut') found = found.slice(0, k);
    if (op === 'drop') found = concatBytes(found.subarray(0, k), found.subarray(k + 1 + (at % 7)));
    if (op === 'repeat') found = concatBytes(found, found.subarray(k));
  }
  return found;
}

/** @param {...Uint8Array} parts */
function concatBytes(...parts) {
  return Uint8Array.from(Buffer.concat(parts));
}

/** @param {{ root: unknown }} tree @param {Damage} item */
function damageValue(tree, { op, at, value }) {
  const slots = slotsIn(tree, 'root');
  const { owner, name } = slots[at % slots.length];
  if (op === 'set') owner[name] = structuredClone(value);
  if (op === 'delete' && owner !== tree) delete owner[name];
  if (op === 'add' && typeof owner[name] === 'object' && owner[name] !== null && !Array.isArray(owner[name])) {
    Object.defineProperty(owner[name], String(value).slice(0, 20), {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  if (op === 'nest') {
    let deep = owner[name];
    for (let k = 0; k < (at % 3 === 0 ? 50 : 3); k++) deep = [deep];
    owner[name] = deep;
  }
  const other = slots[(at >> 4) % slots.length].owner;
  // copies of copies double
  if (op === 'copy' && JSON.stringify(other).length < 20_000) owner[name] = structuredClone(other);
}

/** Every property of a tree that can be changed. @param {Record<string, any>} owner @param {string} name
 *  @returns {{ owner: Record<string, any>, name: string }[]} */
function slotsIn(owner, name) {
  const found = [];
  const open = [{ owner, name }];
  while (open.length > 0 && found.length < 300) {
    const slot = /** @type {{ owner: Record<string, any>, name: string }} */ (open.pop());
    found.push(slot);
    const value = slot.owner[slot.name];
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.keys(value)) open.push({ owner: value, name: inner });
  }
  return found;
}

/** @param {string} text @param {Damage} item */
function damageText(text, { at, value }) {
  const numbers = [...text.matchAll(/(?<=[:,[])-?\d[\d.e+-]*/g)];
  if (numbers.length === 0) return text;
  const match = numbers[at % numbers.length];
  return text.slice(0, match.index) + String(value) + text.slice(match.index + match[0].length);
}
