/** The package as installed by a user: packed, and installed in an empty folder. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { Data, modelFromXml, step } from '../../src/index.ts';
import type { Program } from './bundlers.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Installed {
  /** Folder outside the project with `node_modules/tenon` and the programs of `consumers/`. */
  folder: string;
  /** Path of the packed file. */
  tarball: string;
  /** Folder that caches files derived from this tarball. */
  cache: string;
  remove(): void;
}

/** The packed dist, installed, together with the programs that use it. Packing takes seconds, so the test files that need it share one
 *  installation, created by the first. */
export function installPackage(): Installed {
  if (!existsSync(`${root}dist/types/index.d.ts`)) throw new Error('dist/ is missing or has no types: `npm run build`');
  const made = madePackage();
  const folder = mkdtempSync(join(tmpdir(), 'tenon-package-'));
  cpSync(made, folder, { recursive: true });
  for (const name of readdirSync(`${root}test/package/consumers`)) {
    copyFileSync(`${root}test/package/consumers/${name}`, join(folder, name));
  }
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
  return {
    folder,
    tarball,
    cache: `${made}-bundles`,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Creates a folder of the installed package, or reuses it from an earlier run on the same tarball with the same bundlers. */
export async function cacheBundle(
  { folder, cache }: Installed,
  name: string,
  make: () => Promise<void>,
): Promise<void> {
  const kept = join(cache, hashFiles(['package-lock.json', 'test/package/bundlers.ts', ...consumers()]), name);
  if (existsSync(kept)) return cpSync(kept, join(folder, name), { recursive: true });
  await make();
  const copy = `${kept}-${process.pid}`;
  cpSync(join(folder, name), copy, { recursive: true });
  // a concurrent test may have been first
  if (existsSync(kept)) rmSync(copy, { recursive: true });
  else renameSync(copy, kept);
}

function consumers(): string[] {
  return readdirSync(`${root}test/package/consumers`).map((name) => `test/package/consumers/${name}`);
}

function hashFiles(paths: string[]): string {
  const sum = createHash('sha256');
  for (const path of paths) sum.update(readFileSync(root + path));
  return sum.digest('hex').slice(0, 16);
}

/** Removes files derived from tarballs before the last two. */
function forgetOld(folder: string): void {
  const age = (name: string) => statSync(join(folder, name)).mtimeMs;
  const hashes = new Set(
    readdirSync(folder)
      .sort((a, b) => age(b) - age(a))
      .map((name) => name.slice(0, 16)),
  );
  const old = [...hashes].slice(2);
  for (const name of readdirSync(folder).filter((found) => old.includes(found.slice(0, 16))))
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** A folder with the tarball of this dist and its installation, by the hash of the tarball. */
function madePackage(): string {
  // the build packs its output
  const tarball = readdirSync(`${root}build/tarball`).find((name) => name.endsWith('.tgz'))!;
  const folder = `${root}build/package/${hashFiles([`build/tarball/${tarball}`])}`;
  mkdirSync(`${root}build/package`, { recursive: true });
  if (existsSync(folder)) return folder;
  try {
    mkdirSync(`${folder}.lock`);
  } catch {
    // another process has created it, or is creating it
    for (let k = 0; k < 600 && !existsSync(folder); k++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (!existsSync(folder)) throw new Error(`${folder} was not created within a minute: remove ${folder}.lock`);
    return folder;
  }
  forgetOld(`${root}build/package`);
  const making = mkdtempSync(`${folder}-`);
  copyFileSync(`${root}build/tarball/${tarball}`, join(making, tarball));
  writeFileSync(join(making, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(making, 'install', '--offline', `./${tarball}`);
  renameSync(making, folder);
  rmSync(`${folder}.lock`, { recursive: true });
  return folder;
}

function npm(cwd: string, ...args: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // a .cmd file on Windows, which needs a shell
  execFileSync('npm', [...args, ...quiet], { cwd, stdio: 'pipe', shell: process.platform === 'win32' });
}

/** Code blocks of a page of the documentation, starting with the one that contains some words. */
export function docsBlock(page: string, words: string): string {
  const text = readFileSync(`${root}docs/${page}`, 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const found = blocks.find((code) => code.includes(words));
  if (found === undefined) throw new Error(`docs/${page} has no code with ${words}`);
  return found;
}

/** A new folder with some files. */
export function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Expected report of each program of `consumers/`, computed from the sources. */
export function expectedReports(): Record<Program, Record<string, unknown>> {
  const xml = /`(<mujoco>[\s\S]*?)`/.exec(readFileSync(`${root}test/package/consumers/parts.mjs`, 'utf8'))![1];
  const m = modelFromXml(xml, { engine: 'js' });
  const d = new Data(m);
  for (let k = 0; k < 200; k++) step(m, d);
  const end = [...d.qpos].join(' ');
  const unprepared = expect.stringContaining('`await prepare()`') as string;
  const threads = { batch: end, rolled: end };
  const engines = { unprepared, loaded: end, compiled: end, plain: end };
  return {
    engines,
    all: { ...engines, built: end, dropIn: end, robot: 1, threads, plainThreads: threads },
    small: { qvel: expect.closeTo(-0.01962, 12) },
  };
}
