/** Checks of an untrusted Model: first every integer by itself, then the structures that they form together. All run in
 * linear time. For a Model that passes, no stage accesses memory outside its arrays, and no loop is endless. */
import { STRUCTURES, type Structure } from '../../../core/model/fields/content/content.ts';
import type { Model } from '../../../core/model/model.ts';
import { checkActuators } from './actuation.ts';
import { checkHeightFields, checkShapes, checkSkins, checkTextures } from './asset.ts';
import { checkContents } from './contents.ts';
import { checkFlexElements, checkFlexes, checkFlexMetric } from './flex.ts';
import { checkFlexRows } from './flexRows.ts';
import { checkHulls, checkMeshes, checkPolygons } from './mesh.ts';
import { checkEqualities, checkPairs, checkTendons } from './relation.ts';
import { checkHistories, checkSensors } from './sensor.ts';
import { checkSparsity } from './sparsity.ts';
import { checkCustom, checkNames, checkPlugins } from './text.ts';
import { checkTree } from './tree.ts';
import { checkOctree, checkVolumes } from './volumes.ts';

const checks: Readonly<Record<Structure, (m: Model) => void>> = {
  tree: checkTree,
  sparsity: checkSparsity,
  boundingVolumes: checkVolumes,
  octree: checkOctree,
  geoms: checkShapes,
  meshes: checkMeshes,
  hulls: checkHulls,
  polygons: checkPolygons,
  skins: checkSkins,
  heightFields: checkHeightFields,
  textures: checkTextures,
  flexes: checkFlexes,
  flexElements: checkFlexElements,
  flexRows: checkFlexRows,
  flexMetric: checkFlexMetric,
  contacts: checkPairs,
  equalities: checkEqualities,
  tendons: checkTendons,
  actuators: checkActuators,
  sensors: checkSensors,
  histories: checkHistories,
  plugins: checkPlugins,
  custom: checkCustom,
  names: checkNames,
};

/** @throws BinaryProblem with the name of the first field that is inconsistent with others */
export function checkModel(m: Model): void {
  checkContents(m);
  // in this order: later ones rely on earlier ones
  for (const structure of STRUCTURES) checks[structure](m);
}
