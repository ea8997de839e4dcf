/** What `load` of the drop-in API gives: classes, functions, enumerations and constants under the package's names. */

import { diskSource, hasDisk } from '../compiler/diskSource.ts';
import { finish, type LoadOptions, prepare, readText } from '../load.ts';
import { mapSource } from '../mjcf/files.ts';
import type { FileSource } from '../xml/fileSource.ts';
import { DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer } from './buffers.ts';
import { MjContact, MjData } from './data.ts';
import { mujocoConstants, mujocoEnums } from './enums.ts';
import { mujocoFunctions } from './functions.ts';
import { makeModelClass } from './model.ts';
import { MjVFS } from './vfs.ts';

export async function makeDropIn(options: Pick<LoadOptions, 'engine'>) {
  await prepare(options);
  const MjModel = makeModelClass({
    fromString: (xml, files) => finish(readText(xml, { file: 'model.xml', source: mapSource(files) }), options),
    fromPath: (path, files) => {
      const source = pathSource(files);
      const bytes = source.read(path);
      if (bytes === undefined) throw new Error(`cannot read file '${path}'`);
      return finish(readText(new TextDecoder().decode(bytes), { file: path, source }), options);
    },
  });
  return {
    ...mujocoEnums,
    ...mujocoConstants,
    ...mujocoFunctions,
    MjModel,
    MjData,
    MjContact,
    MjVFS,
    DoubleBuffer,
    FloatBuffer,
    IntBuffer,
    Uint8Buffer,
    from_xml_string: MjModel.from_xml_string,
  };
}

/** The files of a virtual file system, then those on disk, where there is one. */
function pathSource(files: ReadonlyMap<string, Uint8Array>): FileSource {
  const given = mapSource(files);
  const disk = hasDisk() ? diskSource() : undefined;
  return { read: (path) => given.read(path) ?? disk?.read(path) };
}
