// needs: the compiled engine
/** `tenon ik`: positions that reach a target, the reason if there are none, and errors in the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Configuration } from '../../../src/ik.ts';
import { loadModel } from '../../../src/index.ts';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenon-ik-'));
afterAll(() => rmSync(folder, { recursive: true }));

const arm = join(folder, 'arm.xml');
writeFileSync(
  arm,
  `<mujoco><compiler angle="radian"/><worldbody>
    <geom name="wall" type="box" size="0.05 1 1" pos="0.75 0 0"/>
    <body><joint name="pan" axis="0 0 1" range="-3 3"/><joint axis="0 1 0" range="-2 2"/>
      <geom type="capsule" size="0.04" fromto="0.1 0 0 0.4 0 0"/>
      <body name="fore" pos="0.45 0 0"><joint name="elbow" axis="0 1 0" range="-2.5 2.5"/>
        <joint name="roll" axis="1 0 0"/><joint name="bend" axis="0 1 0"/><joint name="twist" axis="1 0 0"/>
        <geom type="capsule" size="0.03" fromto="0.1 0 0 0.3 0 0"/><site name="tool" pos="0.35 0 0"/>
      </body></body></worldbody>
    <keyframe><key name="bent" qpos="0 0.5 1 0 0 0"/></keyframe></mujoco>`,
);

const said = { out: '', err: '' };
beforeEach(() => {
  said.out = said.err = '';
  vi.spyOn(console, 'log').mockImplementation((...words) => {
    said.out += `${words.join(' ')}\n`;
  });
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    said.err += `${words.join(' ')}\n`;
  });
});

test('positions that reach the target are printed, as text and as JSON', async () => {
  const target = ['--site', 'tool', '--target', '-0.3,0.2,0.3'];
  expect(await main(['ik', arm, ...target])).toBe(0);
  expect(said.out).toMatch(/^reached: .* m and 0\.000 degrees off/);
  expect(said.out).toMatch(/\[1\] +-?\d\.\d{5}/);
  said.out = '';
  expect(await main(['ik', arm, ...target, '--key', 'bent', '--json'])).toBe(0);
  const { reached, qpos, joints, positionError } = JSON.parse(said.out);
  expect(reached).toBe(true);
  expect(positionError).toBeLessThan(1e-4);
  expect(joints.elbow).toEqual([qpos[2]]);
  const { pos } = new Configuration(await loadModel(arm), qpos).framePose({ site: 'tool' });
  for (const [k, x] of [-0.3, 0.2, 0.3].entries()) expect(pos[k]).toBeCloseTo(x, 3);
});

test('an orientation is reached too', async () => {
  const start = new Configuration(await loadModel(arm), [0.4, 0.3, 0.8, 0.3, 0.2, 0.1]);
  const { pos, rotation } = start.framePose({ site: 'tool' });
  const target = [...pos, ...rotation.quat].map((x) => x.toFixed(8)).join(',');
  expect(await main(['ik', arm, '--site', 'tool', '--target', target, '--json'])).toBe(0);
  expect(JSON.parse(said.out).orientationError).toBeLessThan(1e-3);
});

test('a target out of reach ends with 1 and the reason', async () => {
  expect(await main(['ik', arm, '--site', 'tool', '--target', '3,0,0', '--starts', '2'])).toBe(1);
  expect(said.out).toMatch(/^not reached: site 'tool' stays 2\.2/);
  said.out = '';
  const behind = ['--site', 'tool', '--target', '0.74,0,0', '--starts', '2', '--clearance', '0.01', '--json'];
  expect(await main(['ik', arm, ...behind])).toBe(1);
  expect(JSON.parse(said.out).reason).toContain("near: geom 'wall'");
});

test.each([
  [['--target', '1,2,3'], 'frame: expected one of --site, --body and --geom, found none'],
  [['--site', 'tool', '--body', 'fore', '--target', '1,2,3'], 'found --site and --body'],
  [['--site', 'tool'], 'no target given. Pass --target x,y,z'],
  [['--site', 'tool', '--target', '1,2'], "--target: expected 3 or 7 numbers, found 2 in '1,2'"],
  [['--site', 'tool', '--target', '1,2,x'], "--target: expected numbers, found 'x'"],
  [['--site', 'tool', '--target', '1,2,3,0,0,0,0'], 'found one of length 0'],
  [['--site', 'tol', '--target', '1,2,3'], "--site: no site 'tol' in the model (did you mean 'tool'?)"],
  [['--site', '7', '--target', '1,2,3'], "--site: no site '7' in the model"],
  [['--site', 'tool', '--target', '1,2,3', '--key', 'bnt'], "--key: no key 'bnt' in the model (did you mean 'bent'?)"],
  [['--site', 'tool', '--target', '1,2,3', '--starts', '0'], '--starts: expected a number of at least 1'],
])('%j is refused', async (argv, message) => {
  expect(await main(['ik', arm, ...argv])).toBeGreaterThan(0);
  expect(said.err).toContain(message);
});
