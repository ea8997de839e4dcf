/** What the door of the drop-in face opens to: classes, functions, enumerations and constants under the package's names. */
import { DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer } from './compat/buffers.ts';
import { MjContact, MjData } from './compat/data.ts';
import { faceConstants, faceEnums } from './compat/enums.ts';
import { faceFunctions } from './compat/functions.ts';
import { makeModelClass } from './compat/model.ts';
import { MjVFS } from './compat/vfs.ts';
import { diskSource } from './compiler/diskSource.ts';
import { finish, type LoadOptions, prepareEngine, preparePlainEngine } from './load.ts';
import { mapSource } from './mjcf/files.ts';
import { readMjcf } from './mjcf/readMjcf.ts';
import type { FileSource } from './xml/fileSource.ts';

export async function makeFace(options: Pick<LoadOptions, 'engine'>) {
  await (options.engine === 'js' ? preparePlainEngine() : prepareEngine());
  const MjModel = makeModelClass({
    fromString: (xml, files) => finish(readMjcf(xml, { file: 'model.xml', source: mapSource(files) }), options),
    fromPath: (path, files) => {
      const source = pathSource(files);
      const bytes = source.read(path);
      if (bytes === undefined) throw new Error(`cannot read file '${path}'`);
      return finish(readMjcf(new TextDecoder().decode(bytes), { file: path, source }), options);
    },
  });
  return {
    ...faceEnums,
    ...faceConstants,
    ...faceFunctions,
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
  const disk = typeof process === 'undefined' ? undefined : diskSource();
  return { read: (path) => given.read(path) ?? disk?.read(path) };
}
