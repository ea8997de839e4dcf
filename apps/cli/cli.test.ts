// needs: the package
/** The command line from a user's point of view: output, errors, exit codes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { loadModel, type MjcfError } from '../../src/index.ts';
import { main } from './main.ts';
import { terminal } from './testing/terminal.ts';

const { arm, folder, put, said } = terminal();

const picture = put('picture.xml', Buffer.from('\x89PNG\r\n', 'latin1'));
const mesh = put('mesh.stl', `solid\0${'x'.repeat(100)}`);

test('tenon check lists the mistakes that the error of loadModel has', async () => {
  const file = put(
    'wrong.xml',
    `<mujoco><worldbody><body name="a"><joint name="hinge"/><geom size="x"/></body>
      <body name="b"><freejoint/></body></worldbody><actuator><motor joint="hnge"/></actuator></mujoco>`,
  );
  expect(await main(['check', file, '--json'])).toBe(1);
  const listed = (JSON.parse(said.out) as { errors: { line: number; message: string }[] }).errors;
  const error = await loadModel(file).then(
    () => undefined,
    (thrown: unknown) => thrown as MjcfError,
  );
  const both = [listed, error!.diagnostics].map((mistakes) =>
    mistakes.map(({ line, message }) => `${line} ${message}`).sort(),
  );
  expect(both[0]).toHaveLength(3);
  expect(both[0]).toEqual(both[1]);
});

test('a model is a path, a URL as returned by import.meta.resolve, or a name in the package', async () => {
  for (const name of [arm, pathToFileURL(arm).href, 'tenon/models/pendulum.xml']) {
    expect(await main(['info', name, '--json']), said.err).toBe(0);
  }
  expect(await main(['info', 'tenon/models/pendulun.xml'])).toBe(1);
  expect(said.err).toContain("no such file 'tenon/models/pendulun.xml'");
});

test('without a command it prints the help and fails; with --help it succeeds', async () => {
  expect(await main([])).toBe(2);
  expect(said.out).toContain('simulate');
  expect(await main(['--help'])).toBe(0);
});

test.each(['view', 'simulate', 'check', 'info', 'ik', 'convert', 'bench', 'train'])(
  '%s --help describes the command and shows an example',
  async (name) => {
    expect(await main([name, '--help'])).toBe(0);
    expect(said.out).toContain(`tenon ${name}`);
    expect(said.out).toMatch(/ {2}tenon /);
  },
);

test.each([
  [['simulte'], "unknown command 'simulte' (did you mean 'simulate'?)", 2],
  [['fly'], 'Expected one of view, simulate, replay, render, check, info, ik, convert, bench, train', 2],
  [['info'], 'no model given', 2],
  [['info', arm, arm], 'expected one model', 2],
  [['info', join(folder, 'nobody.xml')], 'no such file', 1],
  // not the picture beside it
  [
    ['info', put('humanoid.png', '').replace('.png', '.xml')],
    "humanoid.xml'; the package has 'tenon/models/humanoid.xml'",
    1,
  ],
  [['info', folder], 'is a folder', 1],
  [['info', '--colour', arm], "See 'tenon info --help'", 2],
  [['info', '--jsn', arm], "unknown option '--jsn' (did you mean '--json'?)", 2],
  [['simulate', arm, '-n', '-3'], "--steps: expected a number of at least 0, found '-3'", 2],
  [['simulate', arm, '--seconds', '-.5'], "--seconds: expected a number of at least 0, found '-.5'", 2],
  [['simulate', arm, '--seconds', '--quiet'], "See 'tenon simulate --help'", 2],
  [['convert', arm, '-o', 'arm.urdf'], "--output: expected .xml (MJCF), .mjb, .mjz or .glb, found 'arm.urdf'", 2],
  [['train', 'Hopper-v5', '--algo', 'sac'], "--algo: expected ars, es, ppo, found 'sac'", 2],
  [['render', arm, '--show', 'contactForec'], "--show: unknown word 'contactForec'; did you mean 'contactForce'?", 2],
  [
    ['render', arm, '--show', 'shadow,zzzzzzzzzz'],
    "--show: unknown word 'zzzzzzzzzz'. Expected convexHull, texture",
    2,
  ],
  [
    ['render', arm, '--camera', '90,-20,3'],
    '--camera: expected six numbers (azimuth,elevation,distance,x,y,z), found',
    2,
  ],
  [['sweep', 'nope.json'], "no such file 'nope.json'", 1],
  [['sweep', put('job.json', '{}')], 'model: expected the path of a model', 1],
  [['worker'], 'no server. Pass its URL with --server nats://host:4222, or set TENON_NATS', 2],
  [['jobs'], 'no server. Pass its URL with --server', 2],
  [['info', picture], 'is a PNG picture, not a model', 1],
  [['check', mesh], 'is a binary file, not a model', 1],
  [['simulate', arm, '--fields', 'qpos[1:1]'], 'qpos[1:1] is empty', 2],
  [['simulate', arm, '--steps', '2.5'], "expected a whole number, found '2.5'", 2],
  [['simulate', arm, '--every', '0'], 'expected a number of at least 1', 2],
  [['simulate', arm, '--steps', 'many'], "expected a number of at least 0, found 'many'", 2],
  [['simulate', arm, '--steps', '1', '--seconds', '1'], 'expected one of them, found both', 2],
  [['simulate', arm, '--key', 'down'], "unknown keyframe 'down'. Expected one of up", 2],
  [['simulate', arm, '--fields', 'qpso'], "no field 'qpso' (did you mean 'qpos'?)", 2],
  [['simulate', arm, '--fields', 'qpos[7]'], 'qpos has 1 elements', 2],
  [['simulate', arm, '--fields', 'contact_pos'], 'such as contact_pos[0:3]', 2],
  [['simulate', arm, '--output', join(folder, 'no', 'run.csv')], 'its folder does not exist', 1],
  [['simulate', arm, '--control', folder], 'is a folder', 1],
  [['simulate', arm, '--output', 'run.xls', '-q'], 'expected a file that ends in', 2],
  [['simulate', arm, '--control', join(folder, 'none.csv')], 'no such file', 1],
  [['convert', arm, '--output', folder], 'that is a folder', 1],
  [['convert', arm, '--output', join(folder, 'no', 'flat.xml')], 'its folder does not exist', 1],
  [['view', arm, '--port', '99999'], 'expected at most 65535', 2],
  [['view', arm, '--root', join(folder, 'no')], 'no such folder', 1],
  [['bench', arm, '--seconds', '0'], 'expected a number of at least 0.01', 2],
  [['convert', arm, '--output', arm], 'expected a file other than the model', 2],
  [['train'], 'expected one environment, such as HalfCheetah-v5, found 0', 2],
  [['train', 'Cheetah-v5'], "unknown environment 'Cheetah-v5'", 1],
  [['train', 'Swimmer-v5', '--resume', join(folder, 'none.json')], 'no such file', 1],
  [['train', 'Swimmer-v5', '--resume', arm], 'is not valid JSON', 1],
] as const)('%j prints a one-line error', async (argv, message, code) => {
  expect(await main([...argv])).toBe(code);
  expect(said.err.trim().split('\n')).toHaveLength(1);
  expect(said.err).toContain(message);
});

test('info shows sizes, tree, actuators and sensors', async () => {
  expect(await main(['info', arm])).toBe(0);
  for (const word of ['degrees of freedom (nv)', 'elbow (hinge)', 'joint elbow', '-1 to 1', 'jointpos', 'up'])
    expect(said.out).toContain(word);
  said.out = '';
  expect(await main(['info', '--json', arm])).toBe(0);
  expect(JSON.parse(said.out).sizes['degrees of freedom (nv)']).toBe(1);
});

test('simulate prints CSV with a header and one row per step', async () => {
  expect(await main(['simulate', arm, '--steps', '10', '--fields', 'time,qpos', '--quiet'])).toBe(0);
  const lines = said.out.trim().split('\n');
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
  expect(said.err).toContain('10 steps');
  const npy = join(folder, 'run.npy');
  expect(await main(['simulate', arm, '-n', '4', '-f', 'qpos,qvel', '-o', npy, '-q'])).toBe(0);
  const bytes = readFileSync(npy);
  const head = bytes.readUInt16LE(8);
  expect(bytes.subarray(1, 6).toString()).toBe('NUMPY');
  expect((10 + head) % 64).toBe(0);
  expect(bytes.subarray(10, 10 + head).toString()).toContain("'shape': (5, 2)");
  expect(bytes.length).toBe(10 + head + 5 * 2 * 8);
});

test('simulate writes NPZ with one array per field, accepted by a ZIP reader', async () => {
  const npz = join(folder, 'run.npz');
  expect(await main(['simulate', arm, '-n', '4', '-f', 'time,qpos,sensordata[0]', '-o', npz])).toBe(0);
  expect(said.err).toContain(`wrote ${npz}, 5 rows`);
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
    'print(*[n + " " + z.read(n)[10:128].decode().strip() + " " + str(len(z.read(n)) - 128) for n in z.namelist()], sep="\\n")';
  const lines = execFileSync('python3', ['-c', script, npz], { encoding: 'utf8' }).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^time\.npy .*'<f8'.*'shape': \(5,\), \} 40$/);
  expect(lines[1]).toMatch(/^qpos\.npy .*'shape': \(5, 1\), \} 40$/);
  expect(lines[2]).toMatch(/^sensordata\[0\]\.npy .*'shape': \(5,\), \} 40$/);
});

test('replay computes fields that were not recorded, and locates errors in a recording', async () => {
  const [npz, csv] = [join(folder, 'again.npz'), join(folder, 'again.csv')];
  expect(await main(['simulate', arm, '-n', '4', '-f', 'time,qpos,qvel,xpos', '-o', npz, '-q'])).toBe(0);
  expect(await main(['simulate', arm, '-n', '4', '-f', 'xpos', '-o', csv, '-q'])).toBe(0);
  expect(await main(['replay', arm, npz, '-f', 'xpos'])).toBe(0);
  expect(said.out).toBe(readFileSync(csv, 'utf8'));
  expect(await main(['replay', arm, csv])).toBe(1);
  expect(said.err).toContain(`${csv}: replay: expected an array 'qpos', found xpos`);
  const bad = put('bad-run.csv', 'qpos[0]\n1\nx\n');
  expect(await main(['replay', arm, bad])).toBe(1);
  expect(said.err).toContain(`${bad}:3: column 1: expected a number, found 'x'`);
});

test('Ctrl C stops a run, and the output so far is complete', async () => {
  const json = join(folder, 'long.json');
  const listeners = process.listenerCount('SIGINT');
  const exit = main(['simulate', arm, '-n', '1e9', '-e', '1000', '-o', json]);
  await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBe(listeners + 1), { timeout: 60_000 });
  process.emit('SIGINT');
  expect(await exit).toBe(130);
  expect(said.err).toMatch(/stopped by Ctrl C after step \d+ of 1000000000/);
  const { rows } = JSON.parse(readFileSync(json, 'utf8'));
  expect(said.err).toContain(`wrote ${json}, ${rows.length} rows`);
});

test('simulate reads controls from a table, and locates errors in it', async () => {
  const table = put('pull.csv', 'pull\n1\n1\n1\n');
  expect(await main(['simulate', arm, '-n', '5', '-c', table, '-f', 'ctrl', '-q'])).toBe(0);
  expect(said.out.trim().split('\n').at(-1)).toBe('1');
  const bad = put('bad.csv', 'pull\n1\nx\n');
  expect(await main(['simulate', arm, '-c', bad, '-q'])).toBe(1);
  expect(said.err).toContain("bad.csv:3: column 1: expected a number, found 'x'");
});

test('a table of controls may name actuators and times', async () => {
  const table = put('timed.csv', 'time,pull\n0,0.25\n0.02,-0.5\n');
  expect(await main(['simulate', arm, '-n', '4', '-c', table, '-f', 'ctrl', '-q'])).toBe(0);
  expect(said.out.trim().split('\n')).toEqual(['ctrl[0]', '0', '0.25', '0.25', '-0.5', '-0.5']);
  const other = put('other.csv', 'time,push\n0,1\n');
  expect(await main(['simulate', arm, '-c', other, '-q'])).toBe(1);
  expect(said.err).toContain("other.csv:1: unknown actuator 'push'. Expected one of pull");
});

test.each([
  ['pull,ctrl[0]\n1,2\n', ":1: column 2: 'ctrl[0]' duplicates column 1"],
  ['time,time\n1,2\n', ":1: column 2: 'time' duplicates column 1"],
  ['ctrl[7]\n1\n', ':1: unknown actuator'],
  ['time,pull\n1,0\n0.5,0\n', ':3: column 1: expected a time of at least 1 (the time of the previous row), found 0.5'],
  ['pull\ninf\n', ":2: column 1: expected a finite number, found 'inf'"],
  ['pull\n1,2\n', ':2: expected 1 numbers, found 2'],
  ['"pull\n1\n', ':1: column 1: unterminated quote'],
  ['pull\n', ': expected controls, found none'],
  ['', ': expected controls, found none'],
])('the table of controls %j is rejected with a location', async (text, message) => {
  const table = put('wrong.csv', text);
  expect(await main(['simulate', arm, '-c', table, '-q'])).toBe(1);
  expect(said.err).toContain(`wrong.csv${message}`);
  expect(said.err.trim().split('\n')).toHaveLength(1);
});

test('controls in a recording are matched by index', async () => {
  const two = put(
    'two.xml',
    '<mujoco><worldbody><body><joint name="a"/><geom size="1"/></body></worldbody><actuator><motor name="p" joint="a"/><motor name="q" joint="a"/></actuator></mujoco>',
  );
  const table = put('two.csv', '\ufeff"ctrl[1]",ctrl[0]\r\n1,2\r\n');
  expect(await main(['simulate', two, '-n', '1', '-c', table, '-f', 'ctrl', '-q'])).toBe(0);
  expect(said.out.trim().split('\n').at(-1)).toBe('2,1');
});

test('simulate writes parts of fields, and long runs in chunks', async () => {
  const csv = join(folder, 'long.csv');
  expect(await main(['simulate', arm, '-n', '5000', '-f', 'time,xpos[3:6],sensordata[0]', '-o', csv, '-q'])).toBe(0);
  const lines = readFileSync(csv, 'utf8').trim().split('\n');
  expect(lines[0]).toBe('time,xpos[3],xpos[4],xpos[5],sensordata[0]');
  expect(lines).toHaveLength(5002);
  expect(Number(lines[5001].split(',')[0])).toBeCloseTo(50, 9);
  const npy = join(folder, 'long.npy');
  expect(await main(['simulate', arm, '-n', '9000', '-f', 'time', '-o', npy, '-q'])).toBe(0);
  const bytes = readFileSync(npy);
  expect(bytes.subarray(0, 128).toString('latin1')).toContain("'shape': (9001, 1)");
  expect(bytes.length).toBe(128 + 8 * 9001);
  expect(bytes.readDoubleLE(bytes.length - 8)).toBeCloseTo(90, 9);
});

test('an unstable run stops, keeps its output, and names the joint', async () => {
  const wild = put(
    'wild.xml',
    `<mujoco><option timestep="0.1"/><worldbody><body name="mass"><joint name="spring" type="slide" stiffness="1e6"/>
    <geom size=".1" mass=".001"/></body></worldbody><keyframe><key qpos="1"/></keyframe></mujoco>`,
  );
  expect(await main(['simulate', wild, '-k', '0', '-n', '1000', '-q'])).toBe(1);
  expect(said.err).toMatch(/stopped at step \d+ of 1000: .*joint 'spring' of body 'mass'/);
  expect(said.err.trim().split('\n')).toHaveLength(1);
  expect(said.out).toContain('time,qpos[0]\n0,1\n');
  said.err = '';
  expect(await main(['simulate', wild, '-k', '0', '-n', '1000', '--json'])).toBe(1);
  expect(JSON.parse(said.err).unstable).toBe(true);
});

test('an error in a script is reported with its line', async () => {
  const script = put('oops.mjs', 'export default (model, data) => {\n  data.nothing.here = 1;\n};');
  expect(await main(['simulate', arm, '-c', script, '-q'])).toBe(1);
  expect(said.err).toMatch(/oops\.mjs(:2:\d+)?: step 0: Cannot set properties of undefined/);
  const broken = put('broken.mjs', 'export default (');
  expect(await main(['simulate', arm, '-c', broken, '-q'])).toBe(1);
  expect(said.err.trim().split('\n')).toHaveLength(2);
});

test('simulate runs a script that sets controls', async () => {
  const script = put('push.mjs', 'export default (model, data) => { data.ctrl[0] = -data.qpos[0]; };');
  expect(await main(['simulate', arm, '-n', '5', '-k', 'up', '-c', script, '-f', 'ctrl', '-q'])).toBe(0);
  expect(Number(said.out.trim().split('\n').at(-1))).toBeLessThan(0);
  const nothing = put('nothing.mjs', 'export const a = 1;');
  expect(await main(['simulate', arm, '-c', nothing, '-q'])).toBe(1);
  expect(said.err).toContain('expected a default export');
});

test('on a terminal, commands show their progress and clear it', async () => {
  let shown = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  try {
    for (const argv of [
      ['info', arm],
      ['check', arm],
      ['convert', arm],
      ['bench', arm, '-s', '0.8'],
    ]) {
      shown = '';
      expect(await main(argv)).toBe(0);
      expect(shown).toContain('\rreading arm.xml (1)');
      expect(shown).toMatch(argv[0] === 'convert' ? /reading/ : /\rcompiling arm\.xml/);
      expect(shown).toMatch(/\r +\r$/);
    }
    // the last of them takes a noticeable time
    expect(shown).toMatch(/█ *░* +\d+ %/);
  } finally {
    process.stderr.isTTY = isTTY;
    write.mockRestore();
  }
});

test('bench prints steps per second', async () => {
  expect(await main(['bench', arm, '--seconds', '0.05', '--json'])).toBe(0);
  expect(JSON.parse(said.out).stepsPerSecond).toBeGreaterThan(100);
});

test('--version, and errors as JSON for scripts', async () => {
  expect(await main(['--version'])).toBe(0);
  expect(said.out.trim()).toMatch(/^\d+\.\d+\.\d+/);
  said.out = '';
  expect(await main(['info', '--json', join(folder, 'nobody.xml')])).toBe(1);
  expect(JSON.parse(said.out).errors[0].message).toContain('no such file');
  said.out = '';
  expect(await main(['bench', '--json', put('broken.xml', '<mujoco>\n<worldbody')])).toBe(1);
  expect(JSON.parse(said.out).errors[0].line).toBe(2);
});

test('every command reports an error in a model with its location', async () => {
  const bad = put('worse.xml', '<mujoco><worldbody><body><joint/></body></worldbody></mujoco>');
  for (const name of ['info', 'simulate', 'bench', 'convert']) {
    said.err = '';
    expect(await main([name, bad])).toBe(1);
    expect(said.err).toMatch(/worse\.xml:1:\d+ /);
  }
});

test('train writes a policy that is reproducible by seed, and resumes from it', async () => {
  const files = ['a.json', 'b.json', 'c.json'].map((name) => join(folder, name));
  const common = [
    'train',
    'InvertedPendulum-v5',
    '--seed',
    '2',
    '--directions',
    '2',
    '--top',
    '1',
    '--threads',
    '0',
    '--json',
  ];
  expect(await main([...common, '--iterations', '2', '--out', files[0]!])).toBe(0);
  expect(
    said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).iteration),
  ).toEqual([1, 2]);
  expect(await main([...common, '--iterations', '1', '--out', files[1]!])).toBe(0);
  expect(await main([...common, '--iterations', '1', '--resume', files[1]!, '--out', files[2]!])).toBe(0);
  expect(readFileSync(files[2]!, 'utf8')).toBe(readFileSync(files[0]!, 'utf8'));
});
