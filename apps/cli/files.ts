/** Paths of operands: file paths, URLs as returned by `import.meta.resolve`, and models of this package. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Prefix of the models of the package. */
const OURS = /^tenon\/models\/([\w/-]+\.xml)$/;

/** The path of a file, from a path, a `file:` URL, or `tenon/models/name.xml`. */
export function pathOf(operand: string): string {
  if (operand.startsWith('file:') && URL.canParse(operand)) return fileURLToPath(operand);
  const name = OURS.exec(operand)?.[1];
  if (name === undefined || existsSync(operand)) return operand;
  return modelOfPackage(name) ?? operand;
}

/** A model of the package, if one has this name. */
export function modelOfPackage(name: string): string | undefined {
  const folder = findViewer();
  const path = folder && join(folder, 'examples', name);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** The built viewer, which has the models: next to the command in the package, in `dist` in a clone. */
export function findViewer(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = ['viewer', '../viewer', '../dist/viewer', '../../dist/viewer', '../../../dist/viewer'];
  return candidates.map((candidate) => join(here, candidate)).find((folder) => existsSync(join(folder, 'main.js')));
}
