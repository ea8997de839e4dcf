/** Entities in values of attributes: the five names of XML, and characters by number. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
]);
const ENTITY = /&(?:(#x[\da-fA-F]*|#\d*|\w+);)?/g;
const LAST_CHARACTER = 0x10ffff;
/** As a number: with one such letter in it, engines keep a whole script at two bytes a letter. */
const REPLACEMENT = 0xfffd;

/** A value with its entities resolved. Others stay as they are written, and `unknown` is told; the character 0 ends the
 *  value, as in MuJoCo. */
export function decodeEntities(value: string, unknown: (entity: string) => void): string {
  const decoded = value.replace(ENTITY, (whole, entity: string | undefined) => {
    const character = entity === undefined ? undefined : characterOf(entity);
    if (character === undefined) unknown(whole);
    return character ?? whole;
  });
  const nul = decoded.indexOf('\0');
  return nul < 0 ? decoded : decoded.slice(0, nul);
}

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED.get(entity);
  const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2) || '0', 16) : Number(entity.slice(1));
  if (code > LAST_CHARACTER) return undefined;
  // half of a surrogate pair is no character
  return String.fromCodePoint(code >= 0xd800 && code < 0xe000 ? REPLACEMENT : code);
}
