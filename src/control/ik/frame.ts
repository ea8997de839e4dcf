/** Frames of a model: bodies, geoms and sites, by name or id, and the dofs that move them. */
import { found } from '../../core/expect.ts';
import { nearestName } from '../../core/model/names/suggest.ts';
import { countObjects, id2name, type Model, name2id, ObjType, objectNames } from '../../index.ts';
import { UnknownFrameError } from './errors.ts';

/** Kinds of frames. */
const kinds = { body: ObjType.BODY, geom: ObjType.GEOM, site: ObjType.SITE } as const;

export type FrameKind = keyof typeof kinds;

/** A frame by name or id: exactly one of its members. Use ids for unnamed frames. */
export type FrameRef =
  | { readonly body: string | number }
  | { readonly geom: string | number }
  | { readonly site: string | number };

/** A frame of the model. */
export interface ModelFrame {
  readonly kind: FrameKind;
  readonly id: number;
  /** Body that it is fixed to. */
  readonly body: number;
  /** Label in messages: `site 'tip'` or `geom 3`. */
  readonly label: string;
  /** Dofs that move it, in ascending order. */
  readonly dofs: Int32Array;
}

/** Finds the frame of a reference.
 *  @throws UnknownFrameError that suggests a name */
export function findFrame(m: Model, ref: FrameRef): ModelFrame {
  const given = Object.keys(kinds).filter((kind) => (ref as Record<string, unknown> | undefined)?.[kind] !== undefined);
  if (given.length !== 1) {
    throw new UnknownFrameError(`frame: expected { body }, { geom } or { site }, found ${describeRef(ref)}`);
  }
  const kind = given[0] as FrameKind;
  const id = findObject(m, kind, kinds[kind], (ref as Record<string, string | number>)[kind]);
  const body = kind === 'body' ? id : kind === 'geom' ? m.geom_bodyid[id] : m.site_bodyid[id];
  return { kind, id, body, label: objectLabel(m, kind, kinds[kind], id), dofs: chainDofs(m, body) };
}

/** Id of an object by name or id.
 *  @throws UnknownFrameError that suggests a name, or another kind that has it */
export function findObject(m: Model, kind: string, type: ObjType, name: string | number): number {
  const count = countObjects(m, type);
  if (typeof name === 'number') {
    if (Number.isInteger(name) && name >= 0 && name < count) return name;
    throw new UnknownFrameError(`${kind}: expected an id from 0 to ${count - 1}, found ${name}`);
  }
  if (typeof name !== 'string') throw new UnknownFrameError(`${kind}: expected a name or an id, found ${found(name)}`);
  const id = name2id(m, type, name);
  if (id >= 0) return id;
  const other = Object.entries(kinds).find(([, each]) => each !== type && name2id(m, each, name) >= 0);
  const nearest = nearestName(name, objectNames(m, type));
  const hint =
    other !== undefined && (Object.values(kinds) as number[]).includes(type)
      ? `. There is a ${other[0]} with this name`
      : nearest
        ? ` (did you mean '${nearest}'?)`
        : '';
  throw new UnknownFrameError(`${kind}: expected one of the model, found '${name}'${hint}`);
}

/** `geom 'hand'`, or `geom 3` without a name. */
export function objectLabel(m: Model, kind: string, type: ObjType, id: number): string {
  const name = id2name(m, type, id);
  return name === undefined ? `${kind} ${id}` : `${kind} '${name}'`;
}

function describeRef(ref: FrameRef): string {
  return typeof ref === 'object' && ref !== null ? `{ ${Object.keys(ref).join(', ')} }` : found(ref);
}

/** Dofs that move a body, in ascending order. */
export function chainDofs(m: Model, body: number): Int32Array {
  const { body_parentid, body_dofnum, body_dofadr, dof_parentid } = m;
  let b = body;
  while (b > 0 && body_dofnum[b] === 0) b = body_parentid[b];
  const dofs: number[] = [];
  for (let k = b > 0 ? body_dofadr[b] + body_dofnum[b] - 1 : -1; k >= 0; k = dof_parentid[k]) dofs.push(k);
  return Int32Array.from(dofs.reverse());
}
