// Runs one campaign in this process: case after case until the count or the time limit is reached. Failing cases are minimized and written
// to files that can be replayed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { campaigns } from '../campaigns/index.mjs';
import { errorSignature } from '../errors.mjs';
import { caseRandom } from '../material/random.mjs';
import { reduceItems } from './reduce.mjs';

/** The package under test: its main entry point, `load` of the drop-in API, other entry points, and internal parts of `tenon/cluster`,
 *  which are bundled from the sources by default. `unchecked`: disables the checks of binary models, to see what the campaign detects
 *  without them.
 *  @typedef {{ tenon: typeof import('../../../src/index.ts'), batch: typeof import('../../../src/batch.ts'),
 *    load: typeof import('../../../src/mujoco.ts').default, record: typeof import('../../../src/record.ts'),
 *    policy: typeof import('../../../src/policy.ts'), env: typeof import('../../../src/env.ts'),
 *    spec: typeof import('../../../src/spec.ts'), ik: typeof import('../../../src/ik.ts'),
 *    cluster?: import('../material/clusterParts.mjs').ClusterParts, unchecked?: boolean }} Kit */
/** A case, which can be written as JSON and run again. A case with `items` is minimized by removing some of them.
 *  @typedef {{ items?: unknown[], [name: string]: unknown }} Case */
/** @typedef {object} Run
 *  @property {(random: import('../material/random.mjs').Random) => Case} make
 *  @property {(c: any) => string | undefined | Promise<string | undefined>} check the failure, if any
 *  @property {(c: any, fails: (c: any) => Promise<boolean>) => Promise<Case>} [smaller] instead of dropping items
 *  @property {Record<string, number>} counts of actions so far
 *  @property {Map<string, { count: number, example: string }>} [classes] observations by kind
 *  @property {() => void} [stop] */
/** @typedef {object} Campaign
 *  @property {string} about
 *  @property {number} weight share of the time
 *  @property {(kit: Kit) => Promise<Run>} start */
/** @typedef {{ campaign: string, seed: number, index: number, message: string, file?: string }} Failure */

const folder = fileURLToPath(new URL('../../../build/torture', import.meta.url));

/** Runs cases of a campaign.
 *  @param {string} name @param {Kit} kit
 *  @param {{ seed: number, from?: number, count?: number, until?: number, before?: (index: number) => void,
 *            onFailure?: (failure: Failure) => void, write?: boolean }} options */
export async function runCampaign(name, kit, options) {
  const { seed, from = 0, count = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY } = options;
  const run = await campaigns[name].start(kit);
  /** @type {Map<string, Failure & { count: number }>} */
  const failures = new Map();
  let index = from;
  for (; index < from + count && performance.timeOrigin + performance.now() < until; index++) {
    options.before?.(index);
    const c = run.make(caseRandom(seed, name, index));
    const message = await outcome(run, c);
    // memory of collected handles is freed between two events
    await setImmediate();
    if (!message) continue;
    const known = failures.get(errorSignature(message));
    if (known) known.count++;
    else
      failures.set(errorSignature(message), {
        ...(await report(name, run, c, message, seed, index, options)),
        count: 1,
      });
  }
  run.stop?.();
  return { cases: index - from, counts: run.counts, classes: run.classes, failures: [...failures.values()] };
}

/** Creates the case with an index, without running it. @param {string} name @param {Kit} kit @param {number} seed
 *  @param {number} index */
export async function makeCase(name, kit, seed, index) {
  const run = await campaigns[name].start(kit);
  const c = run.make(caseRandom(seed, name, index));
  run.stop?.();
  return c;
}

/** Runs a case from its file. @param {string} file @param {Kit} kit */
export async function replay(file, kit) {
  const { campaign, case: c, message } = JSON.parse(readFileSync(file, 'utf8'));
  const run = await campaigns[campaign].start(kit);
  const found = await outcome(run, c);
  run.stop?.();
  return { campaign, before: message, found };
}

/** The failure of a case, if any. An unexpected exception is a failure too.
 *  @param {Run} run @param {Case} c */
async function outcome(run, c) {
  try {
    return await run.check(c);
  } catch (error) {
    return `exception: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Minimizes a failing case and writes it. @param {string} name @param {Run} run @param {Case} c
 *  @param {string} message @param {number} seed @param {number} index
 *  @param {{ onFailure?: (failure: Failure) => void, write?: boolean }} options @returns {Promise<Failure>} */
async function report(name, run, c, message, seed, index, { onFailure, write = true }) {
  const kind = errorSignature(message);
  const counted = { ...run.counts };
  const fails = async (/** @type {Case} */ x) => errorSignature((await outcome(run, x)) ?? '') === kind;
  const smaller = run.smaller ? await run.smaller(c, fails) : await dropItems(c, fails);
  Object.assign(run.counts, counted);
  const failure = { campaign: name, seed, index, message };
  const found = write ? { ...failure, file: writeRepro(failure, smaller) } : failure;
  onFailure?.(found);
  return found;
}

/** @param {Case} c @param {(c: Case) => Promise<boolean>} fails */
async function dropItems(c, fails) {
  if (!c.items) return c;
  return { ...c, items: await reduceItems(c.items, (items) => fails({ ...c, items })) };
}

/** A file with the case, how to replay it, and how to keep it as a test. @param {Failure} failure @param {Case} c */
export function writeRepro({ campaign, seed, index, message }, c) {
  mkdirSync(folder, { recursive: true });
  const path = `build/torture/${campaign}-${seed}-${index}.json`;
  const about = [
    `replay it: npm run torture -- --replay ${path}`,
    'to keep it: write a test in test/repro with the model and the calls of `case`, see it fail, then fix the bug',
  ];
  writeFileSync(
    `${folder}/${campaign}-${seed}-${index}.json`,
    JSON.stringify({ about, campaign, seed, index, message, case: c }, null, 1),
  );
  return path;
}
