/** A short run of every campaign of `npm run torture`, with a fixed seed. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { campaigns, minimise, minimiseXml, runCampaign } from '../scripts/torture/index.mjs';
import * as env from '../src/env.ts';
import * as tenon from '../src/index.ts';
import load from '../src/mujoco.ts';
import * as policy from '../src/policy.ts';
import * as spec from '../src/spec.ts';

const entries = { env, policy, spec };

/** Cases of each campaign, and what it must have done with them: a campaign that skips its work fails here. */
const runs: Record<string, { count: number; atLeast: Record<string, number> }> = {
  models: { count: 40, atLeast: { mutants: 40, accepted: 6, refused: 8, steps: 24 } },
  soft: { count: 20, atLeast: { mutants: 20, accepted: 3, refused: 3, steps: 10 } },
  assets: { count: 150, atLeast: { files: 150, accepted: 5, refused: 50 } },
  api: { count: 5, atLeast: { calls: 200, threw: 40 } },
  misuse: { count: 24, atLeast: { calls: 600, refused: 300 } },
  flags: { count: 4, atLeast: { runs: 4, steps: 10 } },
  storm: { count: 1, atLeast: { acts: 20, datas: 3, views: 3 } },
  snapshot: { count: 4, atLeast: { runs: 4, restores: 4 } },
  agreement: { count: 15, atLeast: { compared: 15, bothAccept: 2 } },
  softAgreement: { count: 15, atLeast: { compared: 15, bothAccept: 2 } },
};

// models that fall apart say so
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
    const { cases, counts, failures } = await runCampaign(name, { tenon, load, entries }, { seed: 14, count });
    expect(failures.map(({ message, file }) => `${message}\n${file}`)).toEqual([]);
    expect(cases).toBe(count);
    for (const [what, least] of Object.entries(atLeast)) expect(counts[what], what).toBeGreaterThanOrEqual(least);
  }, 90_000);
});

describe('what finds faults can find them', () => {
  const broken = (change: Partial<typeof tenon>) => ({ tenon: { ...tenon, ...change } as typeof tenon, load, entries });
  const messages = async (name: string, count: number, change: Partial<typeof tenon>) => {
    const { failures } = await runCampaign(name, broken(change), { seed: 14, count, write: false });
    return failures.map(({ message }) => message).join('\n');
  };

  test('a foreign exception of the loader', async () => {
    const modelFromXml = (xml: string): tenon.Model => {
      if (xml.includes('joint')) throw new TypeError("Cannot read properties of undefined (reading 'x')");
      return tenon.modelFromXml(xml);
    };
    expect(await messages('models', 10, { modelFromXml })).toContain('no MjcfError');
  });

  test('an argument that is not looked at', async () => {
    const mulM: typeof tenon.mulM = (m, d, res, vec) => {
      for (let k = 0; k < m.nv; k++) res[k] = vec[k] + d.qpos[0];
    };
    const getTotalmass = (m: tenon.Model) => m.body_mass.length;
    const found = await messages('misuse', 60, { mulM, mulM2: mulM, solveM: mulM, getTotalmass });
    expect(found).toContain('not our words');
    expect(found).toContain('was taken for a');
  }, 90_000);

  test('a call that changes a Data and then throws', async () => {
    const forward = (m: tenon.Model, d: tenon.Data) => {
      if (d instanceof tenon.Data) d.qpos[0] += 1;
      tenon.forward(m, d);
      throw new Error('no');
    };
    expect(await messages('api', 10, { forward, step: forward, inverse: forward })).toContain('but changed Data');
  });

  test('a model that MuJoCo accepts and we refuse', async () => {
    const modelFromXml = (): tenon.Model => {
      throw new Error('model:1:1 <mujoco> refused');
    };
    const { counts, classes } = await runCampaign('agreement', broken({ modelFromXml }), { seed: 14, count: 10 });
    expect(counts.onlyTheyAccept).toBeGreaterThan(0);
    expect(counts.agreed + counts.onlyTheyAccept).toBe(10);
    expect([...(classes ?? [])].map(([kind]) => kind)).toEqual(['we refuse: <mujoco> refused']);
  }, 90_000);

  test('an engine with other bits', async () => {
    const step = (m: tenon.Model, d: tenon.Data) => {
      tenon.step(m, d);
      if (m.stages) d.qvel[0] += 1e-13;
    };
    expect(await messages('flags', 2, { step })).toContain('the engines differ');
  });

  test('a state that was not restored as it was', async () => {
    const setState: typeof tenon.setState = (m, d, state, sig) => {
      tenon.setState(m, d, state, sig);
      d.qvel[0] += 1e-9;
    };
    expect(await messages('snapshot', 2, { setState })).toContain('they differ');
  });
});

test('a failing list is cut down to what fails', async () => {
  const items = Array.from({ length: 50 }, (_, k) => k);
  expect(await minimise(items, async (list) => list.includes(7) && list.includes(31))).toEqual([7, 31]);
});

test('a failing model is cut down to what fails', async () => {
  const xml =
    '<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><geom size="1" bad="1"/></body><body/></worldbody></mujoco>';
  expect(await minimiseXml(xml, async (text) => text.includes('bad="1"'))).toBe(
    '<mujoco><worldbody><body><geom bad="1"/></body></worldbody></mujoco>',
  );
});
