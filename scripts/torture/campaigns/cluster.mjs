// Damaged messages of a cluster: tasks, responses, notices, jobs, their descriptions, and responses in any order and from lying workers.
// The readers must name the problem, or return values within all bounds.
import { isDeepStrictEqual } from 'node:util';
import { faultOf } from '../errors.mjs';
import { bundledParts } from '../material/clusterParts.mjs';
import { anyDamage, damagedBytes, damagedJson, damagedValue } from '../material/damageJson.mjs';
import { checkVotes, makeVotes } from '../material/votes.mjs';

/** @typedef {import('../material/clusterParts.mjs').ClusterParts} Parts */
/** @typedef {{ kind: keyof typeof checks, base: number, items: any[] }} ClusterCase */
/** Inputs of the damage.
 *  @typedef {{ job: import('../../../src/worlds/cluster/job.ts').Prepared, bundle: Uint8Array, result: Uint8Array,
 *    specs: object[], engine: string }} Material */

const model =
  `<mujoco><worldbody><body><joint axis="0 1 0" damping="0.1"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/></body>
  </worldbody><actuator><motor joint="joint"/></actuator><sensor><jointpos joint="joint"/></sensor></mujoco>`.replace(
    '<joint axis',
    '<joint name="joint" axis',
  );
const specs = [
  { model: 'm.xml', nstep: 3, worlds: 4, chunk: 2, fields: ['qpos', 'ncon'], noise: { qvel: 0.1 }, seed: 3 },
  {
    model: 'm.xml',
    nstep: 5,
    every: 2,
    sweep: { 'opt.timestep': [0.001, 0.002], 'dof_damping[0]': { from: 0, to: 1, count: 3 } },
  },
  {
    model: 'm.xml',
    nstep: 2,
    worlds: 2,
    parameters: { body_mass: [0, 1] },
    control: { data: [1, 2], shape: [2, 1, 1] },
    key: 0,
  },
];
const kinds = /** @type {const} */ (['task', 'task', 'answer', 'answer', 'notice', 'spec', 'spec', 'job', 'votes']);

/** @type {import('../run/run.mjs').Campaign} */
export const cluster = {
  about: 'damaged messages of a cluster: workers and submitters reject them with a reason, and count no response twice',
  weight: 2,
  start: async (kit) => {
    const parts = kit.cluster ?? (await bundledParts());
    const material = await materialOf(parts);
    const counts = { messages: 0, accepted: 0, refused: 0, loaded: 0, votes: 0 };
    return {
      counts,
      make: (random) => {
        const kind = random.pick(kinds);
        if (kind === 'votes') return { kind, base: 0, ...makeVotes(random) };
        const items = random.list(random.chance(0.03) ? 0 : 1 + random.int(random.chance(0.1) ? 12 : 3), () =>
          anyDamage(random),
        );
        return { kind, base: random.int(60), items };
      },
      check: async (/** @type {ClusterCase} */ c) => {
        counts.messages++;
        return checks[c.kind](parts, material, c, counts);
      },
      stop: () => material.job.model.free(),
    };
  },
};

/** @param {Parts} parts @returns {Promise<Material>} */
async function materialOf(parts) {
  const engine = await parts.engineName();
  const bundle = parts.pack({ spec: parts.checkJobSpec(specs[0]), paths: ['m.xml'], engine }, [
    new TextEncoder().encode(model),
  ]);
  const job = await parts.prepareJob(await parts.jobId(bundle), bundle, false);
  return { job, bundle, result: await parts.runTask(job, 2, 0), specs, engine };
}

/** @typedef {(parts: Parts, material: Material, c: any, counts: Record<string, number>) => Promise<string | undefined>} Check */

/** @type {Record<typeof kinds[number], Check>} */
const checks = {
  async task(parts, { job, engine }, { base, items }, counts) {
    const task = {
      job: job.id,
      first: base,
      engine,
      run: 1 + (base % 3),
      avoid: ['one'],
      exclude: base % 2 ? ['two'] : [],
    };
    const data = damagedJson({ version: parts.VERSION, ...task }, items);
    return outcome(counts, items, () => {
      const found = parts.decodeTask(parts.taskSubject(job.id, base), data);
      const again = parts.decodeTask(parts.taskSubject(job.id, base), parts.encodeTask(found));
      return isDeepStrictEqual(found, again) ? undefined : 'a task changes when it is forwarded';
    });
  },
  async answer(parts, { job, result }, { base, items }, counts) {
    const isError = base % 5 === 0;
    const signature = { worker: 'w', instance: 'i' };
    const answer = {
      job: job.id,
      first: 2,
      run: 1,
      ...signature,
      object: '',
      error: isError ? { kind: /** @type {const} */ ('task'), text: 'no' } : undefined,
    };
    const bytes = isError ? new Uint8Array(0) : base % 3 === 0 ? damagedBytes(result, items) : result;
    const sha256 = isError ? '' : await parts.hashOf(bytes);
    const whole = parts.encodeAnswer({ ...answer, sha256, size: bytes.length }, bytes);
    const data = base % 3 === 1 ? damagedBytes(whole, items) : base % 3 === 2 ? damagedHeader(whole, items) : whole;
    return outcome(counts, items, async () => {
      const found = parts.decodeAnswer(parts.resultSubject(job.id, 2), data);
      if (found.answer.error || found.answer.object) return undefined;
      if ((await parts.hashOf(found.result)) !== found.answer.sha256) throw new Error('another checksum');
      const { first, nbatch, state } = parts.taskResult(job, 2, found.result);
      const isRight = first === 2 && nbatch === 2 && state.length === 2 * job.shape.state;
      return isRight ? undefined : 'a result with a wrong shape is counted';
    });
  },
  async notice(parts, _, { base, items }, counts) {
    const kind = /** @type {const} */ (['text', 'store', 'files'])[base % 3];
    const data = damagedJson({ version: parts.VERSION, worker: 'w', instance: 'i', kind, text: `t${base}` }, items);
    return outcome(counts, items, () => {
      const { text } = parts.decodeNotice(data);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is for their absence
      return /[\u0000-\u001f]/.test(text) || text.length > 2100
        ? 'a notice with control characters, or of unbounded length'
        : undefined;
    });
  },
  async spec(parts, material, { base, items }, counts) {
    const spec = damagedValue(material.specs[base % material.specs.length], items);
    return outcome(counts, items, () => {
      const found = parts.checkJobSpec(spec);
      if (!isDeepStrictEqual(found, parts.checkJobSpec(found))) return 'a job changes when it is validated again';
      if (!isDeepStrictEqual(found, parts.checkJobSpec(JSON.parse(JSON.stringify(found)))) && !hasNegativeZero(found))
        return 'a job changes in transit';
      const worlds = parts.worldsOf(found);
      return worlds >= 1 && worlds <= 1e6 ? undefined : `a job of ${worlds} worlds`;
    });
  },
  async job(parts, { bundle, job }, { base, items }, counts) {
    const data = base % 2 ? damagedBytes(bundle, items) : damagedHeader(bundle, items);
    const isSame = Buffer.compare(data, bundle) === 0;
    return outcome(counts, items, async () => {
      if (!isSame && (await parts.jobId(data)) === job.id) return 'damaged files have the same job id';
      const { spec } = parts.readBundle(data);
      // stepping a model costs more than reading it
      if (base > 2 || spec.nstep > 1000) return undefined;
      const loaded = await parts.prepareJob(job.id, data, false);
      counts.loaded++;
      loaded.model.free();
      return undefined;
    });
  },
  votes: async (parts, _, c, counts) => checkVotes(parts, c, counts),
};

/** The failure of a reader, if any. It must accept undamaged input. @param {Record<string, number>} counts @param {unknown[]} items
 *  @param {() => string | undefined | Promise<string | undefined>} read */
async function outcome(counts, items, read) {
  try {
    const found = await read();
    counts.accepted++;
    return found;
  } catch (error) {
    counts.refused++;
    if (items.length === 0) return `rejected undamaged input: ${/** @type {Error} */ (error).message}`;
    const isVersion = error instanceof Error && error.constructor.name.endsWith('VersionError');
    return isVersion ? undefined : faultOf(error);
  }
}

/** The JSON of a header with damage, and the parts behind it. @param {Uint8Array} bytes @param {any[]} items */
function damagedHeader(bytes, items) {
  const end = bytes.indexOf(10);
  const { header, lengths } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const damaged = damagedJson({ header, lengths }, items);
  return Uint8Array.from(Buffer.concat([damaged, bytes.subarray(end)]));
}

/** Encodes a value that JSON cannot represent. @param {unknown} value */
function hasNegativeZero(value) {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  return Object.values(value).some(hasNegativeZero);
}
