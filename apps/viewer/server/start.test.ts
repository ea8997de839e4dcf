// needs: the compiled engine
import { expect, test, vi } from 'vitest';
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
