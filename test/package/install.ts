/** The package as a user gets it: packed, and installed in an empty folder. */
import { execFileSync } from 'node:child_process';
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
  remove(): void;
}

/** The packed dist, installed, with the programs that use it beside it. Packing takes seconds, so that the test files which
 *  need it share one: whoever comes first makes it. */
export function installPackage(): Installed {
  if (!existsSync(`${root}dist/types/index.d.ts`)) throw new Error('dist/ is missing or has no types: `npm run build`');
  const made = madePackage();
  const folder = mkdtempSync(join(tmpdir(), 'tenon-package-'));
  cpSync(made, folder, { recursive: true });
  for (const name of readdirSync(`${root}test/package/consumers`)) {
    copyFileSync(`${root}test/package/consumers/${name}`, join(folder, name));
  }
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
  return { folder, tarball, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A folder with the tarball of this dist and what installing it gives. */
function madePackage(): string {
  const folder = `${root}build/package/${Math.round(statSync(`${root}dist/types/index.d.ts`).mtimeMs)}`;
  mkdirSync(`${root}build/package`, { recursive: true });
  try {
    mkdirSync(`${folder}.lock`);
  } catch {
    // somebody else has made it, or is about to
    for (let k = 0; k < 600 && !existsSync(folder); k++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (!existsSync(folder)) throw new Error(`${folder} was not made in a minute: remove ${folder}.lock`);
    return folder;
  }
  const making = mkdtempSync(`${folder}-`);
  // the build packs what it has made
  const tarball = readdirSync(`${root}build/tarball`).find((name) => name.endsWith('.tgz'))!;
  copyFileSync(`${root}build/tarball/${tarball}`, join(making, tarball));
  writeFileSync(join(making, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(making, 'install', '--offline', `./${tarball}`);
  renameSync(making, folder);
  return folder;
}

function npm(cwd: string, ...args: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // a .cmd file on Windows, which only a shell can start
  execFileSync('npm', [...args, ...quiet], { cwd, stdio: 'pipe', shell: process.platform === 'win32' });
}

/** Code blocks of a page of the documentation, those that contain some words first. */
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

/** What each program of `consumers/` reports if everything works, computed from the sources. */
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
