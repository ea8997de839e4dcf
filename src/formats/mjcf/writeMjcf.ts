/** Writes a spec as MJCF text, which reads back as an identical model.
 *
 * Default classes, replicates and attached models are expanded: every element has all attributes that differ from
 * MuJoCo's own defaults. Parts with different settings of angles or limits are rewritten to one set of settings. */

import type { SpecTree } from '../spec/specTree.ts';
import { writeXml, XmlOutput } from '../xml/write.ts';
import { directoryOf } from './paths.ts';
import { writeActuators, writeSensors } from './write/actuation.ts';
import { writeAssets } from './write/asset.ts';
import { writeWorld } from './write/body.ts';
import { writeDeformables } from './write/deformable.ts';
import { takeSettings } from './write/live.ts';
import { arrange } from './write/order.ts';
import { writeExtension } from './write/plugin.ts';
import { writeContact, writeEqualities, writeTendons } from './write/relation.ts';
import {
  writeCompiler,
  writeCustom,
  writeKeyframes,
  writeOption,
  writeSize,
  writeStatistic,
  writeVisual,
} from './write/settings.ts';
import { Unifier } from './write/unify.ts';

export { takeSettings };

/** MJCF text of a spec. File paths are relative to `folder` (default: the folder of `spec.file`).
 *  @example
 *  const text = writeMjcf(readMjcf(source)); */
export function writeMjcf(spec: SpecTree, folder = directoryOf(spec.file)): string {
  const unifier = new Unifier(spec);
  const root = new XmlOutput('mujoco').set('model', spec.modelname);
  const sections = [
    writeCompiler(spec, unifier.degree),
    writeOption(spec),
    writeSize(spec),
    writeVisual(spec),
    writeStatistic(spec),
    writeExtension(spec),
    writeCustom(spec),
    writeAssets(spec, folder),
    writeWorld(spec.worldbody, unifier),
    writeContact(spec),
    writeDeformables(spec, folder),
    writeEqualities(spec),
    writeTendons(spec, unifier),
    writeActuators(spec, unifier),
    writeSensors(spec),
    writeKeyframes(spec),
  ];
  for (const section of sections) if (!section.isEmpty) root.add(section);
  arrange(root);
  return writeXml(root, spec.comment);
}
