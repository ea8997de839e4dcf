/** Model fields that may differ between worlds, and their allowed values. Real fields are physical quantities. Most
 * integers are ids, addresses, types or counts: changed values would make the engine access wrong arrays and indices. */
import { stiffnessOf, strainElement } from '../../core/engine/flex/finiteElement.ts';
import { Cone, EqType, Integrator, JacobianType, Solver } from '../../core/model/enums.ts';
import { modelTable, ownScalars, recordScalars } from '../../core/model/fields/index.ts';
import type { Kind } from '../../core/model/fields/row.ts';
import type { Model } from '../../core/model/model.ts';
import { suggestion } from '../../core/model/names/suggest.ts';

/** Allowed values of a field. */
interface Rule {
  readonly expected: string;
  allows(value: number): boolean;
}

const real: Rule = { expected: 'a number', allows: (value) => !Number.isNaN(value) };
/** NaN in `eq_data` selects the distance in the reference configuration. */
const realOrNaN: Rule = { expected: 'a number', allows: () => true };
const flag: Rule = { expected: '0 or 1', allows: (value) => value === 0 || value === 1 };
const integer: Rule = { expected: 'a 32-bit integer', allows: (value) => (value | 0) === value };
const count: Rule = {
  expected: 'a whole number of at least 0',
  allows: (value) => (value | 0) === value && value >= 0,
};

function oneOf(values: readonly number[]): Rule {
  return { expected: values.join(', '), allows: (value) => values.includes(value) };
}

const dimension = oneOf([1, 3, 4, 6]);

/** Integers that only switch or count work of a step within the existing arrays. */
const integers: Readonly<Record<string, Rule>> = {
  geom_contype: integer,
  geom_conaffinity: integer,
  geom_condim: dimension,
  geom_priority: integer,
  body_contype: integer,
  body_conaffinity: integer,
  pair_dim: dimension,
  flex_contype: integer,
  flex_conaffinity: integer,
  flex_condim: dimension,
  flex_priority: integer,
  jnt_limited: flag,
  jnt_actfrclimited: flag,
  jnt_actgravcomp: flag,
  tendon_limited: flag,
  tendon_actfrclimited: flag,
  actuator_ctrllimited: flag,
  actuator_forcelimited: flag,
  actuator_actlimited: flag,
  actuator_actearly: flag,
  eq_active0: flag,
  'opt.integrator': oneOf(Object.values(Integrator)),
  'opt.cone': oneOf(Object.values(Cone)),
  'opt.jacobian': oneOf(Object.values(JacobianType)),
  'opt.solver': oneOf(Object.values(Solver)),
  'opt.iterations': count,
  'opt.ls_iterations': count,
  'opt.noslip_iterations': count,
  'opt.ccd_iterations': count,
  'opt.ccd_exact': flag,
  'opt.sdf_iterations': count,
  'opt.sdf_initpoints': count,
  'opt.disableflags': integer,
  'opt.enableflags': integer,
  'opt.disableactuator': integer,
};

const kinds = new Map<string, Kind>(
  [...modelTable, ...recordScalars, ...ownScalars].map(([name, kind]) => [name, kind]),
);

/** @throws RangeError for an unknown field, and for one that cannot differ between worlds */
export function expectParameterField(caller: string, name: string): Rule {
  const kind = kinds.get(name);
  if (kind === undefined) {
    throw new RangeError(`${caller}: Model has no field '${name}'${suggestion(name, [...kinds.keys()])}`);
  }
  if (name === 'eq_data') return realOrNaN;
  if (kind === 'f64' || kind === 'f32') return real;
  if (Object.hasOwn(integers, name)) return integers[name];
  throw new RangeError(
    `${caller}: '${name}' cannot differ between worlds, because the structure of the model depends on it. ` +
      `Expected a real field, or one of ${Object.keys(integers).join(', ')}`,
  );
}

/** @throws RangeError for values that are not allowed in a field */
export function expectParameterValues(where: string, rule: Rule, values: ArrayLike<number>): void {
  for (let k = 0; k < values.length; k++) {
    if (!rule.allows(values[k]))
      throw new RangeError(`${where}: expected ${rule.expected}, found ${values[k]} at index ${k}`);
  }
}

/** Elements of real fields that are counts or indices and must not change. */
const structural: Readonly<Record<string, (m: Model) => number[]>> = {
  // cells of strain constraints
  eq_data: (m) => strains(m).flatMap((i) => [11 * i, 11 * i + 1, 11 * i + 2]),
  // number of modes of an element
  flex_stiffness: (m) => strains(m).map((i) => stiffnessOf(m, m.eq_obj1id[i], strainElement(m, i))),
  // number of edges of an interpolated shell, and the faces of each
  flex_bending: (m) =>
    Array.from({ length: m.nflex }, (_, f) => f)
      .filter((f) => m.flex_interp[f] !== 0 && m.flex_bendingadr[f] >= 0)
      .flatMap((f) => facesAt(m, m.flex_bendingadr[f])),
};

/** Strain constraints of interpolated flexes. */
function strains(m: Model): number[] {
  const all = Array.from({ length: m.neq }, (_, i) => i).filter((i) => m.eq_type[i] === EqType.FLEXSTRAIN);
  return all.filter((i) => m.flex_interp[m.eq_obj1id[i]] !== 0 && m.flex_stiffnessadr[m.eq_obj1id[i]] >= 0);
}

/** Values per edge of an interpolated shell; the first two are faces. */
const EDGE_SIZE = 10;

function facesAt(m: Model, start: number): number[] {
  const edges = Array.from({ length: m.flex_bending[start] }, (_, e) => start + 1 + EDGE_SIZE * e);
  return [start, ...edges.flatMap((at) => [at, at + 1])];
}

/** @throws RangeError for values that change the structure of a model; there are `width` of them per world */
export function expectSameStructure(
  where: string,
  m: Model,
  name: string,
  values: ArrayLike<number>,
  width: number,
): void {
  const structuralIndices = structural[name]?.(m) ?? [];
  const own = m[name as 'eq_data'];
  for (let from = 0; from < values.length && structuralIndices.length > 0; from += width) {
    const other = structuralIndices.find((k) => values[from + k] !== own[k]);
    if (other === undefined) continue;
    throw new RangeError(
      `${where}: element ${other} is a count or an index and cannot differ between worlds. ` +
        `Expected ${own[other]}, found ${values[from + other]}`,
    );
  }
}
