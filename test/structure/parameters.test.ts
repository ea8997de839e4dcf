/** Functions with ten parameters or more: each has a reason. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, sources } from './sources.ts';

const LIMIT = 10;

/** Functions that keep their parameters, with the reason. Unnamed functions are listed by their property. */
const kept: Readonly<Record<string, string>> = {
  'src/mujoco/functions/derivative.ts mjd_inverseFD': "MuJoCo's signature",
  'src/mujoco/functions/query.ts mj_rayFlex': "MuJoCo's signature",
  'src/mujoco/functions/query.ts mj_multiRay': "MuJoCo's signature",
  'src/mujoco/visual/functions.ts mjv_select': "MuJoCo's signature",
  'src/core/math/linear/ltdl.ts solveLTDL': 'a sparse matrix is four arrays',
  'src/core/math/linear/lu.ts luSolveSparse': 'a sparse matrix is four arrays',
  'src/core/math/linear/sparse.ts mulMatTVecSparse': 'a sparse matrix is four arrays',
  'src/core/math/linear/sparse.ts combineSparse': 'two sparse vectors of three arrays and a length each',
  'src/core/math/linear/sparse.ts combineSparseInc': 'two sparse vectors of three arrays and a length each',
  'src/core/math/linear/sparse.ts transposeSparse': 'two sparse matrices of four arrays each',
  'src/core/math/linear/sparse.ts addToMatSparse': 'two sparse matrices of four arrays each',
  'src/core/engine/collision/ray/ray.ts ray': "MuJoCo's signature, as (array, offset) pairs",
  'src/core/engine/pipeline/lengthProbe.ts runProbeSteps':
    'called across the boundary of the compiled engine, which takes numbers',
  'src/core/engine/tree/applyFT.ts applyFT': "MuJoCo's signature, as (array, offset) pairs",
  'src/core/engine/tree/local2Global.ts local2Global': "MuJoCo's signature, as (array, offset) pairs",
};

interface Wide {
  name: string;
  count: number;
}

function wideFunctions(path: string): Wide[] {
  const found: Wide[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && node.parameters.length >= LIMIT)
      found.push({ name: `${path} ${nameOf(node)}`, count: node.parameters.length });
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

/** The name of a function, or of the variable or property that contains it. */
function nameOf(node: ts.Node): string {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { name } = at as ts.Node & { name?: ts.Node };
    if (name) return name.getText();
  }
  return '(anonymous)';
}

const wide = sources('src').flatMap(wideFunctions);

test('functions with ten parameters or more have a reason', () => {
  const without = wide.filter(({ name }) => !(name in kept)).map(({ name, count }) => `${name}: ${count} parameters`);
  expect(without).toEqual([]);
});

test('at most 15 functions have a reason, and each of them exists', () => {
  expect(Object.keys(kept).length).toBeLessThanOrEqual(15);
  const names = wide.map(({ name }) => name);
  expect(Object.keys(kept).filter((name) => !names.includes(name))).toEqual([]);
});
