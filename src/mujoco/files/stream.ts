/** An open file and its read position. */
import { errno } from './errno.ts';
import type { FSNode } from './node.ts';

export class FSStream {
  readonly fd: number;
  readonly node: FSNode;
  readonly flags: string | number;
  position = 0;

  constructor(node: FSNode, flags: string | number, fd: number) {
    this.node = node;
    this.flags = flags;
    this.fd = fd;
  }

  read(buffer: Uint8Array, offset: number, length: number, position?: number): number {
    const from = position ?? this.position;
    const part = this.node.contents.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === undefined) this.position += part.length;
    return part.length;
  }

  write(buffer: Uint8Array, offset: number, length: number, position?: number): number {
    const part = buffer.subarray(offset, offset + length);
    const at = position ?? this.position;
    const { contents } = this.node;
    const longer = new Uint8Array(Math.max(contents.length, at + part.length));
    longer.set(contents);
    longer.set(part, at);
    this.node.contents = longer;
    this.node.touch();
    if (position === undefined) this.position += part.length;
    return part.length;
  }

  /** @param whence from the start (0), from here (1), from the end (2) */
  seek(offset: number, whence: number): number {
    const from = [0, this.position, this.node.contents.length][whence];
    if (from === undefined || from + offset < 0) throw errno('EINVAL');
    this.position = from + offset;
    return this.position;
  }
}

/** Open a stream at the position given by the flags; `w` truncates the file. */
export function openStream(node: FSNode, flags: string | number, fd: number): FSStream {
  const stream = new FSStream(node, flags, fd);
  const empties = typeof flags === 'string' ? flags.startsWith('w') : (flags & 0o1000) !== 0;
  if (empties) node.contents = new Uint8Array(0);
  if (typeof flags === 'string' && flags.startsWith('a')) stream.position = node.contents.length;
  return stream;
}
