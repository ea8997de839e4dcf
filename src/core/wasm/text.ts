/** Decodes base64, in which bundles contain the compiled engine. */
export function decode(base64: string): Uint8Array<ArrayBuffer> {
  // the quick way, where there is one: this is part of every start
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64') as Uint8Array<ArrayBuffer>;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
