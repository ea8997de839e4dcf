// needs: the compiled engine
// A state with sleeping trees, saved and restored, continued with other last bits once the trees woke: trees asleep from the start have
// zero acceleration as the warm start, which restoring replaced by that of gravity.
import { expect, test } from 'vitest';
import { Data, getState, modelFromXml, restoreSleep, StateBit, setState, step } from '../../src/index.ts';

const arm = (name: string, pos: string, sleep: string) => `
  <body name="${name}" pos="${pos}" ${sleep}>
    <freejoint/>
    <geom type="capsule" size=".1 .2" zaxis="1 0 0"/>
    <body pos=".4 0 0"><joint name="${name}" axis="0 1 0"/><geom type="capsule" size=".08 .2" zaxis="1 .3 0"/></body>
  </body>`;

const xml = `
<mujoco>
  <option timestep="0.005"><flag sleep="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    ${arm('low', '0 0 .5', 'sleep="init"')}
    ${arm('beside', '0 2 .5', 'sleep="init"')}
    ${arm('falls', '.05 .02 1.2', '')}
  </worldbody>
  <actuator><motor joint="low" gear=".3"/></actuator>
</mujoco>`;

for (const engine of ['wasm', 'js'] as const) {
  test.each([0, 20, 60])(`sleeping trees restored at step %i wake with the same bits (${engine})`, (at) => {
    const m = modelFromXml(xml, { engine });
    const d = new Data(m);
    const drive = (k: number, data: Data) => (data.ctrl[0] = Math.sin(0.1 * k));
    for (let k = 0; k < at; k++) {
      drive(k, d);
      step(m, d);
    }
    expect(d.tree_asleep[0]).toBeGreaterThanOrEqual(0);
    const again = new Data(m);
    setState(m, again, getState(m, d, StateBit.INTEGRATION), StateBit.INTEGRATION);
    restoreSleep(m, again, d.tree_asleep.slice());
    for (let k = at; k < 200; k++) {
      for (const data of [d, again]) {
        drive(k, data);
        step(m, data);
      }
      expect([k, ...again.qpos, ...again.qacc_warmstart]).toEqual([k, ...d.qpos, ...d.qacc_warmstart]);
    }
    expect(d.tree_asleep[0]).toBeLessThan(0);
  });
}
