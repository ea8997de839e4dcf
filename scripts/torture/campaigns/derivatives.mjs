// Derivatives of random models at random states: rejected with a reason, or correct. They are compared with the quantity that the result
// claims to be: differences of steps, with exact contacts if the result lists some.
import { faultOf } from '../errors.mjs';
import { assembleModel, mechanisms } from '../material/mechanisms.mjs';
import { Random } from '../material/random.mjs';

/** @typedef {typeof import('../../../src/index.ts')} Tenon */
/** @typedef {import('../../../src/index.ts').Model} Model */
/** @typedef {import('../../../src/index.ts').Data} Data */
/** @typedef {{ option: string, flags: string, solver: number, exact: number, callback: string, seed: number,
 *              items: import('../material/mechanisms.mjs').Mechanism[] }} State */

/** Largest error, relative to the largest element of a matrix. */
const WRONG = 1e-4;
/** The same between results with the same analytic parts. */
const UNLIKE = 1e-6;

/** Expected rejections. */
const EXPECTED_REFUSALS =
  /no closed form|under any perturbation|expected an acceleration that does not reset|expected a finite number/;

/** @type {import('../run/run.mjs').Campaign} */
export const derivatives = {
  about: 'derivatives at random states of random models: rejected with a reason, or correct',
  weight: 3,
  start: async ({ tenon }) => {
    await tenon.prepare();
    const counts = {
      states: 0,
      compared: 0,
      refused: 0,
      skipped: 0,
      exact: 0,
      contacts: 0,
      parameters: 0,
      rollouts: 0,
    };
    return {
      counts,
      make: (random) => makeState(random),
      check: (/** @type {State} */ c) => checkState(tenon, c, counts),
    };
  },
};

/** @param {Random} random @returns {State} */
function makeState(random) {
  const integrator = random.pick(['Euler', 'RK4', 'implicit', 'implicitfast', 'Euler', 'implicitfast']);
  const option = [
    `integrator="${integrator}" cone="${random.pick(['pyramidal', 'elliptic'])}" timestep="${random.pick([0.002, 0.005])}"`,
    random.chance(0.2) ? `impratio="${random.pick([2, 10])}"` : '',
    random.chance(0.05) ? 'noslip_iterations="3"' : '',
    `jacobian="${random.pick(['dense', 'sparse', 'auto'])}"`,
  ].join(' ');
  const flags = [
    random.chance(0.1) ? 'multiccd="disable"' : '',
    random.chance(0.1) ? 'sleep="enable"' : '',
    random.chance(0.05) ? 'gravity="disable"' : '',
    random.chance(0.1) ? 'eulerdamp="disable"' : '',
    random.chance(0.03) ? 'filterparent="disable"' : '',
    random.chance(0.05) ? 'refsafe="disable"' : '',
    random.chance(0.1) ? 'island="disable"' : '',
  ].join(' ');
  return {
    option,
    flags,
    solver: random.pick([2, 2, 2, 1, 0]),
    exact: random.chance(0.4) ? 1 : 0,
    callback: random.chance(0.04) ? random.pick(['control', 'passive', 'sensor']) : '',
    seed: random.int(1e9),
    items: mechanisms(random),
  };
}

/** @param {Tenon} tenon @param {State} c @param {Record<string, number>} counts */
function checkState(tenon, c, counts) {
  counts.states++;
  const m = tenon.modelFromXml(assembleModel(c.items, c.option, c.flags));
  const d = new tenon.Data(m);
  try {
    if (m.nv === 0) return undefined;
    m.opt.ccd_exact = c.exact;
    if (c.callback) m.callbacks = { [c.callback]: () => {} };
    if (!putState(tenon, m, d, new Random(c.seed))) {
      counts.skipped++;
      return undefined;
    }
    counts.contacts += d.ncon > 0 ? 1 : 0;
    const wrong = checkAll(tenon, m, d, c, counts);
    if (wrong) return wrong;
    if (counts.states > 200 && counts.skipped > 0.4 * counts.states) return 'most states are skipped';
    return undefined;
  } finally {
    d.free();
    m.free();
  }
}

/** Sets the Data to a random state; returns false if a simulation cannot reach it. @param {Tenon} tenon @param {Model} m @param {Data} d
 *  @param {Random} random */
function putState(tenon, m, d, random) {
  m.opt.tolerance = 0;
  m.opt.iterations = 25;
  m.opt.ls_iterations = 50;
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.1 + 0.8 * random.next();
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 1.6 * random.next() - 0.8;
  tenon.step(m, d, random.pick([1, 5, 40, 120]));
  for (let i = 0; i < m.nv; i++) d.qvel[i] += 0.2 * random.next() - 0.1;
  for (let i = 0; i < m.nv; i++) d.qfrc_applied[i] = 0.2 * random.next() - 0.1;
  // activations of user actuators are set by callbacks only
  for (let i = 0; i < m.na; i++) d.act[i] = 0.1 + 0.5 * random.next();
  const bad = [...d.qvel, ...d.qpos].some((x) => !(Math.abs(x) < 100));
  return !bad && !d.warning_number?.some?.((/** @type {number} */ n) => n > 0);
}

/** The failure of the derivatives at a state, if any. @param {Tenon} tenon @param {Model} m @param {Data} d @param {State} c
 *  @param {Record<string, number>} counts @returns {string | undefined} */
function checkAll(tenon, m, d, c, counts) {
  const random = new Random(c.seed + 1);
  m.opt.solver = c.solver;
  const found = attempt(() => tenon.transition(m, d));
  if (found.fault) return `transition: ${found.fault}`;
  const mixed = random.chance(0.25) ? compareHybrid(tenon, m, d, found.result) : undefined;
  if (mixed) return mixed;
  if (!found.result) {
    counts.refused++;
    return checkVjpRefuses(tenon, m, d);
  }
  let { result } = found;
  if (result.residual > 1e-9) {
    counts.skipped++;
    return undefined;
  }
  if (result.exactContacts.length > 0) {
    counts.exact++;
    m.opt.ccd_exact = 1;
    const again = attempt(() => tenon.transition(m, d));
    if (again.fault) return `with exact contacts: ${again.fault}`;
    if (!again.result) {
      counts.refused++;
      return undefined;
    }
    result = again.result;
    // parallel flat features in contact have no unique nearest points
    if (result.exactContacts.length > 0) {
      counts.skipped++;
      return undefined;
    }
  }
  return (
    compareSteps(tenon, m, d, result, counts) ??
    compareReverse(tenon, m, d, result, random) ??
    compareParameters(tenon, m, d, random, counts) ??
    compareRollout(tenon, m, d, random, counts)
  );
}

/** `hybrid`: analytic, except positions, which are differences. @param {Tenon} tenon @param {Model} m @param {Data} d
 *  @param {import('../../../src/index.ts').TransitionResult | undefined} closed */
function compareHybrid(tenon, m, d, closed) {
  const { fault, result } = attempt(() => tenon.transition(m, d, { method: 'hybrid' }));
  if (fault) return `hybrid: ${fault}`;
  if (!result) return closed ? 'hybrid rejects a state that analytic derivatives accept' : undefined;
  const nx = tenon.stateDim(m);
  const wanted = tenon.transitionFD(m, d, { centered: true }).A;
  // columns of controls, activations and velocities, if analytic ones exist
  for (let k = 0; k < wanted.length; k++) if (k % nx >= m.nv) wanted[k] = closed ? closed.A[k] : result.A[k];
  const apart = unlike(result.A, wanted, wanted);
  return apart < UNLIKE ? undefined : `hybrid differs from its parts by ${apart}`;
}

/** @template T @param {() => T} call @returns {{ result?: T, refusal?: string, fault?: string }} */
function attempt(call) {
  try {
    return { result: call() };
  } catch (error) {
    const fault = faultOf(error);
    if (fault) return { fault };
    const { message } = /** @type {Error} */ (error);
    return EXPECTED_REFUSALS.test(message) ? { refusal: message } : { fault: `rejected without a reason: ${message}` };
  }
}

/** Checks that stepVjp rejects every state that transition rejects. @param {Tenon} tenon @param {Model} m @param {Data} d */
function checkVjpRefuses(tenon, m, d) {
  const state = new Float64Array(tenon.stateDim(m)).fill(1);
  const vjp = attempt(() => tenon.stepVjp(m, d, { state }));
  if (vjp.fault) return `stepVjp: ${vjp.fault}`;
  return vjp.result ? 'stepVjp accepts a state that transition rejects' : undefined;
}

/** Compares with differences of whole steps, with a converged solver. @param {Tenon} tenon @param {Model} m @param {Data} d
 *  @param {import('../../../src/index.ts').TransitionResult} result @param {Record<string, number>} counts */
function compareSteps(tenon, m, d, result, counts) {
  const { solver } = m.opt;
  m.opt.solver = 2;
  const report = tenon.validateTransition(m, d, { matrices: result });
  m.opt.solver = solver;
  // the state is at a switch where most columns have no difference
  if (report.columns < report.switching + report.diverging) counts.skipped++;
  else counts.compared++;
  if (!(report.A < WRONG))
    return `A is wrong by ${report.A} (${report.switching} switching, ${report.diverging} diverging)`;
  if (!(report.B < WRONG)) return `B is wrong by ${report.B}`;
  return undefined;
}

/** Compares with A^T y and B^T y. @param {Tenon} tenon @param {Model} m @param {Data} d
 *  @param {import('../../../src/index.ts').TransitionResult} result @param {Random} random */
function compareReverse(tenon, m, d, { A, B }, random) {
  const nx = tenon.stateDim(m);
  const y = Float64Array.from({ length: nx }, () => 2 * random.next() - 1);
  const vjp = attempt(() => tenon.stepVjp(m, d, { state: y }));
  if (!vjp.result) return `stepVjp: ${vjp.fault ?? vjp.refusal}`;
  const state = unlike(vjp.result.state, transposeProduct(A, y, nx), A);
  if (!(state < UNLIKE)) return `stepVjp: state differs from A^T y by ${state}`;
  const ctrl = unlike(vjp.result.ctrl, transposeProduct(B, y, m.nu), B);
  return ctrl < UNLIKE ? undefined : `stepVjp: ctrl differs from B^T y by ${ctrl}`;
}

/** X^T y for X with rows of n. @param {Float64Array} X @param {Float64Array} y @param {number} n */
function transposeProduct(X, y, n) {
  const out = new Float64Array(n);
  for (let r = 0; r < y.length; r++) for (let k = 0; k < n; k++) out[k] += y[r] * X[r * n + k];
  return out;
}

/** @param {Float64Array} a @param {Float64Array} b @param {Float64Array} scale */
function unlike(a, b, scale) {
  const size = scale.reduce((max, x) => Math.max(max, Math.abs(x)), 1);
  return (
    a.reduce((max, x, k) => {
      const apart = Math.abs(x - b[k]);
      // NaN is the largest deviation
      return Number.isNaN(apart) ? apart : Math.max(max, apart);
    }, 0) / size
  );
}

/** @type {readonly import('../../../src/index.ts').Parameter['field'][]} */
const fields = ['body_mass', 'dof_damping', 'jnt_stiffness', 'geom_friction', 'geom_size', 'body_pos', 'gravity'];

/** Checks gradients with respect to parameters of the Model. @param {Tenon} tenon @param {Model} m @param {Data} d @param {Random} random
 *  @param {Record<string, number>} counts */
function compareParameters(tenon, m, d, random, counts) {
  if (m.opt.integrator === 1) return undefined;
  const field = random.pick(fields);
  const values = field === 'gravity' ? m.opt.gravity : m[field];
  const index = random.int(values.length);
  // absent objects have no derivative, and the compiler derives other values from sizes
  if (!(Math.abs(values[index]) > 1e-3) || field === 'geom_size') return undefined;
  // positions depend on velocities, and rotations by more than the time step
  const y = Float64Array.from({ length: tenon.stateDim(m) }, (_, k) => (k < m.nv ? 0 : 2 * random.next() - 1));
  const vjp = attempt(() => tenon.stepVjp(m, d, { state: y }, { parameters: [{ field, index }] }));
  if (!vjp.result) return `parameters: ${vjp.fault ?? vjp.refusal}`;
  const { solver } = m.opt;
  m.opt.solver = 2;
  const from = values[index];
  // implicitfast integrates free bodies without neighbors separately, and detects them by this
  const alone = field === 'body_mass' && m.body_subtreemass[index] === from;
  const derivatives = [1e-4, 2e-5, 4e-6].map((eps) => {
    const [high, low] = [1, -1].map((side) => {
      values[index] = from * (1 + side * eps);
      if (alone) m.body_subtreemass[index] = values[index];
      return projectedStep(tenon, m, d, y);
    });
    return high && low && high.rows === low.rows ? (high.value - low.value) / (2 * eps * from) : Number.NaN;
  });
  values[index] = from;
  if (alone) m.body_subtreemass[index] = from;
  m.opt.solver = solver;
  const [given] = vjp.result.parameters;
  const size = 1 + Math.abs(given);
  const near = derivatives.filter((x, k) =>
    derivatives.some((other, j) => j !== k && Math.abs(x - other) < 1e-5 * size),
  );
  if (near.length === 0) return undefined;
  counts.parameters++;
  const best = Math.min(...near.map((x) => Math.abs(x - given))) / size;
  return best < WRONG ? undefined : `the gradient with respect to ${field} is ${given}, differences are ${derivatives}`;
}

/** The change of state of a copy in one step, projected on y; and its constraint rows as text.
 *  @param {Tenon} tenon @param {Model} m @param {Data} d @param {Float64Array} y */
function projectedStep(tenon, m, d, y) {
  const t = tenon.cloneData(d);
  tenon.step(m, t);
  let value = 0;
  for (let i = 0; i < m.nv; i++) value += (t.qvel[i] - d.qvel[i]) * y[m.nv + i];
  for (let i = 0; i < m.na; i++) value += (t.act[i] - d.act[i]) * y[2 * m.nv + i];
  const rows = `${t.ncon} ${Array.from(t.efc_state.subarray(0, t.nefc)).join('')}`;
  t.free();
  return { value, rows };
}

/** Checks that the gradient of a rollout is the product of the derivatives of its steps.
 *  @param {Tenon} tenon @param {Model} m @param {Data} d @param {Random} random @param {Record<string, number>} counts */
function compareRollout(tenon, m, d, random, counts) {
  const steps = 1 + random.int(4);
  const nx = tenon.stateDim(m);
  const y = Float64Array.from({ length: nx }, () => 2 * random.next() - 1);
  const found = attempt(() =>
    tenon.rolloutGradient(m, d, {
      steps,
      cost: (_data, k, gradient) => {
        if (k === steps) gradient.state.set(y);
        return 0;
      },
    }),
  );
  if (found.fault) return `rolloutGradient: ${found.fault}`;
  if (!found.result) return undefined;
  const t = tenon.cloneData(d);
  try {
    const matrices = Array.from({ length: steps }, () => {
      const { A } = tenon.transition(m, t);
      tenon.step(m, t);
      return A;
    });
    let wanted = y;
    let size = 1;
    for (const A of matrices.reverse()) {
      wanted = transposeProduct(A, wanted, nx);
      size *= A.reduce((max, x) => Math.max(max, Math.abs(x)), 1);
    }
    counts.rollouts++;
    const apart = unlike(found.result.state, wanted, Float64Array.of(size));
    return apart < UNLIKE ? undefined : `rolloutGradient: state differs from the product of its steps by ${apart}`;
  } catch (error) {
    if (EXPECTED_REFUSALS.test(/** @type {Error} */ (error).message))
      return 'rolloutGradient accepts a step that transition rejects';
    throw error;
  } finally {
    t.free();
  }
}
