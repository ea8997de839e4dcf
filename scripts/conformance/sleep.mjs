// Sleep states in both engines, step by step.

/** Steps by which falling asleep or waking may differ, because the last digits of contact forces decide. */
export const SLACK = 2;

const SLEEP = 1 << 4;

/** Compare a run of `steps`, as far as `seconds` allow, of a model that enables sleeping (or any, with `enable`). First both engines run
 *  freely. If their sleep states differ, the run is repeated: before every step, trees awake in both engines get the state of the official
 *  engine, so that small differences do not grow. */
export function compareSleep(sides, { steps = 2000, seconds = 120, enable = false } = {}) {
  if (!enable && (sides[0].m.opt.enableflags & SLEEP) === 0) return { skipped: 'sleeping is off' };
  for (const { m } of sides) m.opt.enableflags |= SLEEP;
  const free = run(sides, steps, seconds, false);
  if (free.late <= SLACK) return { ...free, verdict: free.late === 0 ? 'same' : 'within slack' };
  const guided = run(sides, free.steps, Infinity, true);
  const verdict = guided.late <= SLACK ? 'same when guided' : 'differs';
  return { ...free, guided, verdict };
}

/** Steps, changes of sleep states, the longest time in steps during which a tree slept in one engine only, and its first step. */
function run(sides, steps, seconds, guided) {
  for (const { mj, m, d } of sides) start(mj, m, d);
  const [official, ours] = sides;
  const { ntree } = official.m;
  const since = new Int32Array(ntree).fill(-1);
  const before = new Uint8Array(ntree);
  const result = { steps: 0, trees: ntree, changes: 0, maxAsleep: 0, late: 0, tree: -1, first: -1 };
  const end = performance.now() + 1000 * seconds;
  for (let k = 0; k < steps && performance.now() < end; k++) {
    if (guided) guide(official, ours);
    for (const { mj, m, d } of sides) mj.mj_step(m, d);
    const [a, b] = sides.map(({ d }) => d.tree_asleep);
    let asleep = 0;
    for (let t = 0; t < ntree; t++) {
      const sleeps = a[t] >= 0;
      asleep += Number(sleeps);
      if (sleeps !== Boolean(before[t])) result.changes++;
      before[t] = Number(sleeps);
      if (sleeps === b[t] >= 0) {
        since[t] = -1;
        continue;
      }
      if (since[t] < 0) since[t] = k;
      if (k - since[t] + 1 <= result.late) continue;
      Object.assign(result, { late: k - since[t] + 1, tree: t, first: since[t] });
    }
    result.maxAsleep = Math.max(result.maxAsleep, asleep);
    result.steps = k + 1;
  }
  return result;
}

/** The first keyframe, if the model has one: such models are designed for it. */
function start(mj, m, d) {
  if (m.nkey > 0) mj.mj_resetDataKeyframe(m, d, 0);
  else mj.mj_resetData(m, d);
}

/** Copies the state of the official engine for trees that are awake in both. */
function guide(official, ours) {
  const { m } = official;
  const [a, b] = [official.d, ours.d];
  for (const name of ['act', 'ctrl', 'mocap_pos', 'mocap_quat']) b[name].set(a[name]);
  for (let j = 0; j < m.njnt; j++) {
    const tree = m.body_treeid[m.jnt_bodyid[j]];
    if (a.tree_asleep[tree] >= 0 || b.tree_asleep[tree] >= 0) continue;
    const last = j + 1 === m.njnt;
    copyPart(b.qpos, a.qpos, m.jnt_qposadr[j], last ? m.nq : m.jnt_qposadr[j + 1]);
    const [from, to] = [m.jnt_dofadr[j], last ? m.nv : m.jnt_dofadr[j + 1]];
    for (const name of ['qvel', 'qacc_warmstart']) copyPart(b[name], a[name], from, to);
  }
}

function copyPart(to, from, start, end) {
  for (let i = start; i < end; i++) to[i] = from[i];
}

/** Prints the results; returns whether all agree. */
export function reportSleep(results) {
  const done = results.filter((r) => r.verdict);
  for (const r of results.filter((r) => r.threw)) console.log(`${r.model}: ${r.threw}`);
  for (const r of done) {
    const where = r.late > 0 ? `, tree ${r.tree} from step ${r.first} for ${r.late}` : '';
    const again = r.guided ? `; guided: ${r.guided.late}` : '';
    const counts = `${r.steps} steps, ${r.trees} trees, at most ${r.maxAsleep} asleep, ${r.changes} changes`;
    console.log(`${r.verdict.padEnd(17)} ${r.model}: ${counts}${where}${again}`);
  }
  const bad = done.filter((r) => r.verdict === 'differs').length + results.filter((r) => r.threw).length;
  console.log(`${done.length - bad} of ${done.length} models: the same trees sleep at the same steps, within ${SLACK}`);
  return bad === 0;
}
