/** Checks that an address is inside the array that it is computed from. */
import type { BlockPlan, Plan } from '../../../src/worlds/webgpu/memory/layout.ts';
import { scratch } from '../../../src/worlds/webgpu/shaders.gen.js';
import { accesses, type ShaderBindings } from './program.ts';

type Batch = ShaderBindings['batch'];

/** A block of memory: the field of each of its words. */
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

  /** Layout of fields, from now on. */
  know(plan: Plan): void {
    const { model, data, worldWords, constants } = plan;
    // tables are elsewhere
    const own = [...constants]
      .filter(([name]) => scratch[name] && !scratch[name].values)
      .map(([name, value]) => ({ name, at: Number.parseInt(value, 10) }));
    this.#blocks = {
      model: block(listFields(model), model.words),
      data: block([...listFields(data), ...own], worldWords),
    };
  }

  /** Functions that check every address of a shader. */
  watch(memory: Uint32Array, batch: Batch): Pick<ShaderBindings, 'at' | 'aside'> {
    const { model, data } = this.#blocks!;
    const { modelFirst, dataFirst, dataEach } = batch;
    const modelWords = model.field.length;
    let asides = 0;
    const aside = (evaluate: () => unknown) => {
      asides++;
      evaluate();
      asides--;
    };
    const at = (base: number, index: number, access: number, own: number) => {
      this.checks++;
      const address = base + index;
      if (asides > 0) {
        if (address < 0 || address >= memory.length) throw outside(accesses[access], 'the buffer', index);
        return address;
      }
      if (base >= dataFirst) {
        const word = base - own;
        if (word < 0 || word >= dataEach) throw outside(accesses[access], 'another world', index);
        const f = data.field[word];
        const to = address - own;
        if (to < data.first[f] || to >= data.end[f])
          throw outside(accesses[access], fieldText(data, f), word - data.first[f] + index);
      } else if (base >= modelFirst) {
        const word = (base - modelFirst) % modelWords;
        const f = model.field[word];
        const to = word + index;
        if (to < model.first[f] || to >= model.end[f])
          throw outside(accesses[access], fieldText(model, f), word - model.first[f] + index);
      } else if (address < 0 || address >= modelFirst) throw outside(accesses[access], 'tables', index);
      return address;
    };
    return { at, aside };
  }
}

const fieldText = ({ names, first, end }: Block, f: number) => `${names[f]}, which has ${end[f] - first[f]}`;

const outside = (where: string, what: string, index: number) => new RangeError(`${where}\n  index ${index} of ${what}`);

const listFields = ({ slots }: BlockPlan) => [...slots].map(([name, { at }]) => ({ name, at }));

function block(fields: { name: string; at: number }[], words: number): Block {
  // an empty field has the address of the next
  const list = fields.toSorted((a, b) => a.at - b.at).filter(({ at }, k, all) => at < (all[k + 1]?.at ?? words));
  const field = new Int32Array(words);
  const first = Int32Array.from(list, ({ at }) => at);
  const end = Int32Array.from(list, (_, k) => list[k + 1]?.at ?? words);
  for (const [f] of list.entries()) field.fill(f, first[f], end[f]);
  return { names: list.map(({ name }) => name), first, end, field };
}
