/** Copies settings and file locations of an attached spec into the spec it is attached to. */

import { assetFiles } from '../assetFiles.ts';
import { AttachError } from '../attachError.ts';
import { resolveConflicts } from '../compose/conflicts.ts';
import type { SpecTree } from '../specTree.ts';

/** @throws AttachError if settings or files contradict each other */
export function importSettings(spec: SpecTree, other: SpecTree): void {
  if (spec === other) return;
  const { errors, warnings } = resolveConflicts(spec, other);
  if (errors.length > 0) throw new AttachError(errors.join('\n'));
  for (const message of warnings) {
    spec.warnings.push({ file: other.file, line: 0, column: 0, tag: 'mujoco', attribute: '', message });
  }
  if (!spec.models.has(other.modelname)) spec.models.set(other.modelname, other);
  importFiles(spec, other);
}

function importFiles(spec: SpecTree, other: SpecTree): void {
  const { source } = spec;
  const files = assetFiles(other);
  if (files.length === 0) return;
  for (const file of files) {
    if (!sameBytes(source.read(file), other.source.read(file))) {
      throw new AttachError(`the two specs have different files '${file}'`);
    }
  }
  spec.source = { read: (path) => source.read(path) ?? other.source.read(path) };
}

/** Whether one of two files is missing, or both are equal. */
function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
