/** Entities in attribute values: the five named entities of XML, and character references. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
]);
const ENTITY = /&(?:(#x[\da-fA-F]*|#\d*|\w+);)?/g;
const LAST_CHARACTER = 0x10ffff;
/** As a number: with a non-Latin-1 character, engines store the whole script with two bytes per character. */
const REPLACEMENT = 0xfffd;

/** A value with resolved entities. Others are kept as written, and passed to `unknown`; character 0 ends the value, as
 * in MuJoCo. */
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
  // a lone surrogate is not a character
  return String.fromCodePoint(code >= 0xd800 && code < 0xe000 ? REPLACEMENT : code);
}
