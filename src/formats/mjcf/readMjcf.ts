/** Reads MJCF text, and URDF if its reader is given, to a spec. */

import { type Limits, limitsWith } from '../../core/model/limits.ts';
import type { SpecBuilder } from '../spec/builder.ts';
import type { SpecTree } from '../spec/specTree.ts';
import { expandKeys } from '../spec/stateSizes.ts';
import type { XmlElement } from '../xml/element.ts';
import { outsideError } from '../xml/error.ts';
import type { FileSource } from '../xml/fileSource.ts';
import { parseXml } from '../xml/parse.ts';
import { type Expander, noExpander } from './expander.ts';
import { cachedSource } from './files.ts';
import { mujoco } from './grammar/mujoco.ts';
import { expandIncludes } from './include.ts';
import { MjcfReader, type ReadContext, type RobotReader, UrdfReaderNotLoaded } from './mjcfReader.ts';
import { directoryOf, isInside, reducePath } from './paths.ts';
import { readActuators, readSensors } from './read/actuation/actuation.ts';
import { readAssets } from './read/asset.ts';
import { readWorldbody } from './read/body.ts';
import { readCustom, readKeyframes } from './read/custom.ts';
import { readMainDefault } from './read/defaults.ts';
import { readDeformables } from './read/deformable.ts';
import { readExtension } from './read/plugin.ts';
import { readContact, readEqualities, readTendons } from './read/relation.ts';
import { readCompiler, readOption, readSize, readStatistic, readVisual } from './read/settings.ts';
import { validate } from './validate.ts';

export interface ReadOptions {
  /** path of the file, for messages and relative file names */
  file?: string;
  /** source of included files, meshes and so on */
  source?: FileSource;
  /** a folder that paths must not leave */
  root?: string;
  /** whether a path is inside `root`, if comparing strings is not enough, for example with links on a disk */
  isInside?: (path: string) => boolean;
  /** limits on the size of the model */
  limits?: Partial<Limits>;
  /** reads <robot> roots; without it, URDF throws UrdfReaderNotLoaded */
  readRobot?: RobotReader;
  /** expands <composite> and <flexcomp>; without it, they are errors */
  expander?: Expander;
}

/** Read a model.
 *  @throws MjcfError with all errors found
 *  @example
 *  const spec = readMjcf('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>', { file: 'ball.xml' }); */
export function readMjcf(text: string, options: ReadOptions = {}): SpecTree {
  if (typeof text !== 'string') throw new TypeError(`expected an XML string, found ${typeof text}`);
  const { file = '' } = options;
  const context = createReadContext(options);
  if (file !== '' && !context.isInside(reducePath(file))) throw outsideError(file, options.root);
  const { spec, keys } = readModelText(text, file, context, []);
  expandKeys(spec);
  keys.finish(spec);
  return spec;
}

function createReadContext(options: ReadOptions): ReadContext {
  const { root } = options;
  const limits = limitsWith(options.limits);
  return {
    files: [],
    budget: { left: limits.elements, limit: limits.elements },
    source: cachedSource(options.source ?? { read: () => undefined }),
    isInside: options.isInside ?? ((path) => root === undefined || isInside(root, path)),
    limits,
    readRobot: options.readRobot,
    expander: options.expander ?? noExpander,
  };
}

/** Sections in MuJoCo's reading order: the world comes last, after everything that it can refer to. */
const SECTIONS: readonly (readonly [string, (r: MjcfReader, section: XmlElement) => void])[] = [
  ['compiler', readCompiler],
  ['option', readOption],
  ['size', readSize],
  ['visual', readVisual],
  ['statistic', readStatistic],
  ['default', readMainDefault],
  ['extension', readExtension],
  ['custom', readCustom],
  ['asset', (r, section) => readAssets(r, section, readPart)],
  ['contact', readContact],
  ['deformable', readDeformables],
  ['equality', readEqualities],
  ['tendon', readTendons],
  ['actuator', readActuators],
  ['sensor', readSensors],
  ['keyframe', readKeyframes],
  ['worldbody', readWorldbody],
];

function readPart(r: MjcfReader, text: string, path: string): SpecBuilder {
  return readModelText(text, path, r.context, r.ancestors);
}

/** Read a model that may be part of another one. `ancestors` are the enclosing files. */
function readModelText(text: string, file: string, context: ReadContext, ancestors: readonly string[]): SpecBuilder {
  const path = reducePath(file);
  const document = parseXml(text, path, context.budget);
  const r = new MjcfReader(context, directoryOf(path), [...ancestors, path]);
  const { spec } = r;
  r.warnings.push(...document.warnings);
  spec.file = path;
  spec.files = context.files;
  context.files.push(path);
  spec.comment = document.comment;
  readRoot(r, document.root, path);
  r.throwErrors();
  spec.warnings = r.warnings;
  return r.builder;
}

function readRoot(r: MjcfReader, element: XmlElement, path: string): void {
  if (element.tag.toLowerCase() === 'robot') {
    if (r.context.readRobot === undefined) throw new UrdfReaderNotLoaded();
    r.context.readRobot(r, element);
    return;
  }
  if (element.tag !== 'mujoco') r.fail(element, undefined, 'expected <mujoco> or <robot> as the root');
  expandIncludes(r, element, path);
  validate(r, element, mujoco);
  r.throwErrors();
  r.spec.modelname = element.get('model') ?? r.spec.modelname;
  for (const [tag, read] of SECTIONS) {
    for (const section of element.children) if (section.tag === tag) read(r, section);
  }
}
