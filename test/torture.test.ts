// needs: the compiled engine
/** A short run of every campaign of `npm run torture`, with a fixed seed. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { campaigns, reduceItems, reduceXml, runCampaign } from '../scripts/torture/index.mjs';
import * as batch from '../src/batch.ts';
import * as env from '../src/env.ts';
import * as ik from '../src/ik.ts';
import * as tenon from '../src/index.ts';
import load from '../src/mujoco.ts';
import * as policy from '../src/policy.ts';
import * as record from '../src/record.ts';
import * as spec from '../src/spec.ts';
import * as bytes from '../src/worlds/cluster/bytes.ts';
import * as engine from '../src/worlds/cluster/engine.ts';
import * as jobs from '../src/worlds/cluster/job.ts';
import * as specs from '../src/worlds/cluster/jobSpec.ts';
import * as ledger from '../src/worlds/cluster/ledger.ts';
import * as messages from '../src/worlds/cluster/message.ts';
import * as tasks from '../src/worlds/cluster/task.ts';

/** Message readers of workers and submitters. */
const cluster = { ...bytes, ...engine, ...jobs, ...ledger, ...messages, ...specs, ...tasks };

const kit = { tenon, batch, load, record, policy, env, spec, ik, cluster };

/** Cases of each campaign, and the actions that it must have performed: a campaign that skips its work fails here. */
const runs: Record<string, { count: number; atLeast: Record<string, number> }> = {
  models: { count: 40, atLeast: { mutants: 40, accepted: 6, refused: 8, steps: 24 } },
  soft: { count: 20, atLeast: { mutants: 20, accepted: 3, refused: 3, steps: 10 } },
  robots: { count: 40, atLeast: { mutants: 40, accepted: 6, refused: 8, steps: 24 } },
  bombs: { count: 60, atLeast: { texts: 60, accepted: 2, refused: 20 } },
  assets: { count: 150, atLeast: { files: 150, accepted: 5, refused: 50 } },
  binary: { count: 300, atLeast: { files: 300, accepted: 60, refused: 120, steps: 60 } },
  api: { count: 5, atLeast: { calls: 200, threw: 40 } },
  misuse: { count: 24, atLeast: { calls: 600, refused: 300 } },
  flags: { count: 4, atLeast: { runs: 4, steps: 10 } },
  derivatives: { count: 12, atLeast: { states: 12, compared: 6, contacts: 3, rollouts: 6 } },
  storm: { count: 1, atLeast: { acts: 20, datas: 3, views: 3 } },
  batches: { count: 12, atLeast: { batches: 3, rollouts: 3, worlds: 20, steps: 100, parameters: 1 } },
  snapshot: { count: 4, atLeast: { runs: 4, restores: 4 } },
  cluster: { count: 1500, atLeast: { messages: 1500, accepted: 60, refused: 800, loaded: 1, votes: 1000 } },
  recordings: { count: 400, atLeast: { files: 400, whole: 60, accepted: 100, refused: 150 } },
  ik: { count: 6, atLeast: { targets: 120, steps: 600, near: 100, corrected: 20, yielded: 20 } },
  agreement: { count: 15, atLeast: { compared: 15, bothAccept: 2 } },
  softAgreement: { count: 15, atLeast: { compared: 15, bothAccept: 2 } },
};

// warnings of unstable models are expected
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // the compiled engine may have to be built
  await tenon.prepare();
}, 120_000);

test('every campaign has a short run', () => {
  expect(Object.keys(runs).sort()).toEqual(Object.keys(campaigns).sort());
});

describe.each(Object.entries(runs))('%s', (name, { count, atLeast }) => {
  test(`${campaigns[name].about}`, async () => {
    const { cases, counts, failures } = await runCampaign(name, kit, { seed: 14, count });
    expect(failures.map(({ message, file }) => `${message}\n${file}`)).toEqual([]);
    expect(cases).toBe(count);
    for (const [what, min] of Object.entries(atLeast)) expect(counts[what], what).toBeGreaterThanOrEqual(min);
    // the engine with bounds checks may have to be built
  }, 300_000);
});

describe('campaigns detect injected faults', () => {
  const broken = (change: Partial<typeof tenon>) => ({ ...kit, tenon: { ...tenon, ...change } as typeof tenon });
  const messages = async (name: string, count: number, change: Partial<typeof tenon>) => {
    const { failures } = await runCampaign(name, broken(change), { seed: 14, count, write: false });
    return failures.map(({ message }) => message).join('\n');
  };

  test('an exception of the JavaScript engine in the loader', async () => {
    const modelFromXml = (xml: string): tenon.Model => {
      if (xml.includes('joint')) throw new TypeError("Cannot read properties of undefined (reading 'x')");
      return tenon.modelFromXml(xml);
    };
    expect(await messages('models', 10, { modelFromXml })).toContain('not an MjcfError');
  });

  test('a reader of binary models without checks', async () => {
    const { failures } = await runCampaign(
      'binary',
      { ...kit, unchecked: true },
      { seed: 14, count: 150, write: false },
    );
    const messages = failures.map(({ message }) => message).join('\n');
    expect(messages).toMatch(/^src\/core\/engine\/.*\.ts:\d+:\d+ index -?\d+ of an array of \d+/m);
    expect(failures.length).toBeGreaterThan(5);
  }, 300_000);

  test('a derivative with a small error', async () => {
    const transition = (m: tenon.Model, d: tenon.Data, options?: tenon.TransitionOptions) => {
      const result = tenon.transition(m, d, options);
      result.A[result.A.length - 1] += 1e-3 * Math.max(1, ...result.A.map(Math.abs));
      return result;
    };
    expect(await messages('derivatives', 4, { transition })).toContain('A is wrong by');
  });

  test('an argument that is not checked', async () => {
    const mulM: typeof tenon.mulM = (m, d, res, vec) => {
      for (let k = 0; k < m.nv; k++) res[k] = vec[k] + d.qpos[0];
    };
    const getTotalmass = (m: tenon.Model) => m.body_mass.length;
    const found = await messages('misuse', 60, { mulM, mulM2: mulM, solveM: mulM, getTotalmass });
    expect(found).toContain('not an error of Tenon');
    expect(found).toContain('was accepted as a');
  }, 90_000);

  test('a call that changes a Data and then throws', async () => {
    const forward = (m: tenon.Model, d: tenon.Data) => {
      if (d instanceof tenon.Data) d.qpos[0] += 1;
      tenon.forward(m, d);
      throw new Error('no');
    };
    expect(await messages('api', 60, { forward, step: forward, inverse: forward })).toContain('but changed Data');
  });

  test('a model that MuJoCo accepts and Tenon rejects', async () => {
    const modelFromXml = (): tenon.Model => {
      throw new Error('model:1:1 <mujoco> refused');
    };
    const { counts, classes } = await runCampaign('agreement', broken({ modelFromXml }), { seed: 14, count: 10 });
    expect(counts.onlyTheyAccept).toBeGreaterThan(0);
    expect(counts.agreed + counts.onlyTheyAccept).toBe(10);
    expect([...(classes ?? [])].map(([kind]) => kind)).toEqual(['Tenon rejects: <mujoco> refused']);
  }, 90_000);

  test('an engine with other bits', async () => {
    const step = (m: tenon.Model, d: tenon.Data) => {
      tenon.step(m, d);
      if (m.stages) d.qvel[0] += 1e-13;
    };
    expect(await messages('flags', 2, { step })).toContain('the engines differ');
  });

  test('worlds with bits that differ from a single Data', async () => {
    const rollout: typeof batch.rollout = async (...args) => {
      const result = await batch.rollout(...args);
      result.state[result.state.length - 1] += 1e-13;
      return result;
    };
    const changed = { ...kit, batch: { ...batch, rollout } };
    const { failures } = await runCampaign('batches', changed, { seed: 14, count: 6, write: false });
    expect(failures.map(({ message }) => message).join()).toContain('differs in state');
  }, 90_000);

  test.each([
    [
      'not an error of Tenon',
      { decodeTask: (_: string, data: Uint8Array) => JSON.parse(new TextDecoder().decode(data)).avoid[0].x },
    ],
    [
      'a task is counted twice',
      {
        Ledger: class extends ledger.Ledger {
          override take(answer: ledger.Answer) {
            return { ...super.take(answer), counts: true };
          }
        },
      },
    ],
    ['a result with a wrong shape is counted', { taskResult: () => ({ first: 2, nbatch: 2, state: [] }) }],
  ])(
    'a cluster with the fault: %s',
    async (text, change) => {
      const changed = { ...kit, cluster: { ...cluster, ...change } as unknown as typeof cluster };
      const { failures } = await runCampaign('cluster', changed, { seed: 14, count: 300, write: false });
      expect(failures.map(({ message }) => message).join('\n')).toContain(text);
    },
    90_000,
  );

  test('readers of recordings that return wrong values, or throw without a message', async () => {
    const readCsv: typeof record.readCsv = (text, name) => {
      const arrays = record.readCsv(text, name);
      for (const { numbers } of Object.values(arrays)) numbers.reverse();
      return arrays;
    };
    const readNpz = async (bytes: Uint8Array) => {
      const view = new DataView(bytes.buffer);
      return { a: { shape: [1], numbers: new Float64Array([view.getUint32(bytes.length)]) } };
    };
    const changed = { ...kit, record: { ...record, readCsv, readNpz } as typeof record };
    const { failures } = await runCampaign('recordings', changed, { seed: 14, count: 60, write: false });
    const found = failures.map(({ message }) => message).join('\n');
    expect(found).toContain('csv: expected');
    expect(found).toContain('npz: an intact file is rejected');
    expect(found).toContain('npz: not a plain Error: RangeError');
  });

  test('a state that was not restored exactly', async () => {
    const setState: typeof tenon.setState = (m, d, state, sig) => {
      tenon.setState(m, d, state, sig);
      d.qvel[0] += 1e-9;
    };
    expect(await messages('snapshot', 2, { setState })).toContain('they differ');
  });
});

test('a failing list is minimized to the failing items', async () => {
  const items = Array.from({ length: 50 }, (_, k) => k);
  expect(await reduceItems(items, async (list) => list.includes(7) && list.includes(31))).toEqual([7, 31]);
});

test('a failing model is minimized to the failing part', async () => {
  const xml =
    '<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><geom size="1" bad="1"/></body><body/></worldbody></mujoco>';
  expect(await reduceXml(xml, async (text) => text.includes('bad="1"'))).toBe(
    '<mujoco><worldbody><body><geom bad="1"/></body></worldbody></mujoco>',
  );
});
