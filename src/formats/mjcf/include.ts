/** <include>: replaced by the elements of the named file. A file is included once; includes can be nested. */

import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { checkInside } from './files.ts';
import type { MjcfReader } from './mjcfReader.ts';
import { directoryOf, isAbsolute, joinPath } from './paths.ts';

/** Maximum nesting depth of files. */
const MAX_INCLUDE_DEPTH = 100;
const decoder = new TextDecoder();

/** Expand all includes below an element, in place. */
export function expandIncludes(r: MjcfReader, root: XmlElement, mainFile: string): void {
  const included = new Set<string>([mainFile]);
  expandChildren(r, root, '', included, 0);
}

function expandChildren(
  r: MjcfReader,
  element: XmlElement,
  directory: string,
  included: Set<string>,
  depth: number,
): void {
  element.directory = directory;
  const { children } = element;
  let expanded: XmlElement[] | undefined;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.tag === 'include') {
      expanded ??= children.slice(0, i);
      for (const inner of includeFile(r, child, directory, included, depth)) expanded.push(inner);
    } else {
      expandChildren(r, child, directory, included, depth);
      expanded?.push(child);
    }
  }
  if (expanded) element.children = expanded;
}

/** Elements of an included file, after expanding its own includes. */
function includeFile(
  r: MjcfReader,
  include: XmlElement,
  directory: string,
  included: Set<string>,
  depth: number,
): XmlElement[] {
  for (const name of include.attributeNames) {
    if (name !== 'file') r.warn(include, name, 'unknown attribute; ignored');
  }
  const file = include.get('file');
  if (file === undefined) r.fail(include, 'file', 'required attribute is missing');
  if (include.children.length > 0) r.fail(include, undefined, 'cannot contain other elements');
  if (depth >= MAX_INCLUDE_DEPTH)
    r.fail(include, undefined, `includes are nested too deeply. Expected at most ${MAX_INCLUDE_DEPTH} levels`);

  const { path, bytes } = findInclude(r, include, file, directory);
  if (included.has(path)) r.fail(include, 'file', `'${file}' is already included`);
  included.add(path);
  r.context.files.push(path);
  if (bytes.length === 0) r.fail(include, 'file', `'${file}' is empty`);
  const { root, warnings } = parseXml(decoder.decode(bytes), path, r.context.budget);
  r.warnings.push(...warnings);
  if (root.children.length === 0) r.fail(include, 'file', `'${file}' contains nothing to include`);

  // the directory is relative to that of the main file
  const inside = path.startsWith(r.directory) ? path.slice(r.directory.length) : path;
  expandChildren(r, root, directoryOf(inside), included, depth + 1);
  return root.children;
}

/** A file is searched for next to the main file first, then next to the including file. */
function findInclude(
  r: MjcfReader,
  include: XmlElement,
  file: string,
  directory: string,
): { path: string; bytes: Uint8Array } {
  const candidates = [joinPath(r.directory, file)];
  if (directory !== '' && !isAbsolute(file)) candidates.push(joinPath(r.directory, joinPath(directory, file)));
  for (const path of candidates) {
    checkInside(r, include, 'file', path);
    r.throwErrors();
    const bytes = r.readFile(include, 'file', path);
    if (bytes !== undefined) return { path, bytes };
  }
  return r.fail(include, 'file', `no file '${file}'`);
}
