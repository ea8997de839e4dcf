// needs: the compiled engine
/** glTF files of the commands: a scene, and the motion of a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { expect, test } from 'vitest';
import { main } from '../main.ts';
import { terminal } from '../testing/terminal.ts';

const { arm, folder, said } = terminal();

interface Description {
  nodes: { name: string }[];
  animations?: { channels: unknown[]; samplers: { input: number }[] }[];
  accessors: { count: number; max: number[] }[];
}

async function readGlb(file: string): Promise<Description> {
  const bytes = new Uint8Array(readFileSync(file));
  const { issues } = await validator.validateBytes(bytes);
  expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]);
  const length = new DataView(bytes.buffer).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Description;
}

test('convert writes a glTF scene', async () => {
  const file = join(folder, 'arm.glb');
  expect(await main(['convert', arm, '-o', file]), said.err).toBe(0);
  const { nodes, animations } = await readGlb(file);
  expect(nodes.length).toBeGreaterThan(3);
  expect(animations).toBe(undefined);
});

test('simulate and replay write a motion with at most 60 poses per second', async () => {
  const run = join(folder, 'run.npz');
  const files = ['run.glb', 'again.glb'].map((name) => join(folder, name));
  expect(await main(['simulate', arm, '-s', '0.5', '-o', files[0]!]), said.err).toBe(0);
  expect(await main(['simulate', arm, '-s', '0.5', '-o', run]), said.err).toBe(0);
  expect(await main(['replay', arm, run, '-o', files[1]!]), said.err).toBe(0);
  const [first, second] = [await readGlb(files[0]!), await readGlb(files[1]!)];
  const times = first.accessors[first.animations![0]!.samplers[0]!.input]!;
  expect(times.count).toBeGreaterThan(20);
  expect(times.count).toBeLessThanOrEqual(31);
  expect(times.max[0]).toBeGreaterThan(0.45);
  // the poses of a recorded run are those of the run
  expect(readFileSync(files[1]!).equals(readFileSync(files[0]!))).toBe(true);
  expect(second.animations![0]!.channels).toHaveLength(1);
});

test('fields are no part of a motion', async () => {
  expect(await main(['simulate', arm, '-f', 'qpos', '-o', join(folder, 'x.glb')])).toBe(2);
  expect(said.err).toContain('--fields: a .glb file has the poses of all bodies and no fields');
});
