/** A file or folder of the file system in memory. */
import { errno } from './errno.ts';

const FOLDER = 0o040000;
const FILE = 0o100000;
const LINK = 0o120000;
const KIND = 0o170000;
const PERMISSIONS = 0o7777;

let lastId = 0;

export class FSNode {
  readonly id = ++lastId;
  name: string;
  parent: FSNode;
  mode: number;
  /** Contents of a file. */
  contents: Uint8Array = new Uint8Array(0);
  /** Children of a folder. */
  readonly children = new Map<string, FSNode>();
  /** Target of a link. */
  link = '';
  /** Root of the file system mounted here. */
  mounted: FSNode | null = null;
  readonly rdev = 0;
  atime = Date.now();
  mtime = this.atime;
  ctime = this.atime;

  constructor(parent: FSNode | null, name: string, mode: number) {
    this.parent = parent ?? this;
    this.name = name;
    this.mode = mode;
  }

  get isFolder(): boolean {
    return isDir(this.mode);
  }

  get isDevice(): boolean {
    return false;
  }

  /** The folder visible at this path. */
  get seen(): FSNode {
    return this.mounted?.seen ?? this;
  }

  add(name: string, mode: number): FSNode {
    if (!this.isFolder) throw errno('ENOTDIR');
    if (this.children.has(name)) throw errno('EEXIST');
    const child = new FSNode(this, name, mode);
    this.children.set(name, child);
    this.touch();
    return child;
  }

  remove(child: FSNode): void {
    this.children.delete(child.name);
    this.touch();
  }

  touch(): void {
    this.mtime = Date.now();
    this.ctime = this.mtime;
  }
}

export const isDir = (mode: number): boolean => (Number(mode) & KIND) === FOLDER;
export const isFile = (mode: number): boolean => (Number(mode) & KIND) === FILE;
export const isLink = (mode: number): boolean => (Number(mode) & KIND) === LINK;
export const folderMode = (permissions = 0o777): number => FOLDER | (Number(permissions) & PERMISSIONS);
export const fileMode = (permissions = 0o666): number => FILE | (Number(permissions) & PERMISSIONS);
export const linkMode = (): number => LINK | 0o777;

/** The result of `stat` for a node. */
export function attributes(node: FSNode) {
  const size = node.isFolder ? 4096 : isLink(node.mode) ? node.link.length : node.contents.length;
  return {
    dev: 1,
    ino: node.id,
    mode: node.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    atime: new Date(node.atime),
    mtime: new Date(node.mtime),
    ctime: new Date(node.ctime),
    blksize: 4096,
    blocks: Math.ceil(size / 4096),
  };
}
