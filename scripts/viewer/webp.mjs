// Frames in WebP as one animated WebP (container: https://developers.google.com/speed/webp/docs/riff_container).

/** @param {readonly Buffer[]} pictures of equal size @param {number} milliseconds duration of each
 *  @param {readonly number[]} size */
export function animatedWebp(pictures, milliseconds, size) {
  const extent = Buffer.concat(size.map((pixels) => u24(pixels - 1)));
  // flags: animation and transparency; the loop count 0 repeats forever
  const head = chunk('VP8X', Buffer.concat([Buffer.from([0x12, 0, 0, 0]), extent]));
  const loop = chunk('ANIM', Buffer.alloc(6));
  const frames = pictures.map((picture) =>
    chunk('ANMF', Buffer.concat([u24(0), u24(0), extent, u24(milliseconds), Buffer.from([2]), pixelChunks(picture)])),
  );
  const content = Buffer.concat([Buffer.from('WEBP'), head, loop, ...frames]);
  return Buffer.concat([Buffer.from('RIFF'), u32(content.length), content]);
}

/** The chunks of a picture's file that hold its pixels: transparency, then colors. */
function pixelChunks(picture) {
  const found = [];
  for (let at = 12; at < picture.length; ) {
    const end = at + 8 + even(picture.readUInt32LE(at + 4));
    if (/^(ALPH|VP8[ L])$/.test(picture.toString('latin1', at, at + 4))) found.push(picture.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw new Error('the browser returned an image that is not WebP');
  return Buffer.concat(found);
}

function chunk(name, content) {
  return Buffer.concat([Buffer.from(name), u32(content.length), content, Buffer.alloc(content.length % 2)]);
}

const even = (n) => n + (n % 2);

function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u24(value) {
  return Buffer.from([value, value >> 8, value >> 16]);
}
