/** The editable model: the contents of a file before compilation.
 *
 *  A spec passed to the compiler is resolved as follows:
 *  - includes are expanded; every element has its SourceLocation (file, line, column, positions of its attributes);
 *  - defaults are applied: an element's fields are its class's (class, else the nearest childclass, else main)
 *    overwritten by its own attributes; no lookups in `defaults` are needed;
 * - <replicate> and <attach> are expanded; names and references of the copies have their prefixes and suffixes, and
 * keyframes of attached models are adapted to this model: NaN in their qpos, mpos and mquat means the value of the
 * initial pose;
 *  - actuator shortcuts are converted to gain, bias and dynamics parameters; sensors into type, object and reference.
 *
 *  Left to the compiler, because they need settings and objects of the complete model:
 *  - frames: elements point to their innermost `frame` (and frames to theirs); poses are relative to it. The compiler
 *    folds frames into poses;
 *  - orientations: `alt` has axisangle, xyaxes, zaxis or euler as written, and overrides `quat` if not null;
 *  - angles: joint ranges, refs, euler angles and so on are in the unit of `element.compiler.degree`; every element
 *    has `compiler`, the settings of the file it came from, which may differ between attached models. Settings that
 *    concern the whole model (boundmass, fusestatic, ...) are those of `spec.compiler`;
 *  - `auto` values (LimitedMode.AUTO and the like), NaN or '' or undefined for "not given";
 *  - references by name (target, material, mesh, ...): the compiler checks that they exist, with the location;
 *  - reading asset files through `spec.source`; paths in `file` fields are final;
 *  - unique names: the compiler rejects duplicates, as in MuJoCo. */

import { DEFAULT_LIMITS, type Limits } from '../../core/model/limits.ts';
import type { Diagnostic } from '../xml/error.ts';
import type { FileSource } from '../xml/fileSource.ts';
import type { Actuator, Sensor } from './elements/actuation.ts';
import type { HField, Material, Mesh, Texture } from './elements/asset.ts';
import { Body } from './elements/body.ts';
import type { Key, Numeric, Text, Tuple } from './elements/custom.ts';
import { DefaultClass } from './elements/defaults.ts';
import type { Flex, Skin } from './elements/deformable.ts';
import type { PluginSpec, RequiredPlugin } from './elements/plugin.ts';
import type { Equality, Exclude, Pair, Tendon } from './elements/relation.ts';
import { CompilerSettings, OptionSettings, SizeSettings, StatisticSettings } from './elements/settings.ts';
import { VisualSettings } from './elements/visual.ts';

export class SpecTree {
  modelname = 'MuJoCo Model';
  /** first comment of the file, preserved when saving */
  comment = '';
  /** path of the main file, '' for a model from a string */
  file = '';
  source: FileSource = { read: () => undefined };
  /** paths of the text files it was read from, itself first */
  files: string[] = [];
  /** source models of its parts, by name */
  models = new Map<string, SpecTree>();
  /** limits on the size of the model */
  limits: Readonly<Limits> = DEFAULT_LIMITS;
  warnings: Diagnostic[] = [];

  compiler = new CompilerSettings();
  option = new OptionSettings();
  visual = new VisualSettings();
  stat = new StatisticSettings();
  size = new SizeSettings();
  defaults = new DefaultClass();

  /** the tree; depth-first order of its bodies is the order of body ids */
  worldbody: Body;

  // lists in the order of ids
  flexes: Flex[] = [];
  meshes: Mesh[] = [];
  skins: Skin[] = [];
  hfields: HField[] = [];
  textures: Texture[] = [];
  materials: Material[] = [];
  pairs: Pair[] = [];
  excludes: Exclude[] = [];
  equalities: Equality[] = [];
  tendons: Tendon[] = [];
  actuators: Actuator[] = [];
  sensors: Sensor[] = [];
  numerics: Numeric[] = [];
  texts: Text[] = [];
  tuples: Tuple[] = [];
  keys: Key[] = [];
  plugins: PluginSpec[] = [];
  /** plugins that elements may use */
  required: RequiredPlugin[] = [];

  constructor() {
    this.worldbody = new Body();
    this.worldbody.name = 'world';
    this.worldbody.compiler = this.compiler;
  }
}
