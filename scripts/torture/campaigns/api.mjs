// Random calls of every public function and of the drop-in API, with valid, invalid, swapped, freed and foreign arguments. A failing call
// must throw an error with a message, never trap, and must not change its arguments.

import { faultOf } from '../errors.mjs';
import { fingerprint } from '../fields.mjs';
import { rightArgument, valueFrom, wrongArgument, xmls } from '../material/apiArguments.mjs';
import { dropInSignatures, excludedCalls, signatures } from '../material/apiCalls.mjs';

/** @typedef {import('../material/apiArguments.mjs').Argument} Argument */
/** A call; names that start with a dot are methods and fields of a handle, and `=` sets one. `watch`: whether its arguments are compared
 *  with their previous contents.
 *  @typedef {{ name: string, args: Argument[], watch?: boolean }} Call */
/** @typedef {{ engine: 'wasm' | 'js', dropIn: boolean, items: Call[] }} Calls */

const arm = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="1 1 1"/>
  <body name="b" pos="0 0 .15"><joint name="j" axis="0 1 0"/><geom name="g" size=".1" pos=".1 0 0"/><site name="s"/></body>
  <body pos="1 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
  <actuator><motor name="a" joint="j"/></actuator><sensor><jointpos joint="j"/><touch site="s"/></sensor>
  <keyframe><key qpos="0.5 1 0 1 1 0 0 0"/></keyframe></mujoco>`;

const CALLS = 40;
/** Bit masks and loop counts: other values are allowed, and take proportional time. */
const optionNames = [
  'timestep',
  'solver',
  'cone',
  'integrator',
  'jacobian',
  'disableflags',
  'enableflags',
  'tolerance',
];
const methods = ['body', 'joint', 'geom', 'site', 'actuator', 'sensor', 'free', 'delete', 'isDeleted', 'toString'];

/** @type {import('../run/run.mjs').Campaign} */
export const api = {
  about: 'random calls with valid, invalid, freed and foreign arguments: errors with messages, and no changes',
  weight: 4,
  start: async ({ tenon, load }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    const dropIn = { wasm: await load({ engine: 'wasm' }), js: await load({ engine: 'js' }) };
    const counts = { calls: 0, threw: 0 };
    const names = [functionNames(tenon), functionNames(dropIn.wasm)];
    return {
      counts,
      make: (random) => {
        const isDropIn = random.chance(0.5);
        const items = random.list(CALLS, () => makeCall(random, names[Number(isDropIn)], isDropIn));
        return { engine: random.chance(0.6) ? 'wasm' : 'js', dropIn: isDropIn, items };
      },
      check: (/** @type {Calls} */ c) => new Session(tenon, dropIn[c.engine], c, counts).run(),
    };
  },
};

/** @param {object} module */
function functionNames(module) {
  return Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && !excludedCalls.has(name) ? [name] : [],
  );
}

/** @param {import('../material/random.mjs').Random} random @param {string[]} names @param {boolean} dropIn @returns {Call} */
function makeCall(random, names, dropIn) {
  const handle = () => rightArgument(random.chance(0.5) ? 'm' : 'd', random);
  if (random.chance(0.03))
    return { name: '.free', args: [{ kind: random.chance(0.2) ? 'model' : 'data', at: random.int(100) }] };
  if (random.chance(0.03)) return { name: `.${random.pick(methods)}`, args: [handle(), wrongArgument(random)] };
  if (random.chance(0.03)) {
    const field = random.pick(['qpos', 'ctrl', 'time', 'qvel', 'body_mass', 'qpos0', 'nq', 'opt']);
    return { name: `=${field}`, args: [handle(), wrongArgument(random)] };
  }
  if (random.chance(0.02)) {
    return { name: `=opt.${random.pick(optionNames)}`, args: [rightArgument('m', random), wrongArgument(random)] };
  }
  const name = random.pick(names);
  const table = /** @type {Record<string, string>} */ (dropIn ? dropInSignatures : signatures);
  const words = (table[name] ?? 'm d').split(' ').filter((word) => word !== '');
  const args = words.map((word) => rightArgument(word, random));
  damage(args, words, random);
  return { name, args, watch: random.chance(0.3) };
}

/** Most calls get one mistake: in an argument, in their order, or in their number. @param {Argument[]} args
 *  @param {string[]} words @param {import('../material/random.mjs').Random} random */
function damage(args, words, random) {
  if (random.chance(0.3)) return;
  if (random.chance(0.1)) args.reverse();
  if (random.chance(0.1)) args.pop();
  if (random.chance(0.1)) args.push(wrongArgument(random));
  for (let k = 0; k < args.length; k++) {
    // a number of steps is executed in full
    if (random.chance(0.25) && words[k] !== 'n?') args[k] = wrongArgument(random);
  }
}

/** The handles of one case, and their fingerprints. */
class Session {
  #module;
  #case;
  #counts;
  /** @type {import('../material/apiArguments.mjs').Shelf} */
  #shelf;
  /** Fingerprints of handles that have not changed since. @type {Map<object, number>} */
  #prints = new Map();

  /** @param {typeof import('../../../src/index.ts')} tenon @param {object} dropIn @param {Calls} c
   *  @param {Record<string, number>} counts */
  constructor(tenon, dropIn, c, counts) {
    this.#module = /** @type {Record<string, any>} */ (c.dropIn ? dropIn : tenon);
    this.#case = c;
    this.#counts = counts;
    const ours = oursOf(tenon, c.engine);
    const theirs = theirsOf(dropIn);
    const [own, other] = c.dropIn ? [theirs, ours] : [ours, theirs];
    this.#shelf = { ...own, foreign: [...other.models, ...other.datas] };
  }

  async run() {
    try {
      for (const [k, call] of this.#case.items.entries()) {
        const fault = await this.#call(call);
        if (fault) return `${call.name}: ${fault} (call ${k})`;
      }
      return this.#changed([...this.#prints.keys()]) ? 'a handle changed that was not passed to the call' : undefined;
    } finally {
      this.#release();
    }
  }

  /** @param {Call} call */
  async #call({ name, args, watch }) {
    this.#counts.calls++;
    const values = args.map((argument) => valueFrom(argument, this.#shelf));
    const passed = this.#handlesIn(args);
    if (watch) for (const handle of passed) this.#remember(handle);
    try {
      await perform(this.#module, name, values);
    } catch (error) {
      this.#counts.threw++;
      const fault = faultOf(error);
      if (fault) return fault;
      const changed = watch && this.#changed(passed);
      return changed ? `threw '${error.message}', but changed ${changed}` : undefined;
    }
    // freeing a handle also frees those that depend on it
    if (/^\.(free|delete)$/.test(name)) this.#prints.clear();
    for (const handle of passed) this.#prints.delete(handle);
    return undefined;
  }

  /** Handles among the arguments, and owners of arrays among them. @param {Argument[]} args @returns {object[]} */
  #handlesIn(args) {
    const { models, datas, foreign } = this.#shelf;
    return args.flatMap(({ kind, at = 0 }) => {
      if (kind === 'model') return [models[at % models.length]];
      if (kind === 'data' || kind === 'view') return [datas[at % datas.length]];
      return kind === 'foreign' ? [foreign[at % foreign.length]] : [];
    });
  }

  /** @param {object} handle */
  #remember(handle) {
    if (!this.#prints.has(handle)) this.#prints.set(handle, handleFingerprint(handle));
  }

  /** A description of the first of these handles that changed. @param {object[]} handles */
  #changed(handles) {
    const changed = handles.find(
      (handle) => this.#prints.has(handle) && this.#prints.get(handle) !== handleFingerprint(handle),
    );
    return changed?.constructor.name;
  }

  #release() {
    const { models, datas, foreign } = this.#shelf;
    const quietly = (/** @type {any} */ handle) => {
      try {
        if (handle.free) handle.free();
        else handle.delete();
      } catch {
        // it was freed already
      }
    };
    for (const handle of [...datas, ...foreign, ...models]) quietly(handle);
  }
}

/** @type {Map<string, import('../../../src/index.ts').Model[]>} */
const compiled = new Map();

/** Models and `Data` objects of our own API: two that match, one of another model, one of the other engine, freed ones.
 *  @param {typeof import('../../../src/index.ts')} tenon @param {'wasm' | 'js'} engine */
function oursOf(tenon, engine) {
  const other = engine === 'wasm' ? 'js' : 'wasm';
  if (!compiled.has(engine)) {
    compiled.set(engine, [
      tenon.modelFromXml(arm, { engine }),
      tenon.modelFromXml(xmls[0], { engine }),
      tenon.modelFromXml(arm, { engine: other }),
    ]);
  }
  const models = (compiled.get(engine) ?? []).map((model) => tenon.copyModel(model));
  const datas = [models[0], models[0], models[1], models[2], models[0]].map((model) => new tenon.Data(model));
  models.push(tenon.copyModel(models[0]), tenon.copyModel(models[0]));
  models[4].free();
  datas[4].free();
  return { models, datas };
}

/** @type {WeakMap<object, any[]>} */
const compiledDropIn = new WeakMap();

/** The same for the handles of the drop-in API. @param {any} dropIn */
function theirsOf(dropIn) {
  const bases = compiledDropIn.get(dropIn) ?? [arm, xmls[0], arm].map((xml) => dropIn.MjModel.from_xml_string(xml));
  compiledDropIn.set(dropIn, bases);
  const models = bases.map((base) => new dropIn.MjModel(base));
  const datas = [models[0], models[0], models[1], models[0]].map((model) => new dropIn.MjData(model));
  models[2].delete();
  datas[3].delete();
  return { models, datas };
}

/** @param {Record<string, any>} module @param {string} name @param {any[]} values */
async function perform(module, name, values) {
  const [handle, value] = values;
  if (name === '.free') return handle.free ? handle.free() : handle.delete();
  if (name.startsWith('.')) return handle[name.slice(1)]?.(value);
  if (name.startsWith('=opt.')) {
    handle.opt[name.slice(5)] = value;
    return;
  }
  if (name.startsWith('=')) {
    handle[name.slice(1)] = value;
    return;
  }
  const fn = module[name];
  // classes are constructed, functions are called
  const isClass = /^class\b/.test(Function.prototype.toString.call(fn));
  return isClass ? new fn(...values) : await fn(...values);
}

/** The bytes of a handle; none if it has been freed. @param {object} handle */
function handleFingerprint(handle) {
  try {
    return fingerprint(handle);
  } catch {
    return -1;
  }
}
