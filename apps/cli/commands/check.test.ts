// needs: the compiled engine
/** Findings of `tenon check`. */
import { expect, test } from 'vitest';
import { main } from '../main.ts';
import { terminal } from '../testing/terminal.ts';

const { put, said } = terminal();

test('check lists errors with their location and a caret, and fails', async () => {
  const bad = put('bad.xml', '<mujoco>\n  <worldbody>\n    <geom sise="1"/>\n  </worldbody>\n</mujoco>');
  expect(await main(['check', bad])).toBe(1);
  expect(said.out).toContain('bad.xml:3:11');
  expect(said.out).toContain('size');
  expect(said.out).toMatch(/\n\s+\^/);
  expect(await main(['check', '--json', bad])).toBe(1);
});

test('check reports the errors of all stages together, without consequential ones', async () => {
  const many = put(
    'many.xml',
    `<mujoco>
  <worldbody>
    <geom tipe="box" size="1 1 1"/>
    <geom type="spere" size="1"/>
    <body><joint name="a" axis="0 b 1"/><geom name="twice" size="1"/></body>
    <body><joint name="c"/><geom name="twice" size="1"/></body>
    <body name="massless"><joint name="light"/></body>
  </worldbody>
  <actuator>
    <motor joint="a"/>
    <motor joint="missing"/>
  </actuator>
  <sensor>
    <jointpos joint="light"/>
    <gyro site="nowhere"/>
  </sensor>
</mujoco>`,
  );
  expect(await main(['check', '--json', many])).toBe(1);
  const lines: number[] = JSON.parse(said.out).errors.map(({ line }: { line: number }) => line);
  expect(lines.sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 11, 15]);
});

test('check warns about a model that will be unstable', async () => {
  const stiff = put(
    'stiff.xml',
    `<mujoco><option timestep="0.01"/><worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 0.05"><freejoint/><geom name="ball" size="0.1" solref="0.005 1"/></body>
    <body pos="1 0 1"><joint name="j" axis="0 1 0"/><geom name="rod" size="0.02" pos="0.1 0 0"/></body></worldbody>
    <actuator><position name="servo" joint="j" kp="1000"/></actuator></mujoco>`,
  );
  expect(await main(['check', stiff])).toBe(0);
  expect(said.out).toContain("geom 'ball': solref time constant 0.005 s is below twice the timestep");
  expect(said.out).toContain("actuator 'servo': stiffness");
  expect(said.out).toContain('overlap by 0.050 m at the start');
});

test('check finds stiff springs, strong dampers, heavy loads on light bodies and bodies without inertia', async () => {
  const odd = put(
    'odd.xml',
    `<mujoco><option timestep="0.01"/><worldbody>
    <body pos="0 0 1"><joint name="spring" type="slide" stiffness="1e5" limited="true" range="-1 1" solreflimit="0.001 1"/>
      <geom size="0.1" mass="1"/></body>
    <body name="light" pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size="0.02" mass="0.001"/>
      <body pos="0 0 1"><joint name="k" axis="0 1 0"/><geom size="0.1" mass="10"/></body></body>
    <body name="nothing" pos="2 0 1"><freejoint/><inertial pos="0 0 0" mass="1e-10" diaginertia="1e-12 1e-12 1e-12"/></body>
    </worldbody><actuator><velocity name="brake" joint="spring" kv="1000"/></actuator></mujoco>`,
  );
  expect(await main(['check', odd])).toBe(0);
  for (const words of [
    "joint 'spring': solreflimit time constant 0.001 s is below twice the timestep",
    "joint 'spring': stiffness 1.00e+5",
    'integrator="implicitfast"',
    "body 'light': weighs 0.00100 kg and carries 10.0 kg",
    "body 'nothing': moves and has almost no mass",
  ])
    expect(said.out).toContain(words);
});
