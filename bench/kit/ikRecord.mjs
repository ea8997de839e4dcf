// Quadratic programs of the scenes of `npm run bench -- ik`, as JSON lines for `bench/others/qp.py`.
import { writeFileSync } from 'node:fs';
import { DT } from './ikScenes.mjs';

/** Programs per scene. */
const COUNT = 3334;
/** Interval, in programs, at which a degenerate and an infeasible variant are recorded too. */
const VARIANTS = 20;

/** Programs along the motion of each scene, with the solutions of our solver from a cold start. */
export async function recordProblems(build, scenes, file, makeWorld, run) {
  const { buildIk, QpSolver } = build;
  const lines = [];
  const counts = {};
  for (const scene of scenes) {
    const world = await makeWorld(scene);
    run(world, scene, COUNT, (k, options) => {
      const problem = buildIk(world.configuration, world.tasks, DT, options);
      const all = { recorded: problem };
      if (k % VARIANTS === 0)
        Object.assign(all, { degenerate: repeatRows(problem), infeasible: contradict(problem, k) });
      for (const [kind, each] of Object.entries(all)) {
        const solver = new QpSolver(each.n, each.m);
        const status = solver.solve(each);
        counts[kind] = (counts[kind] ?? 0) + 1;
        lines.push(JSON.stringify({ scene: scene.name, kind, ...plain(each), status, x: [...solver.x] }));
      }
    });
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  console.log(`${JSON.stringify(counts)} in ${file}`);
}

/** Every row twice, bounds as rows too, and sums of neighbors: active rows are dependent. */
function repeatRows(problem) {
  const { n, m } = problem;
  const rows = readRows(problem);
  const bounds = Array.from({ length: n }, (_, i) => ({
    a: Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)),
    ...endsOf(problem, i),
  }));
  const sums = bounds.slice(1).map(({ a, lower, upper, penalty }, i) => ({
    a: a.map((x, j) => x + bounds[i].a[j]),
    lower: lower + bounds[i].lower,
    upper: upper + bounds[i].upper,
    penalty,
  }));
  return withRows(problem, [...rows, ...rows.slice(0, m), ...bounds, ...sums]);
}

/** Requires a sum of two dofs beyond their bounds. */
function contradict(problem, k) {
  const { n } = problem;
  const [i, j] = [k % n, (k + 1) % n];
  const a = Float64Array.from({ length: n }, (_, l) => (l === i || l === j ? 1 : 0));
  const most = problem.upper[i] + problem.upper[j];
  if (!Number.isFinite(most)) {
    // a free base: the same direction up and down
    const up = { a, lower: 1e-3, upper: Infinity, penalty: Infinity };
    return withRows(problem, [...readRows(problem), up, { ...up, lower: -Infinity, upper: -1e-3 }]);
  }
  return withRows(problem, [...readRows(problem), { a, lower: most + 1e-3, upper: Infinity, penalty: Infinity }]);
}

function readRows(problem) {
  const { n, m, A } = problem;
  return Array.from({ length: m }, (_, k) => ({ a: A.slice(k * n, k * n + n), ...endsOf(problem, n + k) }));
}

const endsOf = ({ lower, upper, penalty }, i) => ({ lower: lower[i], upper: upper[i], penalty: penalty[i] });

function withRows({ n, H, c, lower, upper, penalty }, rows) {
  const column = (bounds, key) => Float64Array.from([...bounds.subarray(0, n), ...rows.map((row) => row[key])]);
  return {
    ...{ n, m: rows.length, H, c, A: Float64Array.from(rows.flatMap(({ a }) => [...a])) },
    ...{ lower: column(lower, 'lower'), upper: column(upper, 'upper'), penalty: column(penalty, 'penalty') },
  };
}

/** Encodes infinities as null, and the lower triangle of H. */
function plain({ n, m, H, c, A, lower, upper, penalty }) {
  const list = (array, length) => Array.from(array.subarray(0, length), (x) => (Number.isFinite(x) ? x : null));
  const triangle = Array.from({ length: n }, (_, i) => [...H.subarray(i * n, i * n + i + 1)]).flat();
  return {
    ...{ n, m, H: triangle, c: list(c, n), A: list(A, m * n) },
    ...{ lower: list(lower, n + m), upper: list(upper, n + m), penalty: list(penalty, n + m) },
  };
}
