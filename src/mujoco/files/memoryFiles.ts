/** The file system of the drop-in API: `FS` with the functions that scripts use, over files in memory. */
import { describeType } from '../../core/model/fit.ts';
import { ErrnoError, errno } from './errno.ts';
import { attributes, FSNode, fileMode, folderMode, isDir, isFile, isLink, linkMode } from './node.ts';
import { FSStream, openStream } from './stream.ts';
import { type FileBytes, toBytes } from './vfs.ts';

const MAX_LINKS = 40;

export interface WriteOptions {
  /** File mode: `w` truncates, `a` appends. */
  flags?: string;
  mode?: number;
}

export interface ReadOptions {
  encoding?: 'binary' | 'utf8';
}

/** A type of file system that can be mounted: `MEMFS`. */
export interface FileSystemType {
  mount(mount: { opts: unknown; mountpoint: string }): FSNode;
}

export class MemoryFiles {
  readonly root = new FSNode(null, '/', folderMode());
  readonly ErrnoError = ErrnoError;
  readonly FSNode = FSNode;
  currentPath = '/';
  /** Mountable types by name. */
  readonly filesystems: Record<string, FileSystemType> = {};
  readonly mounts: { type: FileSystemType; opts: unknown; mountpoint: string }[] = [];
  readonly initialized = true;
  readonly #open: (FSStream | null)[] = [null, null, null];

  constructor() {
    for (const path of ['/tmp', '/home', '/home/web_user', '/dev', '/proc']) this.mkdir(path);
  }

  // -- lookup

  /** Return the node at a path.
   *  @throws ErrnoError if there is none */
  lookupPath(path: string, options?: { follow?: boolean }): { path: string; node: FSNode } {
    const { node, path: full } = this.#walk(path, options?.follow ?? true, 0);
    if (!node) throw errno('ENOENT');
    return { path: full, node };
  }

  analyzePath(path: string, dontResolveLastLink = false) {
    const all = {
      isRoot: false,
      exists: false,
      error: 0,
      name: null as string | null,
      path: null as string | null,
      object: null as FSNode | null,
      parentExists: false,
      parentPath: null as string | null,
      parentObject: null as FSNode | null,
    };
    try {
      const { parent, name, node, path: full } = this.#walk(path, !dontResolveLastLink, 0);
      Object.assign(all, { parentExists: true, parentPath: this.getPath(parent), parentObject: parent, name });
      if (!node) throw errno('ENOENT');
      Object.assign(all, { exists: true, path: full, object: node, name: node.name, isRoot: full === '/' });
    } catch (error) {
      if (!(error instanceof ErrnoError)) throw error;
      all.error = error.errno;
    }
    return all;
  }

  findObject(path: string, dontResolveLastLink = false): FSNode | null {
    return this.analyzePath(path, dontResolveLastLink).object;
  }

  getPath(node: FSNode): string {
    expectNode(node);
    const names: string[] = [];
    for (let at = node; at.parent !== at; at = at.parent) names.unshift(at.name);
    return `/${names.join('/')}`;
  }

  stat(path: string, dontFollow = false) {
    return attributes(this.lookupPath(path, { follow: !dontFollow }).node);
  }

  lstat(path: string) {
    return this.stat(path, true);
  }

  isDir(mode: number): boolean {
    return isDir(mode);
  }

  isFile(mode: number): boolean {
    return isFile(mode);
  }

  isLink(mode: number): boolean {
    return isLink(mode);
  }

  isRoot(node: FSNode): boolean {
    return expectNode(node).parent === node;
  }

  isMountpoint(node: FSNode): boolean {
    return expectNode(node).mounted !== null;
  }

  cwd(): string {
    return this.currentPath;
  }

  chdir(path: string): void {
    const { node, path: full } = this.lookupPath(path);
    if (!node.isFolder) throw errno('ENOTDIR');
    this.currentPath = full;
  }

  readdir(path: string): string[] {
    const { node } = this.lookupPath(path);
    if (!node.isFolder) throw errno('ENOTDIR');
    return ['.', '..', ...node.children.keys()];
  }

  readlink(path: string): string {
    const { node } = this.lookupPath(path, { follow: false });
    if (!isLink(node.mode)) throw errno('EINVAL');
    return node.link;
  }

  // -- folders

  mkdir(path: string, mode = 0o777): FSNode {
    return this.#create(path, folderMode(mode));
  }

  mkdirTree(path: string, mode = 0o777): void {
    expectPath(path);
    let made = path.startsWith('/') ? '' : this.currentPath;
    for (const name of path.split('/')) {
      if (name === '') continue;
      made = `${made}/${name}`;
      if (!this.analyzePath(made).exists) this.mkdir(made, mode);
    }
  }

  /** Like `mkdirTree`, below a folder. */
  createPath(parent: string | FSNode, path: string): string {
    const from = typeof parent === 'string' ? parent : this.getPath(parent);
    const full = `${from}/${path}`;
    this.mkdirTree(full);
    return full.replace(/\/+/g, '/');
  }

  rmdir(path: string): void {
    const { node, parent } = this.#existing(path);
    if (!node.isFolder) throw errno('ENOTDIR');
    if (node.mounted || this.isRoot(node)) throw errno('EBUSY');
    if (node.children.size > 0) throw errno('ENOTEMPTY');
    parent.remove(node);
  }

  mount(type: FileSystemType, opts: unknown, mountpoint: string): FSNode {
    if (typeof type?.mount !== 'function') throw new TypeError(`mount: expected MEMFS, found ${describeType(type)}`);
    const { node, path } = this.lookupPath(mountpoint);
    if (!node.isFolder) throw errno('ENOTDIR');
    const entry = this.#walk(mountpoint, true, 0).entry ?? node;
    if (entry.mounted) throw errno('EBUSY');
    const mount = { type, opts, mountpoint: path };
    const root = type.mount(mount);
    root.name = entry.name;
    root.parent = this.isRoot(entry) ? root : entry.parent;
    entry.mounted = root;
    this.mounts.push(mount);
    return root;
  }

  unmount(mountpoint: string): void {
    const { entry, path } = this.#walk(mountpoint, true, 0);
    if (!entry?.mounted) throw errno('EINVAL');
    entry.mounted = null;
    const at = this.mounts.findIndex((mount) => mount.mountpoint === path);
    if (at >= 0) this.mounts.splice(at, 1);
  }

  // -- files

  writeFile(path: string, data: FileBytes, options?: WriteOptions | null): void {
    const { flags = 'w', mode = 0o666 } = options ?? {};
    const bytes = toBytes(data);
    const { node, parent, name } = this.#walk(path, true, 0);
    if (node?.isFolder) throw errno('EISDIR');
    const file = node ?? parent.add(name, fileMode(mode));
    file.contents = String(flags).startsWith('a') ? joined(file.contents, bytes) : bytes;
    file.touch();
  }

  readFile(path: string, options: { encoding: 'utf8' }): string;
  readFile(path: string, options?: ReadOptions | null): Uint8Array;
  readFile(path: string, options?: ReadOptions | null): Uint8Array | string {
    const { encoding = 'binary' } = options ?? {};
    const { node } = this.lookupPath(path);
    if (node.isFolder) throw errno('EISDIR');
    if (encoding === 'utf8') return new TextDecoder().decode(node.contents);
    if (encoding !== 'binary') throw new Error(`Invalid encoding type "${encoding}"`);
    return node.contents.slice();
  }

  create(path: string, mode = 0o666): FSNode {
    return this.#create(path, fileMode(mode));
  }

  createDataFile(parent: string | FSNode, name: string | null, data: FileBytes | null): void {
    const folder = typeof parent === 'string' ? parent : this.getPath(parent);
    this.writeFile(name ? `${folder}/${name}` : folder, data ?? '');
  }

  unlink(path: string): void {
    const { node, parent } = this.#existing(path);
    if (node.isFolder) throw errno('EISDIR');
    parent.remove(node);
  }

  rename(oldPath: string, newPath: string): void {
    const { node, parent } = this.#existing(oldPath);
    const target = this.#walk(newPath, false, 0);
    if (target.node === node) return;
    if (target.node?.isFolder && (!node.isFolder || target.node.children.size > 0)) {
      throw errno(node.isFolder ? 'ENOTEMPTY' : 'EISDIR');
    }
    for (let at = target.parent; !this.isRoot(at); at = at.parent) if (at === node) throw errno('EINVAL');
    parent.remove(node);
    node.name = target.name;
    node.parent = target.parent;
    target.parent.children.set(target.name, node);
  }

  symlink(oldPath: string, newPath: string): FSNode {
    const node = this.#create(newPath, linkMode());
    node.link = oldPath;
    return node;
  }

  truncate(path: string, length: number): void {
    const { node } = this.lookupPath(path);
    if (node.isFolder) throw errno('EISDIR');
    if (!(length >= 0)) throw errno('EINVAL');
    const contents = new Uint8Array(length);
    contents.set(node.contents.subarray(0, length));
    node.contents = contents;
    node.touch();
  }

  chmod(path: string, mode: number): void {
    const { node } = this.lookupPath(path);
    node.mode = (node.mode & ~0o7777) | (Number(mode) & 0o7777);
  }

  utime(path: string, atime: number, mtime: number): void {
    Object.assign(this.lookupPath(path).node, { atime, mtime });
  }

  // -- streams

  open(path: string, flags: string | number = 'r', mode = 0o666): FSStream {
    if (typeof flags !== 'string' && typeof flags !== 'number') {
      throw new TypeError(`open: expected flags such as 'r', found ${describeType(flags)}`);
    }
    const writes = typeof flags === 'string' ? /[wa+]/.test(flags) : (flags & 3) !== 0;
    const creates = typeof flags === 'string' ? /^[wa]/.test(flags) : (flags & 0o100) !== 0;
    if (creates && !this.analyzePath(path).exists) this.create(path, mode);
    const { node } = this.lookupPath(path);
    if (node.isFolder && writes) throw errno('EISDIR');
    const free = this.#open.indexOf(null, 3);
    const stream = openStream(node, flags, free < 0 ? this.#open.length : free);
    this.#open[stream.fd] = stream;
    return stream;
  }

  close(stream: FSStream): void {
    expectStream(stream);
    if (this.#open[stream.fd] !== stream) throw errno('EBADF');
    this.#open[stream.fd] = null;
  }

  isClosed(stream: FSStream): boolean {
    return this.#open[expectStream(stream).fd] !== stream;
  }

  getStream(fd: number): FSStream | null {
    return this.#open[fd] ?? null;
  }

  read(stream: FSStream, buffer: Uint8Array, offset: number, length: number, position?: number): number {
    return expectStream(stream).read(buffer, offset, length, position);
  }

  write(stream: FSStream, buffer: Uint8Array, offset: number, length: number, position?: number): number {
    return expectStream(stream).write(buffer, offset, length, position);
  }

  llseek(stream: FSStream, offset: number, whence: number): number {
    return expectStream(stream).seek(offset, whence);
  }

  /** Nothing to do: files are in memory. */
  syncfs(populate: boolean | ((error: unknown) => void), callback?: (error: unknown) => void): void {
    const done = typeof populate === 'function' ? populate : callback;
    if (typeof done === 'function') done(null);
  }

  // -- paths

  #create(path: string, mode: number): FSNode {
    const { node, parent, name } = this.#walk(path, false, 0);
    if (node) throw errno('EEXIST');
    return parent.add(name, mode);
  }

  #existing(path: string): { node: FSNode; parent: FSNode } {
    const { node, parent } = this.#walk(path, false, 0);
    if (!node) throw errno('ENOENT');
    return { node, parent };
  }

  /**
   * Resolve a path: its last folder, its last name, and the node, if it exists. `entry` is the node hidden by a mount.
   */
  #walk(path: string, follow: boolean, links: number): Walk {
    if (expectPath(path) === '') throw errno('ENOENT');
    if (links > MAX_LINKS) throw errno('EINVAL');
    const names = (path.startsWith('/') ? path : `${this.currentPath}/${path}`)
      .split('/')
      .filter((n) => n && n !== '.');
    let at: Walk = { node: this.root.seen, parent: this.root.seen, entry: this.root, name: '/', path: '/' };
    names.forEach((name, k) => {
      if (!at.node) throw errno('ENOENT');
      if (!at.node.isFolder) throw errno('ENOTDIR');
      at = name === '..' ? this.#up(at.node) : enter(at, name);
      const last = k === names.length - 1;
      if (at.node && isLink(at.node.mode) && (follow || !last)) {
        const folder = this.getPath(at.parent);
        at = this.#walk(at.node.link.startsWith('/') ? at.node.link : `${folder}/${at.node.link}`, true, links + 1);
      }
    });
    return at;
  }

  #up(node: FSNode): Walk {
    const { parent } = node;
    return { node: parent.seen, parent: parent.parent, entry: parent, name: parent.name, path: this.getPath(parent) };
  }
}

function expectPath(path: string): string {
  if (typeof path !== 'string') throw new TypeError(`expected a path, found ${describeType(path)}`);
  return path;
}

function expectNode(node: FSNode): FSNode {
  if (!(node instanceof FSNode)) throw new TypeError(`expected a node of the file system, found ${describeType(node)}`);
  return node;
}

function expectStream(stream: FSStream): FSStream {
  if (!(stream instanceof FSStream)) throw new TypeError(`expected an open file, found ${describeType(stream)}`);
  return stream;
}

interface Walk {
  readonly node: FSNode | undefined;
  readonly parent: FSNode;
  readonly entry: FSNode | undefined;
  readonly name: string;
  readonly path: string;
}

function enter(at: Walk, name: string): Walk {
  const folder = at.node!;
  const entry = folder.children.get(name);
  return { node: entry?.seen, parent: folder, entry, name, path: at.path === '/' ? `/${name}` : `${at.path}/${name}` };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
