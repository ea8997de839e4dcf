/** Bundlers with common settings: each bundles one program of `consumers/` into a folder. */
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { type BuildOptions, build as esbuild } from 'esbuild';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { type OutputOptions, type RollupBuild, type RollupOptions, rollup } from 'rollup';
import { type InlineConfig, build as vite } from 'vite';
import webpack, { type Configuration } from 'webpack';

/** Programs of `consumers/`: one with all entry points, one with both engines, one of which most can be tree-shaken. */
export type Program = 'all' | 'engines' | 'small';

/** Bundles a program into `main.js` of the folder `out`. */
export type Bundle = (program: string, out: string) => Promise<void>;

export interface Case {
  bundler: 'esbuild' | 'Rollup' | 'Vite' | 'webpack';
  settings: string;
  bundle: Bundle;
  /** Where the output runs; default: both, unless another configuration of the same bundler covers one of them. */
  only?: 'Node' | 'Chromium';
  /** The output is a script, not a module. */
  script?: boolean;
  /** The programs of `consumers/` that it bundles (default: the one that uses the engine). */
  programs?: readonly Program[];
  /** Name of the output (default: main.js). */
  file?: string;
  /** The newest syntax that the output may have. */
  ecmaVersion?: 2020;
}

const byEsbuild =
  (options: BuildOptions): Bundle =>
  async (program, out) => {
    await esbuild({
      entryPoints: { main: program },
      outdir: out,
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
      ...options,
    });
  };

/** Parsed and tree-shaken bundles of Rollup, by program and options, so that several formats are generated from one. */
const shaken = new Map<string, Promise<RollupBuild>>();

const byRollup =
  (options: RollupOptions, output: OutputOptions = {}, resolve = { browser: true }): Bundle =>
  async (program, out) => {
    const onwarn = ({ message }: { message: string }) => {
      throw new Error(`Rollup warns: ${message}`);
    };
    const key = program + JSON.stringify(options);
    const made = shaken.get(key) ?? rollup({ input: program, plugins: [nodeResolve(resolve)], onwarn, ...options });
    shaken.set(key, made);
    await (await made).write({ dir: out, format: 'es', entryFileNames: 'main.js', ...output });
  };

const byVite =
  ({ build, ...options }: InlineConfig): Bundle =>
  async (program, out) => {
    const output = { entryFileNames: 'main.js' };
    await vite({
      root: join(program, '..'),
      configFile: false,
      logLevel: 'error',
      build: { outDir: out, rollupOptions: { input: program, output }, ...build },
      ...options,
    });
  };

const byWebpack =
  ({ output, ...options }: Configuration): Bundle =>
  (program, out) =>
    new Promise((done, fail) => {
      const made = webpack({
        context: join(program, '..'),
        entry: { main: program },
        // webpack advises against large files
        performance: { hints: false },
        output: { path: out, filename: 'main.js', ...output },
        ...options,
      });
      made.run((error, stats) => {
        const problems = stats && (stats.hasErrors() || stats.hasWarnings()) ? stats.toString('errors-warnings') : '';
        made.close(() => (error || problems ? fail(error ?? new Error(problems)) : done()));
      });
    });

/** webpack's minimizer with esbuild, which takes a second instead of the default's 15 s. */
const minimizer = new MinimizerPlugin({ minify: MinimizerPlugin.esbuildMinify });

export const cases: readonly Case[] = [
  { bundler: 'esbuild', settings: 'development', bundle: byEsbuild({ sourcemap: true }), only: 'Chromium' },
  { bundler: 'esbuild', settings: 'production', bundle: byEsbuild({ minify: true }), programs: ['all', 'small'] },
  {
    bundler: 'esbuild',
    settings: 'split into chunks',
    bundle: byEsbuild({ minify: true, splitting: true }),
    only: 'Chromium',
  },
  {
    bundler: 'esbuild',
    settings: 'es2020, iife',
    bundle: byEsbuild({ minify: true, format: 'iife', target: 'es2020' }),
    only: 'Chromium',
    script: true,
    ecmaVersion: 2020,
  },
  { bundler: 'esbuild', settings: 'without tree shaking', bundle: byEsbuild({ treeShaking: false }), only: 'Node' },
  { bundler: 'esbuild', settings: 'for Node', bundle: byEsbuild({ platform: 'node' }), only: 'Node' },
  { bundler: 'Rollup', settings: 'default', bundle: byRollup({}), only: 'Node', programs: ['small'] },
  { bundler: 'Rollup', settings: 'without tree shaking', bundle: byRollup({ treeshake: false }), programs: ['all'] },
  {
    bundler: 'Rollup',
    settings: 'iife',
    bundle: byRollup({}, { format: 'iife', name: 'app' }),
    only: 'Chromium',
    script: true,
    programs: ['small'],
  },
  { bundler: 'Vite', settings: 'production', bundle: byVite({}), only: 'Chromium', programs: ['all', 'small'] },
  {
    bundler: 'Vite',
    settings: 'development',
    bundle: byVite({ mode: 'development', build: { minify: false } }),
    only: 'Chromium',
  },
  {
    bundler: 'Vite',
    settings: 'es2020',
    bundle: byVite({ build: { target: 'es2020' } }),
    only: 'Chromium',
    ecmaVersion: 2020,
  },
  {
    bundler: 'Vite',
    settings: 'library, iife',
    bundle: async (program, out) =>
      byVite({
        build: { outDir: out, lib: { entry: program, formats: ['iife'], name: 'app', fileName: () => 'main.js' } },
      })(program, out),
    script: true,
  },
  {
    bundler: 'Vite',
    settings: 'on a server',
    bundle: byVite({ build: { ssr: true }, ssr: { noExternal: true } }),
    only: 'Node',
  },
  {
    bundler: 'webpack',
    settings: 'development',
    bundle: byWebpack({ mode: 'development', target: 'web' }),
    only: 'Chromium',
    script: true,
  },
  {
    bundler: 'webpack',
    settings: 'production',
    bundle: byWebpack({ mode: 'production', target: 'web', optimization: { minimizer: [minimizer] } }),
    only: 'Chromium',
    script: true,
    programs: ['small'],
  },
  {
    bundler: 'webpack',
    settings: 'es2020, module',
    bundle: byWebpack({
      mode: 'production',
      optimization: { minimize: false },
      target: ['web', 'es2020'],
      experiments: { outputModule: true },
      output: { module: true, library: { type: 'module' } },
    }),
    programs: ['all'],
  },
  {
    bundler: 'webpack',
    settings: 'without tree shaking',
    bundle: byWebpack({
      mode: 'development',
      target: 'web',
      optimization: { usedExports: false, sideEffects: false, providedExports: false },
    }),
    only: 'Node',
    script: true,
  },
  {
    bundler: 'webpack',
    settings: 'for Node',
    bundle: byWebpack({
      mode: 'production',
      optimization: { minimize: false },
      target: 'node',
      output: { filename: 'main.cjs', chunkFilename: '[id].cjs' },
    }),
    only: 'Node',
    file: 'main.cjs',
  },
];
