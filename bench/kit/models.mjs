// Models for benches: our examples, or a list of files with their assets.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** `[{ name, xml, files }]` of our examples, or of the paths in a JSON list (relative to it). */
export function benchModels(list) {
  return benchPaths(list).map(({ name, path }) => modelAt(path, name));
}

/** Names and paths of these. */
export function benchPaths(list) {
  if (!list) {
    const names = readdirSync(examples).filter((name) => name.endsWith('.xml'));
    return names.map((name) => ({ name, path: join(examples, name) }));
  }
  const at = resolve(list);
  const json = JSON.parse(readFileSync(at, 'utf8'));
  const paths = Array.isArray(json) ? json : json.models.filter((m) => m.status === 'loads').map((m) => m.id);
  return paths.map((name) => ({ name, path: join(dirname(at), name) }));
}

/** A model file with all files of its folder as assets. */
export function modelAt(file, name = basename(file)) {
  const folder = dirname(file);
  return { name, xml: readFileSync(file, 'utf8'), files: assetsIn(folder, file) };
}

function assetsIn(folder, main) {
  const files = new Map();
  const walk = (at) => {
    for (const entry of readdirSync(at)) {
      const path = join(at, entry);
      if (statSync(path).isDirectory()) walk(path);
      else if (path !== main && /\.(xml|obj|stl|msh|png|bin|skn|ktx)$/i.test(entry))
        files.set(relative(folder, path), path);
    }
  };
  walk(folder);
  return files;
}

/** Compile a model in an engine; files are read when they are added. */
export function loadIn(engine, { xml, files }) {
  const vfs = new engine.MjVFS();
  try {
    for (const [name, path] of files)
      if (mentions(xml, files, name)) vfs.addBuffer(name, new Uint8Array(readFileSync(path)));
    return engine.MjModel.from_xml_string(xml, vfs);
  } finally {
    vfs.delete();
  }
}

/** Whether the model or an XML file next to it refers to a file: adding hundreds of unused assets is slow. */
function mentions(xml, files, name) {
  const leaf = basename(name);
  if (xml.includes(leaf)) return true;
  for (const [other, path] of files)
    if (other.endsWith('.xml') && readFileSync(path, 'utf8').includes(leaf)) return true;
  return false;
}
