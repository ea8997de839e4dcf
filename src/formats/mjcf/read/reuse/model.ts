/** <model> assets: other models, read completely, for attaching their parts. */

import type { SpecBuilder } from '../../../spec/builder.ts';
import type { XmlElement } from '../../../xml/element.ts';
import { MjcfError } from '../../../xml/error.ts';
import { assetPath } from '../../files.ts';
import type { MjcfReader } from '../../mjcfReader.ts';

/** Reads the text of a model asset. */
export type ModelReader = (r: MjcfReader, text: string, path: string) => SpecBuilder;

const decoder = new TextDecoder();

export function readModel(r: MjcfReader, element: XmlElement, read: ModelReader): void {
  const path = assetPath(r, element, 'file', '');
  r.throwErrors();
  const bytes = path === '' ? undefined : r.readFile(element, 'file', path);
  if (bytes === undefined) r.fail(element, 'file', `no file '${element.get('file')}'`);
  if (r.ancestors.includes(path)) r.fail(element, 'file', `'${path}' contains itself`);
  const child = readChild(r, read, decoder.decode(bytes), path);
  child.spec.modelname = element.get('name') ?? child.spec.modelname;
  if (r.models.has(child.spec.modelname)) return;
  r.models.set(child.spec.modelname, child);
  r.spec.models.set(child.spec.modelname, child.spec);
}

/** Errors of the other file are added to those of this one. */
function readChild(r: MjcfReader, read: ModelReader, text: string, path: string): SpecBuilder {
  try {
    return read(r, text, path);
  } catch (error) {
    if (error instanceof MjcfError) throw new MjcfError([...r.errors, ...error.diagnostics]);
    throw error;
  }
}
