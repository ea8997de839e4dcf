/** `tenon/webgpu` on SwiftShader, the Vulkan driver that comes with Chromium; other adapters serve as well. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { vulkanEnvironment } from '../../scripts/vulkan.mjs';
import { esbuildPlugin } from '../../scripts/wasm/plugin.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Measured {
  error?: string;
  after1: number;
  after100: number;
  footprint: { dispatches: number; bytesPerWorld: number };
  time: number;
  resetTimes: [number, number];
  own: number;
  full: string[];
  bad: string[];
  quiet: string[];
  badTime: number;
}

let found: Measured;
/** Why nothing could be measured, if so. */
let missing: string | undefined;

beforeAll(async () => {
  const outfile = `${root}build/webgpu/measure.mjs`;
  await build({
    absWorkingDir: root,
    entryPoints: ['test/webgpu/measure.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
    logLevel: 'error',
    plugins: [esbuildPlugin()],
  });
  found = JSON.parse(await run(outfile));
  if (/there is no adapter|npm install webgpu/.test(found.error ?? '')) missing = found.error;
  if (missing) console.warn(`tests of WebGPU are left out: ${missing}`);
}, 300_000);

function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: root, env: { ...process.env, ...vulkanEnvironment(root) } });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const line = printed.trim().split('\n').at(-1);
      if (line?.startsWith('{')) resolve(line);
      else reject(new Error(`the program on the device ended with ${code ?? signal}: ${printed}`));
    });
  });
}

describe('worlds on a device', () => {
  const claim = (name: string, check: () => void) =>
    test(name, (context) => {
      if (missing) return context.skip(missing);
      expect(found.error).toBeUndefined();
      check();
    });

  claim('go as those of the f64 engine, within single precision', () => {
    expect(found.after1).toBeLessThan(1e-6);
    expect(found.after100).toBeLessThan(1e-4);
    expect(found.time).toBeCloseTo(0.5, 5);
  });
  claim('take so many kernels and bytes', () => {
    // the solver may iterate twelve times, with three kernels each
    expect(found.footprint.dispatches).toBeGreaterThan(36);
    expect(found.footprint.bytesPerWorld).toBeGreaterThan(1000);
  });
  claim('are reset one by one', () => {
    expect(found.resetTimes[0]).toBeCloseTo(0.5, 5);
    expect(found.resetTimes[1]).toBe(0);
  });
  claim('have parameters of their own', () => {
    expect(found.own).toBeLessThan(1e-4);
  });
  claim('leave out contacts that there is no room for, and say so', () => {
    expect(found.full).toEqual(['No room for more than 1 contacts. (1 times)']);
    expect(found.quiet).toEqual([]);
  });
  claim('start again when their state is bad', () => {
    expect(found.bad[0]).toMatch(/^NaN, infinite or huge value in qvel\[0\]/);
    expect(found.badTime).toBeCloseTo(0.005, 7);
  });
});
