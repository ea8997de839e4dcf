// Files that pages need are asked for at once. A browser learns what a file imports when it has read it, so that imports behind each other
// take as many turns to the server as there are files in a row. An entry point therefore names all that it leads to, and `import()` of a
// file is written beside those of what this file imports.
import { parseAst } from 'rolldown/parseAst';
import { BuildError } from '../wasm/translate/errors.mjs';

/** @returns {import('rolldown').Plugin} */
export function preloadImports() {
  return {
    name: 'ask-at-once',
    generateBundle(_options, files) {
      const chunks = Object.values(files).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const imports = new Map(chunks.map(({ fileName, code }) => [fileName, importsOf(code)]));
      for (const chunk of chunks) {
        const known = transitiveImports(chunk.fileName, imports);
        chunk.code = withPreloads(chunk, imports, known);
        if (chunk.isEntry) chunk.code = importStatements(chunk.fileName, imports, known) + chunk.code;
      }
    },
  };
}

/** Names of the files beside it that a module imports; read from its code, as other plugins may have changed it. @param {string} code */
function importsOf(code) {
  return parseAst(code).body.flatMap((node) => {
    const path = 'source' in node ? node.source?.value : undefined;
    return path?.startsWith('./') ? [path.slice(2)] : [];
  });
}

/** Files that an import of this one reads, itself first.
 *  @param {string} file @param {ReadonlyMap<string, string[]>} imports */
function transitiveImports(file, imports) {
  const found = new Set([file]);
  for (const name of found) for (const next of imports.get(name) ?? []) if (imports.has(next)) found.add(next);
  return found;
}

/** Imports of what a file leads to, but does not import itself.
 *  @param {string} file @param {ReadonlyMap<string, string[]>} imports @param {Set<string>} known */
function importStatements(file, imports, known) {
  const far = [...known].filter((name) => name !== file && !imports.get(file)?.includes(name));
  return far.map((name) => `import"./${name}";`).join('');
}

/** The code of a chunk in which `import()` asks for what is behind it too.
 *  @param {import('rolldown').OutputChunk} chunk @param {ReadonlyMap<string, string[]>} imports @param {Set<string>} known */
function withPreloads({ fileName, code, dynamicImports }, imports, known) {
  return dynamicImports.reduce((text, target) => {
    const behind = [...transitiveImports(target, imports)].filter((name) => name !== target && !known.has(name));
    if (behind.length === 0) return text;
    const call = new RegExp(`import\\((["'\`])\\./${target.replaceAll('.', '\\.')}\\1\\)`, 'g');
    if (!call.test(text)) throw new BuildError([`${fileName}: no import() of ${target}`]);
    // who waits for the last one is told what went wrong with the others
    const asked = behind.map((name) => `import("./${name}").catch(()=>{})`).join(',');
    return text.replace(call, (found) => `(${asked},${found})`);
  }, code);
}
