/** The command line as a user meets it: output, errors, exit codes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { main } from './main.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const arm = put(
  'arm.xml',
  `<mujoco model="arm"><option timestep="0.01"/><worldbody><body name="rod"><joint name="elbow" axis="0 1 0" damping="0.1"/>
  <geom type="capsule" size="0.02" fromto="0 0 0 0.3 0 0"/></body></worldbody>
  <actuator><motor name="pull" joint="elbow" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/></sensor><keyframe><key name="up" qpos="1"/></keyframe></mujoco>`,
);

let out = '';
let err = '';
beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(console, 'log').mockImplementation((text) => {
    out += `${text}\n`;
  });
  vi.spyOn(console, 'error').mockImplementation((text) => {
    err += `${text}\n`;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});

test('without a command it shows the help and fails; with --help it succeeds', async () => {
  expect(await main([])).toBe(2);
  expect(out).toContain('simulate');
  expect(await main(['--help'])).toBe(0);
});

test.each(['view', 'simulate', 'check', 'info', 'convert', 'bench'])(
  '%s --help says what it does and gives an example',
  async (name) => {
    expect(await main([name, '--help'])).toBe(0);
    expect(out).toContain(`tenon ${name}`);
    expect(out).toMatch(/ {2}tenon /);
  },
);

test.each([
  [['simulte'], "no command is called 'simulte'", 2],
  [['info'], 'which model?', 2],
  [['info', arm, arm], 'one model at a time', 2],
  [['info', join(folder, 'nobody.xml')], 'there is no file', 1],
  [['info', folder], 'is a folder', 1],
  [['info', '--colour', arm], "see 'tenon info --help'", 2],
  [['simulate', arm, '--steps', 'many'], "expected a number of at least 0, found 'many'", 2],
  [['simulate', arm, '--steps', '1', '--seconds', '1'], 'not both', 2],
  [['simulate', arm, '--key', 'down'], "no keyframe is called 'down'; the model has up", 2],
  [['simulate', arm, '--fields', 'qpso'], "no field 'qpso'", 2],
  [['simulate', arm, '--output', 'run.xls', '-q'], 'expected a file that ends in', 2],
  [['simulate', arm, '--control', join(folder, 'none.csv')], 'there is no file', 1],
  [['convert', arm, '--output', arm], 'choose another name', 2],
] as const)('%j is answered with one line', async (argv, message, code) => {
  expect(await main([...argv])).toBe(code);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).toContain(message);
});

test('info shows sizes, tree, actuators and sensors', async () => {
  expect(await main(['info', arm])).toBe(0);
  for (const word of ['degrees of freedom (nv)', 'elbow (hinge)', 'joint elbow', '-1 to 1', 'jointpos', 'up'])
    expect(out).toContain(word);
  out = '';
  expect(await main(['info', '--json', arm])).toBe(0);
  expect(JSON.parse(out).sizes['degrees of freedom (nv)']).toBe(1);
});

test('simulate writes CSV to the terminal, with a head and one row per step', async () => {
  expect(await main(['simulate', arm, '--steps', '10', '--fields', 'time,qpos', '--quiet'])).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines[0]).toBe('time,qpos[0]');
  expect(lines).toHaveLength(12);
  expect(Number(lines[11].split(',')[0])).toBeCloseTo(0.1, 12);
});

test('simulate starts from a keyframe and writes JSON and NPY', async () => {
  const json = join(folder, 'run.json');
  expect(await main(['simulate', arm, '-s', '0.1', '-k', 'up', '-o', json, '-e', '5'])).toBe(0);
  const { columns, rows } = JSON.parse(readFileSync(json, 'utf8'));
  expect(columns).toEqual(['time', 'qpos[0]']);
  expect(rows).toHaveLength(3);
  expect(rows[0][1]).toBe(1);
  expect(err).toContain('10 steps');
  const npy = join(folder, 'run.npy');
  expect(await main(['simulate', arm, '-n', '4', '-f', 'qpos,qvel', '-o', npy, '-q'])).toBe(0);
  const bytes = readFileSync(npy);
  const head = bytes.readUInt16LE(8);
  expect(bytes.subarray(1, 6).toString()).toBe('NUMPY');
  expect((10 + head) % 64).toBe(0);
  expect(bytes.subarray(10, 10 + head).toString()).toContain("'shape': (5, 2)");
  expect(bytes.length).toBe(10 + head + 5 * 2 * 8);
});

test('simulate takes controls from a table, and says where the table is wrong', async () => {
  const table = put('pull.csv', 'pull\n1\n1\n1\n');
  expect(await main(['simulate', arm, '-n', '5', '-c', table, '-f', 'ctrl', '-q'])).toBe(0);
  expect(out.trim().split('\n').at(-1)).toBe('1');
  const bad = put('bad.csv', 'pull\n1\nx\n');
  expect(await main(['simulate', arm, '-c', bad, '-q'])).toBe(1);
  expect(err).toContain('bad.csv:3: column 1 is not a number');
});

test('simulate takes controls from a script', async () => {
  const script = put('push.mjs', 'export default (model, data) => { data.ctrl[0] = -data.qpos[0]; };');
  expect(await main(['simulate', arm, '-n', '5', '-k', 'up', '-c', script, '-f', 'ctrl', '-q'])).toBe(0);
  expect(Number(out.trim().split('\n').at(-1))).toBeLessThan(0);
  const nothing = put('nothing.mjs', 'export const a = 1;');
  expect(await main(['simulate', arm, '-c', nothing, '-q'])).toBe(1);
  expect(err).toContain('expected a default export');
});

test('check lists errors with their place and a mark, and fails', async () => {
  const bad = put('bad.xml', '<mujoco>\n  <worldbody>\n    <geom sise="1"/>\n  </worldbody>\n</mujoco>');
  expect(await main(['check', bad])).toBe(1);
  expect(out).toContain('bad.xml:3:11');
  expect(out).toContain('size');
  expect(out).toMatch(/\n\s+\^/);
  expect(await main(['check', '--json', bad])).toBe(1);
});

test('check gives advice on a model that will not be stable', async () => {
  const stiff = put(
    'stiff.xml',
    `<mujoco><option timestep="0.01"/><worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 0.05"><freejoint/><geom name="ball" size="0.1" solref="0.005 1"/></body>
    <body pos="1 0 1"><joint name="j" axis="0 1 0"/><geom name="rod" size="0.02" pos="0.1 0 0"/></body></worldbody>
    <actuator><position name="servo" joint="j" kp="1000"/></actuator></mujoco>`,
  );
  expect(await main(['check', stiff])).toBe(0);
  expect(out).toContain("geom 'ball': solref time constant 0.005 s is below twice the time step");
  expect(out).toContain("actuator 'servo': stiffness");
  expect(out).toContain('overlap by 0.050 m at the start');
});

test('convert writes a flat model that loads again', async () => {
  const flat = join(folder, 'flat.xml');
  expect(await main(['convert', arm, '-o', flat])).toBe(0);
  expect(await main(['info', '--json', flat])).toBe(0);
  expect(JSON.parse(out).sizes['sensor numbers']).toBe(1);
});

test('bench prints steps per second', async () => {
  expect(await main(['bench', arm, '--seconds', '0.05', '--json'])).toBe(0);
  expect(JSON.parse(out).stepsPerSecond).toBeGreaterThan(100);
});

test('a model with an error is reported with its place by every command', async () => {
  const bad = put('worse.xml', '<mujoco><worldbody><body><joint/></body></worldbody></mujoco>');
  for (const name of ['info', 'simulate', 'bench', 'convert']) {
    err = '';
    expect(await main([name, bad])).toBe(1);
    expect(err).toMatch(/worse\.xml:1:\d+ /);
  }
});
