/** Files, folders and ZIP archives that are dropped on the page or chosen in a dialog, as bytes by path. */
import { filesOfZip, isZip } from '../../../src/formats/bytes/zip.ts';

/** All files in a drop, including folders with their contents. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  // entries must be read before the first await: the drop is no longer available after it
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  const plain = [...transfer.files];
  if (entries.some((entry) => entry?.isDirectory)) {
    for (const entry of entries) if (entry) await readEntry(entry, '', files);
  } else for (const file of plain) files.set(file.name, await readFileBytes(file));
  return withoutCommonFolder(await unpackArchive(files));
}

/** Files of an `<input type="file">`. */
export async function filesOfInput(list: FileList): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const file of list) files.set(file.webkitRelativePath || file.name, await readFileBytes(file));
  return withoutCommonFolder(await unpackArchive(files));
}

/** A single archive is replaced by its contents; among other files it is kept. */
async function unpackArchive(files: Map<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const [[name, first] = ['', undefined]] = files;
  // NumPy recordings are archives too
  return files.size === 1 && first && isZip(first) && !/\.npz$/i.test(name) ? filesOfZip(first, name) : files;
}

async function readEntry(entry: FileSystemEntry, folder: string, files: Map<string, Uint8Array>): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.set(path, await readFileBytes(file));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // a reader returns entries in batches, until it returns none
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const child of part) await readEntry(child, `${path}/`, files);
  }
}

async function readFileBytes(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function withoutCommonFolder(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const names = [...files.keys()];
  const folder = names[0]?.slice(0, names[0].indexOf('/') + 1) ?? '';
  if (folder === '' || !names.every((name) => name.startsWith(folder))) return files;
  return new Map(names.map((name) => [name.slice(folder.length), files.get(name)!]));
}
