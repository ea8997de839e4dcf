// needs: the compiled engine
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { registerPlugin } from '../../../src/index.ts';
import { start } from './start.ts';

test('npm start prints one figure for the humanoid', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(...String(text).split('\n')));
  const viewer = async () => 'unused';
  expect(await start({ examples: 'examples', once: true, open: false, port: 0, viewer })).toBe(0);
  log.mockRestore();
  expect(lines.filter((line) => line.includes('humanoid'))).toEqual([expect.stringContaining('4 s simulated')]);
  expect(lines.filter((line) => line.includes('steps/s,'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('pendulum'))).toHaveLength(1);
});

test('the clock of the humanoid starts after a second of simulation, when the engine is compiled', async () => {
  let steps = 0;
  registerPlugin({ name: 'start.counter', kind: 'passive', compute: () => void steps++ });
  const folder = mkdtempSync(join(tmpdir(), 'tenon-start-'));
  writeFileSync(
    join(folder, 'humanoid.xml'),
    `<mujoco><option timestep="0.01"/><extension><plugin plugin="start.counter"/></extension>
      <worldbody><body><plugin plugin="start.counter"/><joint/><geom size="0.1"/></body></worldbody></mujoco>`,
  );
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const clock = vi.spyOn(performance, 'now');
  const read = clock.getMockImplementation() ?? performance.now.bind(performance);
  const counts: number[] = [];
  clock.mockImplementation(() => {
    counts.push(steps);
    return Date.now();
  });
  await start({ examples: folder, once: true, open: false, port: 0, viewer: async () => 'unused' });
  clock.mockImplementation(read);
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  // the clock is read before and after the four seconds that are measured
  const [before, after] = counts.slice(-2);
  expect(before).toBeGreaterThanOrEqual(100);
  expect(after! - before!).toBeGreaterThanOrEqual(400);
});
