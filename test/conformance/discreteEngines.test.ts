// needs: the compiled engine
/** The integrator `discrete` has the same bits in both engines, and sleeping trees keep them. */
import { expect, test } from 'vitest';
import { inverse } from '../../src/core/engine/inverse.ts';
import { setStages } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { compileEngine } from '../../src/core/wasm/compileEngine.ts';
import { discreteModels } from '../models/discrete.ts';
import { metricModels } from '../models/flex.ts';
import { mujocoNext } from '../support/oracle/next.ts';
import '../support/plainEngine.ts';
import { twoEngines } from '../support/oracle/twoEngines.ts';

await compileEngine();

const soft = metricModels
  .filter((_, i) => i % 3 === 0)
  .flatMap(([name, xml]) =>
    ['CG', 'Newton'].map((solver) => [`${name}, ${solver}`, xml.replace('"CG"', `"${solver}"`)] as const),
  )
  .map(([name, xml]) => [name, xml.replace(/integrator="\w+"/, 'integrator="discrete"')] as const);

test.each([...discreteModels, ...soft])('%s', async (_, xml) => {
  const theirs = mujocoNext.MjModel.from_xml_string(xml);
  const { js, compared, seen } = await twoEngines(theirs);
  theirs.delete();
  const { m, d } = js;
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(3 * i);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.5 * Math.cos(i);
  setStages(m, compared);
  step(m, d, 4);
  inverse(m, d);
  for (const stage of ['effBuild', 'effShift', 'effActuation', 'regularizeConstraint', 'solvedAcc'])
    expect(seen).toContain(stage);
});
