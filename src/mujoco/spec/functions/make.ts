/** `mjs_makeMesh` and `mjs_makeFlex`: create elements from a description. */

import { expander } from '../../../compiler/expand/index.ts';
import type { Elastic2D, FlexEquality } from '../../../core/model/enums/spec.ts';
import { FlexcompDof, FlexcompType, MeshBuiltin } from '../../../core/model/enums/spec.ts';
import { describeType } from '../../../core/model/fit.ts';
import { FLEXCOMP_DOF, FLEXCOMP_TYPE } from '../../../formats/mjcf/keywords.ts';
import { directoryOf, joinPath } from '../../../formats/mjcf/paths.ts';
import { SpecBuilder } from '../../../formats/spec/builder.ts';
import { BODY_LISTS, elementsByKind, SPEC_LISTS } from '../../../formats/spec/edit/lists.ts';
import type { Mesh } from '../../../formats/spec/elements/asset.ts';
import type { Body } from '../../../formats/spec/elements/body.ts';
import { Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { NO_LOCATION } from '../../../formats/xml/sourceLocation.ts';
import { type Input, toInput } from '../../base/buffers.ts';
import { BindingError } from '../../base/errors.ts';
import { MjVFS } from '../../files/vfs.ts';
import { expectHandle, wrapElement } from '../classes/classes.ts';
import type { MjsObject } from '../classes/handles.ts';
import { findClass } from './find.ts';
import { outcome } from './outcome.ts';

type Call = (...args: unknown[]) => unknown;

function makeMesh(mesh: unknown, builtin: unknown, params: unknown, count: unknown): number {
  const { owner, raw } = expectHandle<Mesh>('mjs_makeMesh', mesh, 'MjsMesh');
  const kind = Number((builtin as { value?: number } | null)?.value ?? builtin) as MeshBuiltin;
  return outcome(owner, () => {
    if (kind === MeshBuiltin.NONE || !(Object.values(MeshBuiltin) as number[]).includes(kind))
      throw new Error('Unsupported mesh type');
    raw.builtin = kind;
    raw.params = Array.from(toInput(params as Input, 'd') ?? []).slice(0, Number(count));
  });
}

/** Parameters of `mjs_makeFlex` after the body and the name. */
const PARAMETERS =
  'type dim dof count cellcount spacing scale radius mass inertiabox equality rigid flatskin elastic2d pos quat origin file vfs'.split(
    ' ',
  );
const VECTORS = { count: 3, cellcount: 3, spacing: 3, scale: 3, origin: 3, pos: 3, quat: 4 } as const;

/** A flex with the bodies that move it, as from <flexcomp>; null on failure. */
function makeFlex(body: unknown, name: unknown, ...rest: unknown[]): MjsObject | undefined {
  const { owner, raw } = expectHandle<Body>('mjs_makeFlex', body, 'MjsBody');
  if (typeof name !== 'string') throw new BindingError(`mjs_makeFlex: expected a name, found ${describeType(name)}`);
  const given = Object.fromEntries(PARAMETERS.map((parameter, i) => [parameter, rest[i]]));
  const { tree } = owner;
  const comp = flexcompOf(tree, name, given);
  outcome(owner, () => {
    const { joint } = findClass(tree, raw.classname) ?? tree.defaults;
    expander.expandFlexcomp(builderOn(tree), raw, joint, comp, () => readAssetFile(tree, comp.file, given['vfs']));
  });
  const made = tree.flexes.at(-1);
  return made?.location === comp.location ? wrapElement(owner, made) : undefined;
}

function flexcompOf(tree: Tree, name: string, given: Readonly<Record<string, unknown>>): Flexcomp {
  const comp = Object.assign(new Flexcomp(), {
    name,
    compiler: tree.compiler,
    location: { ...NO_LOCATION, tag: 'flexcomp' },
  });
  comp.type = FLEXCOMP_TYPE.get(String(given['type'])) ?? FlexcompType.GRID;
  comp.dof = FLEXCOMP_DOF.get(String(given['dof'])) ?? FlexcompDof.FULL;
  for (const [field, size] of Object.entries(VECTORS)) {
    const numbers = toInput(given[field] as Input, 'd');
    if (numbers && numbers.length < size) {
      throw new BindingError(`mjs_makeFlex: ${field}: expected ${size} numbers, found ${numbers.length}`);
    }
    if (numbers) comp[field as keyof typeof VECTORS] = Array.from(numbers).slice(0, size);
  }
  comp.dim = Number(given['dim']);
  comp.radius = Number(given['radius']);
  for (const field of ['mass', 'inertiabox'] as const) if (Number(given[field]) > 0) comp[field] = Number(given[field]);
  comp.equality = Number(given['equality'] ?? 0) as FlexEquality;
  comp.rigid = Boolean(given['rigid']);
  comp.flatskin = Boolean(given['flatskin']);
  comp.elastic2d = Number(given['elastic2d'] ?? 0) as Elastic2D;
  comp.file = String(given['file'] ?? '');
  return comp;
}

/** A builder with all names of a spec. */
function builderOn(tree: Tree): SpecBuilder {
  const builder = new SpecBuilder(tree);
  for (const kind of [...SPEC_LISTS.keys(), ...BODY_LISTS.keys()]) {
    for (const { name } of elementsByKind(tree, kind)) builder.names.add(kind, name);
  }
  return builder;
}

function readAssetFile(tree: Tree, file: string, vfs: unknown): Uint8Array {
  if (file === '') throw new Error('expected a file');
  const path = joinPath(directoryOf(tree.file), joinPath(tree.compiler.meshdir, file));
  const bytes = (vfs instanceof MjVFS ? vfs.source().read(path) : undefined) ?? tree.source.read(path);
  if (bytes === undefined) throw new Error(`no file '${path}'`);
  return bytes;
}

export const makeFunctions: Record<string, Call> = { mjs_makeMesh: makeMesh, mjs_makeFlex: makeFlex as Call };
