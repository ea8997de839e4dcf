/**
 * The module returned by `load` of the drop-in API: classes, functions, enumerations and constants by the package's
 * names.
 */

import { binarySize, writeBinary } from '../formats/mjb/mjb.ts';
import type { LoadOptions } from '../load/options.ts';
import { DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer } from './base/buffers.ts';
import { def, named } from './base/signature.ts';
import { MjData } from './classes/data.ts';
import { makeModelClass } from './classes/model.ts';
import { accessorClasses } from './classes/named.ts';
import * as structs from './classes/structs.ts';
import * as vectors from './classes/vectors.ts';
import { Loader } from './files/loader.ts';
import { MEMFS } from './files/memfs.ts';
import { MemoryFiles } from './files/memoryFiles.ts';
import { MjVFS } from './files/vfs.ts';
import { actuationFunctions } from './functions/actuation.ts';
import { derivativeFunctions } from './functions/derivative.ts';
import { matrixFunctions } from './functions/linear/matrix.ts';
import { modelFunctions } from './functions/model.ts';
import { pipelineFunctions } from './functions/pipeline.ts';
import { printFunctions } from './functions/print.ts';
import { queryFunctions } from './functions/query.ts';
import { rotationFunctions } from './functions/rotation.ts';
import { stateFunctions } from './functions/state.ts';
import { type Console, textFunctions } from './functions/text.ts';
import { vectorFunctions } from './functions/vector.ts';
import { runtimeNames } from './runtime.ts';
import { specNames } from './spec/index.ts';
import { mujocoConstants, mujocoStrings } from './tables/constants.ts';
import { mujocoEnums } from './tables/enums.ts';
import { MjvFigure } from './visual/figure.ts';
import { printSceneFunctions, visualFunctions } from './visual/functions.ts';
import { MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb } from './visual/records.ts';
import { MjvGeomVec, MjvGLCameraVec, MjvLightVec, MjvScene } from './visual/scene.ts';

export interface DropInOptions extends Pick<LoadOptions, 'engine'> {
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

/** The members of the module, once the engine is prepared. */
export function makeDropIn(options: DropInOptions) {
  const FS = new MemoryFiles();
  FS.filesystems['MEMFS'] = MEMFS;
  const out: Console = {
    print: options.print ?? ((text) => console.log(text)),
    warn: options.printErr ?? ((text) => console.warn(text)),
  };
  const loader = new Loader(FS, { engine: options.engine });
  const MjModel = makeModelClass(loader);
  return {
    ...mujocoEnums,
    ...mujocoConstants,
    ...mujocoStrings,
    ...vectorFunctions,
    ...matrixFunctions,
    ...rotationFunctions,
    ...actuationFunctions,
    ...pipelineFunctions,
    ...stateFunctions,
    ...queryFunctions,
    ...derivativeFunctions,
    ...modelFunctions,
    ...textFunctions(out),
    ...printFunctions(FS),
    ...visualFunctions,
    ...printSceneFunctions(FS),
    ...fileFunctions(loader, FS),
    ...runtimeNames(FS),
    ...classes,
    ...accessorClasses,
    ...specNames(loader, MjModel, out.warn),
    MjModel,
    FS,
    MEMFS,
    from_xml_string: MjModel.from_xml_string,
  };
}

const { MjOption, MjStatistic, MjVisual, MjVisualGlobal, MjVisualQuality, MjVisualHeadlight } = structs;
const { MjVisualMap, MjVisualScale, MjVisualRgba, MjContact, MjPreContact, MjSolverStat } = structs;
const { MjWarningStat, MjTimerStat, MjLROpt, MjLogConfig, MjLogMessage } = structs;
const { mjIntVec, mjFloatVec, mjDoubleVec, mjByteVec, mjStringVec, mjIntVecVec, mjFloatVecVec } = vectors;
const { mjStringVecVec, MjContactVec, MjSolverStatVec, MjTimerStatVec, MjWarningStatVec } = vectors;

const classes = {
  MjData,
  MjVFS,
  DoubleBuffer,
  FloatBuffer,
  IntBuffer,
  Uint8Buffer,
  MjOption,
  MjStatistic,
  MjVisual,
  MjVisualGlobal,
  MjVisualQuality,
  MjVisualHeadlight,
  MjVisualMap,
  MjVisualScale,
  MjVisualRgba,
  MjContact,
  MjPreContact,
  MjSolverStat,
  MjWarningStat,
  MjTimerStat,
  MjLROpt,
  MjLogConfig,
  MjLogMessage,
  mjIntVec,
  mjFloatVec,
  mjDoubleVec,
  mjByteVec,
  mjStringVec,
  mjIntVecVec,
  mjFloatVecVec,
  mjStringVecVec,
  MjContactVec,
  MjSolverStatVec,
  MjTimerStatVec,
  MjWarningStatVec,
  MjvCamera,
  MjvFigure,
  MjvGLCamera,
  MjvGeom,
  MjvLight,
  MjvOption,
  MjvPerturb,
  MjvScene,
  MjvGeomVec,
  MjvGLCameraVec,
  MjvLightVec,
};

/** Functions that write models to files. */
function fileFunctions(loader: Loader, files: MemoryFiles) {
  return named({
    mj_saveLastXML: def('filename:s m', (filename, m) => {
      files.writeFile(filename, loader.toXml(m));
      return 1;
    }),
    mj_sizeModel: def('m', (m) => BigInt(binarySize(m))),
    mj_saveModel: def('m filename:s? buffer>b?', (m, filename, buffer) => {
      const bytes = writeBinary(m);
      if (filename !== undefined) files.writeFile(filename, bytes);
      if (!buffer) return;
      if (buffer.length < bytes.length) {
        throw new RangeError(`[mj_saveModel] buffer must have at least size ${bytes.length}, got ${buffer.length}`);
      }
      buffer.set(bytes);
    }),
  });
}
