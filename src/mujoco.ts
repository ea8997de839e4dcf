/** The drop-in face of the npm package `@mujoco/mujoco`: a script written for that package runs by changing the import.
 *
 *  ```ts
 *  import load from 'tenon/mujoco';
 *  const mujoco = await load();
 *  const model = mujoco.MjModel.from_xml_string(xml);
 *  const data = new mujoco.MjData(model);
 *  mujoco.mj_step(model, data);
 *  ```
 *
 *  Unlike there, arrays never go stale, nothing has to be deleted, and out-parameters can be any array. A model that has
 *  been deleted with all its datas gives its memory to the next one. */
import { DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer } from './compat/buffers.ts';
import { MjContact, MjData } from './compat/data.ts';
import { faceConstants, faceEnums } from './compat/enums.ts';
import { faceFunctions } from './compat/functions.ts';
import { type MjModel, makeModelClass } from './compat/model.ts';
import { MjVFS } from './compat/vfs.ts';
import { diskSource } from './compiler/diskSource.ts';
import { finish, prepareEngine, preparePlainEngine } from './load.ts';
import { mapSource } from './mjcf/files.ts';
import { readMjcf } from './mjcf/readMjcf.ts';
import type { FileSource } from './xml/fileSource.ts';

export type { MjContact, MjData, MjModel, MjVFS };

/** What `load` can be told; the official package's options are accepted and have no effect. */
export interface FaceOptions {
  /** Which engine steps the models: compiled (`wasm`, where it is allowed) or plain (`js`). */
  engine?: 'wasm' | 'js';
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

/** Load the engine. */
export default async function load(options: FaceOptions = {}) {
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
