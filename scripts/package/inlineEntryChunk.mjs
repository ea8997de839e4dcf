// Replaces an entry point, or the target of an `import()`, by the chunk that it re-exports. If the modules of an entry point are in a
// chunk, a bundler writes the entry point as a file of imports and exports, which would delay the request for the chunk.
import { parseAst } from 'rolldown/parseAst';
import { BuildError } from '../wasm/translate/errors.mjs';

/** @typedef {{ fileName: string, code: string, imports: string[] }} File a file of a bundle, and the names of those that it imports */

/** The files of a bundle with the chunk in place of the entry point; the others import it from there.
 *  @param {File[]} files @param {string} entry name of a file @param {string} chunk name of a file @returns {File[]} */
export function inlineEntryChunk(files, entry, chunk) {
  const [outside, inside] = [entry, chunk].map((name) => {
    const found = files.find(({ fileName }) => fileName === name);
    if (!found) throw new BuildError([`no chunk is named '${name}'`]);
    return found;
  });
  const merged = { ...inside, fileName: entry, code: withExports(inside.code, outside.code, chunk) };
  const renamed = ({ fileName, code, imports }) => ({
    fileName,
    code: code.replaceAll(`./${chunk}`, `./${entry}`),
    imports: imports.map((name) => (name === chunk ? entry : name)),
  });
  return [merged, ...files.filter((file) => file !== outside && file !== inside).map(renamed)];
}

/** The code of a chunk with the exports of an entry point added.
 *  @param {string} code @param {string} entry its code @param {string} file the chunk's name */
export function withExports(code, entry, file) {
  const inside = new Map(importedNames(code).exported.map(([local, exported]) => [exported, local]));
  const { imported, exported } = importedNames(entry, `./${file}`);
  const names = exported.flatMap(([local, name]) => {
    const found = inside.get(imported.get(local) ?? local);
    if (found === undefined) throw new BuildError([`${file}: expected '${name}' of the entry point, found none`]);
    if (inside.get(name) === found) return [];
    if (inside.has(name)) throw new BuildError([`${file}: exports something else as '${name}'`]);
    return [`${found} as ${name}`];
  });
  return `${code.trimEnd()}\nexport { ${names.join(', ')} };\n`;
}

/** Imports of a module from a file, by local name, and pairs of local and exported names. The local name of an export from that file is its
 *  name in the file.
 *  @param {string} code @param {string} [file] */
function importedNames(code, file) {
  const imported = /** @type {Map<string, string>} */ (new Map());
  const exported = /** @type {[string, string][]} */ ([]);
  for (const node of parseAst(code).body) {
    if (node.type === 'ImportDeclaration' && node.source.value === file) {
      for (const part of node.specifiers) {
        if (part.type === 'ImportSpecifier') imported.set(part.local.name, nodeName(part.imported));
      }
    }
    if (node.type !== 'ExportNamedDeclaration' || (node.source && node.source.value !== file)) continue;
    for (const { local, exported: name } of node.specifiers) exported.push([nodeName(local), nodeName(name)]);
  }
  return { imported, exported };
}

/** @param {{ type: string, name?: string, value?: unknown }} node an identifier, or a name in quotes */
function nodeName(node) {
  return node.name ?? String(node.value);
}
