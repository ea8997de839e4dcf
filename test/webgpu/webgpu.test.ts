// needs: a GPU adapter
/** `tenon/webgpu` on SwiftShader, the Vulkan driver that comes with Chromium; other adapters work too. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { vulkanEnvironment } from '../../scripts/vulkan.mjs';
import { esbuildPlugin } from '../../scripts/wasm/plugin.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Measured {
  error?: string;
  many: {
    worlds: number;
    after1: number;
    microseconds: number;
    finite: boolean;
    footprint: { dispatches: number; bytesPerWorld: number };
  };
  /** The largest error of a few worlds after these steps. */
  later: number;
  steps: number;
  /** Pipelines that were compiled for the first batch, and for both. */
  compiled: [number, number];
  time: number;
  resetTimes: [number, number];
  own: number;
  full: string[];
  bad: string[];
  quiet: string[];
  badTime: number;
}

/** Errors of depths, normals and positions. */
type Errors = [number, number, number];

interface Fall {
  height: number;
  lowest: number;
  finite: boolean;
}

interface Convex {
  error?: string;
  contacts: {
    worst: { flat: Errors; round: Errors };
    both: number;
    otherNumber: number;
    one: number;
    deepestOfOne: number;
  };
  fall: Fall;
  double: Fall;
  warnings: number;
}

/** Compiling the search for contacts of convex shapes takes half a minute on a CPU. */
const long = process.env['TENON_LONG'] !== undefined;

let found: Measured;
let convex: Convex;
/** Reason why nothing could be measured, if any. */
let missing: string | undefined;

beforeAll(async () => {
  found = await measured('measure');
  if (long) convex = await measured('convex');
  if (/WebGPU: no adapter|npm install webgpu/.test(found.error ?? '')) missing = found.error;
  if (missing) console.warn(`tests of WebGPU are skipped: ${missing}`);
}, 300_000);

/** Results of a program of this folder on the device. */
async function measured(name: string) {
  const outfile = `${root}build/webgpu/${name}.mjs`;
  await build({
    absWorkingDir: root,
    entryPoints: [`test/webgpu/${name}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
    logLevel: 'error',
    plugins: [esbuildPlugin()],
  });
  return JSON.parse(await run(outfile));
}

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
      else reject(new Error(`the program on the device exited with ${code ?? signal}: ${printed}`));
    });
  });
}

const claim = (name: string, check: () => void) =>
  test(name, (context) => {
    if (missing) return context.skip(missing);
    expect(found.error).toBeUndefined();
    check();
  });

const convexClaim = (name: string, check: () => void) =>
  test(name, (context) => {
    if (missing || !long) return context.skip(missing ?? 'set TENON_LONG=1 to compile shaders for half a minute');
    expect(convex.error).toBeUndefined();
    check();
  });

describe('worlds on a device', () => {
  claim('agree with those of the f64 engine, within single precision', () => {
    expect(found.many.after1).toBeLessThan(1e-5);
    expect(found.later).toBeLessThan(1e-4);
    expect(found.time).toBeCloseTo(0.002 * found.steps, 5);
  });
  claim('can be a thousand humanoids', () => {
    const { worlds, finite, footprint, microseconds } = found.many;
    expect(worlds).toBe(1024);
    expect(finite).toBe(true);
    // the solver may take twelve iterations, with three kernels each
    expect(footprint.dispatches).toBeGreaterThan(36);
    expect(footprint.bytesPerWorld).toBeGreaterThan(1000);
    console.info(
      `${worlds} humanoids on a device: ${footprint.dispatches} dispatches per step, ${footprint.bytesPerWorld} bytes per world, ` +
        `${microseconds.toFixed(0)} us per world-step`,
    );
  });
  claim('reuse the shaders of an earlier batch of the same model', () => {
    expect(found.compiled[0]).toBeGreaterThan(15);
    expect(found.compiled[1]).toBe(found.compiled[0]);
  });
  claim('are reset one by one', () => {
    expect(found.resetTimes[0]).toBeCloseTo(0.002 * found.steps, 5);
    expect(found.resetTimes[1]).toBe(0);
  });
  claim('have their own parameters', () => {
    expect(found.own).toBeLessThan(1e-4);
  });
  claim('drop contacts beyond the capacity, with a warning', () => {
    expect(found.full).toEqual(['Too many contacts: the capacity is 10. (1 times)']);
    expect(found.quiet).toEqual([]);
  });
  claim('are reset when their state is bad', () => {
    expect(found.bad[0]).toMatch(/^NaN, infinite or huge value in qvel\[0\]/);
    expect(found.badTime).toBeCloseTo(0.002, 7);
  });
});

describe('convex shapes on a device', () => {
  convexClaim('touch exactly where they do in the f64 engine', () => {
    const { both, one, deepestOfOne, otherNumber } = convex.contacts;
    expect(both).toBeGreaterThan(150);
    // bodies that barely touch may do so in one of them only
    expect(deepestOfOne).toBeLessThan(1e-6);
    expect(one).toBeLessThan(3);
    // rims of cylinders are probed in directions that differ by the tolerance of the search
    expect(otherNumber).toBeLessThan(0.1 * both);
  });
  convexClaim('that are flat have the depths, normals and positions of contacts within single precision', () => {
    const [depth, normal, position] = convex.contacts.worst.flat;
    expect(depth).toBeLessThan(3e-7);
    expect(normal).toBeLessThan(2e-6);
    expect(position).toBeLessThan(1e-6);
  });
  convexClaim('that are round have them within the tolerance of the search, 1e-6 of depth', () => {
    const [depth, normal, position] = convex.contacts.worst.round;
    expect(depth).toBeLessThan(2e-6);
    expect(normal).toBeLessThan(0.02);
    expect(position).toBeLessThan(2e-3);
  });
  convexClaim('fall on a floor as in the f64 engine, by conjugate gradients', () => {
    const { fall, double, warnings } = convex;
    expect(fall.finite).toBe(true);
    expect(fall.lowest).toBeGreaterThan(0.04);
    expect(Math.abs(fall.height / double.height - 1)).toBeLessThan(0.02);
    expect(warnings).toBe(0);
  });
});
