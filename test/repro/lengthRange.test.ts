// needs: the compiled engine
/** Muscles whose length range simulation never ended: MuJoCo does not return from the first two either. */
import { describe, expect, test } from 'vitest';
import * as tenon from '../../src/index.ts';

await tenon.prepare();

const arm = (pos: string, lengthrange = '', option = '') => `<mujoco>
  <compiler><lengthrange ${lengthrange}/></compiler><option ${option}/>
  <worldbody><body><joint axis="0 1 0"/><geom size=".1" mass="1"/>
    <body pos="${pos}"><joint name="elbow" axis="0 1 0"/><geom size=".1" mass="1"/></body></body></worldbody>
  <actuator><muscle joint="elbow"/></actuator></mujoco>`;

const load = (xml: string, limits?: Partial<tenon.Limits>) =>
  tenon.modelFromXml(xml, { file: 'arm.xml', ...(limits && { limits }) });

describe('the simulation for a length range ends', () => {
  test('when the state is not finite from the first step on', () => {
    expect(() => load(arm('1e308 0 -0.3'))).toThrow(/arm\.xml:5:\d+ <muscle> .*unstable/);
  });

  test('when time goes backwards', () => {
    expect(() => load(arm('0 0 -0.3', 'timestep="0"', 'timestep="-0.01"'))).toThrow(/<muscle> .*unstable/);
  });

  test('before it starts, if it would take too many steps; the limit can be raised', () => {
    const slow = arm('0 0 -0.3', 'timestep="1e-9" inttotal="10"');
    expect(() => load(slow)).toThrow(/steps for the length range: 10000000000 exceeds the limit of 100000. If/);
    const longer = arm('0 0 -0.3', 'inttotal="10" interval="1"');
    expect(() => load(longer, { lengthRangeSteps: 999 })).toThrow('raise limits.lengthRangeSteps');
    // free joints do not settle, which is detected only after all steps
    expect(() => load(longer, { lengthRangeSteps: 1000 })).toThrow('did not settle');
  });
});
