// Every function of the entry points that run in Node, with one argument or option of the wrong kind. Each must throw an error with a
// message before any effect; never an error of the JavaScript engine, NaN instead of an error, or an endless loop.
import { faultOf } from '../errors.mjs';
import { badNames, badValues, mustRefuse, OWN } from '../material/misuse/badValues.mjs';
import { collectCalls } from '../material/misuse/calls.mjs';

/** A call with one mistake: `at` is the index of the argument, and the name of the option in it, if any.
 *  @typedef {{ call: string, at: [number, string?], bad: string }} Misuse */

const ITEMS = 25;

/** Messages of the JavaScript engine and of Node for an unchecked argument, in addition to those of `faultOf`. */
const RAW =
  /Cannot (read|set|convert|destructure|mix|assign|perform|use 'in')|is not (iterable|a function|a constructor|defined|extensible)|Invalid (array|typed array|string|count)|Reduce of empty|out of bounds|incompatible receiver|Illegal invocation|argument must be|allocation failed|could not be cloned|is not valid JSON/;

/** @type {import('../run/run.mjs').Campaign} */
export const misuse = {
  about:
    'one wrong argument or option in calls of all entry points: an error that names it, never one of the JavaScript engine',
  weight: 3,
  start: async (kit) => {
    const calls = await collectCalls(kit);
    const counts = { calls: 0, refused: 0 };
    const names = Object.keys(calls);
    return {
      counts,
      make: (random) => ({
        items: random.list(ITEMS, () => {
          const call = random.pick(names);
          return { call, at: random.pick(argumentSlots(calls[call])), bad: random.pick(badNames) };
        }),
      }),
      check: async (/** @type {{ items: Misuse[] }} */ { items }) => {
        for (const item of items) {
          counts.calls++;
          const fault = await faultIn(calls[item.call], item, counts);
          if (fault) return `${item.call}, argument ${item.at.join('.')}: ${fault}`;
        }
        return undefined;
      },
    };
  },
};

/** Arguments and options of a call that can be replaced. @param {import('../material/misuse/calls.mjs').Call} call
 *  @returns {[number, string?][]} */
function argumentSlots({ kinds }) {
  return kinds.flatMap((kind, k) => {
    if (typeof kind === 'string') return [/** @type {[number]} */ ([k])];
    const inside = Object.keys(kind).filter((name) => name !== 'self');
    return [[k], ...inside.map((name) => [k, name])].map((at) => /** @type {[number, string?]} */ (at));
  });
}

/** The failure of a call with a wrong argument, if any. @param {import('../material/misuse/calls.mjs').Call} call
 *  @param {Misuse} item @param {{ refused: number }} counts @returns {Promise<string | undefined>} */
async function faultIn({ args, kinds, run, slow = [] }, { at: [k, option], bad }, counts) {
  const slot = option === undefined ? String(k) : `${k}.${option}`;
  if (slow.includes(`${slot}=${bad}`)) return undefined;
  const given = args();
  const value = badValues[bad]();
  if (option === undefined) given[k] = value;
  else given[k] = { .../** @type {object} */ (given[k]), [option]: value };
  const whole = kinds[k];
  const kind = typeof whole === 'string' ? whole : option === undefined ? (whole.self ?? 'object?') : whole[option];
  try {
    await run(...given);
  } catch (error) {
    counts.refused++;
    if (error instanceof Error && error.message === OWN) return undefined;
    const fault = faultOf(error);
    if (fault) return `${bad}: ${fault}`;
    const raw = error instanceof Error && RAW.test(error.message) && !/expected/.test(error.message);
    return raw ? `${bad}: not an error of Tenon: ${error.message}` : undefined;
  }
  return mustRefuse(kind, bad) ? `${bad} was accepted as a ${kind}` : undefined;
}
