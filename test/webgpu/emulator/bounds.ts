/** Whether an address lies in the array that it is computed from. */
import type { BlockPlan, Plan } from '../../../src/worlds/webgpu/memory/layout.ts';
import { scratch } from '../../../src/worlds/webgpu/shaders.gen.js';
import { places, type Surroundings } from './program.ts';

type Batch = Surroundings['batch'];

/** A block of memory: for each of its words the field that it is in. */
interface Block {
  readonly names: readonly string[];
  /** First word and end of each field. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** The field of each word. */
  readonly field: Int32Array;
}

export class Bounds {
  checks = 0;
  #blocks: { model: Block; data: Block } | undefined;

  /** Where fields lie, from now on. */
  know(plan: Plan): void {
    const { model, data, worldWords, constants } = plan;
    // tables stand elsewhere
    const own = [...constants]
      .filter(([name]) => scratch[name] && !scratch[name].values)
      .map(([name, value]) => ({ name, at: Number.parseInt(value, 10) }));
    this.#blocks = { model: block(fieldsOf(model), model.words), data: block([...fieldsOf(data), ...own], worldWords) };
  }

  /** Functions that look at every address of a shader. */
  watch(memory: Uint32Array, batch: Batch): Pick<Surroundings, 'at' | 'aside'> {
    const { model, data } = this.#blocks!;
    const { modelFirst, dataFirst, dataEach } = batch;
    const modelWords = model.field.length;
    let asides = 0;
    const aside = (evaluate: () => unknown) => {
      asides++;
      evaluate();
      asides--;
    };
    const at = (base: number, index: number, place: number, own: number) => {
      this.checks++;
      const address = base + index;
      if (asides > 0) {
        if (address < 0 || address >= memory.length) throw outside(places[place], 'the buffer', index);
        return address;
      }
      if (base >= dataFirst) {
        const word = base - own;
        if (word < 0 || word >= dataEach) throw outside(places[place], 'another world', index);
        const f = data.field[word];
        const to = address - own;
        if (to < data.first[f] || to >= data.end[f])
          throw outside(places[place], fieldText(data, f), word - data.first[f] + index);
      } else if (base >= modelFirst) {
        const word = (base - modelFirst) % modelWords;
        const f = model.field[word];
        const to = word + index;
        if (to < model.first[f] || to >= model.end[f])
          throw outside(places[place], fieldText(model, f), word - model.first[f] + index);
      } else if (address < 0 || address >= modelFirst) throw outside(places[place], 'tables', index);
      return address;
    };
    return { at, aside };
  }
}

const fieldText = ({ names, first, end }: Block, f: number) => `${names[f]}, which has ${end[f] - first[f]}`;

const outside = (place: string, what: string, index: number) => new RangeError(`${place}\n  index ${index} of ${what}`);

const fieldsOf = ({ places }: BlockPlan) => [...places].map(([name, { at }]) => ({ name, at }));

function block(fields: { name: string; at: number }[], words: number): Block {
  // one without words has the address of the next
  const list = fields.toSorted((a, b) => a.at - b.at).filter(({ at }, k, all) => at < (all[k + 1]?.at ?? words));
  const field = new Int32Array(words);
  const first = Int32Array.from(list, ({ at }) => at);
  const end = Int32Array.from(list, (_, k) => list[k + 1]?.at ?? words);
  for (const [f] of list.entries()) field.fill(f, first[f], end[f]);
  return { names: list.map(({ name }) => name), first, end, field };
}
