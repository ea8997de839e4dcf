import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesOfZip, isZip } from './zip.ts';

/** An archive with one stored and one deflated file. */
function archive(change: (zip: Buffer) => void = () => {}): Uint8Array {
  const files = [
    { name: 'robot/scene.xml', data: Buffer.from('<mujoco/>'), method: 0 },
    { name: 'robot/a.obj', data: Buffer.from('v 0 0 0\n'.repeat(100)), method: 8 },
  ];
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data, method } of files) {
    const packed = method === 0 ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(typeof crc32 === 'function' ? crc32(data) : 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  const zip = Buffer.concat([...bodies, list, end]);
  change(zip);
  return new Uint8Array(zip);
}

test('files of an archive are unchanged after a round trip', async () => {
  const bytes = archive();
  expect(isZip(bytes)).toBe(true);
  const files = await filesOfZip(bytes);
  expect([...files.keys()]).toEqual(['robot/scene.xml', 'robot/a.obj']);
  expect(new TextDecoder().decode(files.get('robot/scene.xml'))).toBe('<mujoco/>');
  expect(files.get('robot/a.obj')).toHaveLength(800);
});

test('broken archives are rejected with a message', async () => {
  await expect(filesOfZip(archive().subarray(0, 60))).rejects.toThrow('no directory');
  const sizeOfSecond = (zip: Buffer) => zip.writeUInt32LE(5, zip.lastIndexOf('PK\x01\x02') + 24);
  await expect(filesOfZip(archive(sizeOfSecond))).rejects.toThrow('expected 5 bytes, as in the directory, found more');
  const encrypted = (zip: Buffer) => zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 8);
  await expect(filesOfZip(archive(encrypted))).rejects.toThrow('is encrypted');
  expect(isZip(new TextEncoder().encode('<mujoco/>'))).toBe(false);
});
