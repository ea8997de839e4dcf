// Models and `Data` objects created, cloned, grown, freed and collected in any order, while their arrays are held: no array may become the
// memory of another, and no Data may change without a step.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fingerprint, hashOfBytes } from '../fields.mjs';
import { exampleModels } from '../material/sources.mjs';

/** @typedef {{ act: string, at: number, field: string, steps: number }} Act */
/** @typedef {{ engine: 'wasm' | 'js', items: Act[] }} Storm */
/** @typedef {import('../../../src/index.ts').Model} Model */
/** @typedef {import('../../../src/index.ts').Data} Data */

const pile = `<mujoco><worldbody><geom type="plane" size="5 5 1"/><replicate count="12" offset=".02 .01 .15">
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .05"/></body></replicate></worldbody></mujoco>`;

const acts = [
  ...['model', 'copyModel', 'data', 'data', 'data', 'clone', 'clone', 'step', 'step', 'step', 'reset', 'copy'],
  ...[
    'free',
    'free',
    'forget',
    'forget',
    'freeModel',
    'forgetModel',
    'hold',
    'hold',
    'hold',
    'hold',
    'look',
    'collect',
  ],
];
const watchedFields = [
  'qpos',
  'qvel',
  'xpos',
  'qM',
  'efc_J',
  'efc_force',
  'contact_dist',
  'contact_frame',
  'qacc',
  'sensordata',
];

/** @type {import('../run/run.mjs').Campaign} */
export const storm = {
  about: 'created, cloned, grown, freed and collected in any order: no array becomes the memory of another',
  weight: 2,
  start: async ({ tenon }) => {
    await tenon.prepare();
    await tenon.prepare({ engine: 'js' });
    setFlagsFromString('--expose-gc');
    const collect = /** @type {() => void} */ (runInNewContext('gc'));
    const counts = { storms: 0, acts: 0, datas: 0, views: 0, collections: 0 };
    const texts = [pile, ...exampleModels().map(({ xml }) => xml)];
    /** @type {Map<string, Model[]>} */
    const loaded = new Map();
    const bases = (/** @type {'wasm' | 'js'} */ engine) => {
      const models = loaded.get(engine) ?? texts.map((xml) => tenon.modelFromXml(xml, { engine }));
      loaded.set(engine, models);
      return models;
    };
    return {
      counts,
      make: (random) => ({
        engine: random.chance(0.7) ? 'wasm' : 'js',
        items: random.list(20 + random.int(150), () => ({
          act: random.pick(acts),
          at: random.int(1000),
          field: random.pick(watchedFields),
          steps: 1 + random.int(random.chance(0.05) ? 60 : 6),
        })),
      }),
      check: (/** @type {Storm} */ c) => new Weather(tenon, bases(c.engine), counts, collect).rage(c.items),
    };
  },
};

/** All live objects of one storm. */
class Weather {
  /** @type {{ model: Model, own: boolean }[]} */
  #models;
  /** `print` is undefined for those that are never checked: their memory can be freed immediately.
   *  @type {{ model: Model, data: Data, print?: number }[]} */
  #datas = [];
  /** Held arrays with the hash of their contents; `owner` is undefined once it is dropped.
   *  @type {{ view: ArrayBufferView, hash: number, owner?: Data, name: string }[]} */
  #views = [];
  #tenon;
  #counts;
  #collect;

  /** @param {typeof import('../../../src/index.ts')} tenon @param {Model[]} bases
   *  @param {Record<string, number>} counts @param {() => void} collect */
  constructor(tenon, bases, counts, collect) {
    this.#tenon = tenon;
    this.#counts = counts;
    this.#collect = collect;
    this.#models = bases.map((model) => ({ model, own: false }));
  }

  /** @param {Act[]} items */
  async rage(items) {
    this.#counts.storms++;
    try {
      for (const [k, item] of items.entries()) {
        this.#counts.acts++;
        await this.#do(item);
        const wrong = k % 8 === 7 || k === items.length - 1 ? this.#wrong() : undefined;
        if (wrong) return wrong;
      }
    } finally {
      for (const { data } of this.#datas) data.free();
      for (const { model, own } of this.#models) if (own) model.free();
    }
    return undefined;
  }

  /** @param {Act} item */
  async #do({ act, at, field, steps }) {
    const tenon = this.#tenon;
    const { model } = this.#models[at % this.#models.length];
    const one = this.#datas[at % Math.max(1, this.#datas.length)];
    switch (act) {
      case 'model':
        this.#models.push({ model: tenon.modelFromXml(pile, { engine: at % 2 ? 'wasm' : 'js' }), own: true });
        return;
      case 'copyModel':
        this.#models.push({ model: tenon.copyModel(model), own: true });
        return;
      case 'data':
        this.#add(model, new tenon.Data(model));
        return;
      case 'freeModel':
      case 'forgetModel':
        this.#dropModel(at, act === 'freeModel');
        return;
      case 'collect':
        this.#counts.collections++;
        this.#collect();
        await new Promise((resolve) => setImmediate(resolve));
        return;
    }
    if (one) this.#doTo(one, act, { act, at, field, steps });
  }

  /** @param {{ model: Model, data: Data, print?: number }} one @param {string} act @param {Act} item */
  #doTo(one, act, { at, field, steps }) {
    const tenon = this.#tenon;
    switch (act) {
      case 'clone':
        this.#add(one.model, tenon.cloneData(one.data));
        return;
      case 'step':
        return this.#change(one, () => tenon.step(one.model, one.data, steps));
      case 'reset':
        return this.#change(one, () => tenon.resetData(one.model, one.data));
      case 'copy': {
        const other = this.#datas.find((x) => x !== one && x.model === one.model);
        if (other) this.#change(one, () => tenon.copyData(one.data, other.data));
        return;
      }
      case 'hold': {
        const view = /** @type {ArrayBufferView | undefined} */ (/** @type {Record<string, any>} */ (one.data)[field]);
        if (!view) return;
        this.#counts.views++;
        this.#views.push({ view, hash: hashOfBytes(0, view), owner: one.data, name: field });
        return;
      }
      case 'free':
      case 'forget':
        if (act === 'free') one.data.free();
        this.#disown(one.data);
        this.#datas.splice(at % this.#datas.length, 1);
    }
  }

  /** @param {Model} model @param {Data} data */
  #add(model, data) {
    this.#counts.datas++;
    this.#datas.push({ model, data, print: this.#counts.datas % 2 ? fingerprint(data) : undefined });
  }

  /** Lets one Data change, and updates the hashes of its held arrays. @param {{ data: Data, print?: number }} one
   *  @param {() => void} how */
  #change(one, how) {
    how();
    if (one.print !== undefined) one.print = fingerprint(one.data);
    for (const held of this.#views) if (held.owner === one.data) held.hash = hashOfBytes(0, held.view);
  }

  /** @param {Data} data */
  #disown(data) {
    for (const held of this.#views) if (held.owner === data) held.owner = undefined;
  }

  /** @param {number} at @param {boolean} free */
  #dropModel(at, free) {
    const k = at % this.#models.length;
    const { model, own } = this.#models[k];
    if (!own) return;
    for (const { data } of this.#datas.filter((one) => one.model === model)) this.#disown(data);
    this.#datas = this.#datas.filter((one) => one.model !== model);
    this.#models.splice(k, 1);
    if (free) model.free();
  }

  /** Handles and arrays that changed without a step or write. */
  #wrong() {
    const view = this.#views.find((held) => hashOfBytes(0, held.view) !== held.hash);
    if (view)
      return `a held ${view.name} of ${view.owner ? 'a Data that was not stepped' : 'a Data that was freed'} changed`;
    const data = this.#datas.find((one) => one.print !== undefined && fingerprint(one.data) !== one.print);
    return data ? 'a Data changed without a step' : undefined;
  }
}
