// An entry point, and what `import()` asks for, is the chunk that it hands on. A bundler writes one whose modules are in a chunk as a file of
// imports and exports; who asks for it would learn only then what to ask for next.
import { parseAst } from 'rolldown/parseAst';
import { BuildError } from '../wasm/translate/errors.mjs';

/** @typedef {{ fileName: string, code: string, imports: string[] }} File a file of a bundle, and the names of those that it imports */

/** The files of a bundle with the chunk in the place of the entry point, from where the others import it.
 *  @param {File[]} files @param {string} entry name of a file @param {string} chunk name of a file @returns {File[]} */
export function inlineEntryChunk(files, entry, chunk) {
  const [outside, inside] = [entry, chunk].map((name) => {
    const found = files.find(({ fileName }) => fileName === name);
    if (!found) throw new BuildError([`no chunk is called '${name}'`]);
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

/** The code of a chunk that exports what an entry point does, too.
 *  @param {string} code @param {string} entry its code @param {string} file the chunk's name */
export function withExports(code, entry, file) {
  const inside = new Map(importedNames(code).exported.map(([local, exported]) => [exported, local]));
  const { imported, exported } = importedNames(entry, `./${file}`);
  const names = exported.flatMap(([local, name]) => {
    const found = inside.get(imported.get(local) ?? local);
    if (found === undefined) throw new BuildError([`${file}: '${name}' of the entry point is not in it`]);
    if (inside.get(name) === found) return [];
    if (inside.has(name)) throw new BuildError([`${file}: exports something else as '${name}'`]);
    return [`${found} as ${name}`];
  });
  return `${code.trimEnd()}\nexport { ${names.join(', ')} };\n`;
}

/** What a module imports from a file, by its own names, and pairs of the names that exports have inside and outside. An export from that
 *  file has the name there as its inner one.
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
