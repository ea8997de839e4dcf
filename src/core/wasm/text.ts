/** Decodes base64, the format of the compiled engine in bundles. */
export function decode(base64: string): Uint8Array<ArrayBuffer> {
  // the fast built-in, where available: this is part of every startup
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64') as Uint8Array<ArrayBuffer>;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
