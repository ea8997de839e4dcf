/** Updates elements outside the body tree when parts of the tree are copied or removed: pairs, tendons, actuators,
 * sensors and so on follow the bodies they refer to.
 *
 * Copying: every such element is tried with its references in the namespace of the copy; those that find all their
 * objects are added. One of two references may also remain unchanged, so that a sensor of a copied site can keep its
 * external reference. Removing: elements that lost an object are deleted. */

import { ObjType, TrnType, WrapType } from '../../core/model/enums.ts';
import { sensorRow } from '../../core/model/sensors.ts';
import type { SpecBuilder } from './builder.ts';
import {
  actuatorReferences,
  type DependentIndex,
  equalityReferences,
  excludeReferences,
  flexReferences,
  type GetReferences,
  pairReferences,
  sensorReferences,
  tendonReferences,
  tupleReferences,
} from './compose/dependentIndex.ts';
import { type Namespace, qualify, qualifyPlugin, renameElement } from './compose/namespace.ts';
import { copyPlugins } from './compose/plugins.ts';
import type { Actuator, Sensor } from './elements/actuation.ts';
import type { Body } from './elements/body.ts';
import type { Tuple } from './elements/custom.ts';
import type { Flex } from './elements/deformable.ts';
import { cloneElement, type SpecElement } from './elements/element.ts';
import type { Equality, Exclude, Pair, Tendon, Wrap } from './elements/relation.ts';
import type { NameIndex } from './nameIndex.ts';
import type { SpecTree } from './specTree.ts';
import { expandKeys } from './stateSizes.ts';

/** The fields of an element that change in a namespace; undefined if an object is missing there. */
type Resolve<T> = (names: NameIndex, ns: Namespace, element: T) => Partial<T> | undefined;

const SAME: Namespace = { prefix: '', suffix: '', foreign: false };

/** Copy the elements of `source` whose objects are all found in the builder's spec. */
export function copyReferences(
  builder: SpecBuilder,
  source: SpecBuilder,
  ns: Namespace,
  dependents?: DependentIndex,
): void {
  const { spec } = builder;
  const from = source.spec;
  if (ns.foreign) {
    copyAssets(builder, from, ns);
    for (const key of source.keys.pending) builder.keys.pending.push(key);
    source.keys.pending = [];
  }
  dependents?.startCopy();
  const copy = <T extends SpecElement>(
    list: T[],
    elements: readonly T[],
    kind: ObjType,
    resolve: Resolve<T>,
    getReferences: GetReferences<T>,
  ) => {
    const tried = dependents?.candidates(elements, getReferences, ns.suffix) ?? elements;
    for (const element of copiesOf(builder, source, ns, tried, resolve, dependents)) {
      list.push(element);
      builder.names.add(kind, element.name);
    }
  };
  copy(spec.flexes, from.flexes, ObjType.FLEX, resolveFlex, flexReferences);
  copy(spec.pairs, from.pairs, ObjType.PAIR, resolvePair, pairReferences);
  copy(spec.excludes, from.excludes, ObjType.EXCLUDE, resolveExclude, excludeReferences);
  copy(spec.tendons, from.tendons, ObjType.TENDON, resolveTendon, tendonReferences);
  copy(spec.equalities, from.equalities, ObjType.EQUALITY, resolveEquality, equalityReferences);
  copy(spec.actuators, from.actuators, ObjType.ACTUATOR, resolveActuator, actuatorReferences);
  copy(spec.sensors, from.sensors, ObjType.SENSOR, resolveSensor, sensorReferences);
  copy(spec.tuples, from.tuples, ObjType.TUPLE, resolveTuple, tupleReferences);
  if (from.required.length > 0) copyPlugins(builder, from, ns);
  expandKeys(spec);
}

/** Remove a body, and the elements that lose an object with it. Elements that were invalid before remain, so that the
 * compiler reports them. */
export function deleteSubtree(builder: SpecBuilder, body: Body): void {
  const { spec, names } = builder;
  builder.keys.store(spec, '', '', builder.keys);
  spec.keys = [];
  const resolvable = findResolvable(builder);
  builder.removeBody(body);
  const keep = <T extends SpecElement>(list: T[], kind: ObjType, resolve: Resolve<T>) =>
    list.filter((element) => {
      if (!resolvable.has(element) || resolve(names, SAME, element) !== undefined) return true;
      names.remove(kind, element.name);
      return false;
    });
  spec.flexes = keep(spec.flexes, ObjType.FLEX, resolveFlex);
  spec.pairs = keep(spec.pairs, ObjType.PAIR, resolvePair);
  spec.excludes = keep(spec.excludes, ObjType.EXCLUDE, resolveExclude);
  spec.tendons = keep(spec.tendons, ObjType.TENDON, resolveTendon);
  spec.equalities = keep(spec.equalities, ObjType.EQUALITY, resolveEquality);
  spec.actuators = keep(spec.actuators, ObjType.ACTUATOR, resolveActuator);
  spec.sensors = keep(spec.sensors, ObjType.SENSOR, resolveSensor);
}

function findResolvable({ spec, names }: SpecBuilder): Set<SpecElement> {
  const result = new Set<SpecElement>();
  const note = <T extends SpecElement>(list: readonly T[], resolve: Resolve<T>) => {
    for (const element of list) if (resolve(names, SAME, element) !== undefined) result.add(element);
  };
  note(spec.flexes, resolveFlex);
  note(spec.pairs, resolvePair);
  note(spec.excludes, resolveExclude);
  note(spec.tendons, resolveTendon);
  note(spec.equalities, resolveEquality);
  note(spec.actuators, resolveActuator);
  note(spec.sensors, resolveSensor);
  return result;
}

function copyAssets(builder: SpecBuilder, from: SpecTree, ns: Namespace): void {
  const { spec } = builder;
  const copy = <T extends SpecElement>(list: T[], source: readonly T[], kind: ObjType, rename?: (copy: T) => void) => {
    for (const element of source) {
      builder.countCopy();
      const duplicate = cloneElement(element);
      renameElement(ns, duplicate);
      rename?.(duplicate);
      list.push(duplicate);
      builder.names.add(kind, duplicate.name);
    }
  };
  copy(spec.meshes, from.meshes, ObjType.MESH, (mesh) => {
    mesh.plugin = qualifyPlugin(ns, mesh.plugin);
  });
  copy(spec.skins, from.skins, ObjType.SKIN, (skin) => {
    skin.bones = skin.bones.map((bone) => ({ ...bone, body: qualify(ns, bone.body) }));
  });
  copy(spec.hfields, from.hfields, ObjType.HFIELD);
  copy(spec.textures, from.textures, ObjType.TEXTURE);
  copy(spec.materials, from.materials, ObjType.MATERIAL, (m) => {
    m.textures = m.textures.map((name) => qualify(ns, name));
  });
  copy(spec.numerics, from.numerics, ObjType.NUMERIC);
  copy(spec.texts, from.texts, ObjType.TEXT);
}

/** Copies of the elements whose objects are all in the namespace. */
function copiesOf<T extends SpecElement>(
  builder: SpecBuilder,
  source: SpecBuilder,
  ns: Namespace,
  elements: readonly T[],
  resolve: Resolve<T>,
  dependents: DependentIndex | undefined,
): T[] {
  const copies: T[] = [];
  for (const element of elements) {
    const changes = resolve(builder.names, ns, element);
    if (changes === undefined) continue;
    builder.countCopy(1 + countParts(changes));
    const copy = Object.assign(cloneElement(element), changes);
    renameElement(ns, copy);
    // as in MuJoCo, copies within a model have no activations and controls in keyframes; those of another model have
    if (ns.foreign) source.keys.move(element, copy, builder.keys);
    dependents?.recordCopied(element);
    copies.push(copy);
  }
  return copies;
}

/** Number of parts of a copy: steps of a tendon, entries of a tuple. */
function countParts(changes: Partial<Tendon> & Partial<Tuple>): number {
  return changes.path?.length ?? (Array.isArray(changes.objname) ? changes.objname.length : 0);
}

/** Two references: both in the namespace, or one of them unchanged. '' if an object is missing. */
function resolveTwo(
  names: NameIndex,
  ns: Namespace,
  kind1: ObjType,
  name1: string,
  kind2: ObjType,
  name2: string,
): [string, string] | undefined {
  let first = ns.prefix + name1 + ns.suffix;
  let second = ns.prefix + name2 + ns.suffix;
  let found1 = names.has(kind1, first);
  let found2 = names.has(kind2, second);
  if (!found1 && found2) {
    first = name1;
    found1 = names.has(kind1, first);
  }
  if (found1 && !found2) {
    second = name2;
    found2 = names.has(kind2, second);
  }
  return found1 && found2 ? [first, second] : undefined;
}

function resolveFlex(names: NameIndex, ns: Namespace, flex: Flex): Partial<Flex> | undefined {
  const vertbody = flex.vertbody.map((name) => qualify(ns, name));
  const nodebody = flex.nodebody.map((name) => qualify(ns, name));
  if (![...vertbody, ...nodebody].every((name) => names.has(ObjType.BODY, name))) return undefined;
  return { vertbody, nodebody, material: ns.foreign ? qualify(ns, flex.material) : flex.material };
}

function resolvePair(names: NameIndex, ns: Namespace, pair: Pair): Partial<Pair> | undefined {
  const found = resolveTwo(names, ns, ObjType.GEOM, pair.geomname1, ObjType.GEOM, pair.geomname2);
  return found && { geomname1: found[0], geomname2: found[1] };
}

function resolveExclude(names: NameIndex, ns: Namespace, exclude: Exclude): Partial<Exclude> | undefined {
  const found = resolveTwo(names, ns, ObjType.BODY, exclude.bodyname1, ObjType.BODY, exclude.bodyname2);
  return found && { bodyname1: found[0], bodyname2: found[1] };
}

/** Kind of object of a step of a tendon's path. */
const WRAP_KIND: Readonly<Record<WrapType, ObjType>> = {
  [WrapType.NONE]: ObjType.UNKNOWN,
  [WrapType.JOINT]: ObjType.JOINT,
  [WrapType.PULLEY]: ObjType.UNKNOWN,
  [WrapType.SITE]: ObjType.SITE,
  [WrapType.SPHERE]: ObjType.GEOM,
  [WrapType.CYLINDER]: ObjType.GEOM,
};

/** Each step of the path separately; at least one must be in the namespace. */
function resolveTendon(names: NameIndex, ns: Namespace, tendon: Tendon): Partial<Tendon> | undefined {
  let inside = 0;
  for (const wrap of tendon.path) {
    if (wrap.type === WrapType.PULLEY) {
      if (wrap.prm < 0) return undefined;
    } else if (wrapExists(names, wrap, ns)) inside++;
    else if (!wrapExists(names, wrap, SAME)) return undefined;
  }
  if (inside === 0) return undefined;
  const path = tendon.path.map((wrap) => {
    const step = cloneElement(wrap);
    if (wrap.type === WrapType.PULLEY || !wrapExists(names, wrap, ns)) return step;
    step.objname = ns.prefix + wrap.objname + ns.suffix;
    step.sidesite = qualify(ns, wrap.sidesite);
    return step;
  });
  return { path };
}

function wrapExists(names: NameIndex, wrap: Wrap, ns: Namespace): boolean {
  if (!names.has(WRAP_KIND[wrap.type], ns.prefix + wrap.objname + ns.suffix)) return false;
  return wrap.sidesite === '' || names.has(ObjType.SITE, qualify(ns, wrap.sidesite));
}

function resolveEquality(names: NameIndex, ns: Namespace, equality: Equality): Partial<Equality> | undefined {
  const kind = equality.objtype;
  const name1 = qualify(ns, equality.name1);
  const name2 = qualify(ns, equality.name2);
  if (!names.has(kind, name1) || (name2 !== '' && !names.has(kind, name2))) return undefined;
  const second = name2 === '' && kind === ObjType.BODY ? 'world' : name2;
  return name1 === second ? undefined : { name1, name2 };
}

/** Kind of object of a transmission target; the compiler creates SO3. */
const TARGET_KIND: Readonly<Record<TrnType, ObjType | undefined>> = {
  [TrnType.JOINT]: ObjType.JOINT,
  [TrnType.JOINTINPARENT]: ObjType.JOINT,
  [TrnType.SLIDERCRANK]: ObjType.SITE,
  [TrnType.TENDON]: ObjType.TENDON,
  [TrnType.SITE]: ObjType.SITE,
  [TrnType.BODY]: ObjType.BODY,
  [TrnType.SO3]: undefined,
  [TrnType.UNDEFINED]: undefined,
};

function resolveActuator(names: NameIndex, ns: Namespace, actuator: Actuator): Partial<Actuator> | undefined {
  const { trntype } = actuator;
  const kind = TARGET_KIND[trntype];
  const target = qualify(ns, actuator.target);
  if (kind === undefined || !names.has(kind, target)) return undefined;
  const refsite = qualify(ns, actuator.refsite);
  const slidersite = qualify(ns, actuator.slidersite);
  if (trntype === TrnType.SLIDERCRANK && (!names.has(ObjType.SITE, slidersite) || actuator.cranklength <= 0))
    return undefined;
  if (trntype === TrnType.SITE && refsite !== '' && !names.has(ObjType.SITE, refsite)) return undefined;
  return { target, refsite, slidersite, plugin: qualifyPlugin(ns, actuator.plugin) };
}

function resolveSensor(names: NameIndex, ns: Namespace, sensor: Sensor): Partial<Sensor> | undefined {
  const { objtype, reftype } = sensor;
  if (objtype !== ObjType.UNKNOWN && reftype !== ObjType.UNKNOWN) {
    const found = resolveTwo(names, ns, objtype, sensor.objname, reftype, sensor.refname);
    return found && { objname: found[0], refname: found[1], plugin: qualifyPlugin(ns, sensor.plugin) };
  }
  const objname = ns.prefix + sensor.objname + ns.suffix;
  const refname = ns.prefix + sensor.refname + ns.suffix;
  if (
    objtype !== ObjType.UNKNOWN
      ? !names.has(objtype, objname)
      : !sensorRow(sensor.type).objects.includes(ObjType.UNKNOWN)
  )
    return undefined;
  if (reftype !== ObjType.UNKNOWN && !names.has(reftype, refname)) return undefined;
  return {
    objname: objtype === ObjType.UNKNOWN ? sensor.objname : objname,
    refname: reftype === ObjType.UNKNOWN ? sensor.refname : refname,
    plugin: qualifyPlugin(ns, sensor.plugin),
  };
}

function resolveTuple(names: NameIndex, ns: Namespace, tuple: Tuple): Partial<Tuple> | undefined {
  if (tuple.objtype.length === 0) return undefined;
  const objname = tuple.objname.map((name) => ns.prefix + name + ns.suffix);
  return objname.every((name, i) => names.has(tuple.objtype[i]!, name)) ? { objname } : undefined;
}
